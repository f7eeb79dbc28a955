import type { ValueRef } from '../record/cell.ts';
import { columnOf } from '../schema/key-table.ts';
import type { KeyTable } from '../schema/key-table.ts';
import { quotedName } from './postgres-catalogue.ts';
import { literal } from './sql-dialect.ts';
import type { SqlDialect } from './sql-dialect.ts';

const days31 = '(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])';
const days30 = '(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)';
const february = '02-(?:0[1-9]|1[0-9]|2[0-8])';
const leapDay = '(?:(?:19|2[0-9])(?:0[48]|[2468][048]|[13579][26])|2[048]00)-02-29';
/** Texts that PostgreSQL certainly turns into a time: a cast that fails would fail the whole statement. */
const safeTime =
  `^(?:(?:(?!0000)[0-9]{4}|[1-9][0-9]{4}|(?:1[0-9]|2[0-6])[0-9]{4})-(?:${days31}|${days30}|${february})|${leapDay})` +
  '(?:[T ](?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:[.][0-9]{1,9})?)?)?' +
  ' ?(?:Z|z|UTC|utc|[+-](?:0[0-9]|1[0-4])(?::?[0-5][0-9])?)?(?: BC)?$';

const magnitude = (value: string): string =>
  `CASE WHEN abs(${value}) < 1e8 THEN NULL WHEN abs(${value}) < 1e11 THEN ${value} * 1000` +
  ` WHEN abs(${value}) < 1e14 THEN ${value} WHEN abs(${value}) < 1e17 THEN ${value} / 1000 ELSE ${value} / 1000000 END`;

const real = (value: string): string =>
  `CASE WHEN ${value} BETWEEN 1721425.5 AND 5373484.5 THEN (${value} - 2440587.5) * 86400000` +
  ` WHEN abs(${value}) < 1e17 THEN ${magnitude(value)} END`;

/** Binary fractions, whose text may have an exponent; `numeric` is read as the digits it is. */
export const isFloat = (type: string | undefined): boolean => /^(real|double precision)$/.test(type ?? '');

const place = (table: KeyTable, ref: ValueRef, jsonTest: boolean): string => {
  const column = quotedName(ref.column);
  if (ref.path === undefined) return column;
  const shape = columnOf(table.shape, ref);
  const path = literal(`{${ref.path.map((name) => `"${name}"`).join(',')}}`);
  if (shape?.kind === 'json') return `((${column})::json #>> ${path})`;
  const text = `(${column})::text`;
  if (jsonTest)
    return `(CASE WHEN ${text} IS JSON AND position(${literal('\\u0000')} in ${text}) = 0 THEN ${text}::json #>> ${path} END)`;
  // Before version 16 nothing tells JSON from other text without failing: the member is looked for by its name.
  return `substring(${text} from ${literal(`"${ref.path.at(-1) ?? ''}"\\s*:\\s*"?([^",{}\\[\\]]*)`)})`;
};

/**
 * PostgreSQL's spelling. Every text is made a time or a number only after a pattern has said that it can be.
 * @param jsonTest whether the server has `IS JSON` (version 16 and later)
 */
export const postgresDialect = (jsonTest: boolean): SqlDialect => {
  const text = (table: KeyTable, ref: ValueRef): string => `(${place(table, ref, jsonTest)})::text`;
  const dialect: SqlDialect = {
    identifier: quotedName,
    value: (table, ref) => place(table, ref, jsonTest),
    text,
    whole: (table, ref) => {
      const value = text(table, ref);
      return `(CASE WHEN ${value} ~ '^-?[0-9]{1,9}$' THEN ${value}::int END)`;
    },
    millis: (table, ref) => {
      const shape = columnOf(table.shape, ref);
      const kind = ref.path === undefined ? (shape?.kind ?? 'text') : 'text';
      const column = place(table, ref, jsonTest);
      if (kind === 'time' && /^(timestamp|date)/.test(shape?.type ?? ''))
        return `(extract(epoch from ${column}) * 1000)`;
      if (kind === 'integer') return `(${magnitude(`(${column})::numeric`)})`;
      if (isFloat(shape?.type)) return `(${real(`(${column})::text::numeric`)})`;
      const value = `btrim(${text(table, ref)}, E' \\t\\n\\r')`;
      return (
        `(CASE WHEN ${value} ~ ${literal(safeTime)} THEN extract(epoch from ${value}::timestamptz) * 1000` +
        ` WHEN ${value} IN ('infinity', '-infinity') THEN ${value}::float8` +
        ` WHEN ${value} ~ '^-?[0-9]{9,19}$' THEN ${magnitude(`${value}::numeric`)}` +
        ` WHEN ${value} ~ '^-?[0-9]{1,19}[.][0-9]{1,19}$' THEN ${real(`${value}::numeric`)} END)`
      );
    },
    epochZero: (table, ref) => `(${text(table, ref)} = '0' OR ${dialect.millis(table, ref)} = 0)`,
    before: (table, ref, millis) => `${dialect.millis(table, ref)} < ${millis}`,
    trimmedLower: (value) => `lower(btrim(${value}, E' \\t\\n\\r'))`,
  };
  return dialect;
};
