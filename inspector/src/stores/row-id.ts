import { InspectorError } from '../inspector-error.ts';
import type { Cell } from '../record/cell.ts';

type Packed = ['n'] | ['i', string] | ['r', number] | ['t', string] | ['b', string] | ['f', boolean];

const pack = (cell: Cell): Packed => {
  if (cell === null) return ['n'];
  if (typeof cell === 'bigint') return ['i', cell.toString()];
  if (typeof cell === 'number') return ['r', cell];
  if (typeof cell === 'string') return ['t', cell];
  if (typeof cell === 'boolean') return ['f', cell];
  return ['b', Buffer.from(cell).toString('base64')];
};

const unpack = ([kind, value]: [string, unknown]): Cell => {
  if (kind === 'n') return null;
  if (kind === 'i' && typeof value === 'string') return BigInt(value);
  if (kind === 'r' && typeof value === 'number') return value;
  if (kind === 't' && typeof value === 'string') return value;
  if (kind === 'f' && typeof value === 'boolean') return value;
  if (kind === 'b' && typeof value === 'string') return Buffer.from(value, 'base64');
  throw new TypeError('no packed cell');
};

/** The values that name a row in its table, as one opaque text. */
export const packRowId = (cells: readonly Cell[]): string =>
  Buffer.from(JSON.stringify(cells.map(pack))).toString('base64url');

/**
 * The values of an opaque row name.
 * @param length how many values there must be; anything else is refused with the code `bad-id`.
 */
export const unpackRowId = (id: string, length: number): Cell[] => {
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
