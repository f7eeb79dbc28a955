import { attemptSignal, NoAnswer } from './retry-policy.ts';
import type { RetryPolicy } from './retry-policy.ts';

/** Where the payment service is, and which account's credential is used. */
export interface PaymentServiceAddress {
  url: string;
  credential: string;
}

/** One payment the customer asked for, with the key that names it. */
export interface Payment {
  order: string;
  /** Whole rupees. */
  amount: number;
  card: string;
  key: string;
}

export interface PaymentAnswer {
  status: number;
  body: unknown;
  /** True when the service sent its saved answer again. */
  replayed: boolean;
  attempts: number;
}

/**
 * Pays an order. The key was made when the customer asked for the payment; every attempt sends the same key and the same
 * body. A broken connection, a 5xx and a 409 (the first attempt is still in progress) are tried again.
 *
 * @throws NoAnswer when no attempt got a final answer
 */
export async function payOrder(
  service: PaymentServiceAddress,
  payment: Payment,
  policy: RetryPolicy,
): Promise<PaymentAnswer> {
  const { key, ...fields } = payment;
  const body = JSON.stringify(fields);
  for (let attempt = 1; attempt <= policy.attempts; attempt++) {
    if (attempt > 1) await policy.wait(attempt - 1);
    policy.signal?.throwIfAborted();
    try {
      const response = await fetch(`${service.url}/payments`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${service.credential}`,
          'idempotency-key': key,
        },
        body,
        signal: attemptSignal(policy),
      });
      if (response.status === 409 || response.status >= 500) continue;
      return {
        status: response.status,
        body: await response.json(),
        replayed: response.headers.get('idempotent-replayed') === 'true',
        attempts: attempt,
      };
    } catch {
      // No answer tells nobody whether the attempt worked: the next one asks with the same key.
    }
  }
  policy.signal?.throwIfAborted();
  throw new NoAnswer('The payment service', policy.attempts);
}
