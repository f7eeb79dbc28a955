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
import type { FoundRepeat } from '../effects/near-keys.ts';
import { RepeatedOperations } from '../effects/repeated-operations.ts';
import { decodeTime } from '../record/times.ts';
import type { EffectsReport } from '../protocol.ts';
import { refOf } from '../schema/key-table.ts';
import type { KeyTable } from '../schema/key-table.ts';
import { quotedName } from './postgres-catalogue.ts';
import type { PostgresTable } from './postgres-catalogue.ts';
import type { PostgresRow, Query } from './postgres-connection.ts';
import { orderBy, storedRows } from './postgres-rows.ts';
import type { OpenTable } from './postgres-rows.ts';
import { literal } from './sql-dialect.ts';
import type { SqlDialect } from './sql-dialect.ts';

/** How much of a value that defines an operation is compared, and how much of any value is shown, in characters. */
const OPERATION_TEXT = 4096;
const SHOWN_TEXT = 200;
/** Rows of repeats that are looked at: the newest ones. */
const MOST_REPEATED_ROWS = 5000;

/** Runs one read-only transaction. */
export type Read = <T>(work: (query: Query) => Promise<T>) => Promise<T>;

const textOf = (name: string, limit: number): string => `left((${quotedName(name)})::text, ${limit})`;

/** Only the shape is needed to read times out of a column, whatever its table is. */
const asKeyTable = ({ shape }: PostgresTable): KeyTable => ({ shape }) as KeyTable;

const finite = (text: string | Buffer | null | undefined): number | null => {
  const number = text === null || text === undefined ? NaN : Number(text);
  return Number.isFinite(number) ? number : null;
};

/** What the statement over the business table gives of each row. */
interface RepeatQuery {
  sql: string;
  names: string[];
}

/**
 * Rows that stand close to another one of their operation, newest first. The server sorts them, in memory or on its disk:
 * no more than the repeats leave it.
 */
const repeatQuery = (
  postgres: PostgresTable,
  question: EffectsQuestion,
  dialect: SqlDialect,
): RepeatQuery => {
  const names = namingColumns(postgres.shape, question.operation);
  const outcome = outcomeColumn(postgres.shape);
  const at =
    question.created === null
      ? 'NULL::float8'
      : `(${dialect.millis(asKeyTable(postgres), { column: question.created })})::float8`;
  const parts = [
    `${at} AS at`,
    ...question.operation.map((name, index) => `${textOf(name, OPERATION_TEXT)} COLLATE "C" AS o${index}`),
    ...names.map((name, index) => `${textOf(name, SHOWN_TEXT)} AS n${index}`),
    // Rows of one moment come in the order of their names.
    ...postgres.locator.map((locator, index) => `${locator.expression} AS l${index}`),
    `${question.created === null ? 'NULL' : textOf(question.created, SHOWN_TEXT)} AS made`,
    outcome === null
      ? 'false AS failed'
      : `coalesce(replace(replace(${dialect.trimmedLower(`(${quotedName(outcome.name)})::text`)}, '-', '_'), ' ', '_')` +
        ` IN (${withoutEffect.map(literal).join(', ')}), false) AS failed`,
  ];
  const whole = question.operation.map((name) => `${quotedName(name)} IS NOT NULL`).join(' AND ');
  const operation = question.operation.map((_name, index) => `o${index}`).join(', ');
  const usable = `NOT failed${question.created === null ? '' : ` AND at IS NOT NULL AND abs(at) < 'infinity'`}`;
  const near =
    question.created === null
      ? 'same > 1'
      : `(at - before <= ${question.windowMs} OR after - at <= ${question.windowMs})`;
  const given = [
    ...question.operation.map((_name, index) => `o${index}`),
    ...names.map((_name, index) => `n${index}`),
    'made',
  ];
  const lastFirst = postgres.locator.map((_locator, index) => `, judged.l${index} DESC`).join('');
  const sql =
    `WITH rows AS (SELECT ${parts.join(', ')} FROM ${postgres.name} WHERE ${whole}),` +
    ` judged AS (SELECT *, lag(at) OVER w AS before, lead(at) OVER w AS after, count(*) OVER (PARTITION BY ${operation}) AS same` +
    ` FROM rows WHERE ${usable} WINDOW w AS (PARTITION BY ${operation} ORDER BY at)),` +
    ` totals AS (SELECT count(*) AS read, count(*) FILTER (WHERE failed) AS failed,` +
    ` count(*) FILTER (WHERE NOT failed AND NOT (${usable})) AS untimed FROM rows)` +
    ` SELECT ${given.map((name) => `judged.${name}`).join(', ')}, judged.at::text AS millis, totals.read::text AS read, totals.failed::text AS left_out,` +
    ` totals.untimed::text AS untimed FROM totals LEFT JOIN judged ON ${near}` +
    ` ORDER BY judged.at DESC NULLS LAST, ${operation}${lastFirst} LIMIT ${MOST_REPEATED_ROWS}`;
  return { sql, names };
};

