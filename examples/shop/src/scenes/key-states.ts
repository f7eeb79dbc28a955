import { randomUUID } from 'node:crypto';
import { payOrder } from '../payment-client.ts';
import { openPendingOrders } from '../pending-orders.ts';
import { FUNDED_CARD, POOR_CARD, tillOf } from '../world.ts';
import type { World } from '../world.ts';
import { chargedFor, paid, shown } from './scene.ts';
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
  await untilHeld(toBank);
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

async function untilHeld(network: { readonly held: number }): Promise<void> {
  while (network.held === 0) await new Promise((resolve) => setImmediate(resolve));
}
