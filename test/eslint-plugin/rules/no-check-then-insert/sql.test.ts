import { noCheckThenInsert } from '../../../../eslint-plugin/src/rules/no-check-then-insert.ts';
import { testRule } from '../../rule-tester.ts';

testRule('no-check-then-insert: sql', noCheckThenInsert, {
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
      name: 'callbacks instead of promises: INSERT OR IGNORE',
      filename: 'case.js',
      code: `function handle(message, done) {
  db.get('SELECT 1 FROM handled_messages WHERE id = ?', [message.id], (error, row) => {
    if (error) return done(error);
    if (row) return done();
    db.run('INSERT OR IGNORE INTO handled_messages (id) VALUES (?)', [message.id], function () {
      if (this.changes === 1) work(message, done);
    });
  });
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
      name: 'callbacks instead of promises',
      filename: 'case.js',
      code: `function handle(message, done) {
  db.get('SELECT 1 FROM handled_messages WHERE id = ?', [message.id], (error, row) => {
    if (error) return done(error);
    if (row) return done();
    work(message, () => db.run('INSERT INTO handled_messages (id) VALUES (?)', [message.id], done));
  });
}`,
      errors: [
        {
          messageId: 'chargedTwice',
          line: 2,
          column: 3,
          endLine: 6,
          endColumn: 5,
        },
      ],
    },
  ],
});
