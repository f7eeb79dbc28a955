import type { Cell, Row } from '../record/cell.ts';
import type { StoredRow } from '../record/read-record.ts';
import type { KeyTable } from '../schema/key-table.ts';
import { packRowId } from './row-id.ts';
import { bodyColumn } from './row-select.ts';
import type { ReadColumn } from './row-select.ts';
import type { SqliteTable } from './sqlite-catalogue.ts';
import type { SqliteConnection } from './sqlite-connection.ts';
import { sqliteDialect } from './sqlite-dialect.ts';

/** A key table and how its rows are named. */
export interface OpenTable {
  table: KeyTable;
  sqlite: SqliteTable;
}

/** A stretch of a table in its order: after one row, up to and with another. */
export interface Range {
  after: Cell[] | null;
  upTo: Cell[] | null;
}

const lengthOf = (row: Row, column: string | null): number => {
  const cell = column === null ? null : (row.get(column) ?? null);
  return typeof cell === 'string' ? [...cell].length : cell instanceof Uint8Array ? cell.byteLength : 0;
};

/** The table's name in a statement. */
export const tableName = (open: OpenTable): string =>
  `main.${sqliteDialect.identifier(open.sqlite.shape.table)}`;

/** The order in which rows are paged. */
export const order = (sqlite: SqliteTable): string =>
  sqlite.locator.map((expression) => `${expression} ${sqlite.descending ? 'DESC' : 'ASC'}`).join(', ');

/** A stretch as a condition with its parameters. */
export const rangeCondition = (sqlite: SqliteTable, range: Range): { where: string; parameters: Cell[] } => {
  const names = `(${sqlite.locator.join(', ')})`;
  const marks = `(${sqlite.locator.map(() => '?').join(', ')})`;
  const conditions: string[] = [];
  const parameters: Cell[] = [];
  if (range.after !== null) {
    conditions.push(`${names} ${sqlite.descending ? '<' : '>'} ${marks}`);
    parameters.push(...range.after);
  }
  if (range.upTo !== null) {
    conditions.push(`${names} ${sqlite.descending ? '>=' : '<='} ${marks}`);
    parameters.push(...range.upTo);
  }
  return { where: conditions.length === 0 ? '1 = 1' : conditions.join(' AND '), parameters };
};

/** A column, its long texts and bytes cut. */
const cut = ({ name, limit }: ReadColumn): string => {
  const column = sqliteDialect.identifier(name);
  return `CASE WHEN typeof(${column}) IN ('text', 'blob') THEN substr(${column}, 1, ${limit}) ELSE ${column} END`;
};

/** Some rows of the columns whose values settle what names leave open. */
export const probe = (
  connection: SqliteConnection,
  sqlite: SqliteTable,
  columns: readonly ReadColumn[],
): Row[] => {
  if (columns.length === 0) return [];
  const list = columns.map((column, index) => `${cut(column)} AS c${index}`).join(', ');
  const table = sqliteDialect.identifier(sqlite.shape.table);
  return connection
    .all(`SELECT ${list} FROM main.${table} ORDER BY ${order(sqlite)} LIMIT 200`)
    .map((found) => new Map(columns.map((column, index) => [column.name, found[`c${index}`] ?? null])));
};

/** The last row of the next `size` rows after one; null where fewer are left. */
export const boundary = (
  connection: SqliteConnection,
  open: OpenTable,
  after: Cell[] | null,
  size: number,
): Cell[] | null => {
  const { where, parameters } = rangeCondition(open.sqlite, { after, upTo: null });
  const names = open.sqlite.locator.map((expression, index) => `${expression} AS l${index}`).join(', ');
  const row = connection.all(
    `SELECT ${names} FROM ${tableName(open)} WHERE ${where} ORDER BY ${order(open.sqlite)} LIMIT 1 OFFSET ${size - 1}`,
    parameters,
  )[0];
  return row === undefined ? null : open.sqlite.locator.map((_expression, index) => row[`l${index}`] ?? null);
};

/** Reads rows with some of their columns. */
export const storedRows = (
  connection: SqliteConnection,
  open: OpenTable,
  columns: readonly ReadColumn[],
  where: string,
  parameters: readonly Cell[],
  orderBy: string,
  limit: number,
): StoredRow[] => {
  const { locator } = open.sqlite;
  const body = bodyColumn(open.table);
  const bodyLimit = columns.find((column) => column.name === body)?.limit ?? 0;
  const parts = [
    ...locator.map((expression, index) => `${expression} AS l${index}`),
    ...columns.map((column, index) => `${cut(column)} AS c${index}`),
    body === null ? 'NULL AS bytes' : `length(CAST(${sqliteDialect.identifier(body)} AS BLOB)) AS bytes`,
  ];
  const sql = `SELECT ${parts.join(', ')} FROM ${tableName(open)} WHERE ${where} ${orderBy} LIMIT ${limit}`;
  return connection.all(sql, parameters).map((found) => {
    const row = new Map<string, Cell>(
      columns.map((column, index) => [column.name, found[`c${index}`] ?? null]),
    );
    const bytes = found.bytes === null ? null : Number(found.bytes);
    return {
      id: packRowId(locator.map((_expression, index) => found[`l${index}`] ?? null)),
      row,
      bodyBytes: bytes,
      bodyCut: bytes !== null && bytes > bodyLimit && lengthOf(row, body) >= bodyLimit,
    };
  });
};
