import { cellText, valueAt } from './cell.ts';
import type { Row, ValueRef } from './cell.ts';
import { instantOf, isEpochZero } from './times.ts';

/**
 * A question about one row, as data: answered here for a row in hand, and by the stores in the database's own
 * language, so that a filter and a count give the same answer as the row itself. Never "perhaps": a missing value
 * answers no to everything but `null`.
 */
export type RowTest =
  | { test: 'always' }
  | { test: 'null'; ref: ValueRef }
  /** Text among these, compared in lower case with `-` and spaces read as `_`. */
  | { test: 'words'; ref: ValueRef; words: readonly string[] }
  /** Exactly one of these texts. */
  | { test: 'text'; ref: ValueRef; texts: readonly string[] }
  /** A whole number (or its digits as text) within these bounds. */
  | { test: 'between'; ref: ValueRef; from: number; to: number }
  /** The beginning of 1970, which some tables write for "never". */
  | { test: 'epoch-zero'; ref: ValueRef }
  /** A time before this one, in milliseconds since 1970; what is no time is before nothing. */
  | { test: 'before'; ref: ValueRef; millis: number }
  | { test: 'not'; of: RowTest }
  | { test: 'all'; of: readonly RowTest[] }
  | { test: 'any'; of: readonly RowTest[] };

export const isNull = (ref: ValueRef): RowTest => ({ test: 'null', ref });
export const isSet = (ref: ValueRef): RowTest => ({ test: 'not', of: isNull(ref) });
export const words = (ref: ValueRef, list: readonly string[]): RowTest => ({
  test: 'words',
  ref,
  words: list,
});
export const between = (ref: ValueRef, from: number, to: number): RowTest => ({
  test: 'between',
  ref,
  from,
  to,
});
export const before = (ref: ValueRef, millis: number): RowTest => ({ test: 'before', ref, millis });
export const never: RowTest = { test: 'any', of: [] };
export const all = (...of: RowTest[]): RowTest => ({ test: 'all', of });
export const any = (...of: RowTest[]): RowTest => ({ test: 'any', of });
export const not = (of: RowTest): RowTest => ({ test: 'not', of });

/** The places at which a test looks. */
export const refsIn = (test: RowTest): ValueRef[] => {
  if (test.test === 'always') return [];
  if (test.test === 'not') return refsIn(test.of);
  return test.test === 'all' || test.test === 'any' ? test.of.flatMap(refsIn) : [test.ref];
};

/** The spelling in which state words are compared. */
export const stateWord = (text: string): string => text.trim().toLowerCase().replace(/[- ]/g, '_');

/** A whole number in a cell, also when it stands there as digits; null where there is none. */
export const wholeNumber = (row: Row, ref: ValueRef): number | null => {
  const cell = valueAt(row, ref);
  const text = typeof cell === 'number' && !Number.isInteger(cell) ? null : cellText(cell);
  return text !== null && /^-?\d{1,9}$/.test(text) ? Number(text) : null;
};

/** The answer of a row in hand. */
export const holds = (test: RowTest, row: Row): boolean => {
  switch (test.test) {
    case 'always':
      return true;
    case 'null':
      return valueAt(row, test.ref) === null;
    case 'words': {
      const text = cellText(valueAt(row, test.ref));
      return text !== null && test.words.includes(stateWord(text));
    }
    case 'text': {
      const text = cellText(valueAt(row, test.ref));
      return text !== null && test.texts.includes(text);
    }
    case 'between': {
      const number = wholeNumber(row, test.ref);
      return number !== null && number >= test.from && number <= test.to;
    }
    case 'epoch-zero':
      return isEpochZero(valueAt(row, test.ref));
    case 'before': {
      const instant = instantOf(valueAt(row, test.ref));
      return instant !== null && instant.millis < test.millis;
    }
    case 'not':
      return !holds(test.of, row);
    case 'all':
      return test.of.every((inner) => holds(inner, row));
    case 'any':
      return test.of.some((inner) => holds(inner, row));
  }
};
