import { requireKeyOnRetry } from '../../../../eslint-plugin/src/rules/require-key-on-retry.ts';
import { testRule } from '../../rule-tester.ts';

const all = [{ checkUnsure: true }];

testRule('require-key-on-retry: writes that may do nothing twice', requireKeyOnRetry, {
  valid: [
    {
      name: 'fields of one object set again',
      code: `import { fetchWithRetry } from './net.js';
export const rename = (id, properties) =>
  fetchWithRetry(\`https://crm.example/contacts/\${id}\`, { method: 'PATCH', body: JSON.stringify({ properties }) });`,
    },
    {
      name: 'a helper that other files tell where to send and what',
      code: `export async function post(path, body) {
  for (let n = 0; n < 3; n++) {
    try {
      return await fetch(\`\${BASE}\${path}\`, { method: 'POST', body: JSON.stringify(body) });
    } catch (error) {
      await pause(n);
    }
  }
}`,
    },
    {
      name: 'a helper that most calls only ask with',
      code: `async function post(path, body) {
  for (let n = 0; n < 3; n++) {
    try {
      return await fetch(\`\${BASE}\${path}\`, { method: 'POST', body: JSON.stringify(body) });
    } catch (error) {
      await pause(n);
    }
  }
}
export const find = (input) => post('/notes/query', input);
export const howMany = (input) => post('/notes/count', input);
export const put = (input) => post('/notes', input);`,
    },
    {
      name: 'addresses signed, parts of an upload, objects deleted',
      code: `import { fetchWithRetry } from './net.js';
const post = (path, body) => fetchWithRetry(path, { method: 'POST', body: JSON.stringify(body) });
export const sign = (key) => post('/presign/put', { key });
export const begin = (key) => post('/multipart/create', { key });
export const drop = (keys) => post('/objects/delete-many', { keys });`,
    },
    {
      name: 'a signed transaction',
      code: `import { fetchWithRetry } from './net.js';
export const cast = (signedTx) =>
  fetchWithRetry('https://node.example/v1/transactions/broadcast', { method: 'POST', body: JSON.stringify({ signedTx }) });`,
    },
    {
      name: 'rows that BigQuery tells apart by their insertId, in a helper',
      code: `const post = (url, body) => fetch(url, { method: 'POST', body });
export async function fill(url, rows) {
  const body = JSON.stringify({ rows: rows.map((row, n) => ({ insertId: \`\${row.run}-\${n}\`, json: row })) });
  for (let n = 0; n < 3; n++) {
    try {
      return await post(url, body);
    } catch (error) {
      await pause(n);
    }
  }
}`,
    },
    {
      name: 'files converted by CloudConvert',
      code: `import { fetchWithRetry } from './net.js';
export const convert = (url) =>
  fetchWithRetry(process.env.JOBS_URL, {
    method: 'POST',
    body: JSON.stringify({ tasks: { a: { operation: 'import/url', url }, b: { operation: 'convert', input: ['a'] } } }),
  });`,
    },
    {
      name: 'a picture that Instagram shows only when it is published',
      code: `import { fetchWithRetry } from './net.js';
export const prepare = (user, picture) =>
  fetchWithRetry(\`https://graph.facebook.com/v19.0/\${user}/media\`, { method: 'POST', body: picture });`,
    },
    {
      name: 'an archive packed, a signal of a counter',
      code: `import { fetchWithRetry } from './net.js';
export const pack = (files) => fetchWithRetry('/api/jobs/process-download-batch', { method: 'POST', body: files });
export const tell = (topic, name, n) => fetchWithRetry(\`/topics/\${topic}/signals/\${name}\`, { method: 'POST', body: n });`,
    },
  ],
  invalid: [
    {
      name: 'a PATCH that adds',
      code: `import { fetchWithRetry } from './net.js';
export const add = (id, delta) =>
  fetchWithRetry(\`https://crm.example/accounts/\${id}\`, { method: 'PATCH', body: JSON.stringify({ delta }) });`,
      errors: [
        {
          messageId: 'noKey',
          line: 3,
          column: 3,
          endLine: 3,
          endColumn: 109,
          suggestions: [
            {
              messageId: 'send',
              output: `import { fetchWithRetry } from './net.js';
export const add = (id, delta) =>
  fetchWithRetry(\`https://crm.example/accounts/\${id}\`, { method: 'PATCH', body: JSON.stringify({ delta }), headers: { 'Idempotency-Key': crypto.randomUUID() } });`,
            },
          ],
        },
      ],
    },
    {
      name: 'a contact created',
      code: `import { fetchWithRetry } from './net.js';
export const add = (properties) =>
  fetchWithRetry('https://crm.example/contacts', { method: 'POST', body: JSON.stringify({ properties }) });`,
      errors: [
        {
          messageId: 'noKey',
          line: 3,
          column: 3,
          endLine: 3,
          endColumn: 107,
          suggestions: [
            {
              messageId: 'send',
              output: `import { fetchWithRetry } from './net.js';
export const add = (properties) =>
  fetchWithRetry('https://crm.example/contacts', { method: 'POST', body: JSON.stringify({ properties }), headers: { 'Idempotency-Key': crypto.randomUUID() } });`,
            },
          ],
        },
      ],
    },
    {
      name: 'a helper that a call of this file tells where to send',
      code: `async function post(path, body) {
  for (let n = 0; n < 3; n++) {
    try {
      return await fetch(\`\${BASE}\${path}\`, { method: 'POST', body: JSON.stringify(body) });
    } catch (error) {
      await pause(n);
    }
  }
}
export const pay = (order) => post('/payments', order);`,
      errors: [
        {
          messageId: 'noKey',
          line: 4,
          column: 20,
          endLine: 4,
          endColumn: 91,
          suggestions: [
            {
              messageId: 'send',
              output: `async function post(path, body) {
  const idempotencyKey = crypto.randomUUID();
  for (let n = 0; n < 3; n++) {
    try {
      return await fetch(\`\${BASE}\${path}\`, { method: 'POST', body: JSON.stringify(body), headers: { 'Idempotency-Key': idempotencyKey } });
    } catch (error) {
      await pause(n);
    }
  }
}
export const pay = (order) => post('/payments', order);`,
            },
          ],
        },
      ],
    },
    {
      name: 'a helper that most calls ask with, and one that shows what it orders',
      code: `async function post(path, body) {
  for (let n = 0; n < 3; n++) {
    try {
      return await fetch(\`\${BASE}\${path}\`, { method: 'POST', body: JSON.stringify(body) });
    } catch (error) {
      await pause(n);
    }
  }
}
export const find = (input) => post('/vans/query', input);
export const howMany = (input) => post('/vans/count', input);
export const hire = (van, day) => post('/hires', { van, day });`,
      errors: [
        {
          messageId: 'noKey',
          line: 4,
          column: 20,
          endLine: 4,
          endColumn: 91,
          suggestions: [
            {
              messageId: 'send',
              output: `async function post(path, body) {
  const idempotencyKey = crypto.randomUUID();
  for (let n = 0; n < 3; n++) {
    try {
      return await fetch(\`\${BASE}\${path}\`, { method: 'POST', body: JSON.stringify(body), headers: { 'Idempotency-Key': idempotencyKey } });
    } catch (error) {
      await pause(n);
    }
  }
}
export const find = (input) => post('/vans/query', input);
export const howMany = (input) => post('/vans/count', input);
export const hire = (van, day) => post('/hires', { van, day });`,
            },
          ],
        },
      ],
    },
    {
      name: 'a picture that Instagram publishes',
      code: `import { fetchWithRetry } from './net.js';
export const show = (user, id) =>
  fetchWithRetry(\`https://graph.facebook.com/v19.0/\${user}/media_publish\`, { method: 'POST', body: id });`,
      errors: [
        {
          messageId: 'noKey',
          line: 3,
          column: 3,
          endLine: 3,
          endColumn: 105,
          suggestions: [
            {
              messageId: 'send',
              output: `import { fetchWithRetry } from './net.js';
export const show = (user, id) =>
  fetchWithRetry(\`https://graph.facebook.com/v19.0/\${user}/media_publish\`, { method: 'POST', body: id, headers: { 'Idempotency-Key': crypto.randomUUID() } });`,
            },
          ],
        },
      ],
    },
    {
      name: 'a price that is created',
      code: `import { fetchWithRetry } from './net.js';
export const price = (cents) => fetchWithRetry('https://shop.example/v1/prices', { method: 'POST', body: JSON.stringify({ cents }) });`,
      errors: [
        {
          messageId: 'noKey',
          line: 2,
          column: 33,
          endLine: 2,
          endColumn: 134,
          suggestions: [
            {
              messageId: 'send',
              output: `import { fetchWithRetry } from './net.js';
export const price = (cents) => fetchWithRetry('https://shop.example/v1/prices', { method: 'POST', body: JSON.stringify({ cents }), headers: { 'Idempotency-Key': crypto.randomUUID() } });`,
            },
          ],
        },
      ],
    },
    {
      name: 'a message to everybody',
      code: `import { fetchWithRetry } from './net.js';
export const tellAll = (text) => fetchWithRetry('https://push.example/broadcast', { method: 'POST', body: JSON.stringify({ text }) });`,
      errors: [
        {
          messageId: 'noKey',
          line: 2,
          column: 34,
          endLine: 2,
          endColumn: 134,
          suggestions: [
            {
              messageId: 'send',
              output: `import { fetchWithRetry } from './net.js';
export const tellAll = (text) => fetchWithRetry('https://push.example/broadcast', { method: 'POST', body: JSON.stringify({ text }), headers: { 'Idempotency-Key': crypto.randomUUID() } });`,
            },
          ],
        },
      ],
    },
    {
      name: 'with checkUnsure: fields of one object set again',
      code: `import { fetchWithRetry } from './net.js';
export const rename = (id, properties) =>
  fetchWithRetry(\`https://crm.example/contacts/\${id}\`, { method: 'PATCH', body: JSON.stringify({ properties }) });`,
      options: all,
      errors: [
        {
          messageId: 'noKey',
          line: 3,
          column: 3,
          endLine: 3,
          endColumn: 114,
          suggestions: [
            {
              messageId: 'send',
              output: `import { fetchWithRetry } from './net.js';
export const rename = (id, properties) =>
  fetchWithRetry(\`https://crm.example/contacts/\${id}\`, { method: 'PATCH', body: JSON.stringify({ properties }), headers: { 'Idempotency-Key': crypto.randomUUID() } });`,
            },
          ],
        },
      ],
    },
    {
      name: 'with checkUnsure: a helper that other files tell where to send and what',
      code: `export async function post(path, body) {
  for (let n = 0; n < 3; n++) {
    try {
      return await fetch(\`\${BASE}\${path}\`, { method: 'POST', body: JSON.stringify(body) });
    } catch (error) {
      await pause(n);
    }
  }
}`,
      options: all,
      errors: [
        {
          messageId: 'noKey',
          line: 4,
          column: 20,
          endLine: 4,
          endColumn: 91,
          suggestions: [
            {
              messageId: 'send',
              output: `export async function post(path, body) {
  const idempotencyKey = crypto.randomUUID();
  for (let n = 0; n < 3; n++) {
    try {
      return await fetch(\`\${BASE}\${path}\`, { method: 'POST', body: JSON.stringify(body), headers: { 'Idempotency-Key': idempotencyKey } });
    } catch (error) {
      await pause(n);
    }
  }
}`,
            },
          ],
        },
      ],
    },
    {
      name: 'with checkUnsure: a helper that most calls only ask with',
      code: `async function post(path, body) {
  for (let n = 0; n < 3; n++) {
    try {
      return await fetch(\`\${BASE}\${path}\`, { method: 'POST', body: JSON.stringify(body) });
    } catch (error) {
      await pause(n);
    }
  }
}
export const find = (input) => post('/notes/query', input);
export const howMany = (input) => post('/notes/count', input);
export const put = (input) => post('/notes', input);`,
      options: all,
      errors: [
        {
          messageId: 'noKey',
          line: 4,
          column: 20,
          endLine: 4,
          endColumn: 91,
          suggestions: [
            {
              messageId: 'send',
              output: `async function post(path, body) {
  const idempotencyKey = crypto.randomUUID();
  for (let n = 0; n < 3; n++) {
    try {
      return await fetch(\`\${BASE}\${path}\`, { method: 'POST', body: JSON.stringify(body), headers: { 'Idempotency-Key': idempotencyKey } });
    } catch (error) {
      await pause(n);
    }
  }
}
export const find = (input) => post('/notes/query', input);
export const howMany = (input) => post('/notes/count', input);
export const put = (input) => post('/notes', input);`,
            },
          ],
        },
      ],
    },
  ],
});
