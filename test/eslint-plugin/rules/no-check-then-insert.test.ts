import { noCheckThenInsert } from '../../../eslint-plugin/src/rules/no-check-then-insert.ts';
import { testRule } from '../rule-tester.ts';

testRule('no-check-then-insert', noCheckThenInsert, {
  valid: [
    {
      name: 'SQL through pg, work first: the insert comes first and yields',
      code: `export async function onPaid(pool, event) {
  const won = await pool.query('INSERT INTO processed_events (event_id) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
  if (won.rowCount === 0) return;
  await grant(event);
}`,
    },
    {
      name: 'SQL through pg, insert first, the unique rule in the same file: the look-up is only the fast path',
      code: `const schema = 'CREATE TABLE processed_events (event_id TEXT PRIMARY KEY)';
export async function onPaid(pool, event) {
  const { rows } = await pool.query('SELECT 1 FROM processed_events WHERE event_id = $1', [event.id]);
  if (rows.length > 0) return;
  const claimed = await pool.query('INSERT INTO processed_events (event_id) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
  if (claimed.rowCount === 0) return;
  await grant(event);
}`,
    },
    {
      name: 'better-sqlite3 with an await in between: nothing is awaited between the two',
      code: `const find = db.prepare('SELECT body FROM idempotency_keys WHERE key = ?');
const insert = db.prepare('INSERT INTO idempotency_keys (key, body) VALUES (?, ?)');
export async function pay(key, order) {
  const row = find.get(key);
  if (row) return row.body;
  insert.run(key, null);
  return bank.charge(order);
}`,
    },
    {
      name: 'node:sqlite across an await before the claim: INSERT OR IGNORE with its changes tested',
      code: `import { DatabaseSync } from 'node:sqlite';
const db = new DatabaseSync('shop.db');
export async function consume(event) {
  const known = db.prepare('SELECT 1 FROM processed WHERE event_id = ?').get(event.id);
  if (known) return;
  const lines = await read(event);
  const { changes } = db.prepare('INSERT OR IGNORE INTO processed (event_id) VALUES (?)').run(event.id);
  if (changes === 0) return;
  take(lines);
}`,
    },
    {
      name: 'mysql2: the duplicate is recognised',
      code: `export async function transfer(pool, token, body) {
  const [rows] = await pool.execute('SELECT answer FROM idempotency_tokens WHERE token = ?', [token]);
  if (rows.length) return rows[0].answer;
  try {
    await pool.execute('INSERT INTO idempotency_tokens (token) VALUES (?)', [token]);
  } catch (error) {
    if (error.code === 'ER_DUP_ENTRY') return transfer(pool, token, body);
    throw error;
  }
  await move(body);
}`,
    },
    {
      name: 'FOR UPDATE on a row that is not there yet: FOR UPDATE on a row that is always there',
      code: `export async function book(client, guest, key) {
  await client.query('BEGIN');
  await client.query('SELECT 1 FROM guests WHERE id = $1 FOR UPDATE', [guest]);
  const held = await client.query('SELECT answer FROM booking_keys WHERE idempotency_key = $1', [key]);
  if (held.rowCount) return held.rows[0].answer;
  await client.query('INSERT INTO booking_keys (idempotency_key) VALUES ($1)', [key]);
  await client.query('COMMIT');
}`,
    },
    {
      name: 'a transaction of the default isolation: a serializable one',
      code: `export const book = (prisma, idempotencyKey) =>
  prisma.$transaction(
    async (tx) => {
      const known = await tx.bookingKey.findUnique({ where: { idempotencyKey } });
      if (known) return known.answer;
      const booking = await tx.booking.create({ data: {} });
      await tx.bookingKey.create({ data: { idempotencyKey, answer: booking } });
      return booking;
    },
    { isolationLevel: 'Serializable' },
  );`,
    },
    {
      name: 'Prisma, insert first: the unique violation is caught by its code',
      code: `export async function claim(idempotencyKey: string) {
  const known = await prisma.requestKey.findUnique({ where: { idempotencyKey } });
  if (known) {
    return known.answer;
  }
  try {
    await prisma.requestKey.create({ data: { idempotencyKey } });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'P2002')) throw error;
    return claim(idempotencyKey);
  }
  return work();
}`,
    },
    {
      name: 'Prisma with a predicate that does not know the error: one that does',
      code: `const isTaken = (error) => error.code === 'P2002';
export async function onEvent(event) {
  if (await prisma.webhookEvent.findUnique({ where: { eventId: event.id } })) return;
  try {
    await prisma.webhookEvent.create({ data: { eventId: event.id } });
  } catch (error) {
    if (isTaken(error)) return;
    throw error;
  }
  await grant(event);
}`,
    },
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
      name: 'Sequelize with the model in the same file: findOrCreate',
      filename: 'case.js',
      code: `import { DataTypes } from 'sequelize';
const Seen = sequelize.define('Seen', { eventId: { type: DataTypes.STRING, unique: true } }, { tableName: 'seen_events' });
export async function onEvent(eventId) {
  const [, created] = await Seen.findOrCreate({ where: { eventId } });
  if (!created) return;
  await grant(eventId);
}`,
    },
    {
      name: 'Mongoose, a new document saved: an upsert that only sets on insert',
      code: `import { model, Schema } from 'mongoose';
const schema = new Schema({ messageId: { type: String, unique: true } });
const ProcessedMessage = model('ProcessedMessage', schema);
export async function onMessage(messageId) {
  const seen = await ProcessedMessage.exists({ messageId });
  if (seen) return;
  const result = await ProcessedMessage.updateOne({ messageId }, { $setOnInsert: { at: now() } }, { upsert: true });
  if (result.upsertedCount === 1) await addStock(messageId);
}`,
    },
    {
      name: 'mongodb: the duplicate is recognised',
      filename: 'case.js',
      code: `const events = client.db('shop').collection('processedEvents');
async function onEvent(event) {
  const seen = await events.findOne({ _id: event.id });
  if (seen) return;
  await events.insertOne({ _id: event.id }).catch((error) => {
    if (error.code !== 11000) throw error;
  });
}`,
    },
    {
      name: 'Redis, the answer kept in a replaced method: a claim of the same key first',
      filename: 'case.js',
      code: `export async function once(req, res, next) {
  const slot = \`answers:\${req.get('Idempotency-Key')}\`;
  const saved = await redis.get(slot);
  if (saved) return res.json(JSON.parse(saved));
  if ((await redis.set(\`lock:\${slot}\`, '1', 'EX', 60, 'NX')) === null) return res.sendStatus(409);
  const send = res.json.bind(res);
  res.json = (body) => {
    redis.set(slot, JSON.stringify(body), 'EX', 86400);
    return send(body);
  };
  next();
}`,
    },
    {
      name: 'Redis, a claim whose answer nobody reads: one that is read',
      code: `export async function once(eventId, work) {
  const seen = await redis.exists(\`processed:\${eventId}\`);
  if (seen) return;
  const won = await redis.set(\`processed:\${eventId}\`, '1', { NX: true, EX: 86400 });
  if (won === null) return;
  await work();
}`,
    },
    {
      name: 'Redis, a mark in ioredis spelling: a cache of something else',
      code: `export async function profile(userId) {
  const cached = await redis.get(\`profile:\${userId}\`);
  if (cached) return JSON.parse(cached);
  const made = await load(userId);
  await redis.set(\`profile:\${userId}\`, JSON.stringify(made), 'EX', 600);
  return made;
}`,
    },
    {
      name: 'DynamoDB: put only when it is not there',
      code: `export async function start(ddb, idempotencyKey, firing) {
  const { Item } = await ddb.send(new GetCommand({ TableName: 'firings', Key: { pk: idempotencyKey } }));
  if (Item) return;
  await ddb.send(new PutCommand({ TableName: 'firings', Item: { pk: idempotencyKey, firing }, ConditionExpression: 'attribute_not_exists(pk)' }));
  await fire(firing);
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
    {
      name: 'Firestore: a transaction of Firestore',
      code: `export async function onHook(firestore, eventId) {
  const marker = firestore.collection('processed_events').doc(eventId);
  await firestore.runTransaction(async (tx) => {
    const snapshot = await tx.get(marker);
    if (snapshot.exists) return;
    tx.set(marker, { at: Date.now() });
  });
}`,
    },
    {
      name: 'a Set across an await: filled before the await',
      code: `const processedEvents = new Set();
export async function onEvent(event) {
  if (processedEvents.has(event.id)) return;
  processedEvents.add(event.id);
  await grant(event);
}`,
    },
    {
      name: 'two functions of the file: never called one after the other',
      code: `async function wasHandled(id) {
  const row = await db.get('SELECT 1 FROM handled_events WHERE event_id = ?', [id]);
  return Boolean(row);
}
async function noteHandled(id) {
  await db.run('INSERT INTO handled_events (event_id) VALUES (?)', [id]);
}
export async function report(event) {
  console.log(await wasHandled(event.id));
}
export async function replay(event) {
  await noteHandled(event.id);
}`,
    },
    {
      name: 'two methods of a class: every caller holds a lock',
      code: `class Inbox {
  async #take(messageId: string) {
    const { rowCount } = await this.pool.query('SELECT 1 FROM inbox WHERE message_id = $1', [messageId]);
    if (rowCount > 0) return;
    await this.mailer.send(messageId);
    await this.pool.query('INSERT INTO inbox (message_id) VALUES ($1)', [messageId]);
  }
  handle(message: Message) {
    return this.locks.withLock(message.messageId, () => this.#take(message.messageId));
  }
}`,
    },
    {
      name: 'a store of the project: which claims',
      code: `class Guard {
  async canActivate(req) {
    const idempotencyKey = req.headers['idempotency-key'];
    const ticket = await this.tickets.findByToken(idempotencyKey);
    if (!ticket) {
      await this.tickets.insertIfAbsent({ idempotencyKey });
    }
    return true;
  }
}`,
    },
    {
      name: 'middleware in two halves: with a claim in the first half',
      filename: 'case.js',
      code: `export async function replay(req, res, next) {
  const slot = \`answer:\${req.get('Idempotency-Key')}\`;
  const saved = await redis.get(slot);
  if (saved) return res.json(JSON.parse(saved));
  if ((await redis.set(slot, 'null', 'EX', 60, 'NX')) === null) return res.sendStatus(409);
  next();
}
export async function keep(req, body) {
  await redis.set(\`answer:\${req.get('Idempotency-Key')}\`, JSON.stringify(body), 'EX', 86400);
}`,
    },
    {
      name: 'a charge for an order: with a key that the provider compares',
      code: `import Stripe from 'stripe';
const stripe = new Stripe(process.env.STRIPE_KEY!);
export async function payOrder(orderId: string, amount: number) {
  const existing = await prisma.charge.findFirst({ where: { orderId } });
  if (existing) return existing;
  const intent = await stripe.paymentIntents.create({ amount, currency: 'eur' }, { idempotencyKey: orderId });
  return prisma.charge.create({ data: { orderId, intentId: intent.id } });
}`,
    },
    {
      name: 'a promise chain: every find-or-create without a key',
      filename: 'case.js',
      code: `export const tagOf = (name) =>
  db('tags').where('name', name).first().then((row) => {
    if (row) return row;
    return db('tags').insert({ name });
  });`,
    },
    {
      name: 'a look-up whose row has to be there',
      code: `export async function settle(eventId, orderId) {
  const event = await prisma.processedEvent.findUnique({ where: { eventId } });
  if (!event) throw new NotFoundError();
  await prisma.processedEvent.create({ data: { eventId: \`\${eventId}/settled\` } });
}`,
    },
    {
      name: 'a loop that looks for a free key',
      code: `export async function freeKey() {
  for (;;) {
    const idempotencyKey = crypto.randomUUID();
    if (await prisma.requestKey.findUnique({ where: { idempotencyKey } })) continue;
    return prisma.requestKey.create({ data: { idempotencyKey } });
  }
}`,
    },
    {
      name: 'an advisory lock',
      code: `export const book = (prisma, idempotencyKey) =>
  prisma.$transaction(async (tx) => {
    await tx.$executeRaw\`SELECT pg_advisory_xact_lock(hashtext(\${idempotencyKey}))\`;
    if (await tx.bookingKey.findUnique({ where: { idempotencyKey } })) return;
    await tx.bookingKey.create({ data: { idempotencyKey } });
  });`,
    },
    {
      name: 'a catch round the insert alone',
      code: `export async function first(id) {
  if (await ProcessedMessage.exists({ messageId: id })) return false;
  try {
    await ProcessedMessage.create({ messageId: id });
  } catch {
    return false;
  }
  return true;
}`,
    },
    {
      name: 'a claim function of the team',
      settings: { idempotency: { claimFunctions: ['winTheKey'] } },
      code: `export async function once(idempotencyKey) {
  if (await store.find(idempotencyKey)) return;
  if (!(await winTheKey(idempotencyKey))) return;
  await store.save(idempotencyKey, await work());
}`,
    },
    {
      name: 'the header of a request',
      code: `export const hook = ({ options }) => {
  if (!options.headers.has('Idempotency-Key')) options.headers.set('Idempotency-Key', makeKey());
};`,
    },
    {
      name: 'a promise that is remembered before it is awaited',
      code: `const running = new Map();
export function pay(idempotencyKey, order) {
  const started = running.get(idempotencyKey);
  if (started) return started;
  const payment = (async () => {
    try {
      return await bank.charge(order);
    } finally {
      running.delete(idempotencyKey);
    }
  })();
  running.set(idempotencyKey, payment);
  return payment;
}`,
    },
    {
      name: 'a provider that is asked and told',
      code: `import Stripe from 'stripe';
const stripe = new Stripe(process.env.STRIPE_KEY!);
export async function refund(orderId, idempotencyKey) {
  const found = await stripe.refunds.retrieve(orderId);
  if (found) return found;
  return stripe.refunds.create({ charge: orderId }, { idempotencyKey });
}`,
    },
    {
      name: 'a seat at an event, for one guest',
      code: `export async function seat(eventId, guestId) {
  const seat = await prisma.seat.findFirst({ where: { eventId, guestId } });
  if (seat) return seat;
  return prisma.seat.create({ data: { eventId, guestId } });
}`,
    },
    {
      name: 'another look-up with a part of the row',
      code: `export async function replay(input) {
  const original = await prisma.webhookDelivery.findFirst({ where: { deliveryId: input.deliveryId } });
  if (!original) return 'unknown';
  const endpoint = await prisma.webhookEndpoint.findFirst({ where: { id: original.endpointId } });
  if (endpoint.type !== 'task') return 'unsupported';
  await prisma.webhookDelivery.create({ data: { deliveryId: newId() } });
  return 'sent';
}`,
    },
    {
      name: 'a test',
      filename: 'case.test.ts',
      code: `it('is booked once', async () => {
  const known = await prisma.bookingKey.findUnique({ where: { idempotencyKey: 'k-1' } });
  if (!known) await prisma.bookingKey.create({ data: { idempotencyKey: 'k-1' } });
});`,
    },
    {
      name: 'pages that a crawler has seen',
      code: `const seen = new Set();
export async function crawl(url) {
  if (seen.has(url)) return;
  await fetch(url);
  seen.add(url);
}`,
    },
  ],
  invalid: [
    {
      name: 'SQL through pg, work first',
      code: `export async function onPaid(pool, event) {
  const { rows } = await pool.query('SELECT 1 FROM processed_events WHERE event_id = $1', [event.id]);
  if (rows.length > 0) return;
  await grant(event);
  await pool.query('INSERT INTO processed_events (event_id) VALUES ($1)', [event.id]);
}`,
      errors: [
        {
          messageId: 'chargedTwice',
          line: 2,
          column: 26,
          endLine: 2,
          endColumn: 102,
        },
      ],
    },
    {
      name: 'SQL through pg, insert first, the unique rule in the same file',
      code: `const schema = 'CREATE TABLE processed_events (event_id TEXT PRIMARY KEY)';
export async function onPaid(pool, event) {
  const { rows } = await pool.query('SELECT 1 FROM processed_events WHERE event_id = $1', [event.id]);
  if (rows.length > 0) return;
  await pool.query('INSERT INTO processed_events (event_id) VALUES ($1)', [event.id]);
  await grant(event);
}`,
      errors: [
        {
          messageId: 'retryFails',
          line: 3,
          column: 26,
          endLine: 3,
          endColumn: 102,
          suggestions: [
            {
              messageId: 'claim',
              output: `const schema = 'CREATE TABLE processed_events (event_id TEXT PRIMARY KEY)';
export async function onPaid(pool, event) {
  const { rows } = await pool.query('SELECT 1 FROM processed_events WHERE event_id = $1', [event.id]);
  if (rows.length > 0) return;
  const claimed = await pool.query('INSERT INTO processed_events (event_id) VALUES ($1) ON CONFLICT DO NOTHING', [event.id]);
  if (claimed.rowCount === 0) return;
  await grant(event);
}`,
            },
          ],
        },
      ],
    },
    {
      name: 'better-sqlite3 with an await in between',
      code: `const find = db.prepare('SELECT body FROM idempotency_keys WHERE key = ?');
const insert = db.prepare('INSERT INTO idempotency_keys (key, body) VALUES (?, ?)');
export async function pay(key, order) {
  const row = find.get(key);
  if (row) return row.body;
  const body = await bank.charge(order);
  insert.run(key, body);
  return body;
}`,
      errors: [
        {
          messageId: 'chargedTwice',
          line: 4,
          column: 15,
          endLine: 4,
          endColumn: 28,
        },
      ],
    },
    {
      name: 'node:sqlite across an await before the claim',
      code: `import { DatabaseSync } from 'node:sqlite';
const db = new DatabaseSync('shop.db');
db.exec('CREATE TABLE processed (event_id TEXT PRIMARY KEY)');
export async function consume(event) {
  const known = db.prepare('SELECT 1 FROM processed WHERE event_id = ?').get(event.id);
  if (known) return;
  const lines = await read(event);
  db.prepare('INSERT INTO processed (event_id) VALUES (?)').run(event.id);
  take(lines);
}`,
      errors: [
        {
          messageId: 'retryFails',
          line: 5,
          column: 17,
          endLine: 5,
          endColumn: 87,
          suggestions: [
            {
              messageId: 'claim',
              output: `import { DatabaseSync } from 'node:sqlite';
const db = new DatabaseSync('shop.db');
db.exec('CREATE TABLE processed (event_id TEXT PRIMARY KEY)');
export async function consume(event) {
  const known = db.prepare('SELECT 1 FROM processed WHERE event_id = ?').get(event.id);
  if (known) return;
  const lines = await read(event);
  const claimed = db.prepare('INSERT INTO processed (event_id) VALUES (?) ON CONFLICT DO NOTHING').run(event.id);
  if (claimed.changes === 0) return;
  take(lines);
}`,
            },
          ],
        },
      ],
    },
    {
      name: 'mysql2',
      code: `export async function transfer(pool, token, body) {
  const [rows] = await pool.execute('SELECT answer FROM idempotency_tokens WHERE token = ?', [token]);
  if (rows.length) return rows[0].answer;
  await move(body);
  await pool.execute('INSERT INTO idempotency_tokens (token, answer) VALUES (?, ?)', [token, 'ok']);
}`,
      errors: [
        {
          messageId: 'chargedTwice',
          line: 2,
          column: 24,
          endLine: 2,
          endColumn: 102,
        },
      ],
    },
    {
      name: 'FOR UPDATE on a row that is not there yet',
      code: `export async function book(client, key) {
  await client.query('BEGIN');
  const held = await client.query('SELECT answer FROM booking_keys WHERE idempotency_key = $1 FOR UPDATE', [key]);
  if (held.rowCount) return held.rows[0].answer;
  await client.query('INSERT INTO booking_keys (idempotency_key) VALUES ($1)', [key]);
  await client.query('COMMIT');
}`,
      errors: [
        {
          messageId: 'chargedTwice',
          line: 3,
          column: 22,
          endLine: 3,
          endColumn: 114,
        },
      ],
    },
    {
      name: 'a transaction of the default isolation',
      code: `export const book = (prisma, idempotencyKey) =>
  prisma.$transaction(async (tx) => {
    const known = await tx.bookingKey.findUnique({ where: { idempotencyKey } });
    if (known) return known.answer;
    const booking = await tx.booking.create({ data: {} });
    await tx.bookingKey.create({ data: { idempotencyKey, answer: booking } });
    return booking;
  });`,
      errors: [
        {
          messageId: 'chargedTwice',
          line: 3,
          column: 25,
          endLine: 3,
          endColumn: 80,
        },
      ],
    },
    {
      name: 'Prisma, insert first',
      code: `export async function claim(idempotencyKey: string) {
  const known = await prisma.requestKey.findUnique({ where: { idempotencyKey } });
  if (known) {
    return known.answer;
  }
  await prisma.requestKey.create({ data: { idempotencyKey } });
  return work();
}`,
      errors: [
        {
          messageId: 'retryFails',
          line: 2,
          column: 23,
          endLine: 2,
          endColumn: 82,
          suggestions: [
            {
              messageId: 'claim',
              output: `export async function claim(idempotencyKey: string) {
  const known = await prisma.requestKey.findUnique({ where: { idempotencyKey } });
  if (known) {
    return known.answer;
  }
  try {
    await prisma.requestKey.create({ data: { idempotencyKey } });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'P2002')) throw error;
    return claim(idempotencyKey);
  }
  return work();
}`,
            },
          ],
        },
      ],
    },
    {
      name: 'Prisma with a predicate that does not know the error',
      code: `export async function onEvent(event) {
  if (await prisma.webhookEvent.findUnique({ where: { eventId: event.id } })) return;
  try {
    await prisma.webhookEvent.create({ data: { eventId: event.id } });
  } catch (error) {
    log(error);
    throw error;
  }
  await grant(event);
}`,
      errors: [
        {
          messageId: 'retryFails',
          line: 2,
          column: 13,
          endLine: 2,
          endColumn: 77,
        },
      ],
    },
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
      name: 'Sequelize with the model in the same file',
      filename: 'case.js',
      code: `import { DataTypes } from 'sequelize';
const Seen = sequelize.define('Seen', { eventId: { type: DataTypes.STRING, unique: true } }, { tableName: 'seen_events' });
export async function onEvent(eventId) {
  const earlier = await Seen.findOne({ where: { eventId } });
  if (earlier) return;
  await Seen.create({ eventId });
  await grant(eventId);
}`,
      errors: [
        {
          messageId: 'retryFails',
          line: 4,
          column: 25,
          endLine: 4,
          endColumn: 61,
          suggestions: [
            {
              messageId: 'claim',
              output: `import { DataTypes } from 'sequelize';
const Seen = sequelize.define('Seen', { eventId: { type: DataTypes.STRING, unique: true } }, { tableName: 'seen_events' });
export async function onEvent(eventId) {
  const earlier = await Seen.findOne({ where: { eventId } });
  if (earlier) return;
  try {
    await Seen.create({ eventId });
  } catch (error) {
    if (!(error instanceof Error && error.name === 'SequelizeUniqueConstraintError')) throw error;
    return;
  }
  await grant(eventId);
}`,
            },
          ],
        },
      ],
    },
    {
      name: 'Mongoose, a new document saved',
      code: `import { model, Schema } from 'mongoose';
const schema = new Schema({ messageId: { type: String, unique: true } });
const ProcessedMessage = model('ProcessedMessage', schema);
export async function onMessage(messageId) {
  const seen = await ProcessedMessage.exists({ messageId });
  if (!seen) {
    await addStock(messageId);
    const row = new ProcessedMessage({ messageId });
    await row.save();
  }
}`,
      errors: [
        {
          messageId: 'chargedTwice',
          line: 5,
          column: 22,
          endLine: 5,
          endColumn: 60,
        },
      ],
    },
    {
      name: 'mongodb',
      filename: 'case.js',
      code: `const events = client.db('shop').collection('processedEvents');
async function onEvent(event) {
  const seen = await events.findOne({ eventId: event.id });
  if (seen) return;
  await addStock(event);
  await events.insertOne({ eventId: event.id });
}`,
      errors: [
        {
          messageId: 'chargedTwice',
          line: 3,
          column: 22,
          endLine: 3,
          endColumn: 59,
        },
      ],
    },
    {
      name: 'Redis, the answer kept in a replaced method',
      filename: 'case.js',
      code: `export async function once(req, res, next) {
  const slot = \`answers:\${req.get('Idempotency-Key')}\`;
  const saved = await redis.get(slot);
  if (saved) return res.json(JSON.parse(saved));
  const send = res.json.bind(res);
  res.json = (body) => {
    redis.set(slot, JSON.stringify(body), 'EX', 86400);
    return send(body);
  };
  next();
}`,
      errors: [
        {
          messageId: 'chargedTwice',
          line: 3,
          column: 23,
          endLine: 3,
          endColumn: 38,
        },
      ],
    },
    {
      name: 'Redis, a claim whose answer nobody reads',
      code: `export async function once(eventId, work) {
  const seen = await redis.exists(\`processed:\${eventId}\`);
  if (seen) return;
  await redis.set(\`processed:\${eventId}\`, '1', { NX: true, EX: 86400 });
  await work();
}`,
      errors: [
        {
          messageId: 'chargedTwice',
          line: 2,
          column: 22,
          endLine: 2,
          endColumn: 58,
          suggestions: [
            {
              messageId: 'claim',
              output: `export async function once(eventId, work) {
  const seen = await redis.exists(\`processed:\${eventId}\`);
  if (seen) return;
  const claimed = await redis.set(\`processed:\${eventId}\`, '1', { NX: true, EX: 86400 });
  if (claimed === null) return;
  await work();
}`,
            },
          ],
        },
      ],
    },
    {
      name: 'Redis, a mark in ioredis spelling',
      code: `export async function once(eventId, work) {
  if (await redis.get(\`event:\${eventId}\`)) return;
  await redis.set(\`event:\${eventId}\`, '1', 'EX', 86400);
  await work();
}`,
      errors: [
        {
          messageId: 'chargedTwice',
          line: 2,
          column: 13,
          endLine: 2,
          endColumn: 42,
          suggestions: [
            {
              messageId: 'claim',
              output: `export async function once(eventId, work) {
  if (await redis.get(\`event:\${eventId}\`)) return;
  const claimed = await redis.set(\`event:\${eventId}\`, '1', 'EX', 86400, 'NX');
  if (claimed === null) return;
  await work();
}`,
            },
          ],
        },
      ],
    },
    {
      name: 'DynamoDB',
      code: `export async function start(ddb, idempotencyKey, firing) {
  const { Item } = await ddb.send(new GetCommand({ TableName: 'firings', Key: { pk: idempotencyKey } }));
  if (Item) return;
  await ddb.send(new PutCommand({ TableName: 'firings', Item: { pk: idempotencyKey, firing } }));
  await fire(firing);
}`,
      errors: [
        {
          messageId: 'chargedTwice',
          line: 2,
          column: 26,
          endLine: 2,
          endColumn: 105,
          suggestions: [
            {
              messageId: 'claim',
              output: `export async function start(ddb, idempotencyKey, firing) {
  const { Item } = await ddb.send(new GetCommand({ TableName: 'firings', Key: { pk: idempotencyKey } }));
  if (Item) return;
  try {
    await ddb.send(new PutCommand({ TableName: 'firings', Item: { pk: idempotencyKey, firing }, ConditionExpression: 'attribute_not_exists(pk)' }));
  } catch (error) {
    if (!(error instanceof Error && error.name === 'ConditionalCheckFailedException')) throw error;
    return;
  }
  await fire(firing);
}`,
            },
          ],
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
    {
      name: 'Firestore',
      code: `export async function onHook(firestore, eventId) {
  const marker = firestore.collection('processed_events').doc(eventId);
  const snapshot = await marker.get();
  if (snapshot.exists) return;
  await marker.set({ at: Date.now() });
  await grant(eventId);
}`,
      errors: [
        {
          messageId: 'chargedTwice',
          line: 3,
          column: 26,
          endLine: 3,
          endColumn: 38,
          suggestions: [
            {
              messageId: 'claim',
              output: `export async function onHook(firestore, eventId) {
  const marker = firestore.collection('processed_events').doc(eventId);
  const snapshot = await marker.get();
  if (snapshot.exists) return;
  try {
    await marker.create({ at: Date.now() });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 6)) throw error;
    return;
  }
  await grant(eventId);
}`,
            },
          ],
        },
      ],
    },
    {
      name: 'a Set across an await',
      code: `const processedEvents = new Set();
export async function onEvent(event) {
  if (processedEvents.has(event.id)) return;
  await grant(event);
  processedEvents.add(event.id);
}`,
      errors: [
        {
          messageId: 'chargedTwice',
          line: 3,
          column: 7,
          endLine: 3,
          endColumn: 36,
        },
      ],
    },
    {
      name: 'two functions of the file',
      code: `async function wasHandled(id) {
  const row = await db.get('SELECT 1 FROM handled_events WHERE event_id = ?', [id]);
  return Boolean(row);
}
async function noteHandled(id) {
  await db.run('INSERT INTO handled_events (event_id) VALUES (?)', [id]);
}
export async function onEvent(event) {
  if (await wasHandled(event.id)) return;
  await grant(event);
  await noteHandled(event.id);
}`,
      errors: [
        {
          messageId: 'chargedTwice',
          line: 9,
          column: 13,
          endLine: 9,
          endColumn: 33,
        },
      ],
    },
    {
      name: 'two methods of a class',
      code: `class Inbox {
  async #seen(messageId: string) {
    const { rowCount } = await this.pool.query('SELECT 1 FROM inbox WHERE message_id = $1', [messageId]);
    return rowCount > 0;
  }
  async #remember(messageId: string) {
    await this.pool.query('INSERT INTO inbox (message_id) VALUES ($1)', [messageId]);
  }
  async handle(message: Message) {
    if (await this.#seen(message.messageId)) return;
    await this.mailer.send(message.to);
    await this.#remember(message.messageId);
  }
}`,
      errors: [
        {
          messageId: 'chargedTwice',
          line: 10,
          column: 15,
          endLine: 10,
          endColumn: 44,
        },
      ],
    },
    {
      name: 'a store of the project',
      code: `class Guard {
  async canActivate(req) {
    const idempotencyKey = req.headers['idempotency-key'];
    const ticket = await this.tickets.findByToken(idempotencyKey);
    if (!ticket) {
      await this.tickets.insertPending({ idempotencyKey });
    }
    return true;
  }
}`,
      errors: [
        {
          messageId: 'chargedTwice',
          line: 4,
          column: 26,
          endLine: 4,
          endColumn: 66,
        },
      ],
    },
    {
      name: 'middleware in two halves',
      filename: 'case.js',
      code: `export async function replay(req, res, next) {
  const saved = await redis.get(\`answer:\${req.get('Idempotency-Key')}\`);
  if (saved) return res.json(JSON.parse(saved));
  next();
}
export async function keep(req, body) {
  await redis.set(\`answer:\${req.get('Idempotency-Key')}\`, JSON.stringify(body), 'EX', 86400);
}`,
      errors: [
        {
          messageId: 'chargedTwice',
          line: 2,
          column: 23,
          endLine: 2,
          endColumn: 72,
        },
      ],
    },
    {
      name: 'a charge for an order',
      code: `import Stripe from 'stripe';
const stripe = new Stripe(process.env.STRIPE_KEY!);
export async function payOrder(orderId: string, amount: number) {
  const existing = await prisma.charge.findFirst({ where: { orderId } });
  if (existing) return existing;
  const intent = await stripe.paymentIntents.create({ amount, currency: 'eur' });
  return prisma.charge.create({ data: { orderId, intentId: intent.id } });
}`,
      errors: [
        {
          messageId: 'chargedTwice',
          line: 4,
          column: 26,
          endLine: 4,
          endColumn: 73,
        },
      ],
    },
    {
      name: 'a promise chain',
      filename: 'case.js',
      code: `export const once = (eventId, work) =>
  db('processed_events').where('event_id', eventId).first().then((row) => {
    if (row) return null;
    return work().then(() => db('processed_events').insert({ event_id: eventId }));
  });`,
      errors: [
        {
          messageId: 'chargedTwice',
          line: 2,
          column: 3,
          endLine: 2,
          endColumn: 60,
        },
      ],
    },
  ],
});
