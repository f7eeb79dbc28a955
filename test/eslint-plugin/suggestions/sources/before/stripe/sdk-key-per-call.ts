import pRetry from 'p-retry';
import type Stripe from 'stripe';

/** Gives a ticket's price back. */
export const refund = (stripe: Stripe, charge: string) =>
  pRetry(() => stripe.refunds.create({ charge, reason: 'requested_by_customer' }), { retries: 5 });
