import { requireKeyOnRetry } from '../../../../eslint-plugin/src/rules/require-key-on-retry.ts';
import { testRule } from '../../rule-tester.ts';

testRule('require-key-on-retry: clients, providers and second tries', requireKeyOnRetry, {
  valid: [
    {
      name: "undici's composed interceptor leaves POST out by default",
      code: `import { Agent, interceptors, request } from 'undici';
const dispatcher = new Agent().compose(interceptors.retry({ maxRetries: 2 }));
export const order = (line) => request('https://mill.example/orders', { method: 'POST', dispatcher, body: line });`,
    },
    {
      name: "Angular's injected client: a read, and a token of one's own",
      code: `import { inject } from '@angular/core';
import { HttpClient } from '@angular/common/http';
import { retry } from 'rxjs';
import { ORDERS } from './tokens';
export class Orders {
  private readonly http = inject(HttpClient);
  private readonly orders = inject(ORDERS);
  all() {
    return this.http.get('/orders').pipe(retry(3));
  }
  place(lines) {
    return this.orders.place(lines).pipe(retry(3));
  }
}`,
    },
    {
      name: 'Twilio takes no key: a message that is only read',
      code: `import twilio from 'twilio';
import retry from 'async-retry';
const client = twilio(process.env.SID, process.env.TOKEN);
export const state = (sid) => retry(() => client.messages(sid).fetch());`,
    },
    {
      name: 'a client of a provider on a context: a model of the database that is named after it',
      code: `import pRetry from 'p-retry';
export const note = (tx, event) => pRetry(() => tx.stripeEvent.create({ data: { id: event.id } }));
export const save = (db, row) => pRetry(() => db.mollieRefund.create({ data: row }));`,
    },
    {
      name: 'the same POST again in the handler of its failure: after a refusal, or another address',
      code: `export async function rent(boat) {
  try {
    return await api.post('/rentals', boat);
  } catch (error) {
    if (error.status !== 401) throw error;
    await renewToken();
    return await api.post('/rentals', boat);
  }
}
export async function report(boat) {
  try {
    return await fetch('/reports', { method: 'POST', body: boat });
  } catch {
    return await fetch('/failed-reports', { method: 'POST', body: boat });
  }
}`,
    },
  ],
  invalid: [
    {
      name: "undici's composed interceptor, with POST in its methods",
      code: `import { Agent, interceptors, request } from 'undici';
const dispatcher = new Agent().compose(interceptors.retry({ maxRetries: 2, methods: ['POST', 'PUT'] }));
export const order = (line) => request('https://mill.example/orders', { method: 'POST', dispatcher, body: line });`,
      errors: [
        {
          messageId: 'noKey',
          line: 3,
          column: 32,
          endLine: 3,
          endColumn: 114,
          suggestions: [
            {
              messageId: 'send',
              output: `import { Agent, interceptors, request } from 'undici';
const dispatcher = new Agent().compose(interceptors.retry({ maxRetries: 2, methods: ['POST', 'PUT'] }));
export const order = (line) => request('https://mill.example/orders', { method: 'POST', dispatcher, body: line, headers: { 'Idempotency-Key': crypto.randomUUID() } });`,
            },
          ],
        },
      ],
    },
    {
      name: "Angular's injected client",
      code: `import { inject } from '@angular/core';
import { HttpClient } from '@angular/common/http';
import { retry } from 'rxjs';
export class Orders {
  private readonly http = inject(HttpClient);
  place(lines) {
    return this.http.post('/orders', { lines }).pipe(retry(3));
  }
}`,
      errors: [
        {
          messageId: 'noKey',
          line: 7,
          column: 12,
          endLine: 7,
          endColumn: 48,
          suggestions: [
            {
              messageId: 'send',
              output: `import { inject } from '@angular/core';
import { HttpClient } from '@angular/common/http';
import { retry } from 'rxjs';
export class Orders {
  private readonly http = inject(HttpClient);
  place(lines) {
    return this.http.post('/orders', { lines }, { headers: { 'Idempotency-Key': crypto.randomUUID() } }).pipe(retry(3));
  }
}`,
            },
          ],
        },
      ],
    },
    {
      name: 'Twilio takes no key',
      code: `import twilio from 'twilio';
import retry from 'async-retry';
const client = twilio(process.env.SID, process.env.TOKEN);
export const remind = (to, body) => retry(() => client.messages.create({ to, from: '+1555', body }));`,
      errors: [{ messageId: 'noKeys', line: 4, column: 49, endLine: 4, endColumn: 100 }],
    },
    {
      name: 'a client of a provider on a context',
      code: `import pRetry from 'p-retry';
export const bill = (ctx, customer) => pRetry(() => ctx.stripe.invoices.create({ customer }));`,
      errors: [
        {
          messageId: 'ownKey',
          line: 2,
          column: 53,
          endLine: 2,
          endColumn: 93,
          suggestions: [
            {
              messageId: 'send',
              output: `import pRetry from 'p-retry';
export const bill = (ctx, customer) => {
  const idempotencyKey = crypto.randomUUID();
  return pRetry(() => ctx.stripe.invoices.create({ customer }, { idempotencyKey }));
};`,
            },
          ],
        },
      ],
    },
    {
      name: 'the same POST again in the handler of its failure',
      code: `export async function rent(boat) {
  try {
    return await fetch('/rentals', { method: 'POST', body: boat });
  } catch {
    return await fetch('/rentals', { method: 'POST', body: boat });
  }
}`,
      errors: [{ messageId: 'noKey', line: 5, column: 18, endLine: 5, endColumn: 67 }],
    },
  ],
});
