import { InspectorError } from '../inspector-error.ts';
import type { Cell } from '../record/cell.ts';

/** A text by its bytes: some databases keep texts that are no valid Unicode, and only their bytes name a row. */
export class RawText {
  readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
  }
}

/** A value that names a row, alone or with others. */
export type NameCell = Cell | RawText;

type Packed =
  ['n'] | ['i', string] | ['r', string] | ['t', string] | ['x', string] | ['b', string] | ['f', boolean];

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const pack = (cell: NameCell): Packed => {
  if (cell === null) return ['n'];
  if (typeof cell === 'bigint') return ['i', cell.toString()];
  if (typeof cell === 'number') return ['r', String(cell)];
  if (typeof cell === 'string') return ['t', cell];
  if (typeof cell === 'boolean') return ['f', cell];
  return cell instanceof RawText ? ['x', base64(cell.bytes)] : ['b', base64(cell)];
};

const unpack = ([kind, value]: [string, unknown]): NameCell => {
  if (kind === 'n') return null;
  if (kind === 'i' && typeof value === 'string') return BigInt(value);
  // As text, since JSON has no way to write infinity.
  if (kind === 'r' && typeof value === 'string') return Number(value);
  if (kind === 't' && typeof value === 'string') return value;
  if (kind === 'x' && typeof value === 'string') return new RawText(Buffer.from(value, 'base64'));
  if (kind === 'f' && typeof value === 'boolean') return value;
  if (kind === 'b' && typeof value === 'string') return Buffer.from(value, 'base64');
  throw new TypeError('no packed cell');
};

/** The values that name a row in its table, as one opaque text. */
export const packRowId = (cells: readonly NameCell[]): string =>
  Buffer.from(JSON.stringify(cells.map(pack))).toString('base64url');

/**
 * The values of an opaque row name.
 * @param length how many values there must be; anything else is refused with the code `bad-id`.
 */
export const unpackRowId = (id: string, length: number): NameCell[] => {
  try {
    const parsed = JSON.parse(Buffer.from(id, 'base64url').toString('utf8')) as [string, unknown][];
    if (Array.isArray(parsed) && parsed.length === length) return parsed.map(unpack);
  } catch {
    // Refused below, whatever was wrong with it.
  }
  throw new InspectorError(
    'bad-id',
    'This row cannot be found.',
    'Its name does not belong to this table.',
    'Load the table again.',
  );
};
