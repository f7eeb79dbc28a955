import fs from 'node:fs';
import { openStore } from 'idempotency-inspector';
import type { Finding, RecordRow, TableSummary } from 'idempotency-inspector';
import { writePostgres } from './shared-postgres.ts';
import { temporaryFolder, writeDatabase } from './teaching-tables.ts';

/** What a database's key tables say, each table by its name and each row by its key. */
export interface Told {
  tables: TableSummary[];
  /** Rows of all tables that open by themselves, in the order of table and key. */
  rows: RecordRow[];
  findings: Finding[];
}

const tell = async (source: string, search: string): Promise<Told> => {
  const store = await openStore(source);
  try {
    const tables = await store.tables();
    const rows: RecordRow[] = [];
    const findings: Finding[] = [];
    for (const table of tables.filter((one) => one.opens)) {
      const { records } = await store.page({
        table,
        states: [],
        search,
        after: null,
        limit: 1000,
        reveal: true,
      });
      rows.push(...records.sort((a, b) => (a.key < b.key ? -1 : 1)));
      findings.push(...(await store.audit(table)));
    }
    return { tables, rows, findings };
  } finally {
    await store.close();
  }
};

/** Builds an SQLite database with these statements and reads it. */
export const toldBySqlite = async (sql: string, search = ''): Promise<Told> => {
  const folder = temporaryFolder();
  try {
    return await tell(writeDatabase(folder, sql), search);
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
};

/** Builds a PostgreSQL database with these statements and reads it. */
export const toldByPostgres = async (sql: string, search = ''): Promise<Told> =>
  tell(await writePostgres(sql), search);

/** Statements for SQLite as PostgreSQL writes them: the type of bytes, and their literals. */
export const asPostgres = (sql: string): string =>
  sql.replace(/\bBLOB\b/g, 'bytea').replace(/\bx'([0-9a-f]*)'/g, String.raw`'\x$1'`);

/** Both databases, each with how it is told to read the same statements. */
export const bothDatabases: [string, (sql: string, search?: string) => Promise<Told>][] = [
  ['SQLite', toldBySqlite],
  ['PostgreSQL', (sql, search) => toldByPostgres(asPostgres(sql), search)],
];
