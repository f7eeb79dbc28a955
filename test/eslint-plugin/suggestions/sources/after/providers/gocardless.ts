import type { GoCardlessClient } from 'gocardless-nodejs';
import pRetry from 'p-retry';

export async function collect(gocardless: GoCardlessClient, mandate: string, amount: number) {
  const idempotencyKey = crypto.randomUUID();
  const payment = await pRetry(() =>
    gocardless.payments.create({ amount, currency: 'GBP', links: { mandate } }, idempotencyKey),
  );
  return payment.id;
}
