import { requireKeyOnRetry } from '../../../../eslint-plugin/src/rules/require-key-on-retry.ts';
import { testRule } from '../../rule-tester.ts';

testRule('require-key-on-retry: hooks by name, endpoints, jQuery, Effect, queues', requireKeyOnRetry, {
  valid: [
    {
      name: 'got: the hooks that set the key are named in the options and written before',
      code: `import got from 'got';
const stamp = (options) => {
  options.headers['idempotency-key'] ??= crypto.randomUUID();
};
const once = (raw, options) => {
  options.headers['idempotency-key'] = crypto.randomUUID();
};
const panes = got.extend({ retry: { methods: ['POST'] }, hooks: { init: [once] } });
const frames = got.extend({ retry: { methods: ['POST'] }, hooks: { beforeRequest: [stamp] } });
export const order = (pane) => panes.post('orders', { json: pane });
export const frame = (pane) => frames.post('orders', { json: pane });`,
    },
    {
      name: 'RTK Query: an endpoint that is not repeated, and a base query of its own that sets a key',
      code: `import { createApi, fetchBaseQuery, retry } from '@reduxjs/toolkit/query/react';
const plain = fetchBaseQuery({ baseUrl: '/api' });
const stamped = (args, api, extra) =>
  plain({ ...args, headers: { 'Idempotency-Key': args.operation } }, api, extra);
export const one = createApi({
  baseQuery: retry(plain, { maxRetries: 4 }),
  endpoints: (build) => ({
    complain: build.mutation({ query: (body) => ({ url: 'complaints', method: 'POST', body }), extraOptions: { maxRetries: 0 } }),
  }),
});
export const two = createApi({
  baseQuery: retry(stamped),
  endpoints: (build) => ({ book: build.mutation({ query: (body) => ({ url: 'slots', method: 'POST', body }) }) }),
});`,
    },
    {
      name: 'jQuery: a read, a request that is sent once, one with a key, and one repeated after a definite answer',
      code: `$.ajax({ url: '/menu', type: 'GET', error: function () { $.ajax(this); } });
$.ajax({ url: '/tips', type: 'POST', error: function () { show('failed'); } });
$.ajax({ url: '/tips', type: 'POST', headers: { 'Idempotency-Key': key }, error: function () { $.ajax(this); } });
$.ajax({
  url: '/tips',
  type: 'POST',
  error: function (answer) {
    if (answer.status === 429) $.ajax(this);
  },
});`,
    },
    {
      name: 'Effect: the client of the function repeats nothing, or a header names the operation',
      code: `import { Effect } from 'effect';
import { HttpClient, HttpClientRequest } from 'effect/unstable/http';
export const adopt = (animal) =>
  Effect.gen(function* () {
    const client = (yield* HttpClient.HttpClient).pipe(HttpClient.retryTransient({ times: 3 }));
    return yield* client.execute(
      HttpClientRequest.post('/adoptions').pipe(HttpClientRequest.setHeader('Idempotency-Key', animal)),
    );
  });
export const feed = () =>
  Effect.gen(function* () {
    const client = yield* HttpClient.HttpClient;
    return yield* client.execute(HttpClientRequest.post('/feeds'));
  });`,
    },
    {
      name: 'a message that is put back only after a definite answer, or whose count is merely logged',
      code: `export async function consume(channel, message) {
  const answer = await fetch('https://sms.example/messages', { method: 'POST', body: message.content });
  if (answer.status === 429) channel.sendToQueue('sms', pack({ ...message, tries: message.tries + 1 }));
}
export async function note(channel, message) {
  try {
    await fetch('https://sms.example/messages', { method: 'POST', body: message.content });
  } catch (error) {
    log.warn({ error, tries: message.tries + 1 });
  }
}`,
    },
    {
      name: 'node:https: the key is set on the request behind the call',
      code: `import https from 'node:https';
export function send(body, key, retries) {
  const request = https.request('https://bank.example/payments', { method: 'POST' }, (answer) => answer.resume());
  request.setHeader('Idempotency-Key', key);
  request.on('error', () => retries > 0 && send(body, key, retries - 1));
  request.end(body);
}`,
    },
    {
      name: 'a list of changes that counts the tries: nobody is sent a message',
      code: `export async function deliver(row, patches) {
  try {
    await fetch('https://hooks.example/in', { method: 'POST', body: row.body });
  } catch {
    patches.push({ id: row.id, attempts: row.attempts + 1 });
  }
}`,
    },
    {
      name: 'retry-axios: a request whose own list leaves POST out',
      code: `import axios from 'axios';
import * as rax from 'retry-axios';
rax.attach();
export const fill = (boat) => axios.post('/fills', { boat }, { raxConfig: { retry: 3, httpMethodsToRetry: ['GET'] } });`,
    },
  ],
  invalid: [
    {
      name: 'jQuery: the request hands itself to the client again',
      code: `$.ajax({
  url: '/tips',
  type: 'POST',
  tries: 3,
  error: function () {
    if (--this.tries > 0) $.ajax(this);
  },
});
jQuery.ajax({ url: '/tips', method: 'POST' }).fail(function () {
  jQuery.ajax(this);
});`,
      errors: [
        { messageId: 'noKey', line: 1, column: 1, endLine: 8, endColumn: 3 },
        { messageId: 'noKey', line: 9, column: 1, endLine: 9, endColumn: 46 },
      ],
    },
    {
      name: 'Effect: the client in the same function repeats what it executes, and its own post',
      code: `import { Effect } from 'effect';
import { HttpClient, HttpClientRequest } from 'effect/unstable/http';
export const adopt = (animal) =>
  Effect.gen(function* () {
    const client = (yield* HttpClient.HttpClient).pipe(HttpClient.retryTransient({ times: 3 }));
    yield* client.post('https://zoo.example/visits');
    return yield* client.execute(HttpClientRequest.post('https://zoo.example/adoptions'));
  });`,
      errors: [
        { messageId: 'noKey', line: 6, column: 12, endLine: 6, endColumn: 53 },
        { messageId: 'noKey', line: 7, column: 34, endLine: 7, endColumn: 89 },
      ],
    },
    {
      name: 'RTK Query: an endpoint that switches on what the wrapper leaves off',
      code: `import { createApi, fetchBaseQuery, retry } from '@reduxjs/toolkit/query';
export const api = createApi({
  baseQuery: retry(fetchBaseQuery({ baseUrl: '/api' }), { maxRetries: 0 }),
  endpoints: (build) => ({
    start: build.mutation({ query: (body) => ({ url: 'washes', method: 'POST', body }), extraOptions: { maxRetries: 3 } }),
    end: build.mutation({ query: (body) => ({ url: 'ends', method: 'POST', body }) }),
  }),
});`,
      errors: [{ messageId: 'noKey', line: 5, column: 12, endLine: 5, endColumn: 123 }],
    },
    {
      name: 'a consumer that puts the message back after a send that may have worked',
      code: `export async function consume(channel, message) {
  try {
    await fetch('https://sms.example/messages', { method: 'POST', body: message.content });
  } catch {
    channel.sendToQueue('sms', pack({ ...message, tries: message.tries + 1 }));
  }
}`,
      errors: [{ messageId: 'noKey', line: 3, column: 11, endLine: 3, endColumn: 91 }],
    },
    {
      name: 'node:https: the event of an error starts the next attempt',
      code: `import https from 'node:https';
export function send(body, retries) {
  const request = https.request('https://bank.example/payments', { method: 'POST' }, (answer) => answer.resume());
  request.on('error', () => retries > 0 && send(body, retries - 1));
  request.end(body);
}`,
      errors: [{ messageId: 'noKey', line: 3, column: 19, endLine: 3, endColumn: 114 }],
    },
    {
      name: 'retry-axios: a request whose own list has POST',
      code: `import axios from 'axios';
import * as rax from 'retry-axios';
rax.attach();
export const fill = (boat) => axios.post('/fills', { boat }, { raxConfig: { retry: 3, httpMethodsToRetry: ['POST'] } });`,
      errors: [
        {
          messageId: 'noKey',
          line: 4,
          column: 31,
          endLine: 4,
          endColumn: 120,
          suggestions: [
            {
              messageId: 'send',
              output: `import axios from 'axios';
import * as rax from 'retry-axios';
rax.attach();
export const fill = (boat) => axios.post('/fills', { boat }, { raxConfig: { retry: 3, httpMethodsToRetry: ['POST'] }, headers: { 'Idempotency-Key': crypto.randomUUID() } });`,
            },
          ],
        },
      ],
    },
    {
      name: 'a chain of catches over the times to wait that hands the request on by its name',
      code: `export const submit = (form) => {
  const send = () => fetch('https://census.example/forms', { method: 'POST', body: form });
  return [200, 900].reduce((chain, ms) => chain.catch(() => later(ms).then(send)), send());
};`,
      errors: [{ messageId: 'noKey', line: 2, column: 22, endLine: 2, endColumn: 91 }],
    },
  ],
});
