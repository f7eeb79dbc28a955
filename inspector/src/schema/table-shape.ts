/**
 * A table as its database's catalogue describes it, the same for SQLite and PostgreSQL.
 */

/** What kind of value a column is declared to hold. SQLite enforces none of it, so values decide in the end. */
export type ColumnKind =
  'integer' | 'real' | 'text' | 'bytes' | 'boolean' | 'json' | 'time' | 'uuid' | 'other';

export interface ColumnShape {
  name: string;
  /** The declared type as written, lower case; empty where SQLite has none. */
  type: string;
  kind: ColumnKind;
  notNull: boolean;
  /** The default's expression as the catalogue writes it, or null. */
  default: string | null;
  /** Made by the database of other columns of the row. */
  generated: boolean;
  /** The values that an enum or a CHECK allows; empty where any is. */
  labels: string[];
}

export interface UniqueSet {
  columns: string[];
  primary: boolean;
  /** The condition of a partial index; null where the rule holds for every row. */
  where: string | null;
}

export interface TableShape {
  /** Null in SQLite, whose main database needs no name. */
  schema: string | null;
  table: string;
  columns: ColumnShape[];
  /** The primary key first. */
  unique: UniqueSet[];
  /** PostgreSQL empties an unlogged table after a crash. */
  unlogged: boolean;
  /** Columns that come first in some index; absent where that says nothing, as in a table whose old parts are dropped. */
  indexed?: readonly string[];
}

const kinds: [RegExp, ColumnKind][] = [
  [/^(bool|boolean)\b/, 'boolean'],
  [/json/, 'json'],
  [/^(uuid|uniqueidentifier)\b/, 'uuid'],
  [/^(timestamp|date|time|tstz)/, 'time'],
  [/(bytea|blob|binary)/, 'bytes'],
  [/^(interval|point)/, 'other'],
  [/(int|serial)/, 'integer'],
  [/(char|text|clob|enum|citext|string)/, 'text'],
  [/(real|floa|doub|numeric|decimal)/, 'real'],
];

/** The kind of a declared type, by its name: `VARCHAR(255)` is text, `bigint` an integer. */
export const kindOfType = (type: string): ColumnKind => {
  const plain = type.trim().toLowerCase();
  return kinds.find(([pattern]) => pattern.test(plain))?.[1] ?? 'other';
};
