import type { Cell } from '../record/cell.ts';
import { checkedLabels } from '../schema/column-labels.ts';
import { kindOfType } from '../schema/table-shape.ts';
import type { ColumnShape, TableShape, UniqueSet } from '../schema/table-shape.ts';
import { literal } from './sql-dialect.ts';
import type { SqliteConnection } from './sqlite-connection.ts';

/** A table of an SQLite database and the columns that name its rows, in the order in which rows are paged. */
export interface SqliteTable {
  shape: TableShape;
  /** SQL expressions whose values together name a row. */
  locator: string[];
  /** Newest first: row numbers grow with insertion. */
  descending: boolean;
}

const text = (cell: Cell | undefined): string => (cell === null || cell === undefined ? '' : String(cell));

const columnsOf = (connection: SqliteConnection, table: string): (ColumnShape & { pk: number })[] => {
  const statement = connection.all("SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?", [
    table,
  ]);
  const statements = statement.map((row) => text(row.sql));
  return (
    connection
      .all(`PRAGMA table_xinfo(${literal(table)})`)
      // 1 marks hidden columns of virtual tables; 2 and 3 are generated columns.
      .filter((row) => text(row.hidden) !== '1')
      .map((row) => ({
        name: text(row.name),
        type: text(row.type).toLowerCase(),
        kind: kindOfType(text(row.type)),
        notNull: text(row.notnull) === '1',
        default: row.dflt_value === null || row.dflt_value === undefined ? null : text(row.dflt_value),
        generated: ['2', '3'].includes(text(row.hidden)),
        labels: checkedLabels(text(row.name), statements),
        pk: Number(row.pk),
      }))
  );
};

const uniquesOf = (connection: SqliteConnection, table: string, primary: string[]): UniqueSet[] => {
  const sets: UniqueSet[] = primary.length === 0 ? [] : [{ columns: primary, primary: true, where: null }];
  for (const index of connection.all(`PRAGMA index_list(${literal(table)})`)) {
    if (text(index.unique) !== '1' || text(index.origin) === 'pk') continue;
    const name = text(index.name);
    const members = connection.all(`PRAGMA index_info(${literal(name)})`).map((row) => row.name);
    // A member without a name is an expression, which says nothing about a column's values.
    if (members.some((member) => member === null || member === undefined)) continue;
    const sql =
      text(index.partial) === '1'
        ? connection.all('SELECT sql FROM sqlite_schema WHERE name = ?', [name])
        : [];
    const where = /\bwhere\b([\s\S]*)$/i.exec(text(sql[0]?.sql))?.[1]?.trim() ?? null;
    sets.push({
      columns: members.map(text),
      primary: false,
      where: text(index.partial) === '1' ? (where ?? '') : null,
    });
  }
  return sets;
};

/** Columns that come first in some index, or in the key by which the table itself is kept in order. */
const indexedColumns = (connection: SqliteConnection, table: string, primary: string[]): string[] => [
  ...primary.slice(0, 1),
  ...connection
    .all(`PRAGMA index_list(${literal(table)})`)
    .map((index) => connection.all(`PRAGMA index_info(${literal(text(index.name))})`)[0]?.name)
    .filter((name) => typeof name === 'string'),
];

/** The tables of the main database; views, virtual tables and SQLite's own are left out. */
export const sqliteTables = (connection: SqliteConnection): SqliteTable[] =>
  connection
    .all('PRAGMA table_list')
    .filter(
      (row) => text(row.schema) === 'main' && text(row.type) === 'table' && !/^sqlite_/i.test(text(row.name)),
    )
    .flatMap((row) => {
      const table = text(row.name);
      const columns = columnsOf(connection, table);
      const primary = columns.filter((column) => column.pk > 0).sort((a, b) => a.pk - b.pk);
      const names = new Set(columns.map((column) => column.name.toLowerCase()));
      const rowid = ['rowid', '_rowid_', 'oid'].find((name) => !names.has(name));
      const withoutRowid = text(row.wr) === '1';
      // Columns named like all three spellings of the row number hide it; such a table is paged by its key, if it has one.
      const byRowid = !withoutRowid && rowid !== undefined;
      if (!byRowid && primary.length === 0) return [];
      return [
        {
          shape: {
            schema: null,
            table,
            columns: columns.map(({ pk: _pk, ...column }) => ({ ...column })),
            unique: uniquesOf(
              connection,
              table,
              primary.map((column) => column.name),
            ),
            unlogged: false,
            indexed: indexedColumns(
              connection,
              table,
              primary.map((column) => column.name),
            ),
          },
          locator: byRowid ? [rowid] : primary.map((column) => `"${column.name.replaceAll('"', '""')}"`),
          descending: byRowid,
        },
      ];
    });
