import { noKeyPerAttempt } from '../../../../eslint-plugin/src/rules/no-key-per-attempt.ts';
import { testRule } from '../../rule-tester.ts';

testRule('no-key-per-attempt: events of a request, jobs of more queues, more makers', noKeyPerAttempt, {
  valid: [
    {
      name: 'the event of an error: a key that is handed on, and a handler that only tells',
      code: `import https from 'node:https';
function send(body, key, tries) {
  const request = https.request('https://bank.example/payments', { method: 'POST' });
  request.setHeader('Idempotency-Key', key);
  request.on('error', () => tries > 0 && send(body, key, tries - 1));
  request.end(body);
}
export const start = (body) => send(body, crypto.randomUUID(), 3);
export function tell(body) {
  const request = https.request('https://bank.example/payments', { method: 'POST' });
  request.setHeader('Idempotency-Key', crypto.randomUUID());
  request.on('close', () => tell(body));
}`,
    },
    {
      name: 'Agenda without a backoff, a bee-queue whose own jobs are not repeated, a worker of Nest with one attempt',
      code: `import { Agenda } from 'agenda';
import BeeQueue from 'bee-queue';
import { Processor, WorkerHost } from '@nestjs/bullmq';
const agenda = new Agenda({});
agenda.define('statement', async (job) => bank.send(job.attrs.data, { idempotencyKey: crypto.randomUUID() }));
const refunds = new BeeQueue('refunds');
const letters = new BeeQueue('letters');
refunds.createJob({}).retries(3).save();
letters.process(async (job) => bank.letter(job.data, { idempotencyKey: crypto.randomUUID() }));
@Processor('payouts')
export class PayoutProcessor extends WorkerHost {
  async process(job) {
    return this.bank.transfer(job.data, { idempotencyKey: crypto.randomUUID() });
  }
}`,
    },
    {
      name: 'a variable that keeps its key over the attempts',
      code: `export async function pay(order) {
  let key;
  for (let n = 0; n < 3; n++) {
    key ??= crypto.randomUUID();
    try {
      return await bank.pay(order, { idempotencyKey: key });
    } catch {}
  }
}
export const charge = (order) =>
  withRetry(async () => {
    let key = await saved.get(order.id);
    if (!key) {
      key = crypto.randomUUID();
      await saved.set(order.id, key);
    }
    return bank.pay(order, { idempotencyKey: key });
  });`,
    },
    {
      name: 'an id of a row in other letters',
      code: `import { ObjectId } from 'bson';
import pRetry from 'p-retry';
export const pay = (row) => pRetry(() => bank.pay({ idempotencyKey: new ObjectId(row).toHexString() }));`,
    },
  ],
  invalid: [
    {
      name: 'the event of an error starts the next attempt: node:http, XMLHttpRequest',
      code: `import https from 'node:https';
export function send(body, tries) {
  const request = https.request('https://bank.example/payments', { method: 'POST' });
  request.setHeader('Idempotency-Key', crypto.randomUUID());
  request.on('error', () => tries > 0 && send(body, tries - 1));
  request.end(body);
}
export function pay(cents, left = 3) {
  const xhr = new XMLHttpRequest();
  xhr.open('POST', '/payments');
  xhr.setRequestHeader('Idempotency-Key', crypto.randomUUID());
  xhr.onerror = () => {
    if (left > 0) pay(cents, left - 1);
  };
  xhr.send(cents);
}`,
      errors: [
        { messageId: 'newKey', line: 4, column: 40, endLine: 4, endColumn: 59 },
        { messageId: 'newKey', line: 11, column: 43, endLine: 11, endColumn: 62 },
      ],
    },
    {
      name: 'Agenda with a backoff, a bee-queue whose jobs are repeated, workers of Nest with attempts',
      code: `import { Agenda, backoffStrategies } from 'agenda';
import BeeQueue from 'bee-queue';
import { InjectQueue, Processor, WorkerHost } from '@nestjs/bullmq';
import { Process } from '@nestjs/bull';
const agenda = new Agenda({});
agenda.define('dues', async (job) => bank.charge(job.attrs.data, { idempotencyKey: crypto.randomUUID() }), {
  backoff: backoffStrategies.exponential({ maxRetries: 4 }),
});
const refunds = new BeeQueue('refunds');
refunds.createJob({}).retries(3).save();
refunds.process(async (job) => bank.refund(job.data, { idempotencyKey: crypto.randomUUID() }));
export class Payouts {
  constructor(@InjectQueue('payouts') private readonly queue) {}
  request(user) {
    return this.queue.add('payout', { user }, { attempts: 5 });
  }
}
@Processor('payouts')
export class PayoutProcessor extends WorkerHost {
  async process(job) {
    return this.bank.transfer(job.data, { idempotencyKey: crypto.randomUUID() });
  }
}
export class Old {
  @Process('renew')
  renew(job) {
    return this.bank.renew(job.data, { idempotencyKey: crypto.randomUUID() });
  }
}`,
      errors: [
        { messageId: 'newKey', line: 6, column: 84, endLine: 6, endColumn: 103 },
        { messageId: 'newKey', line: 11, column: 72, endLine: 11, endColumn: 91 },
        { messageId: 'newKey', line: 21, column: 59, endLine: 21, endColumn: 78 },
        { messageId: 'newKey', line: 27, column: 56, endLine: 27, endColumn: 75 },
      ],
    },
    {
      name: 'a variable that is empty again at each attempt',
      code: `export async function pay(order) {
  for (let n = 0; n < 3; n++) {
    let key;
    key ??= crypto.randomUUID();
    try {
      return await bank.pay(order, { idempotencyKey: key });
    } catch {}
  }
}
export const charge = (order) =>
  withRetry(() => {
    let key;
    if (!key) key = crypto.randomUUID();
    return bank.pay(order, { idempotencyKey: key });
  });`,
      errors: [
        {
          messageId: 'newKey',
          line: 4,
          column: 13,
          endLine: 4,
          endColumn: 32,
          suggestions: [
            {
              messageId: 'hoist',
              output: `export async function pay(order) {
  const idempotencyKey = crypto.randomUUID();
  for (let n = 0; n < 3; n++) {
    let key;
    key ??= idempotencyKey;
    try {
      return await bank.pay(order, { idempotencyKey: key });
    } catch {}
  }
}
export const charge = (order) =>
  withRetry(() => {
    let key;
    if (!key) key = crypto.randomUUID();
    return bank.pay(order, { idempotencyKey: key });
  });`,
            },
          ],
        },
        {
          messageId: 'newKey',
          line: 13,
          column: 21,
          endLine: 13,
          endColumn: 40,
          suggestions: [
            {
              messageId: 'hoist',
              output: `export async function pay(order) {
  for (let n = 0; n < 3; n++) {
    let key;
    key ??= crypto.randomUUID();
    try {
      return await bank.pay(order, { idempotencyKey: key });
    } catch {}
  }
}
export const charge = (order) => {
  const idempotencyKey = crypto.randomUUID();
  return withRetry(() => {
    let key;
    if (!key) key = idempotencyKey;
    return bank.pay(order, { idempotencyKey: key });
  });
};`,
            },
          ],
        },
      ],
    },
    {
      name: 'a member of what is made, and its letters',
      code: `import { ObjectId } from 'bson';
import KSUID from 'ksuid';
import pRetry from 'p-retry';
export const pay = (cents) => pRetry(() => bank.pay({ cents, idempotencyKey: new ObjectId().toHexString() }));
export const tip = (cents) => pRetry(() => bank.tip({ cents, idempotencyKey: KSUID.randomSync().string }));`,
      errors: [
        {
          messageId: 'newKey',
          line: 4,
          column: 78,
          endLine: 4,
          endColumn: 92,
          suggestions: [
            {
              messageId: 'hoist',
              output: `import { ObjectId } from 'bson';
import KSUID from 'ksuid';
import pRetry from 'p-retry';
export const pay = (cents) => {
  const idempotencyKey = new ObjectId().toHexString();
  return pRetry(() => bank.pay({ cents, idempotencyKey }));
};
export const tip = (cents) => pRetry(() => bank.tip({ cents, idempotencyKey: KSUID.randomSync().string }));`,
            },
          ],
        },
        {
          messageId: 'newKey',
          line: 5,
          column: 78,
          endLine: 5,
          endColumn: 96,
          suggestions: [
            {
              messageId: 'hoist',
              output: `import { ObjectId } from 'bson';
import KSUID from 'ksuid';
import pRetry from 'p-retry';
export const pay = (cents) => pRetry(() => bank.pay({ cents, idempotencyKey: new ObjectId().toHexString() }));
export const tip = (cents) => {
  const idempotencyKey = KSUID.randomSync();
  return pRetry(() => bank.tip({ cents, idempotencyKey: idempotencyKey.string }));
};`,
            },
          ],
        },
      ],
    },
  ],
});
