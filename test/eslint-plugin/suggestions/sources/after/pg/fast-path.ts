import type { Pool } from 'pg';

interface PaidEvent {
  id: string;
  account: string;
  cents: number;
}

export async function migrate(pool: Pool): Promise<void> {
  await pool.query('CREATE TABLE IF NOT EXISTS processed_events (event_id text PRIMARY KEY)');
}

export async function onPaid(pool: Pool, event: PaidEvent): Promise<void> {
  const { rows } = await pool.query('SELECT 1 FROM processed_events WHERE event_id = $1', [event.id]);
  if (rows.length > 0) return;
  const claimed = await pool.query('INSERT INTO processed_events (event_id) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
  if (claimed.rowCount === 0) return;
  await pool.query('UPDATE accounts SET cents = cents + $2 WHERE id = $1', [event.account, event.cents]);
}
