import assert from 'node:assert/strict';
import {
  answersByState,
  declinedCard,
  lateRetry,
  otherUserAgent,
  restartedClient,
  sameKeyTwoAccounts,
} from '../../examples/shop/src/scenes/key-states.ts';
import { bodies, inWorld, outcomes } from './temporary-world.ts';

describe('the payment service answers by the state of the key', () => {
  it('400 without a key', async () => {
    const scene = await inWorld(answersByState);
    assert.deepEqual(outcomes(scene)['no key']?.answers, ['400']);
  });

  it('409 for a key in progress', async () => {
    const scene = await inWorld(answersByState);
    assert.deepEqual(outcomes(scene)['the key while in progress']?.answers, ['409']);
  });

  it('422 for the same key with another amount', async () => {
    const scene = await inWorld(answersByState);
    assert.deepEqual(outcomes(scene)['the key with another amount']?.answers, ['422']);
  });

  it('422 for the same key with another payment', async () => {
    const scene = await inWorld(answersByState);
    assert.deepEqual(outcomes(scene)['the key with another order']?.answers, ['422']);
  });

  it('the first answer again for a finished key, and 1 charge of 450 for all of these', async () => {
    const scene = await inWorld(answersByState);
    assert.deepEqual(outcomes(scene)['a new key']?.answers, ['201']);
    assert.deepEqual(outcomes(scene)['the key when finished, with another User-Agent']?.answers, [
      '201 replayed',
    ]);
    assert.deepEqual(outcomes(scene)['all of these together']?.counts, { charges: 1, rupees: 450 });
  });

  it('the first answer again when it was an error: a declined card stays declined under its key', async () => {
    const scene = await inWorld(declinedCard);
    const way = 'the same key, the card now has money';
    assert.deepEqual(outcomes(scene)[way], {
      answers: ['402', '402 replayed'],
      counts: { attempts: 2, charges: 0, rupees: 0 },
    });
    assert.deepEqual(bodies(scene, way), [{ error: 'card_declined' }, { error: 'card_declined' }]);
  });
});

describe('a retry that differs only in User-Agent', () => {
  it('still replays when the fingerprint is made of what defines the payment', async () => {
    const scene = await inWorld(otherUserAgent);
    assert.deepEqual(outcomes(scene)['fingerprint over what defines the payment'], {
      answers: ['201', '201 replayed'],
      counts: { charges: 1, rupees: 450 },
    });
  });

  it('gets 422 when the headers go into the fingerprint', async () => {
    const scene = await inWorld(otherUserAgent);
    assert.deepEqual(outcomes(scene)['fingerprint over the headers too']?.answers, ['201', '422']);
  });
});

describe('keys of several accounts', () => {
  it('charge separately when two accounts use the same key text', async () => {
    const scene = await inWorld(sameKeyTwoAccounts);
    assert.deepEqual(outcomes(scene)['keys scoped to the account'], {
      answers: ['201', '201'],
      counts: { attempts: 2, charges: 2, rupees: 900 },
    });
  });
});

describe('a declined card', () => {
  it('is refused with 422 when another card is tried under the same key', async () => {
    const scene = await inWorld(declinedCard);
    assert.deepEqual(outcomes(scene)['the same key, another card'], {
      answers: ['422'],
      counts: { attempts: 1, charges: 0, rupees: 0 },
    });
  });

  it('needs, and gets, a new key: then 1 charge of 450', async () => {
    const scene = await inWorld(declinedCard);
    assert.deepEqual(outcomes(scene)['a new key, another card'], {
      answers: ['201'],
      counts: { attempts: 1, charges: 1, rupees: 450 },
    });
  });
});

describe('keys that are kept for 24 hours', () => {
  it('replay for a retry after 23 hours', async () => {
    const scene = await inWorld(lateRetry);
    assert.deepEqual(outcomes(scene)['a retry after 23 hours'], {
      answers: ['201', '201 replayed'],
      counts: { attempts: 2, charges: 1, rupees: 450 },
    });
  });

  it('run again for a retry after 25 hours: 2 charges, 900', async () => {
    const scene = await inWorld(lateRetry);
    assert.deepEqual(outcomes(scene)['a retry after 25 hours'], {
      answers: ['201', '201'],
      counts: { attempts: 2, charges: 2, rupees: 900 },
    });
  });
});

describe('a client that is restarted before it has seen the answer', () => {
  it('gets the first answer when the key was saved with the pending order', async () => {
    const scene = await inWorld(restartedClient);
    assert.deepEqual(outcomes(scene)['the key saved with the pending order'], {
      answers: ['201 replayed'],
      counts: { attempts: 2, charges: 1, rupees: 450 },
    });
  });

  it('pays twice when the key was kept in memory', async () => {
    const scene = await inWorld(restartedClient);
    assert.deepEqual(outcomes(scene)['the key in memory'], {
      answers: ['201'],
      counts: { attempts: 2, charges: 2, rupees: 900 },
    });
  });
});
