import { Client } from 'pg';

const client = new Client();

export async function prepare() {
  await client.query(`
    CREATE TABLE IF NOT EXISTS webhook_events (
      id bigserial PRIMARY KEY,
      event_id text NOT NULL,
      CONSTRAINT once UNIQUE (event_id)
    );
  `);
}

export async function onEvents(events: { id: string }[], work: (id: string) => Promise<void>) {
  for (const event of events) {
    const seen = await client.query('SELECT id FROM webhook_events WHERE event_id = $1', [event.id]);
    if (seen.rows.length > 0) continue;
    const claimed = await client.query('INSERT INTO webhook_events (event_id) VALUES ($1) ON CONFLICT DO NOTHING RETURNING id;', [event.id]);
    if (claimed.rowCount === 0) continue;
    await work(event.id);
  }
}

export async function onEvent(event: { id: string }, work: (id: string) => Promise<void>) {
  const { rowCount } = await client.query('SELECT id FROM webhook_events WHERE event_id = $1', [event.id]);
  if (rowCount) throw new Error(`event ${event.id} came twice`);
  const claimed = await client.query(
    `
      INSERT INTO webhook_events (event_id)
      VALUES ($1) ON CONFLICT DO NOTHING;
    `,
    [event.id],
  );
  if (claimed.rowCount === 0) throw new Error(`event ${event.id} came twice`);
  await work(event.id);
}
