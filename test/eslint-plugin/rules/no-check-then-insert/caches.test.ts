import { noCheckThenInsert } from '../../../../eslint-plugin/src/rules/no-check-then-insert.ts';
import { testRule } from '../../rule-tester.ts';

testRule('no-check-then-insert: caches', noCheckThenInsert, {
  valid: [
    {
      name: 'what was found elsewhere is noted under the key, which is claimed further on',
      code: `export async function isCopy(store, messageId) {
  const slot = \`inbound:dedupe:\${messageId}\`;
  const seen = await redis.get(slot);
  if (seen) return seen;
  const row = await prisma.message.findFirst({ where: { externalId: messageId } });
  if (row) {
    await redis.set(slot, row.id, 'EX', 300);
    return row.id;
  }
  const first = await redis.set(slot, 'running', 'EX', 300, 'NX');
  return first === 'OK' ? null : 'running';
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
      name: 'an answer kept in memcached: whose add lets one win',
      code: `export async function once(idempotencyKey, work) {
  const hit = await memcached.get(idempotencyKey);
  if (hit) return hit;
  if (!(await memcached.add(idempotencyKey, 'running', 60))) throw new Conflict();
  const answer = await work();
  await memcached.set(idempotencyKey, answer, 3600);
  return answer;
}`,
    },
    {
      name: 'helpers that make the Redis key: a script that claims',
      filename: 'case.js',
      code: `const keyFor = (tenant, key) => \`idempotency/\${tenant}/\${key}\`;
export async function once(tenant, key, work) {
  const earlier = await redis.get(keyFor(tenant, key));
  if (earlier !== null) return earlier;
  if (!(await redis.eval(claimScript, 1, keyFor(tenant, key)))) throw new Conflict();
  const answer = await work();
  await redis.set(keyFor(tenant, key), answer, 'EX', 172800);
  return answer;
}`,
    },
  ],
  invalid: [
    {
      name: 'what was found elsewhere is noted under the key, which nobody claims',
      code: `export async function isCopy(store, messageId) {
  const slot = \`inbound:dedupe:\${messageId}\`;
  const seen = await redis.get(slot);
  if (seen) return seen;
  await handle(messageId);
  await redis.set(slot, 'done', 'EX', 300);
  return null;
}`,
      errors: [{ messageId: 'chargedTwice', line: 3, column: 22, endLine: 3, endColumn: 37 }],
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
      name: 'an answer kept in memcached',
      code: `export async function once(idempotencyKey, work) {
  const hit = await memcached.get(idempotencyKey);
  if (hit) return hit;
  const answer = await work();
  await memcached.set(idempotencyKey, answer, 3600);
  return answer;
}`,
      errors: [
        {
          messageId: 'chargedTwice',
          line: 2,
          column: 21,
          endLine: 2,
          endColumn: 50,
        },
      ],
    },
    {
      name: 'helpers that make the Redis key',
      filename: 'case.js',
      code: `const keyFor = (tenant, key) => \`idempotency/\${tenant}/\${key}\`;
export async function once(tenant, key, work) {
  const earlier = await redis.get(keyFor(tenant, key));
  if (earlier !== null) return earlier;
  const answer = await work();
  await redis.set(keyFor(tenant, key), answer, 'EX', 172800);
  return answer;
}`,
      errors: [
        {
          messageId: 'chargedTwice',
          line: 3,
          column: 25,
          endLine: 3,
          endColumn: 55,
        },
      ],
    },
  ],
});
