import pRetry from 'p-retry';
import type Stripe from 'stripe';

export function collect(stripe: Stripe, invoice: { id: string; cents: number }) {
  return pRetry(
    (attempt) =>
      stripe.paymentIntents.create(
        { amount: invoice.cents, currency: 'eur' },
        { idempotencyKey: `${invoice.id}:try:${attempt}` },
      ),
    { retries: 5 },
  );
}
