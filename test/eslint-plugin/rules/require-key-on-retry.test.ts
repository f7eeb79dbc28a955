import { requireKeyOnRetry } from '../../../eslint-plugin/src/rules/require-key-on-retry.ts';
import { testRule } from '../rule-tester.ts';

testRule('require-key-on-retry', requireKeyOnRetry, {
  valid: [
    {
      name: 'a function that a team named: a key among its arguments',
      code: `import { postBooking } from './bookings';
export const book = (room, bookingKey) => withRetry(() => postBooking(room, bookingKey));`,
      settings: { idempotency: { effectFunctions: ['postBooking'] } },
    },
    {
      name: 'a function that a team named: a key in its object',
      code: `import { postBooking } from './bookings';
export const book = (room, name) => withRetry(() => postBooking({ room, idempotencyKey: name }));`,
      settings: { idempotency: { effectFunctions: ['postBooking'] } },
    },
    {
      name: 'a function that a team named: called once',
      code: `import { postBooking } from './bookings';
export const book = (room) => postBooking(room);`,
      settings: { idempotency: { effectFunctions: ['postBooking'] } },
    },
    {
      name: 'a function that no team named',
      code: `import { postBooking } from './bookings';
export const book = (room) => withRetry(() => postBooking(room));`,
    },
    {
      name: 'retry library round fetch: with a key',
      code: `import pRetry from 'p-retry';
export async function bill(order, key) {
  return pRetry(async () => {
    const response = await fetch('https://books.example/invoices', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(order),
    });
    return response.json();
  });
}`,
    },
    {
      name: 'retry library round fetch: a read',
      code: `import pRetry from 'p-retry';
export const invoice = (id) => pRetry(() => fetch(\`https://books.example/invoices/\${id}\`));`,
    },
    {
      name: 'retry library round fetch: headers from elsewhere may hold a key',
      code: `import pRetry from 'p-retry';
export const bill = (order, headers) =>
  pRetry(() => fetch('https://books.example/invoices', { method: 'POST', headers, body: JSON.stringify(order) }));`,
    },
    {
      name: 'retry library round fetch: a POST that only asks',
      code: `import pRetry from 'p-retry';
export const find = (query) => pRetry(() => fetch('https://books.example/search', { method: 'POST', body: query }));`,
    },
    {
      name: 'axios instance in a loop: a rate limit is a definite answer',
      code: `import axios from 'axios';
const depot = axios.create({ baseURL: 'https://depot.example' });
export async function deliver(crates) {
  let left = 3;
  while (left-- > 0) {
    try {
      return await depot.post('/deliveries', { crates });
    } catch (error) {
      if (error.response?.status !== 429) throw error;
    }
  }
}`,
    },
    {
      name: 'axios instance in a loop: a loop over crates',
      code: `import axios from 'axios';
const depot = axios.create({ baseURL: 'https://depot.example' });
export async function deliver(crates) {
  for (const crate of crates) {
    try {
      await depot.post('/deliveries', { crate });
    } catch (error) {
      console.error(error);
    }
  }
}`,
    },
    {
      name: 'axios instance in a loop: pages of an export',
      code: `import axios from 'axios';
const depot = axios.create({ baseURL: 'https://depot.example' });
export async function all() {
  let cursor;
  const found = [];
  while (true) {
    const { data } = await depot.post('/exports', { cursor });
    found.push(...data.items);
    if (!data.next) break;
    cursor = data.next;
  }
  return found;
}`,
    },
    {
      name: 'axios instance in a loop: a queue that puts failed jobs back',
      code: `import axios from 'axios';
const depot = axios.create({ baseURL: 'https://depot.example' });
export async function drain(jobs) {
  while (jobs.length > 0) {
    const job = jobs.shift();
    try {
      await depot.post('/jobs', job);
    } catch {
      jobs.push(job);
    }
  }
}`,
    },
    {
      name: "body in the caller's hands, PATCH, options there already: PUT may be repeated",
      code: `import axios from 'axios';
export const move = (id, whole) => withRetry(() => axios.put(\`/moves/\${id}\`, whole, { timeout: 500 }));`,
    },
    {
      name: "Stripe round its own retries: one call: the SDK's own retries share its key",
      code: `import Stripe from 'stripe';
const stripe = new Stripe(process.env.KEY, { maxNetworkRetries: 2 });
export const refund = (charge) => stripe.refunds.create({ charge });`,
    },
    {
      name: 'Stripe round its own retries: with a key in the options',
      code: `import Stripe from 'stripe';
const stripe = new Stripe(process.env.KEY);
export const refund = (charge, idempotencyKey) => withRetry(() => stripe.refunds.create({ charge }, { idempotencyKey }));`,
    },
    {
      name: 'Stripe round its own retries: reading, listing, cancelling',
      code: `import Stripe from 'stripe';
const stripe = new Stripe(process.env.KEY);
export const look = (id) => withRetry(() => stripe.refunds.retrieve(id));
export const list = () => withRetry(() => stripe.refunds.list());
export const cancel = (id) => withRetry(() => stripe.refunds.cancel(id));`,
    },
    {
      name: 'inherited wrapper and client: right',
      code: `import { Gateway } from './gateway';
export class Lessons extends Gateway {
  async buy(lesson) {
    return this.withRetry(
      () => this.stripe.paymentIntents.create({ amount: lesson.cents }, { idempotencyKey: lesson.id }),
      'buy',
    );
  }
}`,
    },
    {
      name: 'key as a positional argument, and as a field: right',
      code: `import { GoCardlessClient } from 'gocardless-nodejs/client';
import { SquareClient } from 'square';
const debit = new GoCardlessClient(token);
const square = new SquareClient({ token });
export const collect = (pence, key) => withRetry(() => debit.payments.create({ amount: pence }, key));
export const sell = (payment) => withRetry(() => square.payments.create(payment));`,
    },
    {
      name: 'provider that takes no key: right',
      code: `import braintree from 'braintree';
const gateway = new braintree.BraintreeGateway(config);
export const sale = (amount) => gateway.transaction.sale({ amount });`,
    },
    {
      name: 'axios-retry by its default: a condition that leaves POST out',
      code: `import axios from 'axios';
import axiosRetry, { isSafeRequestError } from 'axios-retry';
const hardware = axios.create();
axiosRetry(hardware, { retries: 3, retryCondition: isSafeRequestError });
export const order = (tag) => hardware.post('/orders', { tag });`,
    },
    {
      name: 'axios-retry by its default: an interceptor that keeps a key',
      code: `import axios from 'axios';
import axiosRetry from 'axios-retry';
const hardware = axios.create();
axiosRetry(hardware, { retries: 3 });
hardware.interceptors.request.use((config) => {
  config.headers['Idempotency-Key'] ??= crypto.randomUUID();
  return config;
});
export const order = (tag) => hardware.post('/orders', { tag });`,
    },
    {
      name: 'ofetch, got and ky told to repeat POST: by default they leave it alone',
      code: `import { ofetch } from 'ofetch';
import got from 'got';
import ky from 'ky';
export const rent = (guide) => ofetch('/rentals', { method: 'POST', body: { guide } });
export const credit = (kwh) => got.post('https://grid.example/credits', { json: { kwh }, retry: { limit: 3 } });
const cellar = ky.create({ retry: 3 });
export const ship = (box) => cellar.post('/boxes', { json: box });`,
    },
    {
      name: 'fetch-retry, superagent and wretch: right',
      filename: 'case.js',
      code: `const fetchRetry = require('fetch-retry');
const superagent = require('superagent');
const wretch = require('wretch');
const { retry } = require('wretch/middlewares');
const steady = fetchRetry(global.fetch, { retries: 3 });
const sms = wretch('https://sms.example').middlewares([retry({ maxAttempts: 3 })]);
exports.label = (parcel, key) => steady('/labels', { method: 'POST', headers: { 'Idempotency-Key': key }, body: parcel });
exports.van = (parcels, key) => superagent.post('/pickups').set('Idempotency-Key', key).retry(2).send({ parcels });
exports.text = (phones, key) => sms.url('/batches').headers({ 'Idempotency-Key': key }).post({ to: phones });
exports.once = (parcels) => superagent.post('/pickups').send({ parcels });`,
    },
    {
      name: 'cold Observable with retry: a promise is not sent again',
      code: `import axios from 'axios';
import { from, retry } from 'rxjs';
export const enter = (club) => from(axios.post('/entries', { club })).pipe(retry(3));`,
    },
    {
      name: "retrying helper that takes the request's options: the helper alone says nothing about POST",
      code: `export async function patient(url, init) {
  for (let n = 0; n < 4; n++) {
    try {
      return await fetch(url, init);
    } catch (error) {
      console.warn(error);
    }
  }
}
export const look = (id) => patient(\`/boxes/\${id}\`, { method: 'GET' });`,
    },
    {
      name: 'Temporal activity and Inngest step: right',
      code: `import { log } from '@temporalio/activity';
export async function book(entry) {
  await fetch('https://ledger.example/entries', {
    method: 'POST',
    headers: { 'Idempotency-Key': \`entry-\${entry.id}\` },
    body: JSON.stringify(entry),
  });
}`,
    },
    {
      name: 'promise-retry that calls its retry function: without calling it nothing is repeated',
      filename: 'case.js',
      code: `const promiseRetry = require('promise-retry');
const axios = require('axios');
exports.score = (score) => promiseRetry(async (again) => axios.post('/scores', score));`,
    },
    {
      name: 'cockatiel policy far from its use, headers in a variable: the key is put into the headers later',
      code: `import { handleAll, retry } from 'cockatiel';
import { request } from 'undici';
const policy = retry(handleAll, { maxAttempts: 4 });
export function surcharge(cents, key) {
  const headers = { 'content-type': 'application/json' };
  headers['idempotency-key'] = key;
  return policy.execute(() => request('https://fuel.example/surcharges', { method: 'POST', headers, body: String(cents) }));
}`,
    },
    {
      name: 'GraphQL and JSON-RPC say in the body what they do: a query',
      code: `import axios from 'axios';
export const look = (id) =>
  withRetry(() => axios.post('https://shop.example/api', { query: 'query { order }', variables: { id } }));`,
    },
    {
      name: 'GraphQL and JSON-RPC say in the body what they do: JSON-RPC',
      code: `import axios from 'axios';
export const block = () =>
  withRetry(() => axios.post('https://node.example', { jsonrpc: '2.0', method: 'eth_blockNumber', id: 1 }));`,
    },
    {
      name: "undici's RetryAgent and a Request object in a loop: its methods leave POST out by default",
      code: `import { Agent, request, RetryAgent } from 'undici';
const dispatcher = new RetryAgent(new Agent(), { maxRetries: 6 });
export const submit = (x) => request('https://lab.example/samples', { method: 'POST', body: x, dispatcher });`,
    },
    {
      name: 'endpoint of RTK Query behind retry: the draft brings its key',
      code: `import { createApi, fetchBaseQuery, retry } from '@reduxjs/toolkit/query/react';
export const api = createApi({
  baseQuery: retry(fetchBaseQuery({ baseUrl: '/api' }), { maxRetries: 2 }),
  endpoints: (builder) => ({
    add: builder.mutation({
      query: ({ key, ...body }) => ({ url: 'things', method: 'POST', headers: { 'Idempotency-Key': key }, body }),
    }),
  }),
});`,
    },
    {
      name: 'hook of the call that sets the key: right',
      code: `import { ofetch } from 'ofetch';
export const send = (body, key) =>
  ofetch('/x', { method: 'POST', body, retry: 3, onRequest: ({ options }) => options.headers.set('Idempotency-Key', key) });`,
    },
  ],
  invalid: [
    {
      name: 'a function that a team named, in a retry wrapper',
      code: `import { postBooking } from './bookings';
export const book = (room) => withRetry(() => postBooking(room));`,
      settings: { idempotency: { effectFunctions: ['postBooking'] } },
      errors: [
        {
          messageId: 'noKey',
          data: { what: '`postBooking`', who: 'by withRetry' },
          line: 2,
          column: 47,
          endLine: 2,
          endColumn: 64,
        },
      ],
    },
    {
      name: 'a method that a team named, in a loop of this file',
      code: `export async function book(desk, room) {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      return await desk.postBooking(room);
    } catch {}
  }
}`,
      settings: { idempotency: { effectFunctions: ['postBooking'] } },
      errors: [
        {
          messageId: 'noKey',
          data: { what: '`postBooking`', who: 'by this loop' },
          line: 4,
          column: 20,
          endLine: 4,
          endColumn: 42,
        },
      ],
    },
    {
      name: 'a function that a team named, whose request is seen: one finding, at the request',
      code: `async function postBooking(room) {
  return fetch('https://rooms.example/bookings', { method: 'POST', body: room });
}
export const book = (room) => withRetry(() => postBooking(room));`,
      settings: { idempotency: { effectFunctions: ['postBooking'] } },
      errors: [
        {
          messageId: 'noKey',
          data: { what: 'POST', who: 'by withRetry' },
          line: 2,
          column: 10,
          endLine: 2,
          endColumn: 81,
        },
      ],
    },
    {
      name: 'retry library round fetch',
      code: `import pRetry from 'p-retry';
export async function bill(order) {
  return pRetry(async () => {
    const response = await fetch('https://books.example/invoices', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(order),
    });
    return response.json();
  });
}`,
      errors: [
        {
          messageId: 'noKey',
          line: 4,
          column: 28,
          endLine: 8,
          endColumn: 7,
          suggestions: [
            {
              messageId: 'send',
              output: `import pRetry from 'p-retry';
export async function bill(order) {
  const idempotencyKey = crypto.randomUUID();
  return pRetry(async () => {
    const response = await fetch('https://books.example/invoices', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'Idempotency-Key': idempotencyKey },
      body: JSON.stringify(order),
    });
    return response.json();
  });
}`,
            },
          ],
        },
      ],
    },
    {
      name: 'axios instance in a loop',
      code: `import axios from 'axios';
const depot = axios.create({ baseURL: 'https://depot.example' });
export async function deliver(crates) {
  let left = 3;
  while (left-- > 0) {
    try {
      return await depot.post('/deliveries', { crates });
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}`,
      errors: [
        {
          messageId: 'noKey',
          line: 7,
          column: 20,
          endLine: 7,
          endColumn: 57,
          suggestions: [
            {
              messageId: 'send',
              output: `import axios from 'axios';
const depot = axios.create({ baseURL: 'https://depot.example' });
export async function deliver(crates) {
  let left = 3;
  const idempotencyKey = crypto.randomUUID();
  while (left-- > 0) {
    try {
      return await depot.post('/deliveries', { crates }, { headers: { 'Idempotency-Key': idempotencyKey } });
    } catch (error) {
      if (left === 0) throw error;
    }
  }
}`,
            },
          ],
        },
      ],
    },
    {
      name: "body in the caller's hands, PATCH, options there already",
      code: `import axios from 'axios';
export const move = (id, change) => withRetry(() => axios.patch(\`/moves/\${id}\`, change, { timeout: 500 }));`,
      errors: [
        {
          messageId: 'noKey',
          line: 2,
          column: 53,
          endLine: 2,
          endColumn: 106,
          suggestions: [
            {
              messageId: 'send',
              output: `import axios from 'axios';
export const move = (id, change) => {
  const idempotencyKey = crypto.randomUUID();
  return withRetry(() => axios.patch(\`/moves/\${id}\`, change, { timeout: 500, headers: { 'Idempotency-Key': idempotencyKey } }));
};`,
            },
          ],
        },
      ],
    },
    {
      name: 'Stripe round its own retries',
      code: `import Stripe from 'stripe';
const stripe = new Stripe(process.env.KEY, { maxNetworkRetries: 2 });
export const refund = (charge) => withRetry(() => stripe.refunds.create({ charge }));`,
      errors: [
        {
          messageId: 'ownKey',
          line: 3,
          column: 51,
          endLine: 3,
          endColumn: 84,
          suggestions: [
            {
              messageId: 'send',
              output: `import Stripe from 'stripe';
const stripe = new Stripe(process.env.KEY, { maxNetworkRetries: 2 });
export const refund = (charge) => {
  const idempotencyKey = crypto.randomUUID();
  return withRetry(() => stripe.refunds.create({ charge }, { idempotencyKey }));
};`,
            },
          ],
        },
      ],
    },
    {
      name: 'inherited wrapper and client',
      code: `import { Gateway } from './gateway';
export class Lessons extends Gateway {
  async buy(lesson) {
    return this.withRetry(() => this.stripe.paymentIntents.create({ amount: lesson.cents }), 'buy');
  }
}`,
      errors: [
        {
          messageId: 'ownKey',
          line: 4,
          column: 33,
          endLine: 4,
          endColumn: 92,
          suggestions: [
            {
              messageId: 'send',
              output: `import { Gateway } from './gateway';
export class Lessons extends Gateway {
  async buy(lesson) {
    const idempotencyKey = crypto.randomUUID();
    return this.withRetry(() => this.stripe.paymentIntents.create({ amount: lesson.cents }, { idempotencyKey }), 'buy');
  }
}`,
            },
          ],
        },
      ],
    },
    {
      name: 'key as a positional argument, and as a field',
      code: `import { GoCardlessClient } from 'gocardless-nodejs/client';
import { SquareClient } from 'square';
const debit = new GoCardlessClient(token);
const square = new SquareClient({ token });
export const collect = (pence) => withRetry(() => debit.payments.create({ amount: pence }));
export const sell = (cents) => withRetry(() => square.payments.create({ sourceId: 'x', amountMoney: cents }));`,
      errors: [
        {
          messageId: 'ownKey',
          line: 5,
          column: 51,
          endLine: 5,
          endColumn: 91,
          suggestions: [
            {
              messageId: 'send',
              output: `import { GoCardlessClient } from 'gocardless-nodejs/client';
import { SquareClient } from 'square';
const debit = new GoCardlessClient(token);
const square = new SquareClient({ token });
export const collect = (pence) => {
  const idempotencyKey = crypto.randomUUID();
  return withRetry(() => debit.payments.create({ amount: pence }, idempotencyKey));
};
export const sell = (cents) => withRetry(() => square.payments.create({ sourceId: 'x', amountMoney: cents }));`,
            },
          ],
        },
        {
          messageId: 'noKey',
          line: 6,
          column: 48,
          endLine: 6,
          endColumn: 109,
          suggestions: [
            {
              messageId: 'send',
              output: `import { GoCardlessClient } from 'gocardless-nodejs/client';
import { SquareClient } from 'square';
const debit = new GoCardlessClient(token);
const square = new SquareClient({ token });
export const collect = (pence) => withRetry(() => debit.payments.create({ amount: pence }));
export const sell = (cents) => {
  const idempotencyKey = crypto.randomUUID();
  return withRetry(() => square.payments.create({ sourceId: 'x', amountMoney: cents, idempotencyKey }));
};`,
            },
          ],
        },
      ],
    },
    {
      name: 'provider that takes no key',
      code: `import braintree from 'braintree';
const gateway = new braintree.BraintreeGateway(config);
export const sale = (amount) => withRetry(() => gateway.transaction.sale({ amount }));`,
      errors: [
        {
          messageId: 'noKeys',
          line: 3,
          column: 49,
          endLine: 3,
          endColumn: 85,
        },
      ],
    },
    {
      name: 'axios-retry by its default',
      code: `import axios from 'axios';
import axiosRetry from 'axios-retry';
const hardware = axios.create();
axiosRetry(hardware, { retries: 3 });
export const order = (tag) => hardware.post('/orders', { tag });`,
      errors: [
        {
          messageId: 'noKey',
          line: 5,
          column: 31,
          endLine: 5,
          endColumn: 64,
          suggestions: [
            {
              messageId: 'send',
              output: `import axios from 'axios';
import axiosRetry from 'axios-retry';
const hardware = axios.create();
axiosRetry(hardware, { retries: 3 });
export const order = (tag) => hardware.post('/orders', { tag }, { headers: { 'Idempotency-Key': crypto.randomUUID() } });`,
            },
          ],
        },
      ],
    },
    {
      name: 'ofetch, got and ky told to repeat POST',
      code: `import { ofetch } from 'ofetch';
import got from 'got';
import ky from 'ky';
export const rent = (guide) => ofetch('/rentals', { method: 'POST', body: { guide }, retry: 2 });
export const credit = (kwh) => got.post('https://grid.example/credits', { json: { kwh }, retry: { limit: 3, methods: ['POST'] } });
const cellar = ky.create({ retry: { limit: 3, methods: ['get', 'post'] } });
export const ship = (box) => cellar.post('/boxes', { json: box });`,
      errors: [
        {
          messageId: 'noKey',
          line: 4,
          column: 32,
          endLine: 4,
          endColumn: 97,
          suggestions: [
            {
              messageId: 'send',
              output: `import { ofetch } from 'ofetch';
import got from 'got';
import ky from 'ky';
export const rent = (guide) => ofetch('/rentals', { method: 'POST', body: { guide }, retry: 2, headers: { 'Idempotency-Key': crypto.randomUUID() } });
export const credit = (kwh) => got.post('https://grid.example/credits', { json: { kwh }, retry: { limit: 3, methods: ['POST'] } });
const cellar = ky.create({ retry: { limit: 3, methods: ['get', 'post'] } });
export const ship = (box) => cellar.post('/boxes', { json: box });`,
            },
          ],
        },
        {
          messageId: 'noKey',
          line: 5,
          column: 32,
          endLine: 5,
          endColumn: 131,
          suggestions: [
            {
              messageId: 'send',
              output: `import { ofetch } from 'ofetch';
import got from 'got';
import ky from 'ky';
export const rent = (guide) => ofetch('/rentals', { method: 'POST', body: { guide }, retry: 2 });
export const credit = (kwh) => got.post('https://grid.example/credits', { json: { kwh }, retry: { limit: 3, methods: ['POST'] }, headers: { 'Idempotency-Key': crypto.randomUUID() } });
const cellar = ky.create({ retry: { limit: 3, methods: ['get', 'post'] } });
export const ship = (box) => cellar.post('/boxes', { json: box });`,
            },
          ],
        },
        {
          messageId: 'noKey',
          line: 7,
          column: 30,
          endLine: 7,
          endColumn: 66,
          suggestions: [
            {
              messageId: 'send',
              output: `import { ofetch } from 'ofetch';
import got from 'got';
import ky from 'ky';
export const rent = (guide) => ofetch('/rentals', { method: 'POST', body: { guide }, retry: 2 });
export const credit = (kwh) => got.post('https://grid.example/credits', { json: { kwh }, retry: { limit: 3, methods: ['POST'] } });
const cellar = ky.create({ retry: { limit: 3, methods: ['get', 'post'] } });
export const ship = (box) => cellar.post('/boxes', { json: box, headers: { 'Idempotency-Key': crypto.randomUUID() } });`,
            },
          ],
        },
      ],
    },
    {
      name: 'fetch-retry, superagent and wretch',
      filename: 'case.js',
      code: `const fetchRetry = require('fetch-retry');
const superagent = require('superagent');
const wretch = require('wretch');
const { retry } = require('wretch/middlewares');
const steady = fetchRetry(global.fetch, { retries: 3 });
const sms = wretch('https://sms.example').middlewares([retry({ maxAttempts: 3 })]);
exports.label = (parcel) => steady('/labels', { method: 'POST', body: parcel });
exports.van = (parcels) => superagent.post('/pickups').retry(2).send({ parcels });
exports.text = (phones) => sms.url('/batches').post({ to: phones });`,
      errors: [
        {
          messageId: 'noKey',
          line: 7,
          column: 29,
          endLine: 7,
          endColumn: 80,
          suggestions: [
            {
              messageId: 'send',
              output: `const fetchRetry = require('fetch-retry');
const superagent = require('superagent');
const wretch = require('wretch');
const { retry } = require('wretch/middlewares');
const steady = fetchRetry(global.fetch, { retries: 3 });
const sms = wretch('https://sms.example').middlewares([retry({ maxAttempts: 3 })]);
exports.label = (parcel) => steady('/labels', { method: 'POST', body: parcel, headers: { 'Idempotency-Key': crypto.randomUUID() } });
exports.van = (parcels) => superagent.post('/pickups').retry(2).send({ parcels });
exports.text = (phones) => sms.url('/batches').post({ to: phones });`,
            },
          ],
        },
        {
          messageId: 'noKey',
          line: 8,
          column: 28,
          endLine: 8,
          endColumn: 55,
          suggestions: [
            {
              messageId: 'send',
              output: `const fetchRetry = require('fetch-retry');
const superagent = require('superagent');
const wretch = require('wretch');
const { retry } = require('wretch/middlewares');
const steady = fetchRetry(global.fetch, { retries: 3 });
const sms = wretch('https://sms.example').middlewares([retry({ maxAttempts: 3 })]);
exports.label = (parcel) => steady('/labels', { method: 'POST', body: parcel });
exports.van = (parcels) => superagent.post('/pickups').set('Idempotency-Key', crypto.randomUUID()).retry(2).send({ parcels });
exports.text = (phones) => sms.url('/batches').post({ to: phones });`,
            },
          ],
        },
        {
          messageId: 'noKey',
          line: 9,
          column: 28,
          endLine: 9,
          endColumn: 68,
          suggestions: [
            {
              messageId: 'send',
              output: `const fetchRetry = require('fetch-retry');
const superagent = require('superagent');
const wretch = require('wretch');
const { retry } = require('wretch/middlewares');
const steady = fetchRetry(global.fetch, { retries: 3 });
const sms = wretch('https://sms.example').middlewares([retry({ maxAttempts: 3 })]);
exports.label = (parcel) => steady('/labels', { method: 'POST', body: parcel });
exports.van = (parcels) => superagent.post('/pickups').retry(2).send({ parcels });
exports.text = (phones) => sms.url('/batches').headers({ 'Idempotency-Key': crypto.randomUUID() }).post({ to: phones });`,
            },
          ],
        },
      ],
    },
    {
      name: 'cold Observable with retry',
      code: `import { HttpService } from '@nestjs/axios';
import { retry } from 'rxjs';
class Tips {
  constructor(private readonly http: HttpService) {}
  payOut(cents: number) {
    const payout$ = this.http.post('/payouts', { cents });
    return payout$.pipe(retry(2));
  }
}`,
      errors: [
        {
          messageId: 'noKey',
          line: 6,
          column: 21,
          endLine: 6,
          endColumn: 58,
          suggestions: [
            {
              messageId: 'send',
              output: `import { HttpService } from '@nestjs/axios';
import { retry } from 'rxjs';
class Tips {
  constructor(private readonly http: HttpService) {}
  payOut(cents: number) {
    const payout$ = this.http.post('/payouts', { cents }, { headers: { 'Idempotency-Key': crypto.randomUUID() } });
    return payout$.pipe(retry(2));
  }
}`,
            },
          ],
        },
      ],
    },
    {
      name: "retrying helper that takes the request's options",
      code: `import { fetchWithRetry } from '@/lib/fetch-with-retry';
export const order = (box) => fetchWithRetry('/orders', { method: 'POST', body: box });
async function patient(url, init) {
  for (let n = 0; n < 4; n++) {
    try {
      return await fetch(url, init);
    } catch (error) {
      console.warn(error);
    }
  }
}
export const ship = (box) => patient('/boxes', { method: 'POST', body: box });`,
      errors: [
        {
          messageId: 'noKey',
          line: 2,
          column: 31,
          endLine: 2,
          endColumn: 87,
          suggestions: [
            {
              messageId: 'send',
              output: `import { fetchWithRetry } from '@/lib/fetch-with-retry';
export const order = (box) => fetchWithRetry('/orders', { method: 'POST', body: box, headers: { 'Idempotency-Key': crypto.randomUUID() } });
async function patient(url, init) {
  for (let n = 0; n < 4; n++) {
    try {
      return await fetch(url, init);
    } catch (error) {
      console.warn(error);
    }
  }
}
export const ship = (box) => patient('/boxes', { method: 'POST', body: box });`,
            },
          ],
        },
        {
          messageId: 'noKey',
          line: 12,
          column: 30,
          endLine: 12,
          endColumn: 78,
          suggestions: [
            {
              messageId: 'send',
              output: `import { fetchWithRetry } from '@/lib/fetch-with-retry';
export const order = (box) => fetchWithRetry('/orders', { method: 'POST', body: box });
async function patient(url, init) {
  for (let n = 0; n < 4; n++) {
    try {
      return await fetch(url, init);
    } catch (error) {
      console.warn(error);
    }
  }
}
export const ship = (box) => patient('/boxes', { method: 'POST', body: box, headers: { 'Idempotency-Key': crypto.randomUUID() } });`,
            },
          ],
        },
      ],
    },
    {
      name: 'Temporal activity and Inngest step',
      code: `import { log } from '@temporalio/activity';
export async function book(entry) {
  await fetch('https://ledger.example/entries', { method: 'POST', body: JSON.stringify(entry) });
}`,
      errors: [
        {
          messageId: 'noKey',
          line: 3,
          column: 9,
          endLine: 3,
          endColumn: 97,
        },
      ],
    },
    {
      name: 'promise-retry that calls its retry function',
      filename: 'case.js',
      code: `const promiseRetry = require('promise-retry');
const axios = require('axios');
exports.score = (score) => promiseRetry((again) => axios.post('/scores', score).catch(again));`,
      errors: [
        {
          messageId: 'noKey',
          line: 3,
          column: 52,
          endLine: 3,
          endColumn: 80,
          suggestions: [
            {
              messageId: 'send',
              output: `const promiseRetry = require('promise-retry');
const axios = require('axios');
exports.score = (score) => {
  const idempotencyKey = crypto.randomUUID();
  return promiseRetry((again) => axios.post('/scores', score, { headers: { 'Idempotency-Key': idempotencyKey } }).catch(again));
};`,
            },
          ],
        },
      ],
    },
    {
      name: 'cockatiel policy far from its use, headers in a variable',
      code: `import { handleAll, retry } from 'cockatiel';
import { request } from 'undici';
const policy = retry(handleAll, { maxAttempts: 4 });
export function surcharge(cents) {
  const headers = { 'content-type': 'application/json' };
  return policy.execute(() => request('https://fuel.example/surcharges', { method: 'POST', headers, body: String(cents) }));
}`,
      errors: [
        {
          messageId: 'noKey',
          line: 6,
          column: 31,
          endLine: 6,
          endColumn: 123,
          suggestions: [
            {
              messageId: 'send',
              output: `import { handleAll, retry } from 'cockatiel';
import { request } from 'undici';
const policy = retry(handleAll, { maxAttempts: 4 });
export function surcharge(cents) {
  const headers = { 'content-type': 'application/json' };
  const idempotencyKey = crypto.randomUUID();
  return policy.execute(() => request('https://fuel.example/surcharges', { method: 'POST', headers: { ...headers, 'Idempotency-Key': idempotencyKey }, body: String(cents) }));
}`,
            },
          ],
        },
      ],
    },
    {
      name: 'GraphQL and JSON-RPC say in the body what they do',
      code: `import axios from 'axios';
export const pay = (id) =>
  withRetry(() => axios.post('https://shop.example/api', { query: 'mutation { pay }', variables: { id } }));`,
      errors: [
        {
          messageId: 'noKey',
          line: 3,
          column: 19,
          endLine: 3,
          endColumn: 107,
          suggestions: [
            {
              messageId: 'send',
              output: `import axios from 'axios';
export const pay = (id) => {
  const idempotencyKey = crypto.randomUUID();
  return withRetry(() => axios.post('https://shop.example/api', { query: 'mutation { pay }', variables: { id } }, { headers: { 'Idempotency-Key': idempotencyKey } }));
};`,
            },
          ],
        },
      ],
    },
    {
      name: "undici's RetryAgent and a Request object in a loop",
      code: `import { Agent, request, RetryAgent } from 'undici';
const dispatcher = new RetryAgent(new Agent(), { methods: ['GET', 'POST'] });
export const submit = (x) => request('https://lab.example/samples', { method: 'POST', body: x, dispatcher });
export async function order(x) {
  for (let n = 0; n < 3; n++) {
    try {
      return await fetch(new Request('/orders', { method: 'POST', body: x }));
    } catch {}
  }
}`,
      errors: [
        {
          messageId: 'noKey',
          line: 3,
          column: 30,
          endLine: 3,
          endColumn: 109,
          suggestions: [
            {
              messageId: 'send',
              output: `import { Agent, request, RetryAgent } from 'undici';
const dispatcher = new RetryAgent(new Agent(), { methods: ['GET', 'POST'] });
export const submit = (x) => request('https://lab.example/samples', { method: 'POST', body: x, dispatcher, headers: { 'Idempotency-Key': crypto.randomUUID() } });
export async function order(x) {
  for (let n = 0; n < 3; n++) {
    try {
      return await fetch(new Request('/orders', { method: 'POST', body: x }));
    } catch {}
  }
}`,
            },
          ],
        },
        {
          messageId: 'noKey',
          line: 7,
          column: 20,
          endLine: 7,
          endColumn: 78,
          suggestions: [
            {
              messageId: 'send',
              output: `import { Agent, request, RetryAgent } from 'undici';
const dispatcher = new RetryAgent(new Agent(), { methods: ['GET', 'POST'] });
export const submit = (x) => request('https://lab.example/samples', { method: 'POST', body: x, dispatcher });
export async function order(x) {
  const idempotencyKey = crypto.randomUUID();
  for (let n = 0; n < 3; n++) {
    try {
      return await fetch(new Request('/orders', { method: 'POST', body: x, headers: { 'Idempotency-Key': idempotencyKey } }));
    } catch {}
  }
}`,
            },
          ],
        },
      ],
    },
    {
      name: 'endpoint of RTK Query behind retry',
      code: `import { createApi, fetchBaseQuery, retry } from '@reduxjs/toolkit/query/react';
export const api = createApi({
  baseQuery: retry(fetchBaseQuery({ baseUrl: '/api' }), { maxRetries: 2 }),
  endpoints: (builder) => ({
    add: builder.mutation({ query: (body) => ({ url: 'things', method: 'POST', body }) }),
  }),
});`,
      errors: [
        {
          messageId: 'noKey',
          line: 5,
          column: 10,
          endLine: 5,
          endColumn: 90,
        },
      ],
    },
    {
      name: 'hook of the call that sets the key',
      code: `import { ofetch } from 'ofetch';
export const send = (body) => ofetch('/x', { method: 'POST', body, retry: 3, onRequest: ({ options }) => log(options) });`,
      errors: [
        {
          messageId: 'noKey',
          line: 2,
          column: 31,
          endLine: 2,
          endColumn: 121,
          suggestions: [
            {
              messageId: 'send',
              output: `import { ofetch } from 'ofetch';
export const send = (body) => ofetch('/x', { method: 'POST', body, retry: 3, onRequest: ({ options }) => log(options), headers: { 'Idempotency-Key': crypto.randomUUID() } });`,
            },
          ],
        },
      ],
    },
  ],
});
