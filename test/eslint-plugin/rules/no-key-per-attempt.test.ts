import { noKeyPerAttempt } from '../../../eslint-plugin/src/rules/no-key-per-attempt.ts';
import { testRule } from '../rule-tester.ts';

testRule('no-key-per-attempt', noKeyPerAttempt, {
  valid: [
    {
      name: 'for loop with try and catch: made before the loop',
      code: `import { randomUUID } from 'node:crypto';
export async function pay(order) {
  const key = randomUUID();
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      return await axios.post('/charges', order, { headers: { 'Idempotency-Key': key } });
    } catch (error) {
      await pause(attempt);
    }
  }
}`,
    },
    {
      name: 'for loop with try and catch: a loop over orders, each with its own key',
      code: `import { randomUUID } from 'node:crypto';
export async function payAll(orders) {
  for (const order of orders) {
    try {
      await axios.post('/charges', order, { headers: { 'Idempotency-Key': randomUUID() } });
    } catch (error) {
      report(order, error);
    }
  }
}`,
    },
    {
      name: 'for loop with try and catch: another card after a decline',
      code: `export async function pay(cards) {
  for (const card of cards) {
    try {
      return await axios.post('/charges', { card }, { headers: { 'Idempotency-Key': crypto.randomUUID() } });
    } catch (error) {
      if (!(error instanceof CardDeclined)) throw error;
    }
  }
}`,
    },
    {
      name: 'while loop that a flag ends: the clock is read before',
      code: `export async function pay(order) {
  let done = false;
  const key = \`\${order.id}-\${Date.now()}\`;
  while (!done) {
    try {
      await stripe.charges.create({ amount: order.cents }, { idempotencyKey: key });
      done = true;
    } catch {
      await pause();
    }
  }
}`,
    },
    {
      name: 'while loop that a flag ends: a time bucket that attempts share',
      code: `export async function pay(order) {
  let done = false;
  while (!done) {
    const key = \`\${order.id}-\${new Date().toISOString().slice(0, 10)}\`;
    try {
      await stripe.charges.create({ amount: order.cents }, { idempotencyKey: key });
      done = true;
    } catch {
      await pause();
    }
  }
}`,
    },
    {
      name: 'do loop with a body field: uuid v5 is the same each time',
      code: `import { v5 as uuid } from 'uuid';
export async function pay(order) {
  do {
    try {
      const body = { ...order, idempotency_key: uuid(order.id, NAMESPACE) };
      return await client.request({ url: '/payments', method: 'POST', data: body });
    } catch (error) {
      console.warn(error);
    }
  } while (true);
}`,
    },
    {
      name: 'status test without a try: only a definite answer goes round',
      code: `export async function pay(order) {
  for (let n = 0; n < 3; n++) {
    const headers = new Headers();
    headers.append('X-Idempotency-Key', crypto.randomUUID());
    const response = await fetch('/pay', { method: 'POST', headers, body: JSON.stringify(order) });
    if (response.status === 429) {
      await pause(n);
      continue;
    }
    return response.json();
  }
}`,
    },
    {
      name: 'labelled continue and the counter in the key: the counter goes to another header',
      code: `export async function pay(order) {
  again: for (let n = 0; n < 3; n++) {
    try {
      await axios.post('/pay', order, { headers: { 'Idempotency-Key': order.id, 'X-Attempt': String(n) } });
      break again;
    } catch (error) {
      continue again;
    }
  }
}`,
    },
    {
      name: "concatenation with the counter: the caller's key as it is",
      code: `export async function pay(order, key) {
  let tries = 0;
  while (tries < 4) {
    tries += 1;
    try {
      return await gateway.charge({ ...order, idempotencyKey: key });
    } catch (error) {
      await pause(tries);
    }
  }
}`,
    },
    {
      name: 'loop over waiting times: a helper that derives the key',
      code: `export async function pay(order) {
  for (const wait of [0, 200, 1000]) {
    await pause(wait);
    try {
      return await gateway.charge(order, { idempotencyKey: newKey(order.id) });
    } catch (error) {
      log(error);
    }
  }
}
const newKey = (id) => \`charge-\${id}\`;`,
    },
    {
      name: 'recursion in catch: the key is handed down',
      code: `export async function pay(order, left = 3, key = crypto.randomUUID()) {
  try {
    return await gateway.charge(order, { idempotencyKey: key });
  } catch (error) {
    if (left === 0) throw error;
    return pay(order, left - 1, key);
  }
}`,
    },
    {
      name: 'recursion in catch: after signing in again: the 401 was a definite answer',
      code: `export async function pay(order) {
  try {
    return await gateway.charge(order, { idempotencyKey: crypto.randomUUID() });
  } catch (error) {
    if (error.status !== 401) throw error;
    await signIn();
    return pay(order);
  }
}`,
    },
    {
      name: 'promise recursion through catch: right',
      code: `export const pay = (order, key, left) =>
  gateway
    .charge(order, { idempotencyKey: key })
    .catch((error) => (left > 0 ? pay(order, key, left - 1) : Promise.reject(error)));`,
    },
    {
      name: 're-entry through setTimeout: right',
      code: `export function pay(order, done) {
  let n = 0;
  const go = () => {
    n++;
    fetch('/pay', { method: 'POST', headers: { 'Idempotency-Key': \`order-\${order.id}\` } })
      .then(done)
      .catch(() => setTimeout(go, 100 * n));
  };
  go();
}`,
    },
    {
      name: 'retry library: made outside the retried function',
      code: `import pRetry from 'p-retry';
export const pay = (order, key) => pRetry(() => stripe.charges.create(order, { idempotencyKey: key }));`,
    },
    {
      name: 'retry library: a budget of no retry',
      code: `import pRetry from 'p-retry';
export const pay = (order) =>
  pRetry(() => stripe.charges.create(order, { idempotencyKey: crypto.randomUUID() }), { retries: 0 });`,
    },
    {
      name: 'retry library: only what was refused is repeated',
      code: `import pRetry from 'p-retry';
const isThrottled = ({ error }) => error.status === 429;
export const pay = (order) =>
  pRetry(() => stripe.charges.create(order, { idempotencyKey: crypto.randomUUID() }), { shouldRetry: isThrottled });`,
    },
    {
      name: 'attempt number that the library hands over: right',
      code: `import retry from 'async-retry';
export const pay = (order) =>
  retry(async (bail, attempt) => gateway.charge({ order, attempt, idempotencyKey: \`\${order.id}\` }));`,
    },
    {
      name: 'imported wrapper known by its name: right',
      code: `import { withRetry } from '../lib/with-retry';
import { nanoid } from 'nanoid';
export async function pay(order) {
  const idempotencyKey = nanoid();
  await withRetry(() => gateway.charge(order, idempotencyKey));
}`,
    },
    {
      name: 'imported wrapper known by its name: an imported function of another name may do anything',
      code: `import { withTransaction } from '../lib/with-transaction';
import { nanoid } from 'nanoid';
export const pay = (order) => withTransaction(() => gateway.charge(order, { idempotencyKey: nanoid() }));`,
    },
    {
      name: 'wrapper taught in the settings: right',
      settings: {
        idempotency: { retryFunctions: ['untilItWorks'], keyMakers: ['mint'], keyNames: ['X-Order-Token'] },
      },
      code: `import { untilItWorks } from './patience';
export const pay = (order, token) =>
  untilItWorks(() => fetch('/pay', { method: 'POST', headers: { 'x-order-token': token } }));`,
    },
    {
      name: 'wrapper of this file, two levels deep, and a method of the class: the wrapper repeats rate limits only',
      code: `class Desk {
  async #insist(work) {
    for (let n = 1; ; n++) {
      try {
        return await work();
      } catch (error) {
        if (!isRateLimit(error)) throw error;
      }
    }
  }
  sell(order) {
    return this.#insist(() => this.square.payments.create({ ...order, idempotencyKey: crypto.randomUUID() }));
  }
}
function isRateLimit(error) {
  return error.statusCode === 429 || error.code === 'rate_limit';
}`,
    },
    {
      name: 'wrapper of this file, two levels deep, and a method of the class: a getter behind a memo',
      code: `class Desk {
  #key;
  get key() {
    return (this.#key ??= crypto.randomUUID());
  }
  sell(order) {
    return withRetry(() => this.square.payments.create({ ...order, idempotencyKey: this.key }));
  }
}`,
    },
    {
      name: 'key made in a helper that the retried function calls: only the call outside makes one',
      code: `const post = (path, body, key) => fetch(path, { method: 'POST', headers: { 'Idempotency-Key': key }, body });
export const pay = (order, key) => withRetry(() => post('/pay', order, key));
export const tip = (cents) => post('/tips', cents, crypto.randomUUID());`,
    },
    {
      name: 'key filled in where the caller gave none: kept from the first attempt on',
      code: `export function pay(order) {
  let key;
  return withRetry(async () => {
    key ??= crypto.randomUUID();
    return gateway.charge(order, { idempotencyKey: key });
  });
}`,
    },
    {
      name: 'key filled in where the caller gave none: made under a test of the variable',
      code: `export function pay(order) {
  let key;
  return withRetry(async () => {
    if (!key) key = crypto.randomUUID();
    return gateway.charge(order, { idempotencyKey: key });
  });
}`,
    },
    {
      name: 'axios interceptor under axios-retry: a key that is there stays',
      code: `import axios from 'axios';
import axiosRetry from 'axios-retry';
const bank = axios.create();
axiosRetry(bank, { retries: 3 });
bank.interceptors.request.use((config) => {
  if (!config.headers['Idempotency-Key']) config.headers['Idempotency-Key'] = crypto.randomUUID();
  return config;
});`,
    },
    {
      name: 'axios interceptor under axios-retry: the condition leaves POST out',
      code: `import axios from 'axios';
import axiosRetry, { isIdempotentRequestError } from 'axios-retry';
const bank = axios.create();
axiosRetry(bank, { retries: 3, retryCondition: isIdempotentRequestError });
bank.interceptors.request.use((config) => {
  config.headers['Idempotency-Key'] = crypto.randomUUID();
  return config;
});`,
    },
    {
      name: 'axios interceptor under axios-retry: another instance is the retried one',
      code: `import axios from 'axios';
import axiosRetry from 'axios-retry';
const bank = axios.create();
const weather = axios.create();
axiosRetry(weather, { retries: 3 });
bank.interceptors.request.use((config) => {
  config.headers['Idempotency-Key'] = crypto.randomUUID();
  return config;
});`,
    },
    {
      name: 'got hook with POST in the methods: got leaves POST alone by default',
      code: `import got from 'got';
export const bank = got.extend({
  retry: { limit: 3 },
  hooks: { beforeRequest: [(options) => { options.headers['idempotency-key'] = crypto.randomUUID(); }] },
});`,
    },
    {
      name: 'RTK Query: without retry',
      code: `import { fetchBaseQuery } from '@reduxjs/toolkit/query/react';
export const baseQuery = fetchBaseQuery({
  baseUrl: '/api',
  prepareHeaders: (headers) => {
    headers.set('Idempotency-Key', crypto.randomUUID());
    return headers;
  },
});`,
    },
    {
      name: 'Apollo link behind the retry link: before it',
      code: `import { ApolloLink } from '@apollo/client';
import { setContext } from '@apollo/client/link/context';
import { RetryLink } from '@apollo/client/link/retry';
const stamp = setContext((_, { headers }) => ({ headers: { ...headers, 'Idempotency-Key': crypto.randomUUID() } }));
export const link = ApolloLink.from([stamp, new RetryLink()]);`,
    },
    {
      name: 'TanStack mutation with retries: mutations are not retried by default',
      filename: 'case.tsx',
      code: `import { useMutation } from '@tanstack/react-query';
export const useOrder = () =>
  useMutation({
    mutationFn: (order) => fetch('/orders', { method: 'POST', headers: { 'Idempotency-Key': crypto.randomUUID() } }),
  });`,
    },
    {
      name: 'rxjs defer: captured arguments are sent again as they are',
      code: `import { retry } from 'rxjs';
export const pay = (http, order) =>
  http.post('/pay', order, { headers: { 'Idempotency-Key': crypto.randomUUID() } }).pipe(retry(3));`,
    },
    {
      name: 'Inngest step: the result of a step is kept',
      code: `export const ship = inngest.createFunction({ id: 'ship' }, { event: 'box/paid' }, async ({ event, step }) => {
  const key = await step.run('key', () => crypto.randomUUID());
  await step.run('book', () => courier.book(event.data.box, { idempotencyKey: key }));
});`,
    },
    {
      name: 'Temporal activity: workflow code is replayed',
      code: `import { uuid4, proxyActivities } from '@temporalio/workflow';
const { charge } = proxyActivities({ retry: { maximumAttempts: 5 } });
export async function pay(order) {
  await charge({ order, idempotencyKey: uuid4() });
}`,
    },
    {
      name: 'Trigger.dev task: one attempt in all',
      code: `import { task } from '@trigger.dev/sdk/v3';
export const print = task({
  id: 'print',
  retry: { maxAttempts: 1 },
  run: async (album) => {
    await fetch('/jobs', { method: 'POST', headers: { 'x-idempotency-key': crypto.randomUUID() } });
  },
});`,
    },
    {
      name: 'BullMQ worker with attempts: one attempt by default',
      code: `import { Queue, Worker } from 'bullmq';
const queue = new Queue('pay');
export const worker = new Worker('pay', async (job) => {
  await gateway.charge(job.data, { idempotencyKey: crypto.randomUUID() });
});`,
    },
    {
      name: "BullMQ worker with attempts: the job's own id",
      code: `import { Queue, Worker } from 'bullmq';
const queue = new Queue('pay', { defaultJobOptions: { attempts: 5 } });
export const worker = new Worker('pay', async (job) => {
  await gateway.charge(job.data, { idempotencyKey: job.id });
});`,
    },
    {
      name: 'consumer of an at-least-once queue: right',
      code: `import { Kafka } from 'kafkajs';
await new Kafka(config).consumer({ groupId: 'pay' }).run({
  eachMessage: async ({ message }) => {
    const order = JSON.parse(message.value);
    await gateway.charge(order, { idempotencyKey: order.id });
  },
});`,
    },
    {
      name: 'retry decorator: right',
      code: `import { Retryable } from 'typescript-retry-decorator';
class Gates {
  @Retryable({ maxAttempts: 3 })
  async open(pass: string, key: string) {
    return this.http.post('/open', { pass }, { headers: { 'Idempotency-Key': key } });
  }
}`,
    },
    {
      name: 'chain of catches: over items',
      code: `export const refundAll = (ids) =>
  ids.reduce(
    (before, id) => before.catch(() => cko.payments.refund(id, {}, { idempotencyKey: crypto.randomUUID() })),
    Promise.resolve(),
  );`,
    },
    {
      name: 'state machine that tries again: after a decline a new key is right',
      code: `export function step(state, action) {
  switch (state.stage) {
    case 'declined':
      if (action.type !== 'TRY_AGAIN') break;
      return { stage: 'sending', idempotencyKey: crypto.randomUUID() };
  }
  return state;
}`,
    },
    {
      name: 'counter that an engine hands over or a row keeps: a deliberate second message to a queue',
      code: `export class Mailer {
  async putBack(job) {
    job.tries += 1;
    await sqs.send(new SendMessageCommand({ MessageDeduplicationId: \`\${job.ref}.again.\${job.tries}\` }));
  }
}`,
    },
    {
      name: 'base64 of random bytes, hoisted whole: a search for a free code is no retry',
      code: `export async function freeCode(codes) {
  for (;;) {
    const idempotencyKey = crypto.randomUUID().slice(0, 8);
    if (!(await codes.findOne({ idempotencyKey }))) return idempotencyKey;
  }
}`,
    },
    {
      name: "Trigger.dev's attempt number: the run's own id",
      code: `import { task } from '@trigger.dev/sdk/v3';
export const pay = task({
  id: 'pay',
  run: async (order, { ctx }) => {
    await gateway.charge(order, { idempotencyKey: \`\${order.id}-\${ctx.run.id}\` });
  },
});`,
    },
    {
      name: 'callback that takes the error first: called again for the next page',
      code: `export function pages(cursor, done) {
  gateway.list({ cursor, idempotencyKey: crypto.randomUUID() }, (error, page) => {
    if (page.next) return pages(page.next, done);
    done(error);
  });
}`,
    },
    {
      name: 'failure told apart by a switch: a decline is a definite answer',
      code: `export async function pay(order) {
  for (let n = 0; n < 3; n++) {
    try {
      return await gateway.charge(order, { idempotencyKey: crypto.randomUUID() });
    } catch (error) {
      switch (error.code) {
        case 'card_declined':
          order.card = await nextCard(order);
          break;
        default:
          throw error;
      }
    }
  }
}`,
    },
    {
      name: 'renewed in the catch clause: renewed once the payment has gone through',
      code: `export async function pay(order, slot) {
  for (let n = 0; n < 3; n++) {
    try {
      await gateway.charge(order, { idempotencyKey: slot.key });
      slot.key = crypto.randomUUID();
      return;
    } catch (error) {
      console.warn(error);
    }
  }
}`,
    },
    {
      name: 'function that a wrapper of this file makes retrying: called by itself',
      code: `const charge = async (order) => gateway.charge(order, { idempotencyKey: crypto.randomUUID() });
export const chargeOnce = (order) => charge(order);`,
    },
  ],
  invalid: [
    {
      name: 'for loop with try and catch',
      code: `import { randomUUID } from 'node:crypto';
export async function pay(order) {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      return await axios.post('/charges', order, { headers: { 'Idempotency-Key': randomUUID() } });
    } catch (error) {
      await pause(attempt);
    }
  }
}`,
      errors: [
        {
          messageId: 'newKey',
          line: 5,
          column: 82,
          endLine: 5,
          endColumn: 94,
          suggestions: [
            {
              messageId: 'hoist',
              output: `import { randomUUID } from 'node:crypto';
export async function pay(order) {
  const idempotencyKey = randomUUID();
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      return await axios.post('/charges', order, { headers: { 'Idempotency-Key': idempotencyKey } });
    } catch (error) {
      await pause(attempt);
    }
  }
}`,
            },
          ],
        },
      ],
    },
    {
      name: 'while loop that a flag ends',
      code: `export async function pay(order) {
  let done = false;
  while (!done) {
    const key = \`\${order.id}-\${Date.now()}\`;
    try {
      await stripe.charges.create({ amount: order.cents }, { idempotencyKey: key });
      done = true;
    } catch {
      await pause();
    }
  }
}`,
      errors: [
        {
          messageId: 'newKey',
          line: 4,
          column: 32,
          endLine: 4,
          endColumn: 42,
          suggestions: [
            {
              messageId: 'hoist',
              output: `export async function pay(order) {
  let done = false;
  const idempotencyKey = Date.now();
  while (!done) {
    const key = \`\${order.id}-\${idempotencyKey}\`;
    try {
      await stripe.charges.create({ amount: order.cents }, { idempotencyKey: key });
      done = true;
    } catch {
      await pause();
    }
  }
}`,
            },
          ],
        },
      ],
    },
    {
      name: 'do loop with a body field',
      code: `import { v4 as uuid } from 'uuid';
export async function pay(order) {
  do {
    try {
      const body = { ...order, idempotency_key: uuid() };
      return await client.request({ url: '/payments', method: 'POST', data: body });
    } catch (error) {
      console.warn(error);
    }
  } while (true);
}`,
      errors: [
        {
          messageId: 'newKey',
          line: 5,
          column: 49,
          endLine: 5,
          endColumn: 55,
          suggestions: [
            {
              messageId: 'hoist',
              output: `import { v4 as uuid } from 'uuid';
export async function pay(order) {
  const idempotencyKey = uuid();
  do {
    try {
      const body = { ...order, idempotency_key: idempotencyKey };
      return await client.request({ url: '/payments', method: 'POST', data: body });
    } catch (error) {
      console.warn(error);
    }
  } while (true);
}`,
            },
          ],
        },
      ],
    },
    {
      name: 'status test without a try',
      code: `export async function pay(order) {
  for (let n = 0; n < 3; n++) {
    const headers = new Headers();
    headers.append('X-Idempotency-Key', crypto.randomUUID());
    const response = await fetch('/pay', { method: 'POST', headers, body: JSON.stringify(order) });
    if (response.ok) return response.json();
    await pause(n);
  }
}`,
      errors: [
        {
          messageId: 'newKey',
          line: 4,
          column: 41,
          endLine: 4,
          endColumn: 60,
          suggestions: [
            {
              messageId: 'hoist',
              output: `export async function pay(order) {
  const idempotencyKey = crypto.randomUUID();
  for (let n = 0; n < 3; n++) {
    const headers = new Headers();
    headers.append('X-Idempotency-Key', idempotencyKey);
    const response = await fetch('/pay', { method: 'POST', headers, body: JSON.stringify(order) });
    if (response.ok) return response.json();
    await pause(n);
  }
}`,
            },
          ],
        },
      ],
    },
    {
      name: 'labelled continue and the counter in the key',
      code: `export async function pay(order) {
  again: for (let n = 0; n < 3; n++) {
    try {
      await stripe.charges.create({ amount: 1 }, { idempotencyKey: \`\${order.id}/\${n}\` });
      break again;
    } catch (error) {
      if (error.type === 'StripeCardError') throw error;
      continue again;
    }
  }
}`,
      errors: [
        {
          messageId: 'counter',
          line: 4,
          column: 68,
          endLine: 4,
          endColumn: 86,
          suggestions: [
            {
              messageId: 'dropCounter',
              output: `export async function pay(order) {
  again: for (let n = 0; n < 3; n++) {
    try {
      await stripe.charges.create({ amount: 1 }, { idempotencyKey: \`\${order.id}\` });
      break again;
    } catch (error) {
      if (error.type === 'StripeCardError') throw error;
      continue again;
    }
  }
}`,
            },
          ],
        },
      ],
    },
    {
      name: 'concatenation with the counter',
      code: `export async function pay(order, key) {
  let tries = 0;
  while (tries < 4) {
    tries += 1;
    try {
      return await gateway.charge({ ...order, idempotencyKey: key + '-' + tries });
    } catch (error) {
      await pause(tries);
    }
  }
}`,
      errors: [
        {
          messageId: 'counter',
          line: 6,
          column: 63,
          endLine: 6,
          endColumn: 80,
          suggestions: [
            {
              messageId: 'dropCounter',
              output: `export async function pay(order, key) {
  let tries = 0;
  while (tries < 4) {
    tries += 1;
    try {
      return await gateway.charge({ ...order, idempotencyKey: key });
    } catch (error) {
      await pause(tries);
    }
  }
}`,
            },
          ],
        },
      ],
    },
    {
      name: 'loop over waiting times',
      code: `export async function pay(order) {
  for (const wait of [0, 200, 1000]) {
    await pause(wait);
    try {
      return await gateway.charge(order, { idempotencyKey: newKey(order.id) });
    } catch (error) {
      log(error);
    }
  }
}
const newKey = (id) => \`\${id}-\${Math.random()}\`;`,
      errors: [
        {
          messageId: 'newKey',
          line: 5,
          column: 60,
          endLine: 5,
          endColumn: 76,
          suggestions: [
            {
              messageId: 'hoist',
              output: `export async function pay(order) {
  const idempotencyKey = newKey(order.id);
  for (const wait of [0, 200, 1000]) {
    await pause(wait);
    try {
      return await gateway.charge(order, { idempotencyKey });
    } catch (error) {
      log(error);
    }
  }
}
const newKey = (id) => \`\${id}-\${Math.random()}\`;`,
            },
          ],
        },
      ],
    },
    {
      name: 'recursion in catch',
      code: `export async function pay(order, left = 3) {
  try {
    return await gateway.charge(order, { idempotencyKey: crypto.randomUUID() });
  } catch (error) {
    if (left === 0) throw error;
    return pay(order, left - 1);
  }
}`,
      errors: [
        {
          messageId: 'newKey',
          line: 3,
          column: 58,
          endLine: 3,
          endColumn: 77,
        },
      ],
    },
    {
      name: 'promise recursion through catch',
      code: `export const pay = (order, left) =>
  gateway
    .charge(order, { idempotencyKey: crypto.randomUUID() })
    .catch((error) => (left > 0 ? pay(order, left - 1) : Promise.reject(error)));`,
      errors: [
        {
          messageId: 'newKey',
          line: 3,
          column: 38,
          endLine: 3,
          endColumn: 57,
        },
      ],
    },
    {
      name: 're-entry through setTimeout',
      code: `export function pay(order, done) {
  let n = 0;
  const go = () => {
    n++;
    fetch('/pay', { method: 'POST', headers: { 'Idempotency-Key': \`\${order.id}-\${n}\` } })
      .then(done)
      .catch(() => setTimeout(go, 100 * n));
  };
  go();
}`,
      errors: [
        {
          messageId: 'counter',
          line: 5,
          column: 67,
          endLine: 5,
          endColumn: 85,
          suggestions: [
            {
              messageId: 'dropCounter',
              output: `export function pay(order, done) {
  let n = 0;
  const go = () => {
    n++;
    fetch('/pay', { method: 'POST', headers: { 'Idempotency-Key': \`\${order.id}\` } })
      .then(done)
      .catch(() => setTimeout(go, 100 * n));
  };
  go();
}`,
            },
          ],
        },
      ],
    },
    {
      name: 'retry library',
      code: `import pRetry from 'p-retry';
export const pay = (order) => pRetry(() => stripe.charges.create(order, { idempotencyKey: crypto.randomUUID() }));`,
      errors: [
        {
          messageId: 'newKey',
          line: 2,
          column: 91,
          endLine: 2,
          endColumn: 110,
          suggestions: [
            {
              messageId: 'hoist',
              output: `import pRetry from 'p-retry';
export const pay = (order) => {
  const idempotencyKey = crypto.randomUUID();
  return pRetry(() => stripe.charges.create(order, { idempotencyKey }));
};`,
            },
          ],
        },
      ],
    },
    {
      name: 'attempt number that the library hands over',
      code: `import retry from 'async-retry';
export const pay = (order) =>
  retry(async (bail, attempt) => gateway.charge({ order, idempotencyKey: \`\${order.id}:try:\${attempt}\` }));`,
      errors: [
        {
          messageId: 'counter',
          line: 3,
          column: 74,
          endLine: 3,
          endColumn: 102,
          suggestions: [
            {
              messageId: 'dropCounter',
              output: `import retry from 'async-retry';
export const pay = (order) =>
  retry(async () => gateway.charge({ order, idempotencyKey: \`\${order.id}\` }));`,
            },
          ],
        },
      ],
    },
    {
      name: 'imported wrapper known by its name',
      code: `import { withRetry } from '../lib/with-retry';
import { nanoid } from 'nanoid';
export async function pay(order) {
  // keep this comment
  await withRetry(async () => {
    const idempotencyKey = nanoid();
    await gateway.charge(order, idempotencyKey);
  });
}`,
      errors: [
        {
          messageId: 'newKey',
          line: 6,
          column: 28,
          endLine: 6,
          endColumn: 36,
          suggestions: [
            {
              messageId: 'hoist',
              output: `import { withRetry } from '../lib/with-retry';
import { nanoid } from 'nanoid';
export async function pay(order) {
  const idempotencyKey = nanoid();
  // keep this comment
  await withRetry(async () => {
    await gateway.charge(order, idempotencyKey);
  });
}`,
            },
          ],
        },
      ],
    },
    {
      name: 'wrapper taught in the settings',
      settings: {
        idempotency: { retryFunctions: ['untilItWorks'], keyMakers: ['mint'], keyNames: ['X-Order-Token'] },
      },
      code: `import { untilItWorks } from './patience';
export const pay = (order) =>
  untilItWorks(() => fetch('/pay', { method: 'POST', headers: { 'x-order-token': mint(order) } }));`,
      errors: [
        {
          messageId: 'newKey',
          line: 3,
          column: 82,
          endLine: 3,
          endColumn: 93,
          suggestions: [
            {
              messageId: 'hoist',
              output: `import { untilItWorks } from './patience';
export const pay = (order) => {
  const idempotencyKey = mint(order);
  return untilItWorks(() => fetch('/pay', { method: 'POST', headers: { 'x-order-token': idempotencyKey } }));
};`,
            },
          ],
        },
      ],
    },
    {
      name: 'wrapper of this file, two levels deep, and a method of the class',
      code: `class Desk {
  async #insist(work) {
    for (let n = 1; ; n++) {
      try {
        return await work();
      } catch (error) {
        if (n === 5) throw error;
      }
    }
  }
  patiently(label, work) {
    console.log(label);
    return this.#insist(work);
  }
  sell(order) {
    return this.patiently('sell', () => this.square.payments.create({ ...order, idempotencyKey: crypto.randomUUID() }));
  }
}`,
      errors: [
        {
          messageId: 'newKey',
          line: 16,
          column: 97,
          endLine: 16,
          endColumn: 116,
          suggestions: [
            {
              messageId: 'hoist',
              output: `class Desk {
  async #insist(work) {
    for (let n = 1; ; n++) {
      try {
        return await work();
      } catch (error) {
        if (n === 5) throw error;
      }
    }
  }
  patiently(label, work) {
    console.log(label);
    return this.#insist(work);
  }
  sell(order) {
    const idempotencyKey = crypto.randomUUID();
    return this.patiently('sell', () => this.square.payments.create({ ...order, idempotencyKey }));
  }
}`,
            },
          ],
        },
      ],
    },
    {
      name: 'key made in a helper that the retried function calls',
      code: `const post = (path, body, key) => fetch(path, { method: 'POST', headers: { 'Idempotency-Key': key }, body });
export const pay = (order) => withRetry(() => post('/pay', order, crypto.randomUUID()));
export const tip = (cents) => post('/tips', cents, crypto.randomUUID());`,
      errors: [
        {
          messageId: 'newKey',
          line: 2,
          column: 67,
          endLine: 2,
          endColumn: 86,
        },
      ],
    },
    {
      name: 'key filled in where the caller gave none',
      code: `export function pay(order, options) {
  return withRetry(async () => {
    const key = options.key ?? crypto.randomUUID();
    return gateway.charge(order, { idempotencyKey: key });
  });
}`,
      errors: [
        {
          messageId: 'newKey',
          line: 3,
          column: 32,
          endLine: 3,
          endColumn: 51,
          suggestions: [
            {
              messageId: 'hoist',
              output: `export function pay(order, options) {
  const idempotencyKey = crypto.randomUUID();
  return withRetry(async () => {
    const key = options.key ?? idempotencyKey;
    return gateway.charge(order, { idempotencyKey: key });
  });
}`,
            },
          ],
        },
      ],
    },
    {
      name: 'axios interceptor under axios-retry',
      code: `import axios from 'axios';
import axiosRetry from 'axios-retry';
const bank = axios.create();
axiosRetry(bank, { retries: 3 });
bank.interceptors.request.use((config) => {
  config.headers['Idempotency-Key'] = crypto.randomUUID();
  return config;
});`,
      errors: [
        {
          messageId: 'newKey',
          line: 6,
          column: 39,
          endLine: 6,
          endColumn: 58,
          suggestions: [
            {
              messageId: 'keepHeader',
              output: `import axios from 'axios';
import axiosRetry from 'axios-retry';
const bank = axios.create();
axiosRetry(bank, { retries: 3 });
bank.interceptors.request.use((config) => {
  config.headers['Idempotency-Key'] ??= crypto.randomUUID();
  return config;
});`,
            },
          ],
        },
      ],
    },
    {
      name: 'got hook with POST in the methods',
      code: `import got from 'got';
export const bank = got.extend({
  retry: { limit: 3, methods: ['POST'] },
  hooks: { beforeRequest: [(options) => { options.headers['idempotency-key'] = crypto.randomUUID(); }] },
});`,
      errors: [
        {
          messageId: 'newKey',
          line: 4,
          column: 80,
          endLine: 4,
          endColumn: 99,
        },
      ],
    },
    {
      name: 'RTK Query',
      code: `import { fetchBaseQuery, retry } from '@reduxjs/toolkit/query/react';
const raw = fetchBaseQuery({
  baseUrl: '/api',
  prepareHeaders: (headers) => {
    headers.set('Idempotency-Key', crypto.randomUUID());
    return headers;
  },
});
export const baseQuery = retry(raw, { maxRetries: 3 });`,
      errors: [
        {
          messageId: 'newKey',
          line: 5,
          column: 36,
          endLine: 5,
          endColumn: 55,
        },
      ],
    },
    {
      name: 'Apollo link behind the retry link',
      code: `import { ApolloLink } from '@apollo/client';
import { setContext } from '@apollo/client/link/context';
import { RetryLink } from '@apollo/client/link/retry';
const stamp = setContext((_, { headers }) => ({ headers: { ...headers, 'Idempotency-Key': crypto.randomUUID() } }));
export const link = ApolloLink.from([new RetryLink(), stamp]);`,
      errors: [
        {
          messageId: 'newKey',
          line: 4,
          column: 91,
          endLine: 4,
          endColumn: 110,
        },
      ],
    },
    {
      name: 'TanStack mutation with retries',
      filename: 'case.tsx',
      code: `import { useMutation } from '@tanstack/react-query';
export const useOrder = () =>
  useMutation({
    mutationFn: (order) => fetch('/orders', { method: 'POST', headers: { 'Idempotency-Key': crypto.randomUUID() } }),
    retry: 3,
  });`,
      errors: [
        {
          messageId: 'newKey',
          line: 4,
          column: 93,
          endLine: 4,
          endColumn: 112,
        },
      ],
    },
    {
      name: 'rxjs defer',
      code: `import { defer, retry } from 'rxjs';
export const pay = (http, order) =>
  defer(() => http.post('/pay', order, { headers: { 'Idempotency-Key': crypto.randomUUID() } })).pipe(retry(3));`,
      errors: [
        {
          messageId: 'newKey',
          line: 3,
          column: 72,
          endLine: 3,
          endColumn: 91,
          suggestions: [
            {
              messageId: 'hoist',
              output: `import { defer, retry } from 'rxjs';
export const pay = (http, order) => {
  const idempotencyKey = crypto.randomUUID();
  return defer(() => http.post('/pay', order, { headers: { 'Idempotency-Key': idempotencyKey } })).pipe(retry(3));
};`,
            },
          ],
        },
      ],
    },
    {
      name: 'Inngest step',
      code: `export const ship = inngest.createFunction({ id: 'ship' }, { event: 'box/paid' }, async ({ event, step, attempt }) => {
  await step.run('book', () => courier.book(event.data.box, { idempotencyKey: crypto.randomUUID() }));
  await step.run('tell', () => mail.send(event.data.to, { idempotencyKey: \`\${event.data.box}-\${attempt}\` }));
});`,
      errors: [
        {
          messageId: 'newKey',
          line: 2,
          column: 79,
          endLine: 2,
          endColumn: 98,
        },
        {
          messageId: 'counter',
          line: 3,
          column: 75,
          endLine: 3,
          endColumn: 105,
          suggestions: [
            {
              messageId: 'dropCounter',
              output: `export const ship = inngest.createFunction({ id: 'ship' }, { event: 'box/paid' }, async ({ event, step, attempt }) => {
  await step.run('book', () => courier.book(event.data.box, { idempotencyKey: crypto.randomUUID() }));
  await step.run('tell', () => mail.send(event.data.to, { idempotencyKey: \`\${event.data.box}\` }));
});`,
            },
          ],
        },
      ],
    },
    {
      name: 'Temporal activity',
      code: `import { log } from '@temporalio/activity';
export async function charge(order) {
  return stripe.charges.create(order, { idempotencyKey: crypto.randomUUID() });
}`,
      errors: [
        {
          messageId: 'newKey',
          line: 3,
          column: 57,
          endLine: 3,
          endColumn: 76,
        },
      ],
    },
    {
      name: 'Trigger.dev task',
      code: `import { task } from '@trigger.dev/sdk/v3';
export const print = task({
  id: 'print',
  run: async (album) => {
    const operation = crypto.randomUUID();
    await fetch('/jobs', { method: 'POST', headers: { 'x-idempotency-key': operation } });
  },
});`,
      errors: [
        {
          messageId: 'newKey',
          line: 5,
          column: 23,
          endLine: 5,
          endColumn: 42,
        },
      ],
    },
    {
      name: 'BullMQ worker with attempts',
      code: `import { Queue, Worker } from 'bullmq';
const queue = new Queue('pay', { defaultJobOptions: { attempts: 5 } });
export const worker = new Worker('pay', async (job) => {
  await gateway.charge(job.data, { idempotencyKey: crypto.randomUUID() });
});`,
      errors: [
        {
          messageId: 'newKey',
          line: 4,
          column: 52,
          endLine: 4,
          endColumn: 71,
        },
      ],
    },
    {
      name: 'consumer of an at-least-once queue',
      code: `import { Kafka } from 'kafkajs';
await new Kafka(config).consumer({ groupId: 'pay' }).run({
  eachMessage: async ({ message }) => {
    await gateway.charge(JSON.parse(message.value), { idempotencyKey: crypto.randomUUID() });
  },
});`,
      errors: [
        {
          messageId: 'redelivered',
          line: 4,
          column: 71,
          endLine: 4,
          endColumn: 90,
        },
      ],
    },
    {
      name: 'retry decorator',
      code: `import { Retryable } from 'typescript-retry-decorator';
class Gates {
  @Retryable({ maxAttempts: 3 })
  async open(pass: string) {
    return this.http.post('/open', { pass }, { headers: { 'Idempotency-Key': crypto.randomUUID() } });
  }
}`,
      errors: [
        {
          messageId: 'newKey',
          line: 5,
          column: 78,
          endLine: 5,
          endColumn: 97,
        },
      ],
    },
    {
      name: 'chain of catches',
      code: `export const refund = (id) =>
  Array.from({ length: 4 }).reduce(
    (before) => before.catch(() => cko.payments.refund(id, {}, { idempotencyKey: crypto.randomUUID() })),
    Promise.reject(new Error('not started')),
  );`,
      errors: [
        {
          messageId: 'newKey',
          line: 3,
          column: 82,
          endLine: 3,
          endColumn: 101,
          suggestions: [
            {
              messageId: 'hoist',
              output: `export const refund = (id) => {
  const idempotencyKey = crypto.randomUUID();
  return Array.from({ length: 4 }).reduce(
    (before) => before.catch(() => cko.payments.refund(id, {}, { idempotencyKey })),
    Promise.reject(new Error('not started')),
  );
};`,
            },
          ],
        },
      ],
    },
    {
      name: 'state machine that tries again',
      code: `export function step(state, action) {
  switch (state.stage) {
    case 'lost':
      if (action.type !== 'TRY_AGAIN') break;
      return { stage: 'sending', idempotencyKey: crypto.randomUUID() };
  }
  return state;
}`,
      errors: [
        {
          messageId: 'newKey',
          line: 5,
          column: 50,
          endLine: 5,
          endColumn: 69,
        },
      ],
    },
    {
      name: 'counter that an engine hands over or a row keeps',
      code: `export class Mailer {
  async process(job) {
    await this.gateway.send(job.data, { idempotencyKey: \`\${job.id}/\${job.attemptsMade}\` });
  }
  async again(payout) {
    payout.tries += 1;
    await stripe.transfers.create(payout, { idempotencyKey: \`\${payout.idempotencyKey}_again_\${payout.tries}\` });
  }
}`,
      errors: [
        {
          messageId: 'counter',
          line: 3,
          column: 57,
          endLine: 3,
          endColumn: 88,
          suggestions: [
            {
              messageId: 'dropCounter',
              output: `export class Mailer {
  async process(job) {
    await this.gateway.send(job.data, { idempotencyKey: \`\${job.id}\` });
  }
  async again(payout) {
    payout.tries += 1;
    await stripe.transfers.create(payout, { idempotencyKey: \`\${payout.idempotencyKey}_again_\${payout.tries}\` });
  }
}`,
            },
          ],
        },
        {
          messageId: 'counter',
          line: 7,
          column: 61,
          endLine: 7,
          endColumn: 109,
          suggestions: [
            {
              messageId: 'dropCounter',
              output: `export class Mailer {
  async process(job) {
    await this.gateway.send(job.data, { idempotencyKey: \`\${job.id}/\${job.attemptsMade}\` });
  }
  async again(payout) {
    payout.tries += 1;
    await stripe.transfers.create(payout, { idempotencyKey: payout.idempotencyKey });
  }
}`,
            },
          ],
        },
      ],
    },
    {
      name: 'base64 of random bytes, hoisted whole',
      code: `import crypto from 'crypto';
import { retry } from './retry';
export async function load(cents) {
  return retry(() => gateway.charge({ cents, idempotencyKey: crypto.randomBytes(18).toString('base64url') }));
}`,
      errors: [
        {
          messageId: 'newKey',
          line: 4,
          column: 62,
          endLine: 4,
          endColumn: 84,
          suggestions: [
            {
              messageId: 'hoist',
              output: `import crypto from 'crypto';
import { retry } from './retry';
export async function load(cents) {
  const idempotencyKey = crypto.randomBytes(18).toString('base64url');
  return retry(() => gateway.charge({ cents, idempotencyKey }));
}`,
            },
          ],
        },
      ],
    },
    {
      name: "Trigger.dev's attempt number",
      code: `import { task } from '@trigger.dev/sdk/v3';
export const pay = task({
  id: 'pay',
  run: async (order, { ctx }) => {
    await gateway.charge(order, { idempotencyKey: \`\${order.id}-\${ctx.attempt.number}\` });
  },
});`,
      errors: [
        {
          messageId: 'counter',
          line: 5,
          column: 51,
          endLine: 5,
          endColumn: 86,
          suggestions: [
            {
              messageId: 'dropCounter',
              output: `import { task } from '@trigger.dev/sdk/v3';
export const pay = task({
  id: 'pay',
  run: async (order, { ctx }) => {
    await gateway.charge(order, { idempotencyKey: \`\${order.id}\` });
  },
});`,
            },
          ],
        },
      ],
    },
    {
      name: 'callback that takes the error first',
      code: `export function pay(order, left, done) {
  gateway.charge({ order, idempotencyKey: crypto.randomUUID() }, (error, charge) => {
    if (error && left > 0) return pay(order, left - 1, done);
    done(error, charge);
  });
}`,
      errors: [
        {
          messageId: 'newKey',
          line: 2,
          column: 43,
          endLine: 2,
          endColumn: 62,
        },
      ],
    },
    {
      name: 'failure told apart by a switch',
      code: `export async function pay(order) {
  for (let n = 0; n < 3; n++) {
    try {
      return await gateway.charge(order, { idempotencyKey: crypto.randomUUID() });
    } catch (error) {
      switch (error.code) {
        case 'ETIMEDOUT':
          await pause(n);
          break;
        default:
          throw error;
      }
    }
  }
}`,
      errors: [
        {
          messageId: 'newKey',
          line: 4,
          column: 60,
          endLine: 4,
          endColumn: 79,
          suggestions: [
            {
              messageId: 'hoist',
              output: `export async function pay(order) {
  const idempotencyKey = crypto.randomUUID();
  for (let n = 0; n < 3; n++) {
    try {
      return await gateway.charge(order, { idempotencyKey });
    } catch (error) {
      switch (error.code) {
        case 'ETIMEDOUT':
          await pause(n);
          break;
        default:
          throw error;
      }
    }
  }
}`,
            },
          ],
        },
      ],
    },
    {
      name: 'renewed in the catch clause',
      code: `export async function pay(order) {
  let key = crypto.randomUUID();
  for (let n = 0; n < 3; n++) {
    try {
      return await gateway.charge(order, { idempotencyKey: key });
    } catch (error) {
      key = crypto.randomUUID();
    }
  }
}`,
      errors: [
        {
          messageId: 'newKey',
          line: 7,
          column: 13,
          endLine: 7,
          endColumn: 32,
        },
      ],
    },
    {
      name: 'function that a wrapper of this file makes retrying',
      code: `const withRetries = (fn) => async (...args) => {
  for (let n = 0; ; n++) {
    try {
      return await fn(...args);
    } catch (error) {
      if (n > 3) throw error;
    }
  }
};
const charge = async (order) => gateway.charge(order, { idempotencyKey: crypto.randomUUID() });
export const chargeSafely = withRetries(charge);`,
      errors: [
        {
          messageId: 'newKey',
          line: 10,
          column: 73,
          endLine: 10,
          endColumn: 92,
        },
      ],
    },
  ],
});
