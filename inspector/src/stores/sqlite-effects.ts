import { namingColumns, outcomeColumn, withoutEffect } from '../effects/effect-table.ts';
import { effectsReport } from '../effects/effects-report.ts';
import type { EffectsQuestion } from '../effects/effects-report.ts';
import type { RepeatedRow } from '../effects/key-links.ts';
import {
  KeysBesideRepeats,
  MOST_NEAR_KEYS,
  nearKeyColumns,
  nearKeyOf,
  TIMELESS_KEYS,
} from '../effects/near-keys.ts';
import type { FoundRepeat, Stretch } from '../effects/near-keys.ts';
import { RepeatedOperations } from '../effects/repeated-operations.ts';
import type { Cluster } from '../effects/repeated-operations.ts';
import { stopIfCancelled } from '../inspector-error.ts';
import type { EffectsReport } from '../protocol.ts';
import { cellText } from '../record/cell.ts';
import type { Cell } from '../record/cell.ts';
import { stateWord } from '../record/row-test.ts';
import { decodeTime, instantOf } from '../record/times.ts';
import { refOf } from '../schema/key-table.ts';
import type { NameCell } from './row-id.ts';
import type { ReadColumn } from './row-select.ts';
import type { SqliteTable } from './sqlite-catalogue.ts';
import { eachChunk } from './sqlite-chunks.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import {
  cut,
  nameCondition,
  nameIn,
  naming,
  order,
  rangeCondition,
  tableName,
  visitRows,
} from './sqlite-rows.ts';
import type { OpenTable } from './sqlite-rows.ts';
import type { SqliteSession } from './sqlite-session.ts';

/** How much of a value that defines an operation is compared, in characters. */
const OPERATION_TEXT = 4096;
/** How much of a value is shown or looked for. */
const SHOWN_TEXT = 200;
/** Rows read one by one in one go. */
const ROWS_AT_ONCE = 50;

/** What is read through. */
export interface EffectsContext {
  session: SqliteSession;
  source: string;
  signal: AbortSignal | undefined;
}

const read = (names: readonly string[], limit: number): ReadColumn[] =>
  names.map((name) => ({ name, limit }));

/** Goes once through the business table and remembers the operations that come again. */
const repeatedOperations = async (
  { session, signal }: EffectsContext,
  sqlite: SqliteTable,
  question: EffectsQuestion,
): Promise<{ operations: RepeatedOperations<NameCell[]>; untimed: number; leftOut: number }> => {
  const operations = new RepeatedOperations<NameCell[]>(question.windowMs);
  const outcome = outcomeColumn(sqlite.shape);
  const extra = [question.created, outcome?.name ?? null].filter((name) => name !== null);
  const columns = read([...question.operation, ...extra], OPERATION_TEXT);
  const created = question.created === null ? null : question.operation.length;
  const outcomeAt = outcome === null ? null : columns.length - 1;
  const failed = new Set(withoutEffect);
  let [untimed, leftOut] = [0, 0];
  await eachChunk(session, { sqlite }, null, signal, (connection, range) => {
    const { where, parameters } = rangeCondition(sqlite, range);
    const list = [...naming(sqlite), ...columns.map((column, index) => `${cut(column)} AS c${index}`)];
    const sql = `SELECT ${list.join(', ')} FROM ${tableName({ sqlite })} WHERE ${where} ORDER BY ${order(sqlite)}`;
    connection.each(sql, parameters, (row) => {
      const cell = (index: number): Cell => row[`c${index}`] ?? null;
      const values = question.operation.map((_name, index) => cellText(cell(index)));
      // NULL is equal to nothing, as SQL has it.
      if (values.some((value) => value === null)) return true;
      if (outcomeAt !== null && failed.has(stateWord(cellText(cell(outcomeAt)) ?? ''))) {
        leftOut += 1;
        return true;
      }
      const at = created === null ? null : (instantOf(cell(created))?.millis ?? null);
      if (created !== null && !Number.isFinite(at ?? NaN)) untimed += 1;
      else operations.add(nameIn(sqlite, row), values as string[], at);
      return true;
    });
    return true;
  });
  return { operations, untimed, leftOut };
};

