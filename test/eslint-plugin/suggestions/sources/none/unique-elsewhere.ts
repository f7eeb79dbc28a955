import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { pgTable, serial, text } from 'drizzle-orm/pg-core';
import type { Pool } from 'pg';

// What is unique is the row's number: no insert ever yields.
export const handledEvents = pgTable('handled_events', {
  id: serial('id').primaryKey(),
  eventId: text('event_id').notNull(),
});

export async function onEvent(db: NodePgDatabase, eventId: string, work: () => Promise<void>) {
  const [seen] = await db.select().from(handledEvents).where(eq(handledEvents.eventId, eventId));
  if (seen) return;
  await db.insert(handledEvents).values({ eventId });
  await work();
}

export const schema = 'CREATE TABLE webhook_events (id serial PRIMARY KEY, event_id text)';

export async function onWebhook(pool: Pool, eventId: string, work: () => Promise<void>) {
  const { rows } = await pool.query('SELECT 1 FROM webhook_events WHERE event_id = $1', [eventId]);
  if (rows.length > 0) return;
  await pool.query('INSERT INTO webhook_events (event_id) VALUES ($1)', [eventId]);
  await work();
}
