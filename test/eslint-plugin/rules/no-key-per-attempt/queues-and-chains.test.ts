import { noKeyPerAttempt } from '../../../../eslint-plugin/src/rules/no-key-per-attempt.ts';
import { testRule } from '../../rule-tester.ts';

testRule('no-key-per-attempt: queues, consumers, policies and chains', noKeyPerAttempt, {
  valid: [
    {
      name: 'BullMQ and Bull: only the other queue of the file tries again',
      code: `import { Queue, Worker } from 'bullmq';
const frames = new Queue('frames', { defaultJobOptions: { attempts: 6 } });
const mounts = new Queue('mounts');
new Worker('mounts', (job) => shop.order(job.data, { idempotencyKey: crypto.randomUUID() }));`,
    },
    {
      name: 'Bull: the queue that is processed has one attempt',
      code: `import Bull from 'bull';
const fees = new Bull('fees');
const bills = new Bull('bills');
bills.add({ no: 1 }, { attempts: 3 });
fees.process((job) => bank.pay(job.data, { idempotencyKey: crypto.randomUUID() }));`,
    },
    {
      name: 'Inngest: the function says that its steps are not repeated',
      code: `export const tax = inngest.createFunction({ id: 'tax', retries: 0 }, { event: 'left' }, async ({ step }) =>
  step.run('pay', () => bank.pay({ idempotencyKey: crypto.randomUUID() })),
);`,
    },
    {
      name: 'Graphile Worker and pg-boss: a key out of the job',
      code: `import { run } from 'graphile-worker';
import PgBoss from 'pg-boss';
const tasks = { letter: (payload, helpers) => mail.send(payload, { idempotencyKey: helpers.job.id }) };
await run({ taskList: tasks });
const boss = new PgBoss(url);
await boss.work('fines', ([job]) => mail.send(job.data, { idempotencyKey: job.id }));`,
    },
    {
      name: 'a handler of another event of Lambda that the caller waits for',
      code: `import type { APIGatewayProxyHandler } from 'aws-lambda';
export const pay: APIGatewayProxyHandler = async (event) => {
  await bank.pay({ cents: 100 }, { idempotencyKey: crypto.randomUUID() });
};`,
    },
    {
      name: 'a decorator with a policy that does not try again',
      code: `import { circuitBreaker, handleAll, usePolicy } from 'cockatiel';
const guard = circuitBreaker(handleAll, {});
export class Seats {
  @usePolicy(guard)
  sell(seat) {
    return office.sell(seat, { idempotencyKey: crypto.randomUUID() });
  }
}`,
    },
    {
      name: 'a labelled continue for the next order: the key of the inner loop is made before it',
      code: `export async function all(orders) {
  next: for (const order of orders) {
    const idempotencyKey = crypto.randomUUID();
    for (let n = 0; n < 3; n++) {
      try {
        await press.send(order, { idempotencyKey });
        continue next;
      } catch {}
    }
  }
}`,
    },
    {
      name: 'a chain over things to send, and over the times to wait with a key made before',
      code: `export const all = (ships) =>
  ships.reduce((chain, ship) => chain.catch(() => call(ship, { idempotencyKey: crypto.randomUUID() })), Promise.resolve());
export const one = (ship) => {
  const idempotencyKey = crypto.randomUUID();
  return [200, 900].reduce((chain, ms) => chain.catch(() => later(ms).then(() => call(ship, { idempotencyKey }))), call(ship, { idempotencyKey }));
};`,
    },
    {
      name: 'a wrapper that hands its number on, used for a request id only',
      code: `const persist = (job) => {
  const run = (n) => job(n).catch((error) => (n < 4 ? run(n + 1) : Promise.reject(error)));
  return run(1);
};
export const rent = (locker, idempotencyKey) =>
  persist((n) => http.post('/lockers', { locker }, { headers: { 'Idempotency-Key': idempotencyKey, 'X-Try': n } }));`,
    },
  ],
  invalid: [
    {
      name: 'BullMQ: the attempts of the queue by its name, of a job by its queue, and of a queue elsewhere',
      code: `import { Queue, Worker } from 'bullmq';
const frames = new Queue('frames', { defaultJobOptions: { attempts: 6 } });
const mounts = new Queue('mounts');
mounts.add('mount', {}, { attempts: 2 });
new Worker('frames', (job) => shop.order(job.data, { idempotencyKey: crypto.randomUUID() }));
new Worker('mounts', (job) => shop.order(job.data, { idempotencyKey: crypto.randomUUID() }));
new Worker('glass', (job) => shop.order(job.data, { idempotencyKey: crypto.randomUUID() }));`,
      errors: [
        { messageId: 'newKey', line: 5, column: 70, endLine: 5, endColumn: 89 },
        { messageId: 'newKey', line: 6, column: 70, endLine: 6, endColumn: 89 },
        { messageId: 'newKey', line: 7, column: 69, endLine: 7, endColumn: 88 },
      ],
    },
    {
      name: 'Graphile Worker: tasks by the call and by their type',
      code: `import { run, type Task, type TaskList } from 'graphile-worker';
const tasks = { letter: (payload) => mail.send(payload, { idempotencyKey: crypto.randomUUID() }) };
export const start = () => run({ taskList: tasks });
export const fine: Task = (payload) => mail.send(payload, { idempotencyKey: crypto.randomUUID() });
export const more: TaskList = { async bill(payload) { await mail.send(payload, { idempotencyKey: crypto.randomUUID() }); } };`,
      errors: [
        { messageId: 'newKey', line: 2, column: 75, endLine: 2, endColumn: 94 },
        { messageId: 'newKey', line: 4, column: 77, endLine: 4, endColumn: 96 },
        { messageId: 'newKey', line: 5, column: 98, endLine: 5, endColumn: 117 },
      ],
    },
    {
      name: 'what may be delivered again: pg-boss, handlers of Lambda by their type, a batch of Cloudflare',
      code: `import PgBoss from 'pg-boss';
import type { SQSHandler, SNSEvent } from 'aws-lambda';
const boss = new PgBoss(url);
boss.work('fines', async ([job]) => mail.send(job.data, { idempotencyKey: crypto.randomUUID() }));
export const fines: SQSHandler = async ({ Records }) => {
  for (const record of Records) await bank.pay(record.body, { idempotencyKey: crypto.randomUUID() });
};
export async function notices({ Records }: SNSEvent) {
  await bank.pay(Records[0].Sns.Message, { idempotencyKey: crypto.randomUUID() });
}
export default {
  async queue(batch: MessageBatch) {
    for (const message of batch.messages) await bank.pay(message.body, { idempotencyKey: crypto.randomUUID() });
  },
};`,
      errors: [
        { messageId: 'redelivered', line: 4, column: 75, endLine: 4, endColumn: 94 },
        { messageId: 'redelivered', line: 6, column: 79, endLine: 6, endColumn: 98 },
        { messageId: 'redelivered', line: 9, column: 60, endLine: 9, endColumn: 79 },
        { messageId: 'redelivered', line: 13, column: 90, endLine: 13, endColumn: 109 },
      ],
    },
    {
      name: "cockatiel's decorator, with a policy of its own and a wrapped one",
      code: `import { circuitBreaker, handleAll, retry, usePolicy, wrap } from 'cockatiel';
const again = retry(handleAll, { maxAttempts: 3 });
export class Seats {
  @usePolicy(again)
  sell(seat) {
    return office.sell(seat, { idempotencyKey: crypto.randomUUID() });
  }
  @usePolicy(wrap(again, circuitBreaker(handleAll, {})))
  swap(seat) {
    return office.swap(seat, { idempotencyKey: crypto.randomUUID() });
  }
}`,
      errors: [
        { messageId: 'newKey', line: 6, column: 48, endLine: 6, endColumn: 67 },
        { messageId: 'newKey', line: 10, column: 48, endLine: 10, endColumn: 67 },
      ],
    },
    {
      name: 'success goes on with the next order, failure with the same one',
      code: `export async function all(orders) {
  next: for (const order of orders) {
    for (let n = 0; n < 3; n++) {
      try {
        await press.send(order, { idempotencyKey: crypto.randomUUID() });
        continue next;
      } catch {}
    }
  }
}`,
      errors: [
        {
          messageId: 'newKey',
          line: 5,
          column: 51,
          endLine: 5,
          endColumn: 70,
          suggestions: [
            {
              messageId: 'hoist',
              output: `export async function all(orders) {
  next: for (const order of orders) {
    const idempotencyKey = crypto.randomUUID();
    for (let n = 0; n < 3; n++) {
      try {
        await press.send(order, { idempotencyKey });
        continue next;
      } catch {}
    }
  }
}`,
            },
          ],
        },
      ],
    },
    {
      name: 'a chain of catches over the times to wait',
      code: `export const one = (ship) =>
  [200, 900].reduce(
    (chain, ms) => chain.catch(() => later(ms).then(() => call(ship, { idempotencyKey: crypto.randomUUID() }))),
    Promise.reject(),
  );`,
      errors: [
        {
          messageId: 'newKey',
          line: 3,
          column: 88,
          endLine: 3,
          endColumn: 107,
          suggestions: [
            {
              messageId: 'hoist',
              output: `export const one = (ship) => {
  const idempotencyKey = crypto.randomUUID();
  return [200, 900].reduce(
    (chain, ms) => chain.catch(() => later(ms).then(() => call(ship, { idempotencyKey }))),
    Promise.reject(),
  );
};`,
            },
          ],
        },
      ],
    },
    {
      name: 'the number that a wrapper hands on from its own recursion',
      code: `const persist = (job) => {
  const run = (n) => job(n).catch((error) => (n < 4 ? run(n + 1) : Promise.reject(error)));
  return run(1);
};
export const buy = (ride) =>
  persist((n) => http.post('/tickets', { ride }, { headers: { 'Idempotency-Key': \`\${ride}-\${n}\` } }));`,
      errors: [
        {
          messageId: 'counter',
          line: 6,
          column: 82,
          endLine: 6,
          endColumn: 96,
          suggestions: [
            {
              messageId: 'dropCounter',
              output: `const persist = (job) => {
  const run = (n) => job(n).catch((error) => (n < 4 ? run(n + 1) : Promise.reject(error)));
  return run(1);
};
export const buy = (ride) =>
  persist(() => http.post('/tickets', { ride }, { headers: { 'Idempotency-Key': \`\${ride}\` } }));`,
            },
          ],
        },
      ],
    },
  ],
});
