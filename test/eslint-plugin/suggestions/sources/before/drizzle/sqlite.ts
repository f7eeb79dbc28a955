import { eq } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { sqliteTable, text } from 'drizzle-orm/sqlite-core';

const seenMessages = sqliteTable('seen_messages', { messageId: text('message_id').primaryKey() });

export async function onMessage(db: BetterSQLite3Database, messageId: string, work: () => Promise<void>) {
  const seen = await db.select().from(seenMessages).where(eq(seenMessages.messageId, messageId)).get();
  if (seen) {
    return;
  }
  await db.insert(seenMessages).values({ messageId });
  await work();
}
