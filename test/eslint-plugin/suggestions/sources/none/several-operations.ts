import { randomUUID } from 'node:crypto';
import axios from 'axios';
import pRetry from 'p-retry';
import type Stripe from 'stripe';

// One key before the attempts would be one key for all the orders in them.
export async function payAll(stripe: Stripe, charges: string[]) {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      for (const charge of charges) {
        await stripe.refunds.create({ charge }, { idempotencyKey: randomUUID() });
      }
      return;
    } catch (error) {
      console.warn(error);
    }
  }
}

export const payEach = (stripe: Stripe, charges: string[]) =>
  pRetry(() =>
    Promise.all(
      charges.map((charge) => stripe.refunds.create({ charge }, { idempotencyKey: randomUUID() })),
    ),
  );

export const bookEach = (seats: string[]) =>
  pRetry(async () => {
    for (const seat of seats) await axios.post('https://seats.example/bookings', { seat });
  });

export const shipEach = (orders: string[]) =>
  pRetry(async () => {
    await Promise.all(
      orders.map((order) => fetch('https://parcels.example/parcels', { method: 'POST', body: order })),
    );
  });

export const chargeEach = (stripe: Stripe, cents: number[]) =>
  pRetry(async () => {
    for (const amount of cents) {
      const idempotencyKey = randomUUID();
      await stripe.paymentIntents.create({ amount, currency: 'eur' }, { idempotencyKey });
    }
  });

export async function refundEach(stripe: Stripe, charge: string, parts: number[]) {
  const refund = () => stripe.refunds.create({ charge, amount: parts.pop() ?? 0 }, { idempotencyKey: randomUUID() });
  for (const part of parts) if (part > 0) await pRetry(refund);
}

export async function refundTwice(stripe: Stripe, charge: string) {
  const refund = () => stripe.refunds.create({ charge, amount: 100 }, { idempotencyKey: randomUUID() });
  await pRetry(refund);
  await pRetry(refund);
}

export const notifyAll = (stripe: Stripe, charges: string[]) =>
  pRetry(async () => {
    const refund = (charge: string) => stripe.refunds.create({ charge }, { idempotencyKey: randomUUID() });
    await Promise.all(charges.map(refund));
  });
