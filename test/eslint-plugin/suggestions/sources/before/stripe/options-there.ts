import retry from 'async-retry';
import Stripe from 'stripe';

export class Terminal {
  private readonly stripe: Stripe;

  constructor(key: string) {
    this.stripe = new Stripe(key);
  }

  async payOut(account: string, cents: number): Promise<Stripe.Transfer> {
    return retry(
      async () =>
        this.stripe.transfers.create(
          { amount: cents, currency: 'eur', destination: account },
          {
            stripeAccount: account,
            timeout: 8_000,
          },
        ),
      { retries: 3 },
    );
  }
}
