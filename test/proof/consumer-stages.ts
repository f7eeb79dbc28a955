/** Stages for the examples of `no-check-then-insert` that consume events. */
import Database from 'better-sqlite3';
import { withClient, writePostgres } from '../inspector/shared-postgres.ts';
import type { Copies } from './copies.ts';
import { credits } from './delivery.ts';
import type { Consumer } from './delivery.ts';
import { watchedPool } from './watched-postgres.ts';

export const payment = { id: 'evt-1', account: 'acc-1', cents: 4200 };

/** A database with an account and a table of handled events. */
export const openAccounts = (): Promise<string> =>
  writePostgres(`
    CREATE TABLE accounts (id text PRIMARY KEY, cents integer NOT NULL);
    INSERT INTO accounts VALUES ('${payment.account}', 0);
    CREATE TABLE processed_events (event_id text PRIMARY KEY);
  `);

/** How often the payment has been credited. */
export const creditsIn = (url: string): Promise<number> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ cents: number }>('SELECT cents FROM accounts');
    return (rows[0]?.cents ?? 0) / payment.cents;
  });

/** Each copy has a connection; they meet when the first statement of each is answered. */
export const accountStage: Copies['open'] = async (version, { looked }) => {
  const url = await openAccounts();
  const first = version === 'right' ? 'BEGIN' : 'SELECT';
  const pools = [0, 1].map(() =>
    watchedPool(url, async (sql) => {
      if (sql.startsWith(first)) await looked.come();
    }),
  );
  const clients = await Promise.all(pools.map((pool) => pool.connect()));
  return {
    names: () => ({
      credit: (account: string, cents: number) =>
        withClient(url, (client) => client.query(credits, [account, cents])),
    }),
    send: ({ onPaid }: Consumer, copy) => onPaid(clients[copy], payment),
    effects: () => creditsIn(url),
    close: async () => {
      for (const client of clients) client.release();
      await Promise.all(pools.map((pool) => pool.end()));
    },
  };
};

interface StockConsumer {
  onEvent(event: { id: string; item: string; count: number }): Promise<void> | void;
}

/** One process, one database. */
export const stockStage: Copies['open'] = async (_version, { decided }) => {
  const db = new Database(':memory:');
  db.exec(`
    CREATE TABLE processed (event_id TEXT PRIMARY KEY);
    CREATE TABLE stock (item TEXT PRIMARY KEY, count INTEGER NOT NULL);
    INSERT INTO stock VALUES ('tea', 100);
  `);
  const left = db.prepare<[], number>('SELECT count FROM stock').pluck();
  const take = async (item: string, count: number): Promise<void> => {
    await decided.come();
    db.prepare('UPDATE stock SET count = count - ? WHERE item = ?').run(count, item);
  };
  return {
    names: () => ({ db, take }),
    send: async ({ onEvent }: StockConsumer) => onEvent({ id: 'evt-1', item: 'tea', count: 5 }),
    effects: () => (100 - (left.get() ?? 0)) / 5,
    close: async () => {
      db.close();
    },
  };
};
