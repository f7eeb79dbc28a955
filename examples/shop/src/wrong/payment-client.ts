// Pays an order over a network that loses replies. Each attempt sends a key that it has just made.
import { randomUUID } from 'node:crypto';
import type { Payment, PaymentAnswer, PaymentServiceAddress } from '../payment-client.ts';
import { attemptSignal, NoAnswer } from '../retry-policy.ts';
import type { RetryPolicy } from '../retry-policy.ts';

export async function payOrder(
  service: PaymentServiceAddress,
  payment: Omit<Payment, 'key'>,
  policy: RetryPolicy,
): Promise<PaymentAnswer> {
  for (let attempt = 1; attempt <= policy.attempts; attempt++) {
    try {
      const response = await fetch(`${service.url}/payments`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${service.credential}`,
          'Idempotency-Key': randomUUID(),
        },
        body: JSON.stringify(payment),
        signal: attemptSignal(policy),
      });
      if (response.status < 500) {
        return {
          status: response.status,
          body: await response.json(),
          replayed: response.headers.get('idempotent-replayed') === 'true',
          attempts: attempt,
        };
      }
    } catch (error) {
      if (attempt === policy.attempts) throw error;
    }
    await policy.wait(attempt);
  }
  throw new NoAnswer('The payment service', policy.attempts);
}
