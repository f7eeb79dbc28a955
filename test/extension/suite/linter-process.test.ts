import assert from 'node:assert/strict';
import { childrenRunning } from './child-processes.ts';
import { closeAll, ruleOf, show, someFindings } from './documents.ts';
import { until } from './until.ts';

const servers = (): number[] => childrenRunning('lint-server.cjs');

describe('the linter’s process', function () {
  before(function () {
    if (process.platform !== 'linux') this.skip();
  });
  afterEach(closeAll);

  it('is one, apart from the extension host', async () => {
    await someFindings((await show('src/pay-order.ts')).document);
    assert.equal(servers().length, 1);
  });

  it('is started again when it dies, and finds what it found before', async () => {
    await someFindings((await show('src/pay-order.ts')).document);
    const [first] = servers();
    assert.ok(first);
    process.kill(first, 'SIGKILL');
    await until('another server runs', () => {
      const [now] = servers();
      return now !== undefined && now !== first;
    });
    const { document } = await show('src/refund.ts');
    assert.deepEqual((await someFindings(document)).map(ruleOf), ['require-key-on-retry']);
  });
});
