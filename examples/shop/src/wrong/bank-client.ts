// Charges a card at the bank and tries again when the connection breaks. The bank gets no key.
import type { Charge, ChargeResult } from '../bank-client.ts';
import { attemptSignal, NoAnswer } from '../retry-policy.ts';
import type { RetryPolicy } from '../retry-policy.ts';

export async function chargeCard(
  bank: string,
  charge: Charge,
  _reference: string,
  policy: RetryPolicy,
): Promise<ChargeResult> {
  for (let attempt = 1; attempt <= policy.attempts; attempt++) {
    try {
      const response = await fetch(`${bank}/charges`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(charge),
        signal: attemptSignal(policy),
      });
      if (response.status === 402) return { kind: 'declined' };
      if (response.ok)
        return { kind: 'charged', charge: ((await response.json()) as { charge: number }).charge };
    } catch (error) {
      if (attempt === policy.attempts) throw error;
    }
    await policy.wait(attempt);
  }
  throw new NoAnswer('The bank', policy.attempts);
}
