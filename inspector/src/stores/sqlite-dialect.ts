import type { ValueRef } from '../record/cell.ts';
import { instantOf } from '../record/times.ts';
import type { SqlDialect } from './sql-dialect.ts';

/** The name under which {@link millisOfText} is known inside a connection. */
export const MILLIS_FUNCTION = 'idempotency_inspector_millis';

/** A text as milliseconds since 1970: the same reading as for a row in hand, so that counts and rows agree. */
export const millisOfText = (text: unknown): number | null =>
  typeof text === 'string' ? (instantOf(text)?.millis ?? null) : null;

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const place = (ref: ValueRef): string => {
  const column = quoted(ref.column);
  if (ref.path === undefined) return column;
  const path = `$${ref.path.map((name) => `."${name}"`).join('')}`;
  return `(CASE WHEN json_valid(CAST(${column} AS TEXT)) THEN json_extract(CAST(${column} AS TEXT), '${path}') END)`;
};

const magnitude = (value: string): string =>
  `CASE WHEN abs(${value}) < 100000000 THEN NULL WHEN abs(${value}) < 100000000000 THEN ${value} * 1000` +
  ` WHEN abs(${value}) < 100000000000000 THEN ${value} WHEN abs(${value}) < 100000000000000000 THEN ${value} / 1000` +
  ` ELSE ${value} / 1000000 END`;

/** SQLite's spelling. A column holds any type in any row, so every expression asks the value for its type. */
export const sqliteDialect: SqlDialect = {
  identifier: quoted,
  value: (_table, ref) => place(ref),
  text: (_table, ref) => `CAST(${place(ref)} AS TEXT)`,
  whole: (_table, ref) => {
    const value = place(ref);
    const digits = `ltrim(${value}, '-')`;
    return (
      `(CASE typeof(${value}) WHEN 'integer' THEN ${value}` +
      ` WHEN 'text' THEN CASE WHEN length(${value}) BETWEEN 1 AND 10 AND ${digits} <> '' AND ${digits} NOT GLOB '*[^0-9]*'` +
      ` THEN CAST(${value} AS INTEGER) END` +
      ` WHEN 'real' THEN CASE WHEN ${value} = CAST(${value} AS INTEGER) THEN CAST(${value} AS INTEGER) END END)`
    );
  },
  millis: (_table, ref) => {
    const value = place(ref);
    // The smallest integer has no absolute value in SQLite; it is no time either.
    return (
      `(CASE typeof(${value}) WHEN 'integer' THEN CASE WHEN ${value} > -9223372036854775807 THEN ${magnitude(value)} END` +
      ` WHEN 'real' THEN CASE WHEN ${value} BETWEEN 1721425.5 AND 5373484.5 THEN (${value} - 2440587.5) * 86400000` +
      ` WHEN abs(${value}) < 100000000000000000 THEN ${magnitude(value)} END` +
      ` WHEN 'text' THEN ${MILLIS_FUNCTION}(${value}) END)`
    );
  },
  trimmedLower: (text) => `lower(trim(${text}, char(9, 10, 13, 32)))`,
};
