import { requireKeyOnRetry } from '../../../../eslint-plugin/src/rules/require-key-on-retry.ts';
import { testRule } from '../../rule-tester.ts';

testRule('require-key-on-retry: requests that only ask', requireKeyOnRetry, {
  valid: [
    {
      name: 'an address in a constant, and one in a branch of it',
      code: `import pRetry from 'p-retry';
const CONFIG = { licence: { address: process.env.STAGE ? 'https://test.example/licences/check' : 'https://example/licences/check' } };
export const licence = () => pRetry(() => fetch(CONFIG.licence.address, { method: 'POST', body: key }));`,
    },
    {
      name: 'an address whose name says what is asked',
      code: `import pRetry from 'p-retry';
import { endpoints, searchUrl } from './endpoints.js';
export const enter = (user) => pRetry(() => fetch(endpoints.auth.login, { method: 'POST', body: user }));
export const seek = (words) => pRetry(() => fetch(searchUrl, { method: 'POST', body: words }));`,
    },
    {
      name: 'a helper whose callers all ask',
      code: `import { fetchWithRetry } from './net.js';
const ask = (path, body) => fetchWithRetry(\`https://staff.example/\${path}\`, { method: 'POST', body });
export const staff = () => ask('person.list', '{}');
export const person = (id) => ask('person.info', JSON.stringify({ id }));`,
    },
    {
      name: 'a function that is named after what it reads',
      code: `import { fetchWithRetry } from './net.js';
export async function fetchRecording(id) {
  const response = await fetchWithRetry(\`https://tapes.example/recordings/\${id}\`, { method: 'POST' });
  return response.json();
}`,
    },
    {
      name: 'a verb at the head of the last part, and a file that is converted',
      code: `import pRetry from 'p-retry';
export const who = (id) => pRetry(() => fetch('/purchase/resolve-identifier', { method: 'POST', body: id }));
export const pdf = (file) => pRetry(() => fetch('/forms/office/convert', { method: 'POST', body: file }));`,
    },
    {
      name: 'JSON-RPC in a constant',
      code: `import pRetry from 'p-retry';
export function simulate(transaction) {
  const call = { jsonrpc: '2.0', id: 1, method: 'simulate', params: { transaction } };
  return pRetry(() => fetch(node, { method: 'POST', body: JSON.stringify(call) }));
}`,
    },
    {
      name: 'a PATCH that sets a state which is written down',
      code: `import { fetchWithRetry } from './net.js';
export const markRead = (mail) =>
  fetchWithRetry(\`/mails/\${mail.id}\`, { method: 'PATCH', body: JSON.stringify({ isRead: true, flag: 'seen' }) });`,
    },
    {
      name: 'an object put under the name that its address gives',
      code: `import { fetchWithRetry } from './net.js';
export const put = (bucket, name, body) => {
  const url = \`https://storage.example/upload/storage/v1/b/\${bucket}/o?uploadType=media&name=\${name}\`;
  return fetchWithRetry(url, { method: 'POST', body });
};`,
    },
    {
      name: 'a sign-in, a line of telemetry, a state that is asked for until it is there',
      code: `import pRetry from 'p-retry';
export const enter = (code) => pRetry(() => fetch('/api/auth/handoff/consume', { method: 'POST', body: code }));
export const track = (table, row) => pRetry(() => fetch(\`/track/\${table}\`, { method: 'POST', body: row }));
export function follow(payment) {
  const poll = async () => {
    for (;;) {
      try {
        const state = await fetch('/payments/state', { method: 'POST', body: payment });
        if (state.ok) return;
      } catch {
        await pause();
      }
    }
  };
  return poll();
}`,
    },
    {
      name: 'a file brought to where a post will use it, and the state of a post',
      code: `import pRetry from 'p-retry';
export const bring = (film) => pRetry(() => fetch('https://posts.example/media/upload', { method: 'POST', body: film }));
export const checkPostState = (id) => pRetry(() => fetch('https://posts.example/posts', { method: 'POST', body: id }));`,
    },
    {
      name: 'visits that are counted, by the name of the function and of the class',
      code: `import { fetchWithRetry } from './net.js';
export const recordClick = (link) => fetchWithRetry('/events', { method: 'POST', body: link });
export class TelemetryDispatcher {
  send(batch) {
    return fetchWithRetry(this.host, { method: 'POST', body: batch });
  }
}`,
    },
    {
      name: 'a retrying helper that is told to try once',
      code: `import { resilientFetch } from './net.js';
export const film = (scene) => resilientFetch('/films', { method: 'POST', body: scene, maxRetries: 0 });`,
    },
    {
      name: 'a helper for both methods, called for the one that reads',
      code: `import axios from 'axios';
const call = (method, path, body) => (method === 'get' ? axios.get(path) : axios.post(path, body));
export async function waitFor(id) {
  for (;;) {
    try {
      return await call('get', \`/transactions/\${id}\`);
    } catch {
      await pause();
    }
  }
}`,
    },
    {
      name: 'a list of providers, each with a call of its own',
      code: `const draw = (prompt) => fetch('/studio/drawings', { method: 'POST', body: prompt });
export async function picture(providers, prompt) {
  for (const provider of providers) {
    try {
      if (provider === 'studio') return await draw(prompt);
      if (provider === 'own') return await paint(prompt);
    } catch (error) {
      note(error);
    }
  }
}`,
    },
    {
      name: 'shops of several kinds, each with a call of its own',
      code: `const fromOwn = (item) => fetch('/own/orders', { method: 'POST', body: item });
export async function buy(shops, item) {
  for (const shop of shops) {
    try {
      switch (shop.kind) {
        case 'own':
          return await fromOwn(item);
        default:
          continue;
      }
    } catch (error) {
      note(error);
    }
  }
}`,
    },
    {
      name: 'a test',
      filename: 'smoke.test.ts',
      code: `import pRetry from 'p-retry';
export const register = (user) => pRetry(() => fetch('/users', { method: 'POST', body: user }));`,
    },
  ],
  invalid: [
    {
      name: 'a helper one of whose callers writes',
      code: `import { fetchWithRetry } from './net.js';
const ask = (path, body) => fetchWithRetry(\`https://staff.example/\${path}\`, { method: 'POST', body });
export const staff = () => ask('person.list', '{}');
export const hire = (person) => ask('person.create', JSON.stringify(person));`,
      errors: [
        {
          messageId: 'noKey',
          line: 2,
          column: 29,
          endLine: 2,
          endColumn: 102,
          suggestions: [
            {
              messageId: 'send',
              output: `import { fetchWithRetry } from './net.js';
const ask = (path, body) => fetchWithRetry(\`https://staff.example/\${path}\`, { method: 'POST', body, headers: { 'Idempotency-Key': crypto.randomUUID() } });
export const staff = () => ask('person.list', '{}');
export const hire = (person) => ask('person.create', JSON.stringify(person));`,
            },
          ],
        },
      ],
    },
    {
      name: 'get-or-create, and a wrapper whose name begins like a reader',
      code: `import pRetry from 'p-retry';
export const getOrCreateWallet = (owner) => pRetry(() => fetch('/wallets', { method: 'POST', body: owner }));
export const fetchWithAuth = (order) => pRetry(() => fetch('/orders', { method: 'POST', body: order }));`,
      errors: [
        {
          messageId: 'noKey',
          line: 2,
          column: 58,
          endLine: 2,
          endColumn: 108,
          suggestions: [
            {
              messageId: 'send',
              output: `import pRetry from 'p-retry';
export const getOrCreateWallet = (owner) => {
  const idempotencyKey = crypto.randomUUID();
  return pRetry(() => fetch('/wallets', { method: 'POST', body: owner, headers: { 'Idempotency-Key': idempotencyKey } }));
};
export const fetchWithAuth = (order) => pRetry(() => fetch('/orders', { method: 'POST', body: order }));`,
            },
          ],
        },
        {
          messageId: 'noKey',
          line: 3,
          column: 54,
          endLine: 3,
          endColumn: 103,
          suggestions: [
            {
              messageId: 'send',
              output: `import pRetry from 'p-retry';
export const getOrCreateWallet = (owner) => pRetry(() => fetch('/wallets', { method: 'POST', body: owner }));
export const fetchWithAuth = (order) => {
  const idempotencyKey = crypto.randomUUID();
  return pRetry(() => fetch('/orders', { method: 'POST', body: order, headers: { 'Idempotency-Key': idempotencyKey } }));
};`,
            },
          ],
        },
      ],
    },
    {
      name: 'usage that is billed',
      code: `import pRetry from 'p-retry';
export class UsageReporter {
  send(usage, headers) {
    return pRetry(() => post('/usage-records', usage));
  }
}
const post = (path, body) => fetch(path, { method: 'POST', body });`,
      errors: [{ messageId: 'noKey', line: 7, column: 30, endLine: 7, endColumn: 67 }],
    },
    {
      name: 'a PATCH whose value comes from somewhere',
      code: `import { fetchWithRetry } from './net.js';
export const add = (account, cents) =>
  fetchWithRetry(\`/accounts/\${account.id}\`, { method: 'PATCH', body: JSON.stringify({ add: cents }) });`,
      errors: [
        {
          messageId: 'noKey',
          line: 3,
          column: 3,
          endLine: 3,
          endColumn: 103,
          suggestions: [
            {
              messageId: 'send',
              output: `import { fetchWithRetry } from './net.js';
export const add = (account, cents) =>
  fetchWithRetry(\`/accounts/\${account.id}\`, { method: 'PATCH', body: JSON.stringify({ add: cents }), headers: { 'Idempotency-Key': crypto.randomUUID() } });`,
            },
          ],
        },
      ],
    },
    {
      name: 'the same helper called for the method that writes',
      code: `import axios from 'axios';
const call = (method, path, body) => (method === 'get' ? axios.get(path) : axios.post(path, body));
export async function pay(order) {
  for (;;) {
    try {
      return await call('post', '/payments', order);
    } catch {
      await pause();
    }
  }
}`,
      errors: [{ messageId: 'noKey', line: 2, column: 76, endLine: 2, endColumn: 98 }],
    },
    {
      name: 'the same provider for each waiting time',
      code: `export async function picture(delays, prompt) {
  for (const delay of delays) {
    try {
      return await fetch('/studio/drawings', { method: 'POST', body: prompt });
    } catch (error) {
      await pause(delay);
    }
  }
}`,
      errors: [
        {
          messageId: 'noKey',
          line: 4,
          column: 20,
          endLine: 4,
          endColumn: 79,
          suggestions: [
            {
              messageId: 'send',
              output: `export async function picture(delays, prompt) {
  const idempotencyKey = crypto.randomUUID();
  for (const delay of delays) {
    try {
      return await fetch('/studio/drawings', { method: 'POST', body: prompt, headers: { 'Idempotency-Key': idempotencyKey } });
    } catch (error) {
      await pause(delay);
    }
  }
}`,
            },
          ],
        },
      ],
    },
  ],
});
