import type { DecodedTime, RecordRow } from '../protocol.ts';
import { plainName } from './named-values.ts';
import type { NamedValue } from './named-values.ts';

/** A row of the business table that is part of a repeat. */
export interface RepeatedRow {
  /** Milliseconds since 1970; null where the table keeps no time. */
  at: number | null;
  created: DecodedTime | null;
  /** The columns that are shown, in the table's order. */
  values: Record<string, string | null>;
  /** Columns that name this very row: its own id, and ids that the provider gave. */
  names: { column: string; value: string }[];
}

/** A key of the time, with the values that its answer, its request and its references hold. */
export interface NearKey {
  table: string;
  record: RecordRow;
  /** When it was made, in milliseconds since 1970; null where its table does not say. */
  at: number | null;
  values: NamedValue[];
  /** Whose key it is, by the columns that say so. */
  owners: { column: string; value: string }[];
}

/** Texts this long are not equal by chance, whatever member they stand in. */
const TELLING_LENGTH = 8;

/**
 * Whether a key's values hold a column's value in a member of that name, another value in such a member, or nothing
 * about it.
 */
const says = (key: NearKey, column: string, value: string, table: string): 'same' | 'other' | null => {
  const name = plainName(column);
  const own = name === 'id' || name === plainName(table);
  const members = key.values.filter(
    (member) =>
      member.name === name ||
      (own && (member.name === plainName(table) || (member.name === 'id' && member.depth === 0))),
  );
  if (members.some((member) => member.value === value)) return 'same';
  if (
    value.length >= TELLING_LENGTH &&
    /\D/.test(value) &&
    key.values.some((member) => member.value === value)
  )
    return 'same';
  return members.length > 0 ? 'other' : null;
};

/** Whether a key's text names a value: `order-1071`, `acme/1071`. */
const keyNames = (key: string, value: string): boolean => {
  if (value.length < 4) return false;
  const at = key.indexOf(value);
  if (at < 0) return false;
  const [before, after] = [key[at - 1] ?? '', key[at + value.length] ?? ''];
  return !/[0-9a-z]/i.test(before) && !/[0-9a-z]/i.test(after);
};

const amountLike = (column: string): boolean =>
  /amount|total|price|cents|quantity|qty|currency|type|kind|fee/.test(plainName(column));

/** What a key has to do with a repeat. */
export interface KeyLink {
  key: NearKey;
  /** `row`: it names one of the rows; `operation`: what the rows are about; `foreign`: something else; `unsaid`. */
  link: 'row' | 'operation' | 'foreign' | 'unsaid';
  /** The row it names. */
  row: number | null;
}

/**
 * Tells what a key has to do with the rows of one operation.
 * @param table the business table's name, by which answers call the row they made
 */
export const linkOf = (
  key: NearKey,
  table: string,
  operation: Readonly<Record<string, string>>,
  rows: readonly RepeatedRow[],
): KeyLink => {
  let about: KeyLink['link'] = 'unsaid';
  for (const [column, value] of Object.entries(operation)) {
    if (amountLike(column)) continue;
    const owner = key.owners.find((one) => plainName(one.column) === plainName(column));
    if (owner !== undefined) {
      // The same owner has many keys, so that this alone says nothing.
      if (owner.value !== value) return { key, link: 'foreign', row: null };
      continue;
    }
    const said = says(key, column, value, table);
    if (said === 'other') return { key, link: 'foreign', row: null };
    if (said === 'same' || keyNames(key.record.key, value)) about = 'operation';
  }
  for (const [index, row] of rows.entries())
    for (const { column, value } of row.names) {
      const shared = rows.some(
        (other) =>
          other !== row && other.names.some((name) => name.column === column && name.value === value),
      );
      if (!shared && says(key, column, value, table) === 'same') return { key, link: 'row', row: index };
    }
  return { key, link: about, row: null };
};
