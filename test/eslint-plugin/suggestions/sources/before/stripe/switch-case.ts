import pRetry from 'p-retry';
import type Stripe from 'stripe';

type Step = { kind: 'charge' | 'refund'; cents: number; charge: string };

export async function run(stripe: Stripe, step: Step): Promise<string> {
  switch (step.kind) {
    case 'charge': {
      const made = await pRetry(() => stripe.paymentIntents.create({ amount: step.cents, currency: 'gbp' }));
      return made.id;
    }
    case 'refund': {
      const made = await pRetry(
        // The desk waits for this one.
        async () => stripe.refunds.create({ charge: step.charge, amount: step.cents }),
        { retries: 2 },
      );
      return made.id;
    }
  }
}
