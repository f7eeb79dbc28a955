import { noCheckThenInsert } from '../../../../eslint-plugin/src/rules/no-check-then-insert.ts';
import { testRule } from '../../rule-tester.ts';

testRule('no-check-then-insert: query builders', noCheckThenInsert, {
  valid: [
    {
      name: 'Drizzle with the table in the same file: onConflictDoNothing',
      code: `import { pgTable, text } from 'drizzle-orm/pg-core';
const inbox = pgTable('inbox', { messageId: text('message_id').primaryKey() });
export async function onMessage(db, message) {
  const [seen] = await db.select().from(inbox).where(eq(inbox.messageId, message.id));
  if (seen) return 'seen';
  const claimed = await db.insert(inbox).values({ messageId: message.id }).onConflictDoNothing().returning();
  if (claimed.length === 0) return 'seen';
  return handle(message);
}`,
    },
    {
      name: 'knex, the insert in the other branch: onConflict().ignore()',
      code: `export async function accept(knex, eventId) {
  const row = await knex('inbox').where({ event_id: eventId }).first();
  if (row) return false;
  const won = await knex('inbox').insert({ event_id: eventId }).onConflict('event_id').ignore().returning('event_id');
  return won.length === 1;
}`,
    },
    {
      name: 'Kysely: a row of something else',
      code: `export async function seat(db, eventId, guestId) {
  const seat = await db.selectFrom('seats').selectAll().where('event_id', '=', eventId).where('guest_id', '=', guestId).executeTakeFirst();
  if (seat !== undefined) return seat;
  return db.insertInto('seats').values({ event_id: eventId, guest_id: guestId }).execute();
}`,
    },
    {
      name: 'TypeORM through an injected repository: orIgnore',
      code: `class Bookings {
  constructor(@InjectRepository(BookingKey) private readonly keys: Repository<BookingKey>) {}

  async book(idempotencyKey: string) {
    const taken = await this.keys.existsBy({ idempotencyKey });
    if (taken) throw new ConflictException();
    const won = await this.keys.createQueryBuilder().insert().into(BookingKey).values({ idempotencyKey }).orIgnore().execute();
    if (won.raw.length === 0) throw new ConflictException();
    await this.rooms.take();
  }
}`,
    },
    {
      name: 'Supabase, whose client returns errors: the returned error is read',
      code: `export async function hook(event) {
  const { data: known } = await supabase.from('webhook_events').select('id').eq('event_id', event.id).maybeSingle();
  if (known) return;
  const { error } = await supabase.from('webhook_events').insert({ event_id: event.id });
  if (error?.code === '23505') return;
  await grant(event);
}`,
    },
  ],
  invalid: [
    {
      name: 'Drizzle with the table in the same file',
      code: `import { pgTable, text } from 'drizzle-orm/pg-core';
const inbox = pgTable('inbox', { messageId: text('message_id').primaryKey() });
export async function onMessage(db, message) {
  const [seen] = await db.select().from(inbox).where(eq(inbox.messageId, message.id));
  if (seen) return 'seen';
  await db.insert(inbox).values({ messageId: message.id });
  return handle(message);
}`,
      errors: [
        {
          messageId: 'retryFails',
          line: 4,
          column: 24,
          endLine: 4,
          endColumn: 86,
          suggestions: [
            {
              messageId: 'claim',
              output: `import { pgTable, text } from 'drizzle-orm/pg-core';
const inbox = pgTable('inbox', { messageId: text('message_id').primaryKey() });
export async function onMessage(db, message) {
  const [seen] = await db.select().from(inbox).where(eq(inbox.messageId, message.id));
  if (seen) return 'seen';
  const claimed = await db.insert(inbox).values({ messageId: message.id }).onConflictDoNothing().returning();
  if (claimed.length === 0) return 'seen';
  return handle(message);
}`,
            },
          ],
        },
      ],
    },
    {
      name: 'knex, the insert in the other branch',
      code: `export async function accept(knex, eventId) {
  const row = await knex('inbox').where({ event_id: eventId }).first();
  if (row) {
    return false;
  } else {
    await knex('inbox').insert({ event_id: eventId });
    return true;
  }
}`,
      errors: [
        {
          messageId: 'chargedTwice',
          line: 2,
          column: 21,
          endLine: 2,
          endColumn: 71,
        },
      ],
    },
    {
      name: 'Kysely',
      code: `export async function accept(db, eventId) {
  const seen = await db.selectFrom('inbox').select('event_id').where('event_id', '=', eventId).executeTakeFirst();
  if (seen !== undefined) return false;
  await db.insertInto('inbox').values({ event_id: eventId }).execute();
  return true;
}`,
      errors: [
        {
          messageId: 'chargedTwice',
          line: 2,
          column: 22,
          endLine: 2,
          endColumn: 114,
        },
      ],
    },
    {
      name: 'TypeORM through an injected repository',
      code: `class Bookings {
  constructor(@InjectRepository(BookingKey) private readonly keys: Repository<BookingKey>) {}

  async book(idempotencyKey: string) {
    const taken = await this.keys.existsBy({ idempotencyKey });
    if (taken) throw new ConflictException();
    await this.rooms.take();
    await this.keys.save(this.keys.create({ idempotencyKey }));
  }
}`,
      errors: [
        {
          messageId: 'chargedTwice',
          line: 5,
          column: 25,
          endLine: 5,
          endColumn: 63,
        },
      ],
    },
    {
      name: 'Supabase, whose client returns errors',
      code: `export async function hook(event) {
  const { data: known } = await supabase.from('webhook_events').select('id').eq('event_id', event.id).maybeSingle();
  if (known) return;
  await supabase.from('webhook_events').insert({ event_id: event.id });
  await grant(event);
}`,
      errors: [
        {
          messageId: 'chargedTwice',
          line: 2,
          column: 33,
          endLine: 2,
          endColumn: 116,
        },
      ],
    },
  ],
});
