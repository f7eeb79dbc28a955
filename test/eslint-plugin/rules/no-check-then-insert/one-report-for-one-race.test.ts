import { noCheckThenInsert } from '../../../../eslint-plugin/src/rules/no-check-then-insert.ts';
import { testRule } from '../../rule-tester.ts';

testRule('no-check-then-insert: one report for one race', noCheckThenInsert, {
  valid: [
    {
      name: 'a setting and a name that speak of duplicates',
      code: `export async function programme(prisma, companyId) {
  const known = await prisma.programme.findUnique({ where: { companyId } });
  if (known) return known;
  return prisma.programme.create({ data: { companyId, deduplicationWindowMinutes: 60 } });
}
export async function copy(prisma, folder, name) {
  const source = await prisma.plan.findFirst({ where: { folder, name } });
  if (!source) return null;
  const deduplicatedName = await freeNameIn(folder, name);
  return prisma.plan.create({ data: { folder, name: deduplicatedName } });
}`,
    },
    {
      name: 'a set of handled events that each run makes for itself',
      code: `export async function follow(session) {
  const processedEventIds = new Set();
  for (const event of await session.events()) {
    if (processedEventIds.has(event.id)) continue;
    await handle(event);
    processedEventIds.add(event.id);
  }
}`,
    },
    {
      name: 'a request under way is waited for, and the next one stored before anything waits',
      code: `const running = new Map();
export async function once(dedupKey, work) {
  if (running.has(dedupKey)) {
    const answer = await running.get(dedupKey);
    return answer;
  }
  const answer = work();
  running.set(dedupKey, answer);
  return answer;
}`,
    },
    {
      name: 'a look inside of a wrapper from elsewhere that claims the key',
      code: `import { withIdempotency } from './idempotency.js';
export const draft = (prisma, idempotencyKey) =>
  withIdempotency(idempotencyKey, async () => {
    const known = await prisma.draft.findFirst({ where: { idempotencyKey } });
    if (known) return known;
    return prisma.draft.create({ data: { idempotencyKey } });
  });`,
    },
    {
      name: 'a refused insert after which the row is looked for again',
      code: `import { supabase } from './supabase.js';
async function jobOf(key) {
  const { data } = await supabase.from('payout_jobs').select('*').eq('idempotency_key', key).maybeSingle();
  return data;
}
export async function jobFor(key, cents) {
  const known = await jobOf(key);
  if (known) return known;
  const { data, error } = await supabase.from('payout_jobs').insert({ idempotency_key: key, cents }).select().single();
  if (error) {
    const other = await jobOf(key);
    if (other) return other;
    throw new Error(error.message);
  }
  return data;
}`,
    },
    {
      name: 'a balance asked for by its owner, and a row with a key',
      code: `export async function debit(prisma, owner, cents, idempotencyKey) {
  const last = await prisma.entry.findFirst({ where: { owner }, orderBy: { at: 'desc' } });
  if (!last) throw new Error('no money');
  return prisma.entry.create({ data: { owner, cents: -cents, idempotencyKey } });
}
export async function fill(prisma, owner) {
  if ((await prisma.entry.findFirst({ where: { owner } })) !== null) return;
  await prisma.entry.create({ data: { owner, cents: 100, idempotencyKey: \`first-\${owner}\` } });
}`,
    },
    {
      name: 'sets of the same name in two functions that a third one calls',
      code: `export async function read(text) {
  const quick = byLines(text);
  if (quick.length > 0) return quick;
  return byModel(await model.read(text));
}
function byLines(text) {
  const seenEventKeys = new Set();
  return text.split('\\n').filter((eventKey) => !seenEventKeys.has(eventKey));
}
function byModel(rows) {
  const seenEventKeys = new Set();
  for (const { eventKey } of rows) seenEventKeys.add(eventKey);
  return [...seenEventKeys];
}`,
    },
    {
      name: 'a row that has to be there, and another one that is made where none was named',
      code: `export async function send(service, { notificationId, title }) {
  let resolved = notificationId ?? null;
  let text = title;
  if (notificationId) {
    const { data: notification, error } = await service
      .from('notifications').select('*').eq('id', notificationId).maybeSingle();
    if (error || !notification) return null;
    text = notification.title;
  }
  if (!resolved) {
    const { data: made } = await service.from('notifications').insert({ text }).select('id').maybeSingle();
    if (made?.id) resolved = made.id;
  }
  return resolved;
}`,
    },
  ],
  invalid: [
    {
      name: 'a caller that looks as well',
      code: `async function settled(prisma, eventId) {
  return Boolean(await prisma.webhookEvent.findFirst({ where: { eventId } }));
}
async function settle(prisma, event, amount, account, note) {
  if (await settled(prisma, event.id)) return 'settled before';
  await pay(account, amount, note);
  await prisma.webhookEvent.create({ data: { eventId: event.id } });
}
export async function onCredit(prisma, event) {
  if (await settled(prisma, event.id)) return;
  await settle(prisma, event, event.amount, event.account, event.note);
}`,
      errors: [{ messageId: 'chargedTwice', line: 5, column: 13, endLine: 5, endColumn: 38 }],
    },
    {
      name: 'a caller that marks something else afterwards',
      code: `async function isNew(dedup, eventId) {
  if (await dedup.exists(eventId)) return false;
  await dedup.mark(eventId);
  return true;
}
export async function onEvent(dedup, eventId, targets) {
  if (!(await isNew(dedup, eventId))) return;
  for (const target of targets) {
    await deliver(target, eventId);
    await dedup.mark(target.id);
  }
}`,
      errors: [{ messageId: 'chargedTwice', line: 2, column: 13, endLine: 2, endColumn: 34 }],
    },
    {
      name: 'a refused insert that is only reported',
      code: `import { supabase } from './supabase.js';
async function jobOf(key) {
  const { data } = await supabase.from('payout_jobs').select('*').eq('idempotency_key', key).maybeSingle();
  return data;
}
export async function jobFor(key, cents) {
  const known = await jobOf(key);
  if (known) return known;
  const { data, error } = await supabase.from('payout_jobs').insert({ idempotency_key: key, cents }).select().single();
  if (error) throw new Error(error.message);
  return data;
}`,
      errors: [{ messageId: 'chargedTwice', line: 7, column: 23, endLine: 7, endColumn: 33 }],
    },
    {
      name: 'a look for the key, and one for something else before the same insert',
      code: `export async function pay(prisma, bookingKey, ticketId, idempotencyKey) {
  const known = await prisma.payment.findFirst({ where: { idempotencyKey } });
  if (known) return known;
  const other = await prisma.payment.findFirst({ where: { ticketId } });
  if (other) throw new Error('paid');
  return prisma.payment.create({ data: { ticketId, idempotencyKey } });
}`,
      errors: [{ messageId: 'chargedTwice', line: 2, column: 23, endLine: 2, endColumn: 78 }],
    },
    {
      name: 'only read in between, in a transaction that runs at once: the unique rule decides',
      code: `export async function record(prisma, eventId, orderId) {
  const known = await prisma.webhookEvent.findUnique({ where: { eventId } });
  if (known) return known;
  const order = await findOrder(orderId);
  return prisma.$transaction(async (tx) => tx.webhookEvent.create({ data: { eventId, customer: order.customer } }));
}`,
      errors: [{ messageId: 'retryFails', line: 2, column: 23, endLine: 2, endColumn: 77 }],
    },
    {
      name: 'the same in a wrapper of this file, which only opens a span',
      code: `const withIdempotencySpan = (work) => span('idempotency', work);
export const draft = (prisma, idempotencyKey) =>
  withIdempotencySpan(async () => {
    const known = await prisma.draft.findFirst({ where: { idempotencyKey } });
    if (known) return known;
    return prisma.draft.create({ data: { idempotencyKey } });
  });`,
      errors: [{ messageId: 'chargedTwice', line: 4, column: 25, endLine: 4, endColumn: 78 }],
    },
    {
      name: 'a set of handled events that outlives the run',
      code: `const processedEventIds = new Set();
export async function follow(event) {
  if (processedEventIds.has(event.id)) return;
  await handle(event);
  processedEventIds.add(event.id);
}`,
      errors: [{ messageId: 'chargedTwice', line: 3, column: 7, endLine: 3, endColumn: 38 }],
    },
    {
      name: 'a set that a middleware shares between its requests',
      code: `export function onceOnly() {
  const processedEventIds = new Set();
  return async (event) => {
    if (processedEventIds.has(event.id)) return;
    await handle(event);
    processedEventIds.add(event.id);
  };
}`,
      errors: [{ messageId: 'chargedTwice', line: 4, column: 9, endLine: 4, endColumn: 40 }],
    },
    {
      name: 'a column that holds the key',
      code: `export async function tell(prisma, dedupeKey) {
  const known = await prisma.notice.findFirst({ where: { dedupeKey } });
  if (known) return;
  await prisma.notice.create({ data: { dedupeKey } });
}`,
      errors: [
        {
          messageId: 'chargedTwice',
          data: {
            unless: ' (or, where a unique rule stops one, its caller gets an error instead of its answer)',
          },
          line: 2,
          column: 23,
          endLine: 2,
          endColumn: 72,
        },
      ],
    },
  ],
});
