import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import Database from 'better-sqlite3';
import { fingerprintOf } from '../../examples/shop/src/fingerprint.ts';
import { KeyTable } from '../../examples/shop/src/key-table.ts';
import { payOrder } from '../../examples/shop/src/payment-client.ts';
import { openShopDatabase } from '../../examples/shop/src/shop-database.ts';
import { FUNDED_CARD, tillOf } from '../../examples/shop/src/world.ts';
import type { World } from '../../examples/shop/src/world.ts';
import { inWorld } from './temporary-world.ts';

const ORDER = JSON.stringify({ order: '1042', amount: 450, card: FUNDED_CARD });

async function post(url: string, body: string, headers: Record<string, string> = {}) {
  const response = await fetch(`${url}/payments`, {
    method: 'POST',
    headers: { authorization: 'Bearer till-amma', 'idempotency-key': 'one-key', ...headers },
    body,
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

function claims(world: World): unknown[] {
  const db = new Database(world.shopFile, { readonly: true });
  const rows = db.prepare('SELECT status, recovery_point, locked_at FROM idempotency').all();
  db.close();
  return rows;
}

describe('a request that the payment service cannot take', () => {
  const cases: [string, string, Record<string, string>, number, string][] = [
    [
      'an unknown credential',
      ORDER,
      { authorization: 'Bearer nobody' },
      401,
      'The credential is missing or unknown.',
    ],
    [
      'a key of blanks',
      ORDER,
      { 'idempotency-key': '  ' },
      400,
      'Send an Idempotency-Key, made once for this operation.',
    ],
    [
      'a key of 256 characters',
      ORDER,
      { 'idempotency-key': 'k'.repeat(256) },
      400,
      'The Idempotency-Key is longer than 255 characters.',
    ],
    ['a body that is no JSON', '{"order":', {}, 400, 'The body is no JSON.'],
    [
      'no amount',
      '{"order":"1042","card":"c"}',
      {},
      400,
      'Send order, amount (whole rupees above 0) and card.',
    ],
    ['no body', '', {}, 400, 'Send order, amount (whole rupees above 0) and card.'],
    ['65 KiB of body', `"${'x'.repeat(65 * 1024)}"`, {}, 413, 'The body is larger than 64 KiB.'],
  ];
  for (const [what, body, headers, status, error] of cases) {
    it(`is refused with ${status} and a sentence, and claims no key: ${what}`, async () => {
      await inWorld(async (world) => {
        const { url } = await world.service();
        assert.deepEqual(await post(url, body, headers), { status, body: { error } });
        assert.deepEqual(claims(world), []);
      });
    });
  }
});

describe('a bank that cannot be reached', () => {
  it('is answered with 503, saves nothing, and the retry under the same key does the work', async () => {
    await inWorld(async (world) => {
      const toBank = await world.network(world.bank, [
        'lose-request',
        'lose-request',
        'lose-request',
        'lose-request',
      ]);
      const { url } = await world.service(() => ({ bankUrl: toBank.url }));
      assert.deepEqual(await post(url, ORDER), {
        status: 503,
        body: { error: 'The bank gave no answer. Send the same again.' },
      });
      assert.deepEqual(claims(world), [{ status: null, recovery_point: 'started', locked_at: null }]);
      assert.equal((await post(url, ORDER)).status, 201);
      assert.equal(world.bank.chargesFor('1042').length, 1);
    });
  });
});

describe('a network that duplicates a request', () => {
  it('still pays once', async () => {
    await inWorld(async (world) => {
      const network = await world.network(await world.service(), ['duplicate']);
      const payment = { order: '1042', amount: 450, card: FUNDED_CARD, key: randomUUID() };
      const answer = await payOrder(tillOf(network), payment, world.policy());
      assert.equal(answer.status, 201);
      assert.equal(world.bank.chargesFor('1042').length, 1);
    });
  });
});

describe('a client that is told to stop', () => {
  it('makes no further attempt', async () => {
    await inWorld(async (world) => {
      const network = await world.network(await world.service(), ['lose-request', 'lose-request']);
      const stop = new AbortController();
      const payment = { order: '1042', amount: 450, card: FUNDED_CARD, key: randomUUID() };
      const policy = { ...world.policy(), signal: stop.signal, wait: async () => stop.abort() };
      await assert.rejects(payOrder(tillOf(network), payment, policy), { name: 'AbortError' });
      assert.equal(network.requests, 1);
    });
  });
});

describe('the key table', () => {
  const request = { account: 'amma-stores', key: 'one-key', operation: 'POST /payments', fingerprint: 'f' };

  it('lets the worker that took a claim over answer, not the one that was away too long', async () => {
    await inWorld(async (world) => {
      const slow = openShopDatabase(world.shopFile);
      const other = openShopDatabase(world.shopFile);
      let comeBack = () => {};
      const away = new Promise<void>((resolve) => (comeBack = resolve));
      const late = new KeyTable(slow, world.clock).once(request, async () => {
        await away;
        return { answer: { status: 201, body: '"late"' } };
      });
      world.clock.advance(61);
      const table = new KeyTable(other, world.clock);
      const work = async () => ({ answer: { status: 201, body: '"in time"' } });
      assert.deepEqual(await table.once(request, work), { status: 201, body: '"in time"', replayed: false });
      comeBack();
      assert.equal((await late).status, 409);
      assert.deepEqual(await table.once(request, work), { status: 201, body: '"in time"', replayed: true });
      slow.close();
      other.close();
    });
  });

  it('saves the answer and the effect together: when the effect cannot be saved, neither is', async () => {
    await inWorld(async (world) => {
      const db = openShopDatabase(world.shopFile);
      const table = new KeyTable(db, world.clock);
      const failing = table.once(request, async () => ({
        answer: { status: 201, body: '{}' },
        save: () => {
          throw new Error('disk full');
        },
      }));
      await assert.rejects(failing, /disk full/);
      db.close();
      assert.deepEqual(claims(world), [{ status: null, recovery_point: 'started', locked_at: null }]);
    });
  });

  it('prunes the keys whose 24 hours are over, and no others', async () => {
    await inWorld(async (world) => {
      const db = openShopDatabase(world.shopFile);
      const table = new KeyTable(db, world.clock);
      const work = async () => ({ answer: { status: 201, body: '{}' } });
      await table.once(request, work);
      world.clock.advance(3600);
      await table.once({ ...request, key: 'an hour later' }, work);
      world.clock.advance(23 * 3600);
      assert.equal(table.prune(), 1);
      assert.deepEqual(db.prepare('SELECT key FROM idempotency').all(), [{ key: 'an hour later' }]);
      db.close();
    });
  });
});

describe('the fingerprint', () => {
  const payment = { order: '1042', amount: 450, card: 'card_4242' };

  it('does not change with the order of the members, at any depth', () => {
    const reordered = { card: 'card_4242', amount: 450, order: '1042' };
    assert.equal(fingerprintOf(reordered), fingerprintOf(payment));
    assert.equal(fingerprintOf({ a: [{ x: 1, y: 2 }] }), fingerprintOf({ a: [{ y: 2, x: 1 }] }));
  });

  it('changes with every defining field, and with the order of a list', () => {
    assert.notEqual(fingerprintOf({ ...payment, amount: 451 }), fingerprintOf(payment));
    assert.notEqual(fingerprintOf({ ...payment, order: '1043' }), fingerprintOf(payment));
    assert.notEqual(fingerprintOf({ ...payment, amount: '450' }), fingerprintOf(payment));
    assert.notEqual(fingerprintOf({ items: [1, 2] }), fingerprintOf({ items: [2, 1] }));
  });

  it('is the SHA-256 of the canonical JSON, in hex', () => {
    // printf '{"amount":450,"card":"card_4242","order":"1042"}' | sha256sum
    assert.equal(fingerprintOf(payment), 'b5739c2c390ffd4e0853ec8660f8b3f13b59c84ad62ae6fd9dee37c33d1f34ae');
  });
});
