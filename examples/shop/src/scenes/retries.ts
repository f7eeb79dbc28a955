import { randomUUID } from 'node:crypto';
import { chargeCard } from '../bank-client.ts';
import { payOrder } from '../payment-client.ts';
import type { PaymentAnswer } from '../payment-client.ts';
import { newTopUp, topUpWallet } from '../wallet-top-up.ts';
import { FUNDED_CARD, tillOf } from '../world.ts';
import type { World } from '../world.ts';
import { chargeCard as chargeCardWithoutKey } from '../wrong/bank-client.ts';
import { KeyTable as CheckedThenInserted } from '../wrong/key-table.ts';
import { payOrder as payOrderWithFreshKeys } from '../wrong/payment-client.ts';
import { topUpWallet as topUpWalletByEmail } from '../wrong/wallet-top-up.ts';
import { chargedFor, paid, shown, untilHeld } from './scene.ts';
import type { Fact, Scene } from './scene.ts';

const AMOUNT = 450;
const card = FUNDED_CARD;

/** One order of 450 rupees, three ways; the reply to the first attempt is lost each time. */
export async function lostReply(world: World): Promise<Scene> {
  const facts: Fact[] = [];

  const toBank = await world.network(world.bank, ['lose-reply']);
  await chargeCardWithoutKey(toBank.url, { order: '1041', amount: AMOUNT, card }, '', world.policy(2));
  facts.push({
    way: 'no key',
    answers: ['201'],
    counts: { attempts: toBank.requests, ...chargedFor(world.bank, '1041') },
  });

  const service = await world.service();
  const forFresh = tillOf(await world.network(service, ['lose-reply']));
  const fresh = await payOrderWithFreshKeys(
    forFresh,
    { order: '1042', amount: AMOUNT, card },
    world.policy(2),
  );
  facts.push(paid('a fresh key per attempt', world.bank, '1042', [fresh]));

  const forOne = tillOf(await world.network(service, ['lose-reply']));
  const payment = { order: '1043', amount: AMOUNT, card, key: randomUUID() };
  facts.push(
    paid('a key made before the first attempt', world.bank, '1043', [
      await payOrder(forOne, payment, world.policy(2)),
    ]),
  );

  const bankOnce = await world.network(world.bank, ['lose-reply']);
  await chargeCard(bankOnce.url, { order: '1044', amount: AMOUNT, card }, randomUUID(), world.policy(2));
  facts.push({
    way: 'the same, straight at the bank',
    answers: ['201'],
    counts: { attempts: bankOnce.requests, ...chargedFor(world.bank, '1044') },
  });
  return { title: 'An order of 450 rupees; the first reply is lost', facts };
}

/**
 * Two taps on "pay" at the same moment: two instances of the service, each with its own connection to one key table.
 * The bank's replies are held until both taps have arrived.
 */
export async function twoTaps(world: World): Promise<Scene> {
  const facts: Fact[] = [];

  const toBank = await world.network(world.bank, ['hold-reply']);
  const instances = [
    await world.service(() => ({ bankUrl: toBank.url })),
    await world.service(() => ({ bankUrl: toBank.url })),
  ];
  const payment = { order: '1051', amount: AMOUNT, card, key: randomUUID() };
  const taps: Promise<PaymentAnswer>[] = [];
  const policy = {
    ...world.policy(),
    // Whoever is told "409, in progress" is the second tap: now the bank's reply may go on to the first.
    wait: async () => {
      await untilHeld(toBank, 1);
      toBank.release();
      await Promise.race(taps);
    },
  };
  for (const instance of instances) taps.push(payOrder(tillOf(instance), payment, policy));
  const answers = (await Promise.all(taps)).sort((a, b) => Number(a.replayed) - Number(b.replayed));
  facts.push(paid('claimed by insert', world.bank, '1051', answers));

  for (const [way, order, charge] of [
    ['looked up, then inserted', '1052', chargeCard],
    ['the same, no key to the bank', '1053', chargeCardWithoutKey],
  ] as const) {
    const slowBank = await world.network(world.bank, ['hold-reply', 'hold-reply']);
    const wrong = () =>
      world.service((db) => ({
        keys: new CheckedThenInserted(db, world.clock),
        chargeCard: charge,
        bankUrl: slowBank.url,
      }));
    const tills = [tillOf(await wrong()), tillOf(await wrong())];
    const tap = { order, amount: AMOUNT, card, key: randomUUID() };
    const once = { ...world.policy(), attempts: 1 };
    const tapped = tills.map((till) => payOrder(till, tap, once).then(shown, () => '500'));
    await untilHeld(slowBank, 2);
    slowBank.release();
    const shownAnswers = (await Promise.all(tapped)).sort();
    facts.push({ way, answers: shownAnswers, counts: { attempts: 2, ...chargedFor(world.bank, order) } });
  }
  return { title: 'Two taps on "pay" in the same moment', facts };
}

/** A customer tops the wallet up with 200 rupees in the morning and, when they are spent, with
 * 200 in the evening. */
export async function twoTopUps(world: World): Promise<Scene> {
  const service = tillOf(await world.service(), 'till-chai');
  const customer = { id: 'meera', email: 'meera@example.com', card };
  const wishes = [newTopUp(card, 200), newTopUp(card, 200)] as const;
  const byEmail = [await topUpWalletByEmail(service, customer, 200)];
  const byId = [await topUpWallet(service, wishes[0])];
  world.clock.advance(12 * 3600);
  byEmail.push(await topUpWalletByEmail(service, customer, 200));
  byId.push(await topUpWallet(service, wishes[1]));
  const orders = wishes.map(({ id }) => `top-up-${id}`);
  return {
    title: 'Two top-ups of 200 rupees, both wanted',
    facts: [
      {
        way: 'a key made of the e-mail',
        answers: byEmail.map(shown),
        counts: chargedFor(world.bank, 'wallet-meera'),
      },
      { way: 'a key per top-up', answers: byId.map(shown), counts: chargedFor(world.bank, ...orders) },
    ],
  };
}
