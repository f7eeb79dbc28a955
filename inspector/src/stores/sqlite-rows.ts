import type { Cell, Row } from '../record/cell.ts';
import type { StoredRow } from '../record/read-record.ts';
import type { KeyTable } from '../schema/key-table.ts';
import { packRowId, RawText } from './row-id.ts';
import type { NameCell } from './row-id.ts';
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
  after: NameCell[] | null;
  upTo: NameCell[] | null;
}

/** The table's name in a statement. */
export const tableName = (open: Pick<OpenTable, 'sqlite'>): string =>
  `main.${sqliteDialect.identifier(open.sqlite.shape.table)}`;

/** The order in which rows are paged, or that order turned round. */
export const order = (sqlite: SqliteTable, reversed = false): string =>
  sqlite.locator
    .map((expression) => `${expression} ${sqlite.descending === reversed ? 'ASC' : 'DESC'}`)
    .join(', ');

/** What names a row, read so that no byte of it is lost on the way through a JavaScript string. */
export const naming = (sqlite: SqliteTable): string[] =>
  sqlite.locator.map(
    (expression, index) =>
      `CASE typeof(${expression}) WHEN 'text' THEN CAST(${expression} AS BLOB) ELSE ${expression} END AS l${index}, ` +
      `typeof(${expression}) = 'text' AS t${index}`,
  );

export const nameIn = (sqlite: SqliteTable, row: Record<string, Cell>): NameCell[] =>
  sqlite.locator.map((_expression, index) => {
    const cell = row[`l${index}`] ?? null;
    return cell instanceof Uint8Array && row[`t${index}`] === 1n ? new RawText(cell) : cell;
  });

const mark = (cell: NameCell): string => (cell instanceof RawText ? 'CAST(? AS TEXT)' : '?');
const parameter = (cell: NameCell): Cell => (cell instanceof RawText ? cell.bytes : cell);

/** One row by its name, as a condition with its parameters. */
export const nameCondition = (
  sqlite: SqliteTable,
  cells: readonly NameCell[],
): { where: string; parameters: Cell[] } => ({
  where: sqlite.locator.map((name, index) => `${name} IS ${mark(cells[index] ?? null)}`).join(' AND '),
  parameters: cells.map(parameter),
});

/** A stretch as a condition with its parameters. */
export const rangeCondition = (sqlite: SqliteTable, range: Range): { where: string; parameters: Cell[] } => {
  const names = `(${sqlite.locator.join(', ')})`;
  const marks = (cells: readonly NameCell[]): string => `(${cells.map(mark).join(', ')})`;
  const conditions: string[] = [];
  const parameters: Cell[] = [];
  if (range.after !== null) {
    conditions.push(`${names} ${sqlite.descending ? '<' : '>'} ${marks(range.after)}`);
    parameters.push(...range.after.map(parameter));
  }
  if (range.upTo !== null) {
    conditions.push(`${names} ${sqlite.descending ? '>=' : '<='} ${marks(range.upTo)}`);
    parameters.push(...range.upTo.map(parameter));
  }
  return { where: conditions.length === 0 ? '1 = 1' : conditions.join(' AND '), parameters };
};

/** A column, its long texts and bytes cut. */
export const cut = ({ name, limit }: ReadColumn): string => {
  const column = sqliteDialect.identifier(name);
  // substr() ends at a NUL inside a text, so what is short enough is read as it is.
  return (
    `CASE WHEN typeof(${column}) IN ('text', 'blob') AND octet_length(${column}) > ${limit}` +
    ` THEN substr(${column}, 1, ${limit}) ELSE ${column} END`
  );
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
  open: Pick<OpenTable, 'sqlite'>,
  after: NameCell[] | null,
  size: number,
): NameCell[] | null => {
  const { where, parameters } = rangeCondition(open.sqlite, { after, upTo: null });
  const names = naming(open.sqlite).join(', ');
  const row = connection.all(
    `SELECT ${names} FROM ${tableName(open)} WHERE ${where} ORDER BY ${order(open.sqlite)} LIMIT 1 OFFSET ${size - 1}`,
    parameters,
  )[0];
  return row === undefined ? null : nameIn(open.sqlite, row);
};

/** Whether less of an answer was read than the table holds. A database may keep its texts in UTF-16. */
const isCut = (cell: Cell, bytes: number | null, limit: number): boolean => {
  if (bytes === null || bytes <= limit) return false;
  if (typeof cell === 'string')
    return Buffer.byteLength(cell) < bytes && Buffer.byteLength(cell, 'utf16le') !== bytes;
  return cell instanceof Uint8Array && cell.byteLength < bytes;
};

/**
 * Reads rows with some of their columns, one after the other, so that no more than one is in memory at a time.
 * @param visit returns whether to go on
 */
export const visitRows = (
  connection: SqliteConnection,
  open: OpenTable,
  columns: readonly ReadColumn[],
  { where, parameters }: { where: string; parameters: readonly Cell[] },
  tail: string,
  visit: (stored: StoredRow) => boolean,
): void => {
  const body = bodyColumn(open.table);
  const bodyLimit = columns.find((column) => column.name === body)?.limit ?? 0;
  const parts = [
    ...naming(open.sqlite),
    ...columns.map((column, index) => `${cut(column)} AS c${index}`),
    body === null ? 'NULL AS bytes' : `octet_length(${sqliteDialect.identifier(body)}) AS bytes`,
  ];
  const sql = `SELECT ${parts.join(', ')} FROM ${tableName(open)} WHERE ${where} ${tail}`;
  connection.each(sql, parameters, (found) => {
    const row = new Map<string, Cell>(
      columns.map((column, index) => [column.name, found[`c${index}`] ?? null]),
    );
    const bytes = found.bytes === null ? null : Number(found.bytes);
    return visit({
      id: packRowId(nameIn(open.sqlite, found)),
      row,
      bodyBytes: bytes,
      bodyCut: body !== null && isCut(row.get(body) ?? null, bytes, bodyLimit),
    });
  });
};
