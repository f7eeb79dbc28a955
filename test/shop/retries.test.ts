import assert from 'node:assert/strict';
import Database from 'better-sqlite3';
import { lostReply, twoTaps, twoTopUps } from '../../examples/shop/src/scenes/retries.ts';
import { bodies, inWorld, outcomes } from './temporary-world.ts';

describe('a shop whose network loses replies', () => {
  it('charges an order of 450 rupees twice, 900, when the payment is retried without a key', async () => {
    const scene = await inWorld(lostReply);
    assert.deepEqual(outcomes(scene)['no key'], {
      answers: ['201'],
      counts: { attempts: 2, charges: 2, rupees: 900 },
    });
  });

  it('charges it once, 450, with a key made before the first attempt, and the retry gets the first answer', async () => {
    await inWorld(async (world) => {
      const scene = await lostReply(world);
      const way = 'a key made before the first attempt';
      assert.deepEqual(outcomes(scene)[way], {
        answers: ['201 replayed'],
        counts: { attempts: 2, charges: 1, rupees: 450 },
      });
      const charge = world.bank.chargesFor('1043')[0]?.id;
      assert.deepEqual(bodies(scene, way), [{ order: '1043', amount: 450, charge }]);
    });
  });

  it('charges it once when the same key goes straight to the bank twice', async () => {
    const scene = await inWorld(lostReply);
    assert.deepEqual(outcomes(scene)['the same, straight at the bank'], {
      answers: ['201'],
      counts: { attempts: 2, charges: 1, rupees: 450 },
    });
  });

  it('charges it twice with a fresh key per attempt: two keys, two seconds apart, with one fingerprint', async () => {
    await inWorld(async (world) => {
      const scene = await lostReply(world);
      assert.deepEqual(outcomes(scene)['a fresh key per attempt'], {
        answers: ['201'],
        counts: { attempts: 2, charges: 2, rupees: 900 },
      });
      const db = new Database(world.shopFile, { readonly: true });
      const rows = db
        .prepare(
          `SELECT count(DISTINCT key) AS keys, count(*) AS claims,
             unixepoch(max(created_at)) - unixepoch(min(created_at)) AS seconds
           FROM idempotency GROUP BY account, fingerprint HAVING count(*) > 1`,
        )
        .all();
      db.close();
      assert.deepEqual(rows, [{ keys: 2, claims: 2, seconds: 2 }]);
    });
  });
});

describe('two taps on "pay" in the same moment, over two connections', () => {
  it('give the same answer twice and 1 charge', async () => {
    const scene = await inWorld(twoTaps);
    const way = 'claimed by insert';
    assert.deepEqual(outcomes(scene)[way], {
      answers: ['201', '201 replayed'],
      counts: { attempts: 3, charges: 1, rupees: 450 },
    });
    const [first, second] = bodies(scene, way);
    assert.notEqual(first, undefined);
    assert.deepEqual(second, first);
  });

  it('give one of them a 500 when the key is looked up before it is inserted', async () => {
    const scene = await inWorld(twoTaps);
    assert.deepEqual(outcomes(scene)['looked up, then inserted'], {
      answers: ['201', '500'],
      counts: { attempts: 2, charges: 1, rupees: 450 },
    });
  });

  it('charge twice when it is looked up first and the bank gets no key', async () => {
    const scene = await inWorld(twoTaps);
    assert.deepEqual(outcomes(scene)['the same, no key to the bank'], {
      answers: ['201', '500'],
      counts: { attempts: 2, charges: 2, rupees: 900 },
    });
  });
});

describe('two top-ups of 200 rupees that the customer wants', () => {
  it('are one charge when the key is made of the e-mail address', async () => {
    const scene = await inWorld(twoTopUps);
    assert.deepEqual(outcomes(scene)['a key made of the e-mail'], {
      answers: ['201', '201 replayed'],
      counts: { charges: 1, rupees: 200 },
    });
  });

  it('are two charges when every top-up has its own key', async () => {
    const scene = await inWorld(twoTopUps);
    assert.deepEqual(outcomes(scene)['a key per top-up'], {
      answers: ['201', '201'],
      counts: { charges: 2, rupees: 400 },
    });
  });
});
