import zlib from 'node:zlib';
import { utf8 } from './cell.ts';
import { normaliseName } from '../schema/names.ts';
import type { Cell } from './cell.ts';

/** How much of one answer is ever inflated or shown, in bytes. */
export const BODY_LIMIT = 1024 * 1024;

/** A saved answer made readable. `text` is null where it is no text at all. */
export interface DecodedBody {
  text: string | null;
  /** Length as it stands in the table, in bytes. */
  bytes: number;
  /** What was done to read it, or why it cannot be read: "gzip", "not text", "larger than 1 MiB". */
  note: string | null;
}

const inflate = (bytes: Uint8Array): { bytes: Uint8Array; note: string } | null => {
  const options = { maxOutputLength: BODY_LIMIT };
  const [first, second] = [bytes[0], bytes[1]];
  try {
    if (first === 0x1f && second === 0x8b) return { bytes: zlib.gunzipSync(bytes, options), note: 'gzip' };
    if (first === 0x78 && ((first << 8) + (second ?? 0)) % 31 === 0)
      return { bytes: zlib.inflateSync(bytes, options), note: 'zlib' };
  } catch (error) {
    const tooLarge =
      error instanceof RangeError || (error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE';
    return {
      bytes: new Uint8Array(0),
      note: tooLarge ? 'compressed, larger than 1 MiB' : 'compressed, damaged',
    };
  }
  return null;
};

/** Whether a column's name says that its values are encrypted: they are no answer to read, revealed or not. */
export const isEncrypted = (column: string): boolean =>
  /(^|_)(enc|encrypted|cipher|ciphertext)$/.test(normaliseName(column));

/**
 * Reads a saved answer: text as it is, bytes as UTF-8, gzip and zlib inflated up to {@link BODY_LIMIT}.
 * @param encrypted shows its length only
 */
export const decodeBody = (cell: Cell, encrypted = false): DecodedBody | null => {
  if (cell === null) return null;
  if (encrypted)
    return {
      text: null,
      bytes: cell instanceof Uint8Array ? cell.byteLength : Buffer.byteLength(String(cell)),
      note: 'encrypted',
    };
  if (!(cell instanceof Uint8Array)) {
    const text = String(cell);
    const bytes = Buffer.byteLength(text);
    return text.length > BODY_LIMIT
      ? { text: text.slice(0, BODY_LIMIT), bytes, note: 'only the first 1 MiB' }
      : { text, bytes, note: null };
  }
  const bytes = cell.byteLength;
  const inflated = inflate(cell);
  const plain = inflated?.bytes ?? cell.subarray(0, BODY_LIMIT);
  if (inflated !== null && plain.byteLength === 0 && inflated.note.includes(','))
    return { text: null, bytes, note: inflated.note };
  const text = utf8(plain);
  const readable = text !== null && !text.includes('\u0000');
  return {
    text: readable ? text : null,
    bytes,
    note: readable ? (inflated?.note ?? null) : [inflated?.note, 'not text'].filter(Boolean).join(', '),
  };
};
