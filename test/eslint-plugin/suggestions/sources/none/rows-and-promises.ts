import { eq } from 'drizzle-orm';
import type { BetterSQLite3Database } from 'drizzle-orm/better-sqlite3';
import { sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Pool } from 'pg';

export const schema = 'CREATE TABLE idempotency_keys (key text PRIMARY KEY, answer text)';

// The loser's answer is in a row that it has not seen.
export async function answer(pool: Pool, key: string, work: () => Promise<string>): Promise<string> {
  const known = await pool.query<{ answer: string }>('SELECT answer FROM idempotency_keys WHERE key = $1', [key]);
  const row = known.rows[0];
  if (row) return row.answer;
  await pool.query('INSERT INTO idempotency_keys (key) VALUES ($1)', [key]);
  return work();
}

// Nobody waits for the insert.
export async function forget(pool: Pool, key: string, work: () => Promise<void>) {
  const { rows } = await pool.query('SELECT 1 FROM idempotency_keys WHERE key = $1', [key]);
  if (rows.length > 0) return;
  void pool.query('INSERT INTO idempotency_keys (key) VALUES ($1)', [key]);
  pool.query('INSERT INTO idempotency_keys (key) VALUES ($1)', [key]);
  await work();
}

const seenMessages = sqliteTable('seen_messages', { messageId: text('message_id').primaryKey() });

// `run` stands at the end of the chain.
export async function onMessage(db: BetterSQLite3Database, messageId: string, work: () => Promise<void>) {
  const seen = await db.select().from(seenMessages).where(eq(seenMessages.messageId, messageId));
  if (seen.length > 0) return;
  await db.insert(seenMessages).values({ messageId }).run();
  await work();
}
