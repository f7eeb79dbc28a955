import type { Overlay, RecordState } from '../protocol.ts';
import type { ValueRef } from '../record/cell.ts';
import { errorAnswerTest, expiredTest, stuckWays } from '../record/overlays.ts';
import { any } from '../record/row-test.ts';
import type { RowTest } from '../record/row-test.ts';
import type { KeyTable } from '../schema/key-table.ts';

/** How one database writes the few expressions that row tests need. Each gives NULL where the value is none of its kind. */
export interface SqlDialect {
  identifier(name: string): string;
  /** The value itself, of a column or inside its JSON. */
  value(table: KeyTable, ref: ValueRef): string;
  /** As text. */
  text(table: KeyTable, ref: ValueRef): string;
  /** As a whole number of at most nine digits. */
  whole(table: KeyTable, ref: ValueRef): string;
  /** As a time in milliseconds since 1970. */
  millis(table: KeyTable, ref: ValueRef): string;
  /** Text with blanks at both ends taken away, in lower case. */
  trimmedLower(text: string): string;
}

/** A text as an SQL literal. Only for constants of our own and for names from the catalogue; searches are parameters. */
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const list = (texts: readonly string[]): string => texts.map(literal).join(', ');

/** A row test as an SQL condition that is never NULL. */
export const sqlTest = (dialect: SqlDialect, table: KeyTable, test: RowTest): string => {
  switch (test.test) {
    case 'always':
      return '(1 = 1)';
    case 'null':
      return `(${dialect.value(table, test.ref)} IS NULL)`;
    case 'words': {
      const word = `replace(replace(${dialect.trimmedLower(dialect.text(table, test.ref))}, '-', '_'), ' ', '_')`;
      return `coalesce(${word} IN (${list(test.words)}), 1 = 0)`;
    }
    case 'text':
      return `coalesce(${dialect.text(table, test.ref)} IN (${list(test.texts)}), 1 = 0)`;
    case 'between':
      return `coalesce(${dialect.whole(table, test.ref)} BETWEEN ${test.from} AND ${test.to}, 1 = 0)`;
    case 'epoch-zero':
      return `coalesce(${dialect.text(table, test.ref)} = '0' OR ${dialect.millis(table, test.ref)} = 0, 1 = 0)`;
    case 'before':
      return `coalesce(${dialect.millis(table, test.ref)} < ${Math.floor(test.millis)}, 1 = 0)`;
    case 'not':
      return `(NOT ${sqlTest(dialect, table, test.of)})`;
    case 'all':
      return test.of.length === 0
        ? '(1 = 1)'
        : `(${test.of.map((one) => sqlTest(dialect, table, one)).join(' AND ')})`;
    case 'any':
      return test.of.length === 0
        ? '(1 = 0)'
        : `(${test.of.map((one) => sqlTest(dialect, table, one)).join(' OR ')})`;
  }
};

/** The state of a row as an SQL expression, by the same decision list that decodes a row in hand. */
export const sqlState = (dialect: SqlDialect, table: KeyTable): string => {
  const lines = table.rules.map(
    (rule) => `WHEN ${sqlTest(dialect, table, rule.when)} THEN ${literal(rule.state)}`,
  );
  return `(CASE ${lines.join(' ')} ELSE 'unknown' END)`;
};

/** An overlay as a condition, given an expression for the row's state. */
export const sqlOverlay = (
  dialect: SqlDialect,
  table: KeyTable,
  overlay: Overlay,
  state: string,
  now: number,
): string => {
  switch (overlay) {
    case 'stuck':
      return `(${state} = 'in-progress' AND ${sqlTest(dialect, table, any(...stuckWays(table, now).map((way) => way.when)))})`;
    case 'expired':
      return sqlTest(dialect, table, expiredTest(table, now));
    case 'error-answer':
      return `(${state} = 'completed' AND ${sqlTest(dialect, table, errorAnswerTest(table))})`;
  }
};

const overlays: readonly string[] = ['stuck', 'expired', 'error-answer'] satisfies Overlay[];

/** Whether a filter's word is an overlay rather than a state. */
export const isOverlay = (word: RecordState | Overlay): word is Overlay => overlays.includes(word);

/** The rows in any of these states or overlays, as a condition; null for all rows. */
export const sqlStates = (
  dialect: SqlDialect,
  table: KeyTable,
  wanted: readonly (RecordState | Overlay)[],
  now: number,
): string | null => {
  if (wanted.length === 0) return null;
  const state = sqlState(dialect, table);
  const plain = wanted.filter((word) => !isOverlay(word));
  const conditions = wanted
    .filter(isOverlay)
    .map((overlay) => sqlOverlay(dialect, table, overlay, state, now));
  if (plain.length > 0) conditions.push(`${state} IN (${list(plain)})`);
  return `(${conditions.join(' OR ')})`;
};

/** The places in which a search looks: keys, scopes and fingerprints. A raw request is not searched. */
export const searchedRefs = (table: KeyTable): ValueRef[] =>
  (['key', 'scope', 'fingerprint'] as const).flatMap((role) => [...(table.refs.get(role) ?? [])]);
