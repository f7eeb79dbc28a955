import pg from 'pg';

/** What is done when a statement has been answered, before whoever sent it learns the answer. */
export type Watcher = (sql: string) => Promise<void>;

/** A pool with one real connection, on which a watcher stands between the server's answer and the code that asked. */
export function watchedPool(connectionString: string, watcher: Watcher): pg.Pool {
  const pool = new pg.Pool({ connectionString, max: 1 });
  pool.on('connect', (client) => watch(client, watcher));
  return pool;
}

function watch(client: pg.PoolClient, watcher: Watcher): void {
  const real = client.query.bind(client) as (...given: unknown[]) => unknown;
  const watched = (...given: unknown[]): unknown => {
    const [query] = given;
    const sql = typeof query === 'string' ? query : (query as { text: string }).text;
    const done = given.at(-1);
    if (typeof done !== 'function') {
      return (real(...given) as Promise<unknown>).then(async (result) => {
        await watcher(sql);
        return result;
      });
    }
    const reply = (error: unknown, result: unknown): void => {
      if (error) done(error, result);
      else void watcher(sql).then(() => done(error, result));
    };
    return real(...given.slice(0, -1), reply);
  };
  client.query = watched as typeof client.query;
}