const rowOf = (
  postgres: PostgresTable,
  question: EffectsQuestion,
  names: readonly string[],
  found: PostgresRow,
): RepeatedRow => {
  const primary = postgres.shape.unique.find((unique) => unique.primary)?.columns ?? [];
  const values = names.map((column, index) => ({
    column,
    value: found[`n${index}`] === null ? null : String(found[`n${index}`]),
  }));
  return {
    at: finite(found.millis),
    created: question.created === null || found.made === null ? null : decodeTime(String(found.made)),
    values: Object.fromEntries(
      values.filter(({ column }) => primary.includes(column)).map(({ column, value }) => [column, value]),
    ),
    names: values.flatMap(({ column, value }) => (value === null ? [] : [{ column, value }])),
  };
};

interface Repeats {
  repeats: FoundRepeat[];
  counted: { rows: number; found: number; overflowed: boolean };
  repeatsCut: boolean;
  untimed: number;
  leftOut: number;
}

const findRepeats = async (
  query: Query,
  postgres: PostgresTable,
  question: EffectsQuestion,
  dialect: SqlDialect,
): Promise<Repeats> => {
  const { sql, names } = repeatQuery(postgres, question, dialect);
  const found = await query(sql);
  const operations = new RepeatedOperations<PostgresRow>(question.windowMs);
  const rows = found.filter((row) => row.o0 !== null);
  for (const row of rows)
    operations.add(
      row,
      question.operation.map((_name, place) => String(row[`o${place}`])),
      finite(row.millis),
    );
  const count = (name: string): number => Number(found[0]?.[name] ?? 0);
  return {
    repeats: operations.clusters().map((cluster) => {
      const members = cluster.rows.map(({ row }) => row);
      return {
        operation: Object.fromEntries(
          question.operation.map((name, place) => [
            name,
            String(members[0]?.[`o${place}`]).slice(0, SHOWN_TEXT),
          ]),
        ),
        rows: members.map((row) => rowOf(postgres, question, names, row)),
        rowCount: cluster.rowCount,
      };
    }),
    counted: {
      rows: count('read'),
      found: operations.found,
      overflowed: false,
    },
    repeatsCut: found.length >= MOST_REPEATED_ROWS,
    untimed: count('untimed'),
    leftOut: count('left_out'),
  };
};

/** Reads the keys of one table that were made near the rows; where no times are kept, the newest ones. */
const readKeys = async (
  query: Query,
  open: OpenTable,
  dialect: SqlDialect,
  beside: KeysBesideRepeats,
): Promise<void> => {
  const created = refOf(open.table, 'created');
  const { stretches } = beside;
  const timed = created !== null && stretches.length > 0;
  // The time is read once, however many stretches there are.
  const condition = timed
    ? `EXISTS (SELECT FROM (SELECT (${dialect.millis(open.table, created)})::float8 AS m OFFSET 0) AS made WHERE ` +
      `${stretches.map(({ from, to }) => `m BETWEEN ${Math.floor(from)} AND ${Math.ceil(to)}`).join(' OR ')})`
    : 'true';
  const tail = `WHERE ${condition} ${open.order.length === 0 ? '' : orderBy(open)}`;
  const now = Date.now();
  const limit = timed ? MOST_NEAR_KEYS : TIMELESS_KEYS;
  let looked = 0;
  for await (const rows of storedRows(query, open, nearKeyColumns(open.table), tail, [], limit + 1))
    for (const stored of rows)
      if (looked >= limit) beside.cut = true;
      else {
        looked += 1;
        beside.add(nearKeyOf(open.table, stored, now));
      }
};

/** The double-charge report of one table of a PostgreSQL database. */
export const postgresEffects = async (
  read: Read,
  source: string,
  dialect: SqlDialect,
  postgres: PostgresTable,
  keyTables: readonly OpenTable[],
  question: EffectsQuestion,
): Promise<EffectsReport> => {
  const { repeats, ...found } = await read((query) => findRepeats(query, postgres, question, dialect));
  // A transaction whose connection breaks is tried once more, from the start: nothing of it may be kept.
  const beside = await read(async (query) => {
    const gathered = new KeysBesideRepeats(question.table.table, repeats, question.windowMs);
    gathered.timed = keyTables.some(({ table }) => refOf(table, 'created') !== null);
    if (repeats.length > 0) for (const open of keyTables) await readKeys(query, open, dialect, gathered);
    return gathered;
  });
  return effectsReport(question, {
    ...found,
    source,
    repeats,
    keyTables: keyTables.map(({ table }) => ({ schema: table.shape.schema, table: table.shape.table })),
    beside,
  });
};
