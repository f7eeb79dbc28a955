import assert from 'node:assert/strict';
import { openProvider } from './provider.ts';
import type { Provider } from './provider.ts';

describe('the provider that the proofs are judged by', () => {
  let provider: Provider;
  afterEach(() => provider.close());

  async function post(key: string | null, body: string): Promise<string> {
    const headers = new Headers(key === null ? [] : [['idempotency-key', key]]);
    const response = await fetch(`${provider.url}/charges`, { method: 'POST', headers, body });
    return `${response.status} ${await response.text()}`;
  }

  it('does it again without a key and under another key', async () => {
    provider = await openProvider();
    for (const key of [null, null, 'a', 'b']) await post(key, '42');
    assert.equal(provider.effects.length, 4);
  });

  it('gives the saved answer to the same key', async () => {
    provider = await openProvider();
    const first = await post('a', '42');
    assert.equal(first, '200 {"id":"made_1","path":"/charges"}');
    assert.equal(await post('a', '42'), first);
    assert.equal(provider.effects.length, 1);
    assert.equal(provider.log.length, 2);
  });

  it('refuses a key that was used with another body', async () => {
    provider = await openProvider();
    await post('a', '42');
    assert.match(await post('a', '43'), /^422 /);
    assert.equal(provider.effects.length, 1);
  });

  it('works and is not heard when the answer is lost', async () => {
    provider = await openProvider(['lose-reply']);
    await assert.rejects(post('a', '42'), { name: 'TypeError', message: 'fetch failed' });
    assert.equal(provider.effects.length, 1);
    assert.match(await post('a', '42'), /^200 .*made_1/);
    assert.equal(provider.effects.length, 1);
  });
});
