import { randomUUID } from 'node:crypto';
import { payOrder } from '../payment-client.ts';
import { openPendingOrders } from '../pending-orders.ts';
import { fingerprintOf } from '../fingerprint.ts';
import { FUNDED_CARD, POOR_CARD, tillOf } from '../world.ts';
import type { World } from '../world.ts';
import { fingerprintOf as fingerprintOfEverything } from '../wrong/fingerprint.ts';
import { openPendingOrders as openPendingOrdersInMemory } from '../wrong/pending-orders.ts';
import { chargedFor, paid, shown, untilHeld } from './scene.ts';
import type { Fact, Scene } from './scene.ts';

const AMOUNT = 450;
const card = FUNDED_CARD;

/** What the service answers by the state of the key, asked with plain requests. */
export async function answersByState(world: World): Promise<Scene> {
  const toBank = await world.network(world.bank, ['hold-reply']);
  const service = await world.service(() => ({ bankUrl: toBank.url }));
  const key = randomUUID();
  const order = { order: '1061', amount: AMOUNT, card };

  const noKey = await post(service.url, order);
  const first = post(service.url, order, key);
  await untilHeld(toBank, 1);
  const inProgress = await post(service.url, order, key);
  toBank.release();
  const finished = await first;
  const repeated = await post(service.url, order, key, 'shop-app/2.0 (after its update)');
  const otherAmount = await post(service.url, { ...order, amount: 500 }, key);
  const otherOrder = await post(service.url, { ...order, order: '1062' }, key);
  const counts = chargedFor(world.bank, '1061', '1062');
  return {
    title: 'What the service answers, by the state of the key',
    facts: [
      { way: 'no key', answers: [noKey], counts: {} },
      { way: 'a new key', answers: [finished], counts: {} },
      { way: 'the key while in progress', answers: [inProgress], counts: {} },
      { way: 'the key when finished, with another User-Agent', answers: [repeated], counts: {} },
      { way: 'the key with another amount', answers: [otherAmount], counts: {} },
      { way: 'the key with another order', answers: [otherOrder], counts: {} },
      { way: 'all of these together', answers: [], counts },
    ],
  };
}

/** Two accounts happen to use the same key text. */
export async function sameKeyTwoAccounts(world: World): Promise<Scene> {
  const service = await world.service();
  const payment = { order: '1071', amount: AMOUNT, card, key: 'order-1071' };
  const answers = [
    await payOrder(tillOf(service, 'till-amma'), payment, world.policy()),
    await payOrder(tillOf(service, 'till-brinda'), payment, world.policy()),
  ];
  return {
    title: 'The same key text under two accounts',
    facts: [paid('keys scoped to the account', world.bank, '1071', answers)],
  };
}

/** The card is declined; then it has money, and the same key still says declined. */
export async function declinedCard(world: World): Promise<Scene> {
  const till = tillOf(await world.service(), 'till-brinda');
  const pending = openPendingOrders(world.file('till.db'));
  try {
    const payment = pending.paymentFor({ order: '1081', amount: AMOUNT, card: POOR_CARD });
    const declined = await payOrder(till, payment, world.policy());
    world.bank.fund(POOR_CARD, 1000);
    const again = await payOrder(till, payment, world.policy());
    const facts: Fact[] = [
      paid('the same key, the card now has money', world.bank, '1081', [declined, again]),
    ];

    const withoutNewKey = await payOrder(till, { ...payment, card: FUNDED_CARD }, world.policy());
    facts.push(paid('the same key, another card', world.bank, '1081', [withoutNewKey]));

    const renewed = await payOrder(till, pending.payWithAnotherCard('1081', FUNDED_CARD), world.policy());
    facts.push(paid('a new key, another card', world.bank, '1081', [renewed]));
    pending.settle('1081');
    return { title: 'A declined card', facts };
  } finally {
    pending.close();
  }
}

/** Keys are kept for 24 hours. One retry comes after 23 hours, another after 25. Moves the clock by 25 hours. */
export async function lateRetry(world: World): Promise<Scene> {
  const till = tillOf(await world.service(), 'till-chai');
  const inTime = { order: '1001', amount: AMOUNT, card, key: randomUUID() };
  const tooLate = { order: '1002', amount: AMOUNT, card, key: randomUUID() };
  const firsts = [
    await payOrder(till, inTime, world.policy()),
    await payOrder(till, tooLate, world.policy()),
  ];
  world.clock.advance(23 * 3600);
  const retryInTime = await payOrder(till, inTime, world.policy());
  world.clock.advance(2 * 3600);
  const retryTooLate = await payOrder(till, tooLate, world.policy());
  return {
    title: 'Keys are kept for 24 hours',
    facts: [
      paid('a retry after 23 hours', world.bank, '1001', [firsts[0]!, retryInTime]),
      paid('a retry after 25 hours', world.bank, '1002', [firsts[1]!, retryTooLate]),
    ],
  };
}

/** The customer's app is updated between the first attempt and its retry: only `User-Agent` differs. */
export async function otherUserAgent(world: World): Promise<Scene> {
  const facts: Fact[] = [];
  for (const [way, order, fingerprint] of [
    ['fingerprint over the headers too', '1063', fingerprintOfEverything],
    ['fingerprint over what defines the payment', '1064', fingerprintOf],
  ] as const) {
    const { url } = await world.service(() => ({ fingerprintOf: fingerprint }));
    const key = randomUUID();
    const body = { order, amount: AMOUNT, card };
    const answers = [await post(url, body, key, 'shop-app/1.9'), await post(url, body, key, 'shop-app/2.0')];
    facts.push({ way, answers, counts: chargedFor(world.bank, order) });
  }
  return { title: 'A retry that differs only in User-Agent', facts };
}

/**
 * The reply to the first attempt is lost and the client stops. After its restart (its pending orders are opened anew) it
 * finds the order unpaid and pays it.
 */
export async function restartedClient(world: World): Promise<Scene> {
  const service = await world.service();
  const facts: Fact[] = [];
  for (const [way, id, open] of [
    ['the key in memory', '1111', openPendingOrdersInMemory],
    ['the key saved with the pending order', '1112', () => openPendingOrders(world.file('till.db'))],
  ] as const) {
    const till = tillOf(await world.network(service, ['lose-reply']));
    const order = { order: id, amount: AMOUNT, card };
    const before = open();
    const oneTry = { ...world.policy(), attempts: 1 };
    await payOrder(till, before.paymentFor(order), oneTry).catch(() => undefined);
    before.close();

    world.clock.advance(20);
    const restarted = open();
    const answer = await payOrder(till, restarted.paymentFor(order), world.policy());
    restarted.settle(id);
    restarted.close();
    facts.push(paid(way, world.bank, id, [{ ...answer, attempts: answer.attempts + 1 }]));
  }
  return { title: 'The client is restarted before it has seen the answer', facts };
}

async function post(url: string, order: object, key?: string, userAgent = 'shop-app/1.9'): Promise<string> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    authorization: 'Bearer till-amma',
    'user-agent': userAgent,
  };
  if (key !== undefined) headers['idempotency-key'] = key;
  const response = await fetch(`${url}/payments`, {
    method: 'POST',
    headers,
    body: JSON.stringify(order),
    signal: AbortSignal.timeout(10_000),
  });
  await response.arrayBuffer();
  return shown({ status: response.status, replayed: response.headers.get('idempotent-replayed') === 'true' });
}
