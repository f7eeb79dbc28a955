import { createHash } from 'node:crypto';
import type { Fingerprint } from '../protocol.ts';
import { cellText, utf8 } from './cell.ts';
import type { Cell } from './cell.ts';

export interface FingerprintReading extends Fingerprint {
  /** What equality is decided by; for a raw request its SHA-256, so that no request leaves the table with it. */
  full: string;
}

const hexKinds = new Map([
  [32, 'md5'],
  [40, 'sha-1'],
  [64, 'sha-256'],
  [96, 'sha-384'],
  [128, 'sha-512'],
]);
const base64Kinds = new Map([
  [16, 'md5'],
  [20, 'sha-1'],
  [32, 'sha-256'],
  [48, 'sha-384'],
  [64, 'sha-512'],
]);

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

const short = (text: string): string => text.slice(0, 8);

/**
 * The fingerprint in a cell, its encoding told by length and alphabet. A 64-digit one is called sha-256 though other
 * 256-bit hashes look the same.
 * @param raw whether the column holds the request itself rather than a hash of it.
 */
export const readFingerprint = (cell: Cell, raw: boolean): FingerprintReading | null => {
  if (cell === null || cell === '') return null;
  if (cell instanceof Uint8Array && !raw) {
    const kind = base64Kinds.get(cell.byteLength);
    const text = utf8(cell);
    // Some tables keep the text of a hash in a column of bytes.
    if (text !== null && /^[\w+/=-]{16,}$/.test(text) && kind !== undefined && hexKinds.has(text.length))
      return readFingerprint(text, raw);
    if (kind === undefined && text !== null && /^[\w+/=-]{16,}$/.test(text))
      return readFingerprint(text, raw);
    const full = Buffer.from(cell).toString('hex');
    return {
      kind: kind === undefined ? `${cell.byteLength} bytes` : `${kind} (bytes)`,
      short: short(full),
      full,
    };
  }
  const text = cellText(cell) ?? '';
  if (!raw) {
    const prefixed = /^(sha256|sha512|sha1|md5)[:=-]\s?(.+)$/i.exec(text);
    const digest = prefixed?.[2] ?? text;
    const hexKind = /^[0-9a-f]+$/i.test(digest) ? hexKinds.get(digest.length) : undefined;
    if (hexKind !== undefined) return { kind: hexKind, short: short(digest.toLowerCase()), full: text };
    if (/^[A-Za-z0-9+/_-]{22,88}={0,2}$/.test(digest)) {
      const bytes = Buffer.from(digest, 'base64');
      const kind = base64Kinds.get(bytes.byteLength);
      if (kind !== undefined) return { kind: `${kind} (base64)`, short: short(digest), full: text };
    }
    if (!/^\s*[[{]/.test(text)) return { kind: 'text', short: short(text), full: text };
  }
  const full = sha256(text);
  return { kind: 'raw request', short: short(full), full };
};
