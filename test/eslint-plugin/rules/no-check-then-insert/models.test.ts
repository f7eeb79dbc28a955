import { noCheckThenInsert } from '../../../../eslint-plugin/src/rules/no-check-then-insert.ts';
import { testRule } from '../../rule-tester.ts';

testRule('no-check-then-insert: models', noCheckThenInsert, {
  valid: [
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
      name: 'a model injected into a class: an upsert that tells who was first',
      code: `class PayoutGuard {
  constructor(@InjectModel(PayoutKey.name) private readonly payoutKeys: Model<PayoutKeyDocument>) {}

  async check(idempotencyKey: string) {
    const known = await this.payoutKeys.findOne({ idempotencyKey }).exec();
    if (known) return known;
    return this.payoutKeys.findOneAndUpdate({ idempotencyKey }, { $setOnInsert: { state: 'open' } }, { upsert: true });
  }
}`,
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
  ],
  invalid: [
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
    const known = await prisma.requestKey.findUnique({ where: { idempotencyKey } });
    if (known) {
      return known.answer;
    }
    throw error;
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
      name: 'a model injected into a class',
      code: `class PayoutGuard {
  constructor(@InjectModel(PayoutKey.name) private readonly payoutKeys: Model<PayoutKeyDocument>) {}

  async check(idempotencyKey: string) {
    const known = await this.payoutKeys.findOne({ idempotencyKey }).exec();
    if (known) return known;
    const made = new this.payoutKeys({ idempotencyKey });
    return made.save();
  }
}`,
      errors: [
        {
          messageId: 'chargedTwice',
          line: 5,
          column: 25,
          endLine: 5,
          endColumn: 75,
        },
      ],
    },
  ],
});
