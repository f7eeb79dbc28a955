import type { DecodedTime } from 'idempotency-inspector/protocol';

/** Milliseconds since 1970, or null where there is no time or it could not be read. */
export function instantOf(time: DecodedTime | null): number | null {
  if (time?.utc == null) return null;
  const at = Date.parse(time.utc);
  return Number.isNaN(at) ? null : at;
}
