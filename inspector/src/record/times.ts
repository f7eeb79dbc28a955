import type { DecodedTime } from '../protocol.ts';
import { cellText } from './cell.ts';
import type { Cell } from './cell.ts';

/** A time as milliseconds since 1970 (UTC), with what had to be taken for granted. */
export interface Instant {
  /** Infinite for PostgreSQL's `infinity`, which tables write for "never". */
  millis: number;
  assumed: string | null;
}

/**
 * The date and time texts that databases write. Seconds and fraction may be missing; the zone may be `Z`, `UTC`,
 * `+02`, `+0200` or `+02:00`; years after 9999 and before our era are written as PostgreSQL does.
 */
const dateTime =
  /^(\d{4}|[1-9]\d{4,5})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?)?\s?(Z|UTC|[+-]\d{2}(?::?\d{2})?)?( BC)?$/i;
const infinite = new Map([
  ['infinity', Infinity],
  ['-infinity', -Infinity],
]);
const digits = /^-?\d{9,19}$/;

const inRange = (millis: number): boolean => Math.abs(millis) <= 8.64e15 || Math.abs(millis) === Infinity;

/**
 * A whole number of seconds, milliseconds, microseconds or nanoseconds since 1970, told apart by its size:
 * 1e8 to 1e11 are seconds (1973 to 5138), then thousands at a time. Smaller numbers are no time.
 */
export const instantOfInteger = (value: bigint): Instant | null => {
  const size = value < 0n ? -value : value;
  if (size < 100_000_000n) return null;
  if (size < 100_000_000_000n) return { millis: Number(value) * 1000, assumed: null };
  if (size < 100_000_000_000_000n) return { millis: Number(value), assumed: null };
  if (size < 100_000_000_000_000_000n) return { millis: Number(value / 1000n), assumed: null };
  return { millis: Number(value / 1_000_000n), assumed: null };
};

const instantOfReal = (value: number): Instant | null => {
  const size = Math.abs(value);
  if (size >= 1e8 && size < 1e11) return { millis: Math.round(value * 1000), assumed: null };
  if (size >= 1e11 && size < 1e14) return { millis: Math.round(value), assumed: null };
  if (size >= 1e14 && size < 1e17) return { millis: Math.round(value / 1000), assumed: null };
  // A Julian day: 1721425.5 is the year 1, 5373484.5 the year 9999.
  if (value >= 1_721_425.5 && value <= 5_373_484.5)
    return { millis: Math.round((value - 2_440_587.5) * 86_400_000), assumed: 'a Julian day' };
  return null;
};

const daysIn = (year: number, month: number): number => {
  const last = new Date(0);
  last.setUTCFullYear(year, month, 0);
  return last.getUTCDate();
};

const instantOfText = (text: string): Instant | null => {
  const found = dateTime.exec(text.trim());
  if (found === null) {
    const endless = infinite.get(text.trim());
    if (endless !== undefined) return { millis: endless, assumed: null };
    if (digits.test(text)) return instantOfInteger(BigInt(text));
    if (/^-?\d+\.\d+$/.test(text)) return instantOfReal(Number(text));
    return null;
  }
  const [yearOfEra, month, day, hour, minute, second] = found
    .slice(1, 7)
    .map((part) => Number(part ?? 0)) as [number, number, number, number, number, number];
  // The year 1 BC is followed by the year 1.
  const year = found[9] === undefined ? yearOfEra : 1 - yearOfEra;
  if (yearOfEra < 1 || month < 1 || month > 12 || day < 1 || day > daysIn(year, month)) return null;
  if (hour > 23 || minute > 59 || second > 59) return null;
  const zone = found[8];
  const fraction = Number((found[7] ?? '').padEnd(3, '0').slice(0, 3));
  const at = new Date(0);
  at.setUTCFullYear(year, month - 1, day);
  at.setUTCHours(hour, minute, second, fraction);
  if (zone === undefined) return { millis: at.getTime(), assumed: 'no zone: read as UTC' };
  if (/^(z|utc)$/i.test(zone)) return { millis: at.getTime(), assumed: null };
  const offset = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone);
  const minutes = Number(offset?.[2]) * 60 + Number(offset?.[3] ?? 0);
  if (minutes > 15 * 60) return null;
  return { millis: at.getTime() - (offset?.[1] === '-' ? -1 : 1) * minutes * 60_000, assumed: null };
};

/**
 * One value read as a time, decided by this value alone (a column may mix forms), or null where it is none.
 * Text without a zone is read as UTC, as SQLite's CURRENT_TIMESTAMP writes it (sqlite.org/lang_datefunc.html).
 */
export const instantOf = (cell: Cell): Instant | null => {
  let instant: Instant | null = null;
  if (typeof cell === 'bigint') instant = instantOfInteger(cell);
  else if (typeof cell === 'number') instant = instantOfReal(cell);
  else if (typeof cell === 'string') instant = instantOfText(cell);
  return instant !== null && inRange(instant.millis) ? instant : null;
};

/** Whether a value stands for the beginning of time, which some tables use for "not locked". */
export const isEpochZero = (cell: Cell): boolean =>
  cell === 0n ||
  cell === 0 ||
  cell === '0' ||
  (typeof cell === 'string' && instantOfText(cell)?.millis === 0);

/** A time for people and programs: as it stands, and as ISO 8601 in UTC where it can be read. */
export const decodeTime = (cell: Cell): DecodedTime | null => {
  const raw = cellText(cell);
  if (raw === null) return null;
  const instant = instantOf(cell);
  return {
    raw: raw.slice(0, 100),
    utc: instant === null || !Number.isFinite(instant.millis) ? null : new Date(instant.millis).toISOString(),
    assumed: instant?.assumed ?? null,
  };
};
