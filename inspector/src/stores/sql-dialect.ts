import type { Overlay, OverlayCounts, RecordState, StateCounts } from '../protocol.ts';
import type { ValueRef } from '../record/cell.ts';
import { overlaidState, overlayTest } from '../record/overlays.ts';
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
  /** Whether it is the beginning of 1970. */
  epochZero(table: KeyTable, ref: ValueRef): string;
  /** Whether it is a time before this one, in milliseconds since 1970. */
  before(table: KeyTable, ref: ValueRef, millis: number): string;
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
      return `coalesce(${dialect.epochZero(table, test.ref)}, 1 = 0)`;
    case 'before':
      return `coalesce(${dialect.before(table, test.ref, Math.floor(test.millis))}, 1 = 0)`;
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
const sqlOverlay = (
  dialect: SqlDialect,
  table: KeyTable,
  overlay: Overlay,
  state: string,
  now: number,
): string => {
  const over = overlaidState[overlay];
  const test = sqlTest(dialect, table, overlayTest(table, overlay, now));
  return over === null ? test : `(${state} = ${literal(over)} AND ${test})`;
};

const overlays: readonly Overlay[] = ['stuck', 'expired', 'error-answer'];

/** Whether a filter's word is an overlay rather than a state. */
const isOverlay = (word: RecordState | Overlay): word is Overlay =>
  overlays.some((overlay) => overlay === word);

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

/**
 * Counts rows by state and overlay in one pass, as a query without its end (`GROUP BY 1`).
 * Each row is decoded once: the inner query is kept apart by `fence`, which the databases spell differently.
 * @param from the table, with its condition where it has one
 */
export const sqlCounts = (
  dialect: SqlDialect,
  table: KeyTable,
  from: string,
  now: number,
  fence: (inner: string) => string,
): string => {
  const state = sqlState(dialect, table);
  const columns = overlays.map((overlay, index) => {
    const test = sqlTest(dialect, table, overlayTest(table, overlay, now));
    // Few rows are in progress, and judging times costs more than judging the state.
    const when =
      overlay === 'stuck' ? `CASE WHEN ${state} = 'in-progress' THEN ${test} ELSE (1 = 0) END` : test;
    return `${when} AS o${index}`;
  });
  const sums = overlays.map((overlay, index) => {
    const over = overlaidState[overlay];
    const when = over === null ? `o${index}` : `s = ${literal(over)} AND o${index}`;
    return `CAST(sum(CASE WHEN ${when} THEN 1 ELSE 0 END) AS text) AS n${index}`;
  });
  const inner = `SELECT ${state} AS s, ${columns.join(', ')} FROM ${from}`;
  return `SELECT s, CAST(count(*) AS text) AS n, ${sums.join(', ')} FROM ${fence(inner)} GROUP BY s`;
};

/** Counts of nothing, to be added to. */
export const noCounts = (): { counts: StateCounts; overlays: OverlayCounts } => ({
  counts: { 'in-progress': 0, completed: 0, failed: 0, unknown: 0 },
  overlays: { stuck: 0, expired: 0, 'error-answer': 0 },
});

/** Adds the rows of {@link sqlCounts} to counts. */
export const addCounts = (
  total: { counts: StateCounts; overlays: OverlayCounts },
  rows: readonly Record<string, unknown>[],
): void => {
  for (const row of rows) {
    total.counts[String(row.s) as RecordState] += Number(row.n);
    overlays.forEach((overlay, index) => {
      total.overlays[overlay] += Number(row[`n${index}`]);
    });
  }
};
