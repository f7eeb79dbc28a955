import { randomUUID } from 'node:crypto';
import { backOff } from 'exponential-backoff';
import type Stripe from 'stripe';

export async function tip(stripe: Stripe, idempotencyKey: string, cents: number) {
  await stripe.customers.update('cus_1', { metadata: { idempotencyKey } });
  return backOff(() =>
    stripe.paymentIntents.create({ amount: cents, currency: 'eur' }, { idempotencyKey: randomUUID() }),
  );
}