/** Reads the rows of one repeat; those that are gone meanwhile are left out. */
const readRepeat = async (
  { session }: EffectsContext,
  sqlite: SqliteTable,
  question: EffectsQuestion,
  cluster: Cluster<NameCell[]>,
): Promise<FoundRepeat | null> => {
  const names = namingColumns(sqlite.shape, question.operation);
  const primary = sqlite.shape.unique.find((unique) => unique.primary)?.columns ?? [];
  const extra = question.created === null ? [] : [question.created];
  const columns = read([...question.operation, ...names, ...extra], SHOWN_TEXT);
  const list = columns.map((column, index) => `${cut(column)} AS c${index}`).join(', ');
  const rows: RepeatedRow[] = [];
  let operation: Record<string, string> = {};
  for (let from = 0; from < cluster.rows.length; from += ROWS_AT_ONCE)
    await session.use((connection) => {
      for (const { row: cells, at } of cluster.rows.slice(from, from + ROWS_AT_ONCE)) {
        const { where, parameters } = nameCondition(sqlite, cells);
        const found = connection.all(
          `SELECT ${list} FROM ${tableName({ sqlite })} WHERE ${where} LIMIT 1`,
          parameters,
        )[0];
        if (found === undefined) continue;
        const text = (index: number): string | null => cellText(found[`c${index}`] ?? null);
        const named = names.map((column, index) => ({
          column,
          value: text(question.operation.length + index),
        }));
        operation = Object.fromEntries(question.operation.map((name, index) => [name, text(index) ?? '']));
        const shown = named.filter(({ column }) => primary.includes(column));
        rows.push({
          at,
          created: question.created === null ? null : decodeTime(found[`c${columns.length - 1}`] ?? null),
          values: Object.fromEntries(
            (shown.length > 0 || cells.length !== 1
              ? shown
              : [{ column: sqlite.locator[0] ?? 'rowid', value: String(cells[0]) }]
            ).map(({ column, value }) => [column, value]),
          ),
          names: named.flatMap(({ column, value }) => (value === null ? [] : [{ column, value }])),
        });
      }
    });
  return rows.length < 2 ? null : { operation, rows, rowCount: cluster.rowCount };
};

/** A row's time as a condition: in one of these stretches. The time is read once, however many there are. */
const inStretches = (open: OpenTable, stretches: readonly Stretch[]): string => {
  const created = refOf(open.table, 'created');
  if (created === null) return '1 = 1';
  const [from, to] = [Math.floor(stretches[0]?.from ?? 0), Math.floor((stretches.at(-1)?.to ?? 0) + 1)];
  const before = (millis: number): string =>
    `coalesce(${sqliteDialect.before(open.table, created, millis)}, 0)`;
  const outer = `${before(to)} AND NOT ${before(from)}`;
  if (stretches.length < 2) return `(${outer})`;
  const inner = stretches.map((one) => `m BETWEEN ${Math.floor(one.from)} AND ${Math.ceil(one.to)}`);
  // The limit keeps SQLite from putting the expression in the place of each m.
  return (
    `(${outer} AND EXISTS (SELECT 1 FROM (SELECT ${sqliteDialect.millis(open.table, created)} AS m LIMIT 1)` +
    ` WHERE ${inner.join(' OR ')}))`
  );
};

/** Reads the keys of one table that were made near the rows; where no times are kept, the newest ones. */
const readKeys = async (
  { session, signal }: EffectsContext,
  open: OpenTable,
  beside: KeysBesideRepeats,
): Promise<void> => {
  const { stretches } = beside;
  const timed = refOf(open.table, 'created') !== null && stretches.length > 0;
  const columns = nearKeyColumns(open.table);
  const now = Date.now();
  const limit = timed ? MOST_NEAR_KEYS : TIMELESS_KEYS;
  let looked = 0;
  let full = false;
  await eachChunk(session, open, null, signal, (connection, range) => {
    const { where, parameters } = rangeCondition(open.sqlite, range);
    const condition = timed ? `${where} AND ${inStretches(open, stretches)}` : where;
    const chosen = { where: condition, parameters };
    visitRows(connection, open, columns, chosen, `ORDER BY ${order(open.sqlite)}`, (stored) => {
      full = looked >= limit;
      if (full) return false;
      looked += 1;
      beside.add(nearKeyOf(open.table, stored, now));
      return true;
    });
    return !full;
  });
  beside.cut ||= full;
};

/** The double-charge report of one table of an SQLite file. */
export const sqliteEffects = async (
  context: EffectsContext,
  sqlite: SqliteTable,
  keyTables: readonly OpenTable[],
  question: EffectsQuestion,
): Promise<EffectsReport> => {
  const { operations, untimed, leftOut } = await repeatedOperations(context, sqlite, question);
  const repeats: FoundRepeat[] = [];
  for (const cluster of operations.clusters()) {
    stopIfCancelled(context.signal);
    const repeat = await readRepeat(context, sqlite, question, cluster);
    if (repeat !== null) repeats.push(repeat);
  }
  const beside = new KeysBesideRepeats(question.table.table, repeats, question.windowMs);
  beside.timed = keyTables.some(({ table }) => refOf(table, 'created') !== null);
  if (repeats.length > 0) for (const open of keyTables) await readKeys(context, open, beside);
  return effectsReport(question, {
    source: context.source,
    repeats,
    counted: operations,
    repeatsCut: false,
    keyTables: keyTables.map(({ table }) => ({ schema: table.shape.schema, table: table.shape.table })),
    beside,
    untimed,
    leftOut,
  });
};
