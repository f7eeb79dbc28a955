import { randomUUID } from 'node:crypto';
import pRetry from 'p-retry';
import Stripe from 'stripe';

const stripe = new Stripe('sk_test_1');

// The body of a loop without braces has no place for a statement of its own.
export async function payAll(orders: string[]) {
  for (const order of orders) await pRetry(() => stripe.refunds.create({ charge: order }, { idempotencyKey: randomUUID() }));
}

// The condition of a loop is asked each time round.
export async function payUntilQuiet(next: () => string) {
  while ((await pRetry(() => stripe.refunds.create({ charge: next() }, { idempotencyKey: randomUUID() }))).status) console.info('paid');
}

export class Terminal {
  // A field has none either.
  opened = pRetry(() => stripe.refunds.create({ charge: 'open' }, { idempotencyKey: randomUUID() }));
}

export function close(closing = pRetry(() => stripe.refunds.create({ charge: 'close' }, { idempotencyKey: randomUUID() }))) {
  return closing;
}

export async function run(step: 'pay' | 'refund') {
  switch (step) {
    case 'pay':
      return pRetry(() => stripe.refunds.create({ charge: 'pay' }, { idempotencyKey: randomUUID() }));
    default:
      return null;
  }
}

// The function that calls itself would need a parameter for the key.
export async function book(seat: string, left = 3): Promise<Stripe.Refund> {
  try {
    return await stripe.refunds.create({ charge: seat }, { idempotencyKey: randomUUID() });
  } catch (error) {
    if (left === 0) throw error;
    return book(seat, left - 1);
  }
}

// `crypto` is a currency here.
export const swap = (crypto: string) =>
  pRetry(() => fetch('https://bank.example/swaps', { method: 'POST', body: crypto }));
