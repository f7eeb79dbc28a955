import { randomUUID } from 'node:crypto';
import type { PaymentServiceAddress } from './payment-client.ts';

export interface TopUpResult {
  status: number;
  replayed: boolean;
}

/** One wish of a customer to put money in the wallet; its id is the key of the operation. */
export interface TopUp {
  id: string;
  card: string;
  /** Whole rupees. */
  amount: number;
}

/** Made once, when the customer asks; a second wish, for the same amount too, is another top-up with another id. */
export function newTopUp(card: string, amount: number): TopUp {
  return { id: randomUUID(), card, amount };
}

/** Sends a top-up as an order of its own. It may be sent again as it is: the money arrives once. */
export async function topUpWallet(service: PaymentServiceAddress, topUp: TopUp): Promise<TopUpResult> {
  const response = await fetch(`${service.url}/payments`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${service.credential}`,
      'idempotency-key': topUp.id,
    },
    body: JSON.stringify({ order: `top-up-${topUp.id}`, amount: topUp.amount, card: topUp.card }),
    signal: AbortSignal.timeout(10_000),
  });
  return { status: response.status, replayed: response.headers.get('idempotent-replayed') === 'true' };
}
