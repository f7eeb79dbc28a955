import { noCheckThenInsert } from '../../../../eslint-plugin/src/rules/no-check-then-insert.ts';
import { testRule } from '../../rule-tester.ts';

testRule('no-check-then-insert: functions and rows', noCheckThenInsert, {
  valid: [
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
      name: 'a server action that leaves by redirect: createMany that skips duplicates',
      filename: 'case.tsx',
      code: `export async function submit(form: FormData) {
  const idempotencyKey = String(form.get('idempotencyKey'));
  const existing = await db.order.findFirst({ where: { idempotencyKey } });
  if (existing) redirect(\`/orders/\${existing.id}\`);
  await db.order.createMany({ data: [{ idempotencyKey }], skipDuplicates: true });
  redirect(\`/orders/by-key/\${idempotencyKey}\`);
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
      name: 'a claim function of the team',
      settings: { idempotency: { claimFunctions: ['winTheKey'] } },
      code: `export async function once(idempotencyKey) {
  if (await store.find(idempotencyKey)) return;
  if (!(await winTheKey(idempotencyKey))) return;
  await store.save(idempotencyKey, await work());
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
  ],
  invalid: [
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
      name: 'a server action that leaves by redirect',
      filename: 'case.tsx',
      code: `export async function submit(form: FormData) {
  const idempotencyKey = String(form.get('idempotencyKey'));
  const existing = await db.order.findFirst({ where: { idempotencyKey } });
  if (existing) redirect(\`/orders/\${existing.id}\`);
  const order = await db.order.create({ data: { idempotencyKey } });
  redirect(\`/orders/\${order.id}\`);
}`,
      errors: [
        {
          messageId: 'chargedTwice',
          line: 3,
          column: 26,
          endLine: 3,
          endColumn: 75,
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
