import type { Pool } from 'pg';

export const schema = 'CREATE TABLE processed_events (event_id text PRIMARY KEY, source text)';

// What comes after a comment, or after a SELECT, would be read as something else.
export async function onEvent(pool: Pool, eventId: string, work: () => Promise<void>) {
  const { rows } = await pool.query('SELECT 1 FROM processed_events WHERE event_id = $1', [eventId]);
  if (rows.length > 0) return;
  await pool.query(
    `INSERT INTO processed_events (event_id)
     VALUES ($1) -- one row for each event`,
    [eventId],
  );
  await work();
}

export async function onNotice(pool: Pool, eventId: string, work: () => Promise<void>) {
  const { rows } = await pool.query('SELECT 1 FROM processed_events WHERE event_id = $1', [eventId]);
  if (rows.length > 0) return;
  await pool.query(`INSERT INTO processed_events (event_id, source) SELECT $1, name FROM sources LIMIT 1`, [eventId]);
  await work();
}
