import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import Stripe from 'stripe';

const stripe = new Stripe('sk_test_1');

export async function capture(order: { id: string; cents: number }): Promise<Stripe.PaymentIntent> {
  let failure: unknown;
  for (let attempt = 0; attempt < 4; attempt++) {
    try {
      return await stripe.paymentIntents.create(
        { amount: order.cents, currency: 'eur', metadata: { order: order.id } },
        { idempotencyKey: randomUUID() },
      );
    } catch (error) {
      failure = error;
      await pause(200 * 2 ** attempt);
    }
  }
  throw failure;
}
