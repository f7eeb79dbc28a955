import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { crashAfterCharge, crashBetweenSteps } from '../../examples/shop/src/scenes/crashes.ts';
import { payOrder } from '../../examples/shop/src/payment-client.ts';
import { FUNDED_CARD, tillOf } from '../../examples/shop/src/world.ts';
import { inWorld, outcomes } from './temporary-world.ts';

// These crashes are real: the service runs in a process of its own, which is ended by SIGKILL.
describe('a service that is killed after the bank charged and before the answer was saved', function () {
  this.timeout(60_000);

  it('charges twice after the reclaim when no key goes to the bank, once when it does', async () => {
    const scene = await inWorld(crashAfterCharge);
    assert.deepEqual(outcomes(scene), {
      'no key passed on to the bank': { answers: ['201'], counts: { attempts: 2, charges: 2, rupees: 900 } },
      'the key passed on to the bank': { answers: ['201'], counts: { attempts: 2, charges: 1, rupees: 450 } },
    });
  });

  it('dies by SIGKILL and leaves its claim: 409 until a minute has passed, then the work is done', async () => {
    await inWorld(async (world) => {
      const payment = { order: '1042', amount: 450, card: FUNDED_CARD, key: randomUUID() };
      const oneTry = { ...world.policy(), attempts: 1 };
      const worker = await world.worker({ crashAt: 'bank-charged' });
      await assert.rejects(payOrder(tillOf(worker), payment, oneTry), { name: 'NoAnswer' });
      assert.equal(await worker.ended, 'SIGKILL');
      assert.equal(world.bank.chargesFor('1042').length, 1);

      const second = await world.service();
      world.clock.advance(59);
      await assert.rejects(payOrder(tillOf(second), payment, oneTry), { name: 'NoAnswer' });
      world.clock.advance(2);
      const answer = await payOrder(tillOf(second), payment, oneTry);
      assert.equal(answer.status, 201);
      assert.equal(world.bank.chargesFor('1042').length, 1);
    });
  });
});

describe('an operation of several steps that is killed before its answer', function () {
  this.timeout(60_000);

  it('resumes after its recovery point: no step that is known to be done is done again', async () => {
    const found = outcomes(await inWorld(crashBetweenSteps));
    const once = { 'requests to the bank': 1, charges: 1, rupees: 450, bookings: 1 };
    assert.deepEqual(found['resumed after its last recovery point'], { answers: ['201'], counts: once });
    assert.deepEqual(found['resumed after its first recovery point'], { answers: ['201'], counts: once });
  });

  it('books the courier twice when every attempt starts at the first step', async () => {
    const found = outcomes(await inWorld(crashBetweenSteps));
    assert.deepEqual(found['every attempt starts at the first step'], {
      answers: ['201'],
      counts: { 'requests to the bank': 2, charges: 1, rupees: 450, bookings: 2 },
    });
  });
});
