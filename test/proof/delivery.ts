/**
 * Delivers one event to the consumer of an example, in a process of its own that may be killed at a chosen point:
 * `node delivery.ts '<JSON of a Delivery>'`.
 */
import process from 'node:process';
import { runSource } from './run-source.ts';
import type { Source } from './run-source.ts';
import { watchedPool } from './watched-postgres.ts';
import type { Watcher } from './watched-postgres.ts';

export interface Delivery {
  source: Source;
  /** The database, with user and password. */
  url: string;
  event: { id: string; account: string; cents: number };
  /** The process kills itself when the statement with this start has been answered; null: it lives. */
  dieAfter: string | null;
}

export type Consumer = { onPaid(connection: unknown, event: Delivery['event']): Promise<void> };

/** The statement that the examples' `credit` runs. */
export const credits = 'UPDATE accounts SET cents = cents + $2 WHERE id = $1';

async function deliver({ source, url, event, dieAfter }: Delivery): Promise<void> {
  const dying: Watcher = async (sql) => {
    if (dieAfter !== null && sql.startsWith(dieAfter)) process.kill(process.pid, 'SIGKILL');
  };
  const pools = [watchedPool(url, dying), watchedPool(url, dying)] as const;
  const credit = (account: string, cents: number) => pools[1].query(credits, [account, cents]);
  const client = await pools[0].connect();
  await runSource(source, { credit }, ({ onPaid }: Consumer) => onPaid(client, event));
  client.release();
  await Promise.all(pools.map((pool) => pool.end()));
}

if (process.argv[1] === import.meta.filename) void deliver(JSON.parse(process.argv[2] ?? '') as Delivery);
