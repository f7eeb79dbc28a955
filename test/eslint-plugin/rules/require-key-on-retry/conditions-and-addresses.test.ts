import { requireKeyOnRetry } from '../../../../eslint-plugin/src/rules/require-key-on-retry.ts';
import { testRule } from '../../rule-tester.ts';

testRule('require-key-on-retry: conditions and addresses', requireKeyOnRetry, {
  valid: [
    {
      name: "axios-retry's own condition, which leaves POST out by the method",
      code: `import axios from 'axios';
import axiosRetry from 'axios-retry';
const books = axios.create({});
axiosRetry(books, {
  retryCondition: (e) => axiosRetry.isNetworkOrIdempotentRequestError(e) && e.config?.method !== 'post',
});
export const bill = (order) => books.post('/invoices', order);`,
    },
    {
      name: 'a line for an audit log is none that anybody pays',
      code: `import pRetry from 'p-retry';
export const enter = (entry) => pRetry(() => fetch('/ledger/audit', { method: 'POST', body: entry }));`,
    },
    {
      name: 'a check and a state that is asked for again, at addresses that end in holes and words',
      code: `import pRetry from 'p-retry';
export const verify = (domain) => pRetry(() => fetch(\`/domains/\${domain}/verify\`, { method: 'POST' }));
export const leave = (site) => pRetry(() => fetch(\`/sites/\${site}/disconnect\`, { method: 'POST' }));`,
    },
    {
      name: 'a Stripe meter event has an identifier of its own',
      code: `import pRetry from 'p-retry';
import Stripe from 'stripe';
const stripe = new Stripe(process.env.STRIPE_KEY);
export const meter = (event) => pRetry(() => stripe.billing.meterEvents.create(event));`,
    },
    {
      name: "an update at the object's own address changes nothing the second time",
      code: `const stripeApi = 'https://api.stripe.com';
const call = async ({ key, method, path, body }) => {
  for (let attempt = 0; ; attempt++) {
    const response = await fetch(stripeApi + path, { method, headers: { Authorization: key }, body });
    if (response.status >= 500 && attempt < 4) continue;
    return response.json();
  }
};
export const hide = (key, price) => call({ key, method: 'POST', path: \`/v1/prices/\${price.id}\`, body: 'active=false' });`,
    },
    {
      name: 'a state asked for again is the same state, wherever the path is given',
      code: `const stripeApi = 'https://api.stripe.com';
const call = async ({ key, method, path, body }) => {
  for (let attempt = 0; ; attempt++) {
    const response = await fetch(stripeApi + path, { method, headers: { Authorization: key }, body });
    if (response.status >= 500 && attempt < 4) continue;
    return response.json();
  }
};
export const stop = (key, meter) => call({ key, method: 'POST', path: \`/v1/billing/meters/\${meter.id}/deactivate\` });`,
    },
  ],
  invalid: [
    {
      name: 'a function that sends its options again, and is named in the message',
      code: `const stripeApi = 'https://api.stripe.com';
const call = async ({ key, method, path, body }) => {
  for (let attempt = 0; ; attempt++) {
    const response = await fetch(stripeApi + path, { method, headers: { Authorization: key }, body });
    if (response.status >= 500 && attempt < 4) continue;
    return response.json();
  }
};
export const refund = (key, charge) => call({ key, method: 'POST', path: '/v1/refunds', body: charge });`,
      errors: [
        {
          messageId: 'noKey',
          data: { what: 'POST', who: 'by call' },
          line: 9,
          column: 40,
          endLine: 9,
          endColumn: 104,
        },
      ],
    },
    {
      name: "axios-retry's own condition, widened by a status",
      code: `import axios from 'axios';
import axiosRetry from 'axios-retry';
const books = axios.create({});
axiosRetry(books, { retryCondition: (e) => axiosRetry.isNetworkOrIdempotentRequestError(e) || e.response?.status === 503 });
export const bill = (order) => books.post('/invoices', order);`,
      errors: [
        {
          messageId: 'noKey',
          line: 5,
          column: 32,
          endLine: 5,
          endColumn: 62,
          suggestions: [
            {
              messageId: 'send',
              output: `import axios from 'axios';
import axiosRetry from 'axios-retry';
const books = axios.create({});
axiosRetry(books, { retryCondition: (e) => axiosRetry.isNetworkOrIdempotentRequestError(e) || e.response?.status === 503 });
export const bill = (order) => books.post('/invoices', order, { headers: { 'Idempotency-Key': crypto.randomUUID() } });`,
            },
          ],
        },
      ],
    },
    {
      name: 'an entry of a ledger is a write',
      code: `import pRetry from 'p-retry';
export const enter = (entry) => pRetry(() => fetch('/ledger/entries', { method: 'POST', body: entry }));`,
      errors: [
        {
          messageId: 'noKey',
          line: 2,
          column: 46,
          endLine: 2,
          endColumn: 103,
          suggestions: [
            {
              messageId: 'send',
              output: `import pRetry from 'p-retry';
export const enter = (entry) => {
  const idempotencyKey = crypto.randomUUID();
  return pRetry(() => fetch('/ledger/entries', { method: 'POST', body: entry, headers: { 'Idempotency-Key': idempotencyKey } }));
};`,
            },
          ],
        },
      ],
    },
  ],
});
