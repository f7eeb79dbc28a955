import { noCheckThenInsert } from '../../../../eslint-plugin/src/rules/no-check-then-insert.ts';
import { testRule } from '../../rule-tester.ts';

testRule(
  'no-check-then-insert: claims nobody reads, errors nobody reads, sets of done things',
  noCheckThenInsert,
  {
    valid: [
      {
        name: 'Redis: the answer of the claim is read, or the entry is compared afterwards',
        code: `export async function pay(redis, idempotencyKey, order) {
  const won = await redis.set(\`idempotency:\${idempotencyKey}\`, 'running', 'EX', 86400, 'NX');
  if (!won) return;
  await charge(order);
}
export async function payOnce(redis, idempotencyKey, mine, order) {
  await redis.set(\`idempotency:\${idempotencyKey}\`, mine, 'NX');
  if ((await redis.get(\`idempotency:\${idempotencyKey}\`)) !== mine) return;
  await charge(order);
}`,
      },
      {
        name: 'Redis: a mark that is only left, and a default that is no claim of a key',
        code: `export async function mark(redis, idempotencyKey, order) {
  await charge(order);
  await redis.set(\`idempotency:\${idempotencyKey}\`, 'done', 'NX');
}
export async function theme(redis, user) {
  await redis.set(\`theme:\${user}\`, 'dark', 'NX');
  await greet(user);
}`,
      },
      {
        name: 'Supabase: the error of the insert is read',
        code: `export async function onPaid(supabase, event) {
  const { data } = await supabase.from('webhook_events').select('id').eq('event_id', event.id).limit(1);
  if (data.length > 0) return { duplicate: true };
  const { error } = await supabase.from('webhook_events').insert({ event_id: event.id });
  if (error?.code === '23505') return { duplicate: true };
  await fire(event.kiln);
  return { duplicate: false };
}`,
      },
      {
        name: "mongodb's collection by its written type: the insert comes first",
        code: `import type { Collection } from 'mongodb';
export async function pay(keys: Collection, idempotencyKey, order) {
  const before = await keys.findOneAndUpdate({ idempotencyKey }, { $setOnInsert: { order } }, { upsert: true });
  if (before) return before.payment;
  const payment = await capture(order);
  await keys.updateOne({ idempotencyKey }, { $set: { payment } });
  return payment;
}`,
      },
      {
        name: 'a Set of what a page shows: an event to go to is no message',
        code: `const expanded = new Set();
export async function toggle(eventId) {
  if (expanded.has(eventId)) return;
  await load(eventId);
  expanded.add(eventId);
}`,
      },
    ],
    invalid: [
      {
        name: 'Redis: everybody wins the claim',
        code: `export async function pour(redis, idempotencyKey, order) {
  await redis.set(\`idempotency:\${idempotencyKey}\`, 'running', 'EX', 86400, 'NX');
  await charge(order);
}
export async function brew(redis, idempotencyKey, order) {
  await redis.setnx(\`idempotency:\${idempotencyKey}\`, 'running');
  await redis.expire(\`idempotency:\${idempotencyKey}\`, 86400);
  await charge(order);
}`,
        errors: [
          { messageId: 'unread', line: 2, column: 9, endLine: 2, endColumn: 81 },
          { messageId: 'unread', line: 6, column: 9, endLine: 6, endColumn: 64 },
        ],
      },
      {
        name: 'Supabase: a word of duplicates behind an insert whose answer is dropped',
        code: `export async function onPaid(supabase, event) {
  const { data } = await supabase.from('webhook_events').select('id').eq('event_id', event.id).limit(1);
  if (data.length > 0) return { duplicate: true };
  await fire(event.kiln);
  await supabase.from('webhook_events').insert({ event_id: event.id });
  return { duplicate: false };
}`,
        errors: [{ messageId: 'chargedTwice', line: 2, column: 26, endLine: 2, endColumn: 104 }],
      },
      {
        name: "mongodb's collection by its written type, whatever the parameter is called",
        code: `import type { Collection } from 'mongodb';
export async function pay(keys: Collection, idempotencyKey, order) {
  const known = await keys.findOne({ idempotencyKey });
  if (known) return known.payment;
  const payment = await capture(order);
  await keys.insertOne({ idempotencyKey, payment });
  return payment;
}`,
        errors: [{ messageId: 'chargedTwice', line: 3, column: 23, endLine: 3, endColumn: 55 }],
      },
      {
        name: 'a Set of what is settled, across an await',
        code: `const settled = new Set();
export async function onTrade(eventId, trade) {
  if (settled.has(eventId)) return;
  await settle(trade);
  settled.add(eventId);
}`,
        errors: [{ messageId: 'chargedTwice', line: 3, column: 7, endLine: 3, endColumn: 27 }],
      },
    ],
  },
);
