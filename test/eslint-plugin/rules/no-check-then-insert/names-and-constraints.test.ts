import { noCheckThenInsert } from '../../../../eslint-plugin/src/rules/no-check-then-insert.ts';
import { testRule } from '../../rule-tester.ts';

testRule('no-check-then-insert: names of tables and constraints', noCheckThenInsert, {
  valid: [
    {
      name: 'a refused insert that is known by the name of the constraint',
      code: `export async function once(pool, eventId) {
  const { rows } = await pool.query('SELECT 1 FROM processed_events WHERE event_id = $1', [eventId]);
  if (rows.length > 0) return false;
  return pool.query('INSERT INTO processed_events (event_id) VALUES ($1)', [eventId]).then(
    () => true,
    (error) => {
      if (error.constraint === 'processed_events_pkey') return false;
      throw error;
    },
  );
}`,
    },
    {
      name: 'the event of a calendar',
      code: `export async function keep(prisma, eventId, title) {
  const known = await prisma.calendarEvent.findUnique({ where: { eventId } });
  if (known) return known;
  return prisma.calendarEvent.create({ data: { eventId, title } });
}`,
    },
    {
      name: "Cloudflare's key-value store: a page that is kept for a while",
      code: `export const page = async (c, next) => {
  const slot = \`page:\${c.req.path}\`;
  const saved = await c.env.PAGES_KV.get(slot);
  if (saved) return c.body(saved);
  await next();
  await c.env.PAGES_KV.put(slot, await c.res.clone().text());
};`,
    },
  ],
  invalid: [
    {
      name: 'a refused insert that only goes into the log',
      code: `export async function once(pool, eventId) {
  const { rows } = await pool.query('SELECT 1 FROM processed_events WHERE event_id = $1', [eventId]);
  if (rows.length > 0) return false;
  return pool.query('INSERT INTO processed_events (event_id) VALUES ($1)', [eventId]).then(
    () => true,
    (error) => {
      log.warn(error);
      throw error;
    },
  );
}`,
      errors: [{ messageId: 'chargedTwice', line: 2, column: 26, endLine: 2, endColumn: 101 }],
    },
    {
      name: 'the event of a webhook',
      code: `export async function keep(prisma, eventId, title) {
  const known = await prisma.webhookEvent.findUnique({ where: { eventId } });
  if (known) return known;
  return prisma.webhookEvent.create({ data: { eventId, title } });
}`,
      errors: [{ messageId: 'retryFails', line: 2, column: 23, endLine: 2, endColumn: 77 }],
    },
    {
      name: "Cloudflare's key-value store",
      code: `export const replay = async (c, next) => {
  const slot = \`idempotency:\${c.req.header('Idempotency-Key')}\`;
  const saved = await c.env.ANSWERS_KV.get(slot);
  if (saved) return c.body(saved);
  await next();
  await c.env.ANSWERS_KV.put(slot, await c.res.clone().text());
};`,
      errors: [{ messageId: 'chargedTwice', line: 3, column: 23, endLine: 3, endColumn: 49 }],
    },
  ],
});
