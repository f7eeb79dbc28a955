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

/**
 * Whether a text is a time in UTC whose order is the order of its letters, surely valid (no day after the 28th): what
 * most tables hold, and many times faster to compare than to read.
 */
const plainTime = (value: string): string => {
  const seconds = '[0-9][0-9][0-9][0-9]-[0-1][0-9]-[0-2][0-9][T ][0-2][0-9]:[0-5][0-9]:[0-5][0-9]';
  const forms = ['', 'Z', '.[0-9][0-9][0-9]Z', '.[0-9][0-9][0-9]'].map(
    (end) => `${value} GLOB '${seconds}${end}'`,
  );
  return (
    `(${forms.join(' OR ')}) AND substr(${value}, 6, 2) BETWEEN '01' AND '12'` +
    ` AND substr(${value}, 9, 2) BETWEEN '01' AND '28' AND substr(${value}, 12, 2) <= '23' AND ${value} >= '0001'`
  );
};

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
  epochZero: (_table, ref) => {
    const value = place(ref);
    return (
      `(CASE typeof(${value}) WHEN 'integer' THEN ${value} = 0 WHEN 'real' THEN ${value} = 0` +
      ` WHEN 'text' THEN ${value} = '0' OR (${value} GLOB '*19[67]*' AND ${MILLIS_FUNCTION}(${value}) = 0) END)`
    );
  },
  before: (table, ref, millis) => {
    const value = place(ref);
    const slow = `${sqliteDialect.millis(table, ref)} < ${millis}`;
    const limit = new Date(millis).toISOString().slice(0, 19).replace('T', ' ');
    if (!/^\d{4}-/.test(limit)) return slow;
    const seconds = `replace(substr(${value}, 1, 19), 'T', ' ')`;
    return (
      `CASE WHEN typeof(${value}) = 'text' AND ${plainTime(value)} THEN` +
      ` CASE WHEN ${seconds} < '${limit}' THEN 1 WHEN ${seconds} > '${limit}' THEN 0 ELSE ${slow} END ELSE ${slow} END`
    );
  },
  trimmedLower: (text) => `lower(trim(${text}, char(9, 10, 13, 32)))`,
};
