import pRetry from 'p-retry';
import type Stripe from 'stripe';

export function collect(stripe: Stripe, invoice: { id: string; cents: number }) {
  return pRetry(
    () =>
      stripe.paymentIntents.create(
        { amount: invoice.cents, currency: 'eur' },
        { idempotencyKey: `${invoice.id}` },
      ),
    { retries: 5 },
  );
}
