import { attemptSignal, NoAnswer } from './retry-policy.ts';
import type { RetryPolicy } from './retry-policy.ts';

/** An address and the version under which it was read (the `ETag` as it came). */
export interface VersionedAddress {
  address: string;
  version: string;
}

/** Reads a customer's address. Throws when there is none. */
export async function readAddress(service: string, customer: string): Promise<VersionedAddress> {
  const response = await fetch(`${service}/addresses/${customer}`, { signal: AbortSignal.timeout(10_000) });
  if (response.status !== 200)
    throw new Error(`The address could not be read: the service answered ${response.status}.`);
  const { address } = (await response.json()) as { address: string };
  return { address, version: response.headers.get('etag') ?? '' };
}

/**
 * Changes an address that was read as `version`. A retry that arrives when somebody has changed the address meanwhile is
 * refused with 412, and the newer value stays: `superseded`. A 412 to a retry whose first attempt had worked is `saved`.
 *
 * @throws NoAnswer when no attempt got an answer
 */
export async function saveAddress(
  service: string,
  customer: string,
  { address, version }: VersionedAddress,
  policy: RetryPolicy,
): Promise<'saved' | 'superseded'> {
  for (let attempt = 1; attempt <= policy.attempts; attempt++) {
    if (attempt > 1) await policy.wait(attempt - 1);
    policy.signal?.throwIfAborted();
    try {
      const response = await fetch(`${service}/addresses/${customer}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json', 'if-match': version },
        body: JSON.stringify({ address }),
        signal: attemptSignal(policy),
      });
      if (response.status === 200) return 'saved';
      if (response.status === 412) {
        return (await readAddress(service, customer)).address === address ? 'saved' : 'superseded';
      }
    } catch {
      // The next attempt sends the same version: it cannot undo a newer value.
    }
  }
  policy.signal?.throwIfAborted();
  throw new NoAnswer('The address service', policy.attempts);
}
