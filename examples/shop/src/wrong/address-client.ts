// Changes an address and tries again when the connection breaks. The value is sent without the version it replaces.
import type { VersionedAddress } from '../address-client.ts';
import { attemptSignal, NoAnswer } from '../retry-policy.ts';
import type { RetryPolicy } from '../retry-policy.ts';

export async function saveAddress(
  service: string,
  customer: string,
  { address }: VersionedAddress,
  policy: RetryPolicy,
): Promise<'saved'> {
  for (let attempt = 1; attempt <= policy.attempts; attempt++) {
    try {
      const response = await fetch(`${service}/addresses/${customer}`, {
        method: 'PUT',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ address }),
        signal: attemptSignal(policy),
      });
      if (response.ok) return 'saved';
    } catch (error) {
      if (attempt === policy.attempts) throw error;
    }
    await policy.wait(attempt);
  }
  throw new NoAnswer('The address service', policy.attempts);
}
