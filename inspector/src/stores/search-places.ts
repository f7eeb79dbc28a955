import { createHash } from 'node:crypto';
import type { ValueRef } from '../record/cell.ts';
import { normaliseName } from '../schema/names.ts';
import type { KeyTable } from '../schema/key-table.ts';

/** A text to look for, and the place in which it is looked for. */
export interface SearchPlace {
  ref: ValueRef;
  text: string;
}

/** Whether a key column's name says that it holds a hash of the key that the client sent. */
const holdsHash = (ref: ValueRef): boolean => /_(hash|digest|sha256|md5)$/.test(normaliseName(ref.column));

/**
 * Where a search looks: keys, scopes and fingerprints. A raw request is not searched. Where keys are stored hashed, the
 * hashes of the text are looked for as well; a digest that was made with a secret (HMAC) cannot be found this way.
 */
export const searchPlaces = (table: KeyTable, search: string): SearchPlace[] => {
  const places = (['key', 'scope', 'fingerprint'] as const).flatMap((role) =>
    (table.refs.get(role) ?? []).map((ref) => ({ ref, text: search })),
  );
  const hashed = (table.refs.get('key') ?? []).filter(holdsHash);
  const digests = ['sha256', 'sha1', 'md5', 'sha512'].map((name) =>
    createHash(name).update(search).digest('hex'),
  );
  return [...places, ...hashed.flatMap((ref) => digests.map((text) => ({ ref, text })))];
};
