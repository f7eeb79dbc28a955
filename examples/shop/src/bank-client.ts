import { attemptSignal, NoAnswer } from './retry-policy.ts';
import type { RetryPolicy } from './retry-policy.ts';

export interface Charge {
  order: string;
  /** Whole rupees. */
  amount: number;
  card: string;
}

/** `declined` is definite: the bank will give the same answer under the same key. */
export type ChargeResult = { kind: 'charged'; charge: number } | { kind: 'declined' };

/**
 * Charges a card. `key` names the charge and goes to the bank with every attempt, so the bank charges once even when its
 * reply is lost, or when the caller dies and another takes over with the same key.
 *
 * @throws NoAnswer when no attempt got an answer; Error when the bank refuses the request
 */
export async function chargeCard(
  bank: string,
  charge: Charge,
  key: string,
  policy: RetryPolicy,
): Promise<ChargeResult> {
  const body = JSON.stringify(charge);
  for (let attempt = 1; attempt <= policy.attempts; attempt++) {
    if (attempt > 1) await policy.wait(attempt - 1);
    policy.signal?.throwIfAborted();
    try {
      const response = await fetch(`${bank}/charges`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': key },
        body,
        signal: attemptSignal(policy),
      });
      if (response.status < 500) return readResult(response.status, await response.json());
    } catch (error) {
      if (error instanceof BankRefused) throw error;
    }
  }
  policy.signal?.throwIfAborted();
  throw new NoAnswer('The bank', policy.attempts);
}

/** The bank understood the request and will not carry it out. */
class BankRefused extends Error {
  constructor(status: number) {
    super(`The bank refused the request with ${status}.`);
    this.name = 'BankRefused';
  }
}

function readResult(status: number, body: unknown): ChargeResult {
  if (status === 402) return { kind: 'declined' };
  if (status !== 201) throw new BankRefused(status);
  return { kind: 'charged', charge: (body as { charge: number }).charge };
}
