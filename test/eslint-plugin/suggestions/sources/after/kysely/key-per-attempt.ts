import { randomUUID } from 'node:crypto';
import type { Generated, Kysely } from 'kysely';
import pRetry from 'p-retry';

interface Schema {
  transfers: { id: Generated<number>; cents: number; idempotency_key: string };
}

export const record = (db: Kysely<Schema>, cents: number) => {
  const idempotencyKey = randomUUID();
  return pRetry(() => db.insertInto('transfers').values({ cents, idempotency_key: idempotencyKey }).execute());
};
