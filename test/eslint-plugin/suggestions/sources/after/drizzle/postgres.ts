import { eq } from 'drizzle-orm';
import type { NodePgDatabase } from 'drizzle-orm/node-postgres';
import { pgTable, text } from 'drizzle-orm/pg-core';

export const processedEvents = pgTable('processed_events', { eventId: text('event_id').primaryKey() });

export async function onEvent(db: NodePgDatabase, eventId: string, work: () => Promise<void>) {
  const [seen] = await db.select().from(processedEvents).where(eq(processedEvents.eventId, eventId));
  if (seen) return;
  const claimed = await db.insert(processedEvents).values({ eventId }).onConflictDoNothing().returning();
  if (claimed.length === 0) return;
  await work();
}

export async function inTransaction(db: NodePgDatabase, eventId: string, work: (tx: unknown) => Promise<void>) {
  await db.transaction(async (tx) => {
    const [seen] = await tx.select().from(processedEvents).where(eq(processedEvents.eventId, eventId)).limit(1);
    if (seen) return;
    const claimed = await tx.insert(processedEvents).values({ eventId }).onConflictDoNothing().returning();
    if (claimed.length === 0) return;
    await work(tx);
  });
}
