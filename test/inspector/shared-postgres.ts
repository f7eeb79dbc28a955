import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { startPostgres } from '../../scripts/postgres-server.ts';
import type { PostgresServer } from '../../scripts/postgres-server.ts';

let starting: Promise<PostgresServer> | null = null;

/** One PostgreSQL server for all suites of a run; it is stopped after the last of them. */
export const sharedPostgres = (): Promise<PostgresServer> => {
  starting ??= startPostgres();
  return starting;
};

after('stop PostgreSQL', async function () {
  this.timeout(30_000);
  await (await starting)?.stop();
});

/** A fresh database with these statements run in it. Returns its address, with user and password. */
export const writePostgres = async (sql: string): Promise<string> => {
  const server = await sharedPostgres();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withClient(server.url(), (client) => client.query(`CREATE DATABASE ${name}`));
  const url = server.url(name);
  await withClient(url, (client) => client.query(sql));
  return url;
};

/** Runs something with a connection of its own, which is closed afterwards. */
export const withClient = async <T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};
