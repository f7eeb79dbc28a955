import type { Cell, Row } from '../record/cell.ts';
import type { StoredRow } from '../record/read-record.ts';
import { refOf } from '../schema/key-table.ts';
import type { KeyTable } from '../schema/key-table.ts';
import type { ColumnShape } from '../schema/table-shape.ts';
import { quotedName } from './postgres-catalogue.ts';
import type { Locator, PostgresTable } from './postgres-catalogue.ts';
import type { PostgresRow, Query } from './postgres-connection.ts';
import { isFloat } from './postgres-dialect.ts';
import { packRowId, RawText } from './row-id.ts';
import type { NameCell } from './row-id.ts';
import { bodyColumn } from './row-select.ts';
import type { ReadColumn } from './row-select.ts';

/** Above this many rows newest-first needs an index that sorts them; without one the key sorts. */
const SORTABLE_ROWS = 1_000_000;

/** A key table, how its rows are named and in which order they come. */
export interface OpenTable {
  table: KeyTable;
  postgres: PostgresTable;
  /** What rows are ordered by, all descending: the time they were made where that can be, then what names them. */
  order: Locator[];
}

/** How much of a table may be in memory at one time, in characters, were all of its values as long as they are read. */
const AT_ONCE = 64 * 1024 * 1024;

/** Rows in memory at one time, however small they are: a page and the row that tells of the next one. */
const MOST_AT_ONCE = 1001;

/** A value as a parameter. */
export const textOf = (cell: NameCell): string | null =>
  cell === null ? null : cell instanceof RawText ? Buffer.from(cell.bytes).toString() : String(cell);

/** Newest first where rows have a time to sort by and sorting is affordable; by what names them otherwise. */
export const orderOf = (table: KeyTable, postgres: PostgresTable): Locator[] => {
  const created = refOf(table, 'created');
  const column = table.shape.columns.find((one) => one.name === created?.column);
  if (created === null || created.path !== undefined || column === undefined) return postgres.locator;
  const affordable = postgres.estimatedRows < SORTABLE_ROWS || postgres.indexed.has(column.name);
  const type = postgres.types.get(column.name) ?? 'text';
  const floor =
    column.kind === 'time' && /^(timestamp|date)/.test(column.type)
      ? "'-infinity'"
      : column.kind === 'integer' || column.kind === 'real'
        ? "'-1'"
        : null;
  if (!affordable || floor === null) return postgres.locator;
  const name = quotedName(column.name);
  const expression = column.notNull ? name : `coalesce(${name}, ${floor}::${type})`;
  return [{ expression, type }, ...postgres.locator];
};

/** A column read without loss: bytes as they are, everything else as the text the server writes, cut at a limit. */
const reading = (column: ColumnShape, limit: number): string =>
  column.kind === 'bytes' && column.type === 'bytea'
    ? `substring(${quotedName(column.name)} from 1 for ${limit})`
    : `left((${quotedName(column.name)})::text, ${limit})`;

const cellOf = (column: ColumnShape, value: string | Buffer | null | undefined): Cell => {
  if (value === null || value === undefined) return null;
  if (typeof value !== 'string') return value;
  if (column.kind === 'integer' && /^-?\d+$/.test(value)) return BigInt(value);
  if (column.kind === 'boolean') return value === 'true';
  if (isFloat(column.type)) return Number(value);
  return value;
};

const rowOf = (columns: readonly ColumnShape[], found: PostgresRow): Row =>
  new Map(columns.map((column, index) => [column.name, cellOf(column, found[`c${index}`])]));

const shapesOf = (
  postgres: PostgresTable,
  columns: readonly ReadColumn[],
): { shape: ColumnShape; limit: number; expression?: string }[] =>
  columns.flatMap(({ name, ...rest }) => {
    const shape = postgres.shape.columns.find((column) => column.name === name);
    return shape === undefined ? [] : [{ shape, ...rest }];
  });

