import Database from 'better-sqlite3';
import { withClient, writePostgres } from './shared-postgres.ts';

interface Statements {
  schema: string;
  rows: { sql: string; values: unknown[] }[];
}

/** The tables of an SQLite file with their rows, as statements that PostgreSQL takes. */
function asPostgres(file: string): Statements {
  const database = new Database(file, { readonly: true });
  try {
    const tables = database
      .prepare<[], { name: string; sql: string }>("SELECT name, sql FROM sqlite_schema WHERE type = 'table'")
      .all();
    return {
      schema: tables.map((table) => table.sql).join(';\n'),
      rows: tables.flatMap(({ name }) =>
        database
          .prepare<[], Record<string, unknown>>(`SELECT * FROM ${name}`)
          .all()
          .map((row) => ({
            sql: `INSERT INTO ${name} VALUES (${Object.keys(row)
              .map((_column, index) => `$${index + 1}`)
              .join(', ')})`,
            values: Object.values(row),
          })),
      ),
    };
  } finally {
    database.close();
  }
}

/** Puts the tables of an SQLite file and their rows into a fresh database on the server. Returns its address. */
export async function copyToPostgres(file: string): Promise<string> {
  const { schema, rows } = asPostgres(file);
  const url = await writePostgres(schema);
  await withClient(url, async (client) => {
    for (const row of rows) await client.query(row.sql, row.values);
  });
  return url;
}
