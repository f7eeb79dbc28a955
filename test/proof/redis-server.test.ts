import assert from 'node:assert/strict';
import { Redis } from 'ioredis';
import { openRedis } from './redis-server.ts';
import type { RedisServer } from './redis-server.ts';

describe('the Redis of the proofs, through ioredis', () => {
  let server: RedisServer;
  let redis: Redis;
  beforeEach(async () => {
    server = await openRedis();
    redis = new Redis({ host: '127.0.0.1', port: server.port, enableReadyCheck: false });
  });
  afterEach(async () => {
    redis.disconnect();
    await server.close();
  });

  it('keeps what was set, and SET overwrites', async () => {
    assert.equal(await redis.get('slot'), null);
    assert.equal(await redis.set('slot', 'one', 'EX', 60), 'OK');
    assert.equal(await redis.set('slot', 'zwölf', 'EX', 60), 'OK');
    assert.equal(await redis.get('slot'), 'zwölf');
  });

  it('lets only the first SET with NX win', async () => {
    const won = await Promise.all(['one', 'two'].map((text) => redis.set('slot', text, 'EX', 60, 'NX')));
    assert.deepEqual(won, ['OK', null]);
    assert.equal(await redis.get('slot'), 'one');
  });

  it('refuses what it does not know', async () => {
    await assert.rejects(redis.del('slot'), { message: "ERR unknown command 'del'" });
  });
});
