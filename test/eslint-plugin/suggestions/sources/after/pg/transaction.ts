import type { Pool, PoolClient } from 'pg';

export const schema = `
  CREATE TABLE webhook_events (
    event_id text NOT NULL UNIQUE,
    seen_at timestamptz DEFAULT now()
  )`;

async function withTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const result = await work(client);
    await client.query('COMMIT');
    return result;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

export async function onEvent(pool: Pool, event: { id: string; account: string; cents: number }) {
  return withTransaction(pool, async (client) => {
    const seen = await client.query('SELECT 1 FROM webhook_events WHERE event_id = $1', [event.id]);
    if (seen.rowCount !== 0) return 'seen';
    const claimed = await client.query(
      `INSERT INTO webhook_events (event_id)
       VALUES ($1) ON CONFLICT DO NOTHING`,
      [event.id],
    );
    if (claimed.rowCount === 0) return 'seen';
    await client.query('UPDATE accounts SET cents = cents + $1 WHERE id = $2', [event.cents, event.account]);
    return 'done';
  });
}
