/**
 * One value as a database hands it over, exact: whole numbers as bigint, never rounded.
 */
export type Cell = null | bigint | number | string | boolean | Uint8Array;

/** A row by column name. */
export type Row = ReadonlyMap<string, Cell>;

/** Where a value stands: in a column, or inside the JSON that a column holds. */
export interface ValueRef {
  column: string;
  path?: readonly string[];
}

const hex = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex');

/** A cell as text, without loss: bytes as text where they are valid printable UTF-8, else as `0x` and hex digits. */
export const cellText = (cell: Cell): string | null => {
  if (cell === null) return null;
  if (cell instanceof Uint8Array) {
    const text = utf8(cell);
    return text !== null && !/[\p{Cc}]/u.test(text) ? text : `0x${hex(cell)}`;
  }
  return String(cell);
};

/** Bytes as text, or null where they are no valid UTF-8. */
export const utf8 = (bytes: Uint8Array): string | null => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
};

/** A value inside JSON; undefined where there is no such member. */
const inside = (value: unknown, path: readonly string[]): unknown => {
  let at = value;
  for (const name of path) {
    if (at === null || typeof at !== 'object' || !Object.hasOwn(at, name)) return undefined;
    at = (at as Record<string, unknown>)[name];
  }
  return at;
};

const asCell = (value: unknown): Cell => {
  if (value === undefined || value === null) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  return JSON.stringify(value);
};

/** The value at a reference; JSON objects and lists come as JSON text, text that is no JSON has nothing inside it. */
export const valueAt = (row: Row, ref: ValueRef): Cell => {
  const cell = row.get(ref.column) ?? null;
  if (ref.path === undefined || cell === null) return cell;
  const text = cellText(cell);
  if (text === null) return null;
  try {
    return asCell(inside(JSON.parse(text), ref.path));
  } catch {
    return null;
  }
};

/** How a reference reads in a sentence: `data → status`. */
export const refName = (ref: ValueRef): string => [ref.column, ...(ref.path ?? [])].join(' → ');
