import fs from 'node:fs';
import { openStore } from 'idempotency-inspector';
import type { TableSummary } from 'idempotency-inspector';
import { postgresStatements } from './known-schemas.ts';
import type { KnownTable } from './known-schemas.ts';
import { writePostgres } from './shared-postgres.ts';
import { temporaryFolder, writeDatabase } from './teaching-tables.ts';

/** What the store says of each table, in the tables' order; null where it does not list one. */
type Listed = (TableSummary | null)[];

/** Builds each table in an SQLite file of its own and opens it. */
export const listedInSqlite = async (
  tables: readonly KnownTable[],
  statements: (known: KnownTable) => string,
): Promise<Listed> => {
  const folder = temporaryFolder();
  try {
    const listed: Listed = [];
    for (const [at, known] of tables.entries()) {
      const store = await openStore(writeDatabase(folder, statements(known), `${at}.db`));
      const [summary] = await store.tables();
      listed.push(summary ?? null);
      await store.close();
    }
    return listed;
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
};

/** Builds all tables in one PostgreSQL database and opens it. */
export const listedInPostgres = async (tables: readonly KnownTable[]): Promise<Listed> => {
  const store = await openStore(await writePostgres(postgresStatements(tables)));
  try {
    const summaries = await store.tables();
    return tables.map((_known, at) => summaries.find(({ schema }) => schema === `t${at}`) ?? null);
  } finally {
    await store.close();
  }
};

export interface Figures {
  http: number;
  httpOpened: number;
  inbox: number;
  inboxOpened: number;
  others: number;
  othersOpened: number;
  columns: number;
  rightColumns: number;
  /** One line for each table and column that is not as the file says. */
  misses: string[];
}

/** Compares what the store says with what the file says of each table. */
export const measure = (tables: readonly KnownTable[], listed: Listed): Figures => {
  const figures: Figures = {
    http: 0,
    httpOpened: 0,
    inbox: 0,
    inboxOpened: 0,
    others: 0,
    othersOpened: 0,
    columns: 0,
    rightColumns: 0,
    misses: [],
  };
  for (const [at, known] of tables.entries()) {
    const summary = listed[at] ?? null;
    const name = `${known.family} ${known.table} (${known.source})`;
    const opened = summary?.opens === true;
    if (known.family === 'negative' || known.family === 'domain') {
      figures.others += 1;
      if (!opened) continue;
      figures.othersOpened += 1;
      figures.misses.push(`${name}: opened`);
      continue;
    }
    figures[known.family] += 1;
    if (opened) figures[`${known.family}Opened`] += 1;
    else figures.misses.push(`${name}: ${summary === null ? 'not listed' : 'listed, not opened'}`);
    for (const column of known.columns) {
      figures.columns += 1;
      const role = summary?.columns[column.name] ?? null;
      if (role === column.role) figures.rightColumns += 1;
      else figures.misses.push(`${name} ${column.name}: ${role}, not ${column.role}`);
    }
  }
  return figures;
};

/** The figures in one line for a person. */
export const figuresLine = (where: string, figures: Figures): string =>
  `${where}: ${figures.httpOpened}/${figures.http} HTTP, ${figures.inboxOpened}/${figures.inbox} inbox, ` +
  `${figures.othersOpened}/${figures.others} look-alikes opened, ` +
  `${figures.rightColumns}/${figures.columns} columns (${((100 * figures.rightColumns) / figures.columns).toFixed(1)} %)`;
