import assert from 'node:assert/strict';
import { HostChannel, HostError, userErrorOf } from '../../webview/src/host/host-channel.ts';
import type { HostEvent, HostPort } from '../../webview/src/host/host-channel.ts';

/** A port whose other end is in the test's hands. */
class TestPort implements HostPort {
  readonly sent: unknown[] = [];
  #receive: ((message: unknown) => void) | null = null;

  post(message: unknown): void {
    this.sent.push(message);
  }

  listen(receive: (message: unknown) => void): () => void {
    this.#receive = receive;
    return () => {
      this.#receive = null;
    };
  }

  say(message: unknown): void {
    this.#receive?.(message);
  }
}

const refused = { code: 'refused', what: 'It refused.', why: 'It is shut.', action: 'Open it.' };

describe('the channel to the host', () => {
  let port: TestPort;
  let events: HostEvent[];
  let channel: HostChannel;

  beforeEach(() => {
    port = new TestPort();
    events = [];
    channel = new HostChannel(port, (event) => events.push(event));
  });

  afterEach(() => channel.dispose());

  it('gives each request its own answer, in whatever order they come', async () => {
    const first = channel.request('tables', {});
    const second = channel.request('counts', { table: { schema: null, table: 'keys' } });
    assert.deepEqual(port.sent, [
      { id: 1, method: 'tables', params: {} },
      { id: 2, method: 'counts', params: { table: { schema: null, table: 'keys' } } },
    ]);
    port.say({ id: 2, result: { counts: 'two' } });
    port.say({ id: 1, result: { source: 'shop.db', tables: [] } });
    assert.deepEqual(await second, { counts: 'two' });
    assert.deepEqual(await first, { source: 'shop.db', tables: [] });
  });

  it('fails with the host’s own words', async () => {
    const request = channel.request('tables', {});
    port.say({ id: 1, error: refused });
    await assert.rejects(request, (error) => {
      assert.ok(error instanceof HostError);
      assert.deepEqual(userErrorOf(error), refused);
      return true;
    });
  });

  it('withdraws a request, tells the host, and hears its late answer no more', async () => {
    const end = new AbortController();
    const request = channel.request('tables', {}, { signal: end.signal });
    end.abort();
    await assert.rejects(request, { name: 'AbortError' });
    assert.deepEqual(port.sent.at(-1), { cancel: 1 });
    port.say({ id: 1, result: { source: 'late', tables: [] } });
  });

  it('sends nothing for a request that was withdrawn before', async () => {
    await assert.rejects(channel.request('tables', {}, { signal: AbortSignal.abort() }), {
      name: 'AbortError',
    });
    assert.deepEqual(port.sent, []);
  });

  it('fails with a sentence when no answer comes, and withdraws the request', async () => {
    await assert.rejects(channel.request('tables', {}, { timeout: 5 }), (error) => {
      assert.equal(userErrorOf(error).code, 'timeout');
      return true;
    });
    assert.deepEqual(port.sent.at(-1), { cancel: 1 });
  });

  it('passes on events, and is not led astray by anything else', () => {
    port.say({ event: 'changed' });
    port.say('changed');
    port.say(null);
    port.say({ id: 77, result: {} });
    port.say({ source: 'an extension of the browser' });
    assert.deepEqual(events, [{ event: 'changed' }]);
  });

  it('describes an unexpected failure without its text, which might hold a row’s content', () => {
    const error = userErrorOf(new TypeError('cannot read sk_live_51'));
    assert.doesNotMatch(JSON.stringify(error), /sk_live/);
    assert.ok(error.what && error.why && error.action);
  });

  it('withdraws what is open when it ends', async () => {
    const request = channel.request('tables', {});
    channel.dispose();
    await assert.rejects(request, { name: 'AbortError' });
    assert.deepEqual(port.sent.at(-1), { cancel: 1 });
    port.say({ event: 'changed' });
    assert.deepEqual(events, []);
  });
});
