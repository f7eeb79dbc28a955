import { Redis } from 'ioredis';
import type { Knex } from 'knex';
import type { Kysely } from 'kysely';
import type { PrismaClient } from '../generated-prisma-client.d.ts';

const redis = new Redis();

// The order of the steps is for a person to change.
export async function onDelivery(eventId: string, work: () => Promise<void>) {
  if (await redis.get(`seen:${eventId}`)) return;
  await work();
  await redis.set(`seen:${eventId}`, '1', 'EX', 86_400);
}

// A violation that is caught inside a transaction of PostgreSQL leaves it aborted.
export const book = (prisma: PrismaClient, idempotencyKey: string) =>
  prisma.$transaction(async (tx) => {
    const known = await tx.bookingKey.findUnique({ where: { idempotencyKey } });
    if (known) return known.answer;
    await tx.bookingKey.create({ data: { idempotencyKey } });
    return null;
  });

// Nothing in the file says what is unique.
export async function withKnex(db: Knex, eventId: string, work: () => Promise<void>) {
  const seen = await db('processed_events').where({ event_id: eventId }).first();
  if (seen) return;
  await db('processed_events').insert({ event_id: eventId });
  await work();
}

interface Schema {
  processed_events: { event_id: string };
}

export async function withKysely(db: Kysely<Schema>, eventId: string, work: () => Promise<void>) {
  const seen = await db
    .selectFrom('processed_events')
    .select('event_id')
    .where('event_id', '=', eventId)
    .executeTakeFirst();
  if (seen) return;
  await db.insertInto('processed_events').values({ event_id: eventId }).execute();
  await work();
}
