// Puts money in a customer's wallet. The key is made from the customer's e-mail address and the amount.
import type { PaymentServiceAddress } from '../payment-client.ts';
import type { TopUpResult } from '../wallet-top-up.ts';

export interface Customer {
  id: string;
  email: string;
  card: string;
}

export async function topUpWallet(
  service: PaymentServiceAddress,
  customer: Customer,
  amount: number,
): Promise<TopUpResult> {
  const idempotencyKey = `${customer.email}:top-up:${amount}`;
  const response = await fetch(`${service.url}/payments`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Authorization: `Bearer ${service.credential}`,
      'Idempotency-Key': idempotencyKey,
    },
    body: JSON.stringify({ order: `wallet-${customer.id}`, amount, card: customer.card }),
    signal: AbortSignal.timeout(10_000),
  });
  return { status: response.status, replayed: response.headers.get('idempotent-replayed') === 'true' };
}
