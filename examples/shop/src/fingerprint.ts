import { createHash } from 'node:crypto';

/**
 * The fingerprint of a request: SHA-256, in hex, of the canonical JSON of the fields that define it. Member order and
 * white space do not change it, and nothing of the transport goes in (no headers, no times), so an honest retry always
 * has the fingerprint of the first attempt.
 */
export function fingerprintOf(fields: Readonly<Record<string, unknown>>): string {
  return createHash('sha256').update(canonicalJson(fields)).digest('hex');
}

/** JSON with the members of every object in the order of their names. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_name, member: unknown) =>
    member !== null && typeof member === 'object' && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0)))
      : member,
  );
}