/**
 * The rows of a statement, few at a time where they may be large: through a cursor, which lives as long as the
 * transaction, so that the statement itself runs once only.
 * @param limit rows the statement gives at most
 */
async function* rowsOf(
  query: Query,
  sql: string,
  parameters: readonly (string | null)[],
  limit: number,
  rowLimit: number,
): AsyncGenerator<PostgresRow[]> {
  const atOnce = Math.min(MOST_AT_ONCE, Math.max(1, Math.floor(AT_ONCE / Math.max(1, rowLimit))));
  if (limit <= atOnce) {
    yield await query(sql, parameters);
    return;
  }
  await query(`DECLARE page_rows NO SCROLL CURSOR FOR ${sql}`, parameters);
  for (;;) {
    const rows = await query(`FETCH ${atOnce} FROM page_rows`);
    if (rows.length > 0) yield rows;
    if (rows.length < atOnce) break;
  }
  await query('CLOSE page_rows');
}

/** The order of rows as a clause, or that order turned round. */
export const orderBy = (open: OpenTable, reversed = false): string =>
  `ORDER BY ${open.order.map((locator) => `${locator.expression} ${reversed ? 'ASC' : 'DESC'}`).join(', ')}`;

/**
 * Reads rows with some of their columns, as many at a time as memory allows.
 * @param limit rows at most
 */
export async function* storedRows(
  query: Query,
  open: OpenTable,
  columns: readonly ReadColumn[],
  tail: string,
  parameters: readonly (string | null)[],
  limit: number,
): AsyncGenerator<StoredRow[]> {
  const shapes = shapesOf(open.postgres, columns);
  const body = bodyColumn(open.table);
  const bodyShape = shapes.find(({ shape }) => shape.name === body);
  const parts = [
    ...open.order.map((locator, index) => `(${locator.expression})::text AS l${index}`),
    ...shapes.map(
      ({ shape, limit, expression }, index) => `${expression ?? reading(shape, limit)} AS c${index}`,
    ),
    bodyShape === undefined
      ? 'NULL AS bytes'
      : `octet_length(${bodyShape.shape.type === 'bytea' ? quotedName(body ?? '') : `(${quotedName(body ?? '')})::text`})::text AS bytes`,
  ];
  const sql = `SELECT ${parts.join(', ')} FROM ${open.postgres.name} ${tail} LIMIT ${limit}`;
  const rowLimit = columns.reduce((sum, column) => sum + column.limit, 0);
  const storedOf = (found: PostgresRow): StoredRow => {
    const row = rowOf(
      shapes.map(({ shape }) => shape),
      found,
    );
    const bytes = found.bytes === null || found.bytes === undefined ? null : Number(found.bytes);
    const cell = body === null ? null : (row.get(body) ?? null);
    const read =
      typeof cell === 'string' ? [...cell].length : cell instanceof Uint8Array ? cell.byteLength : 0;
    const bodyLimit = bodyShape?.limit ?? 0;
    return {
      id: packRowId(open.order.map((_locator, index) => (found[`l${index}`] as string | null) ?? null)),
      row,
      bodyBytes: bytes,
      bodyCut: bytes !== null && bytes > bodyLimit && read >= bodyLimit,
    };
  };
  for await (const rows of rowsOf(query, sql, parameters, limit, rowLimit)) yield rows.map(storedOf);
}

/** Some rows of the columns whose values settle what names leave open. */
export const probe = async (
  query: Query,
  postgres: PostgresTable,
  columns: readonly ReadColumn[],
): Promise<Row[]> => {
  const shapes = shapesOf(postgres, columns);
  const list = shapes.map(({ shape, limit }, index) => `${reading(shape, limit)} AS c${index}`).join(', ');
  const rows = await query(`SELECT ${list} FROM ${postgres.name} LIMIT 200`);
  return rows.map((found) =>
    rowOf(
      shapes.map(({ shape }) => shape),
      found,
    ),
  );
};
