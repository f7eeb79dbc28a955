import { requireKeyOnRetry } from '../../../../eslint-plugin/src/rules/require-key-on-retry.ts';
import { testRule } from '../../rule-tester.ts';

testRule(
  'require-key-on-retry: failures handed back as values, services, helpers from elsewhere',
  requireKeyOnRetry,
  {
    valid: [
      {
        name: 'only a refusal for now is handed back as a reason to go round',
        code: `export class Courier {
  async send(parcel) {
    for (let attempt = 0; attempt < 4; attempt++) {
      const result = await this.post(parcel);
      if (result.state === 'sent') return result.id;
      if (result.state === 'later') continue;
      break;
    }
    throw new Error('not sent');
  }
  async post(parcel) {
    try {
      const response = await fetch('/parcels', { method: 'POST', body: JSON.stringify(parcel) });
      if (response.status === 429) return { state: 'later' };
      return { state: 'sent', id: await response.text() };
    } catch (error) {
      return { state: 'lost', error };
    }
  }
}`,
      },
      {
        name: 'a predicate for rate limits decides whether the failure goes round',
        code: `async function rent(boat) {
  try {
    return { ok: true, again: false, rental: await api.post('/rentals', boat) };
  } catch (error) {
    return { ok: false, again: isRateLimit(error) };
  }
}
const isRateLimit = (error) => error.status === 429;
export async function rentBoat(boat) {
  for (let attempt = 0; attempt < 3; attempt++) {
    const result = await rent(boat);
    if (result.ok) return result.rental;
    if (!result.again) break;
    await pause(attempt);
  }
}`,
      },
      {
        name: 'a helper from elsewhere that is to try once, or whose name of the number says nothing of retries',
        code: `import { sendJson } from './http';
export const push = (note) => sendJson('/notes', { method: 'POST', body: note }, { retries: 0, timeout: 5000 });
export const list = () => sendJson('/notes', { method: 'GET' }, { retries: 3 });
export const ping = (note) => sendJson('/notes', { method: 'POST', body: note }, { timeout: 3 });`,
      },
      {
        name: 'a helper from elsewhere with retries and a key',
        code: `import { sendJson } from './http';
export const push = (note) =>
  sendJson('/notes', { method: 'POST', headers: { 'Idempotency-Key': note.id }, body: note }, { retries: 2 });`,
      },
      {
        name: 'an id of the operation in the address, made before the first attempt',
        code: `import { randomUUID } from 'node:crypto';
export async function run(statement) {
  const requestId = randomUUID();
  for (let attempt = 0; attempt < 3; attempt++) {
    const query = new URLSearchParams({ requestId });
    try {
      return await fetch(\`https://barn.example/statements?\${query.toString()}\`, { method: 'POST', body: statement });
    } catch {
      await pause(attempt);
    }
  }
}
export async function lend(book) {
  const id = randomUUID();
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      return await fetch('/loans/' + id, { method: 'POST', body: book });
    } catch {
      await pause(attempt);
    }
  }
}`,
      },
      {
        name: 'a service that is asked by POST, the name of the procedure given by the callers',
        code: `import { fetchWithRetry } from '@/lib/fetch';
const ask = (procedure, body) => fetchWithRetry(\`\${BASE}/\${procedure}\`, { method: 'POST', body });
export const riders = () => ask('rider.listNames', {});
export const rider = (id) => ask('rider.info', { id });`,
      },
      {
        name: 'queues: an id for deduplication in each entry, worked out from the content, or in a request from elsewhere',
        code: `import { Client } from '@upstash/qstash';
import { Client as Workflow } from '@upstash/workflow';
const qstash = new Client({ token });
const workflows = new Workflow({ token });
export const remind = (loan) =>
  withRetry(() => qstash.publishJSON({ url, body: loan, deduplicationId: \`remind-\${loan.id}\` }));
export const recall = (loan) =>
  withRetry(() => qstash.publishJSON({ url, body: loan, contentBasedDeduplication: true }));
export const forward = (request) => withRetry(() => qstash.enqueueJSON(request));
export const all = (loans) =>
  withRetry(() => workflows.trigger(loans.map((loan) => ({ url, body: loan, workflowRunId: loan.id }))));
export const some = (loans) => withRetry(() => workflows.trigger(loans.map((loan) => ({ url, ...loan }))));
export const cancel = (id) => withRetry(() => workflows.cancel({ ids: [id] }));`,
      },
      {
        name: 'mail: sent once, or a transport that is only checked again',
        code: `import nodemailer from 'nodemailer';
const transporter = nodemailer.createTransport(settings);
export const greet = (guest) => transporter.sendMail({ to: guest.address, subject: 'Welcome' });
export const ready = () => withRetry(() => transporter.verify());`,
      },
      {
        name: 'wrappers from elsewhere that name a definite answer, or that there is no retry',
        code: `import { withRateLimitRetry, withoutRetry, withLockRetry } from './retrying';
export const hire = (rider) => withRateLimitRetry(() => fetch('/riders', { method: 'POST', body: rider }));
export const rent = (boat) => withoutRetry(() => fetch('/boats', { method: 'POST', body: boat }));
export const lend = (book) => withLockRetry(() => fetch('/books', { method: 'POST', body: book }));`,
      },
      {
        name: 'a wrapper from elsewhere round a read',
        code: `import { withGmailRetry } from './gmail';
export const read = (gmail, id) => withGmailRetry(() => gmail.users.messages.get({ userId: 'me', id }));`,
      },
      {
        name: 'axios-retry on an instance from outside, whose condition leaves POST out',
        code: `import axiosRetry from 'axios-retry';
export class Beacon {
  constructor(options) {
    this.http = options.http;
    axiosRetry(this.http, { retries: 3, retryCondition: axiosRetry.isIdempotentRequestError });
  }
  flush(batch) {
    return this.http.post(this.host + this.path, { batch });
  }
}`,
      },
    ],
    invalid: [
      {
        name: 'a failure handed back as a word by a method of the class',
        code: `export class Courier {
  async send(parcel) {
    for (let attempt = 0; attempt < 4; attempt++) {
      const result = await this.post(parcel, attempt);
      if (result.state === 'sent') return result.id;
      if (result.state === 'again') {
        await this.pause(attempt);
        continue;
      }
      break;
    }
    throw new Error('not sent');
  }
  async post(parcel, attempt) {
    try {
      const response = await this.fetchFn('/parcels', { method: 'POST', body: JSON.stringify(parcel) });
      return { state: 'sent', id: await response.text() };
    } catch (error) {
      if (attempt < 3) return { state: 'again', error };
      return { state: 'lost', error };
    }
  }
}`,
        errors: [{ messageId: 'noKey', line: 16, column: 30, endLine: 16, endColumn: 104 }],
      },
      {
        name: 'a failure handed back as a flag',
        code: `async function rent(boat) {
  try {
    return { done: true, rental: await api.post('/rentals', boat) };
  } catch (error) {
    return { done: false, error };
  }
}
export async function rentBoat(boat) {
  for (let attempt = 0; attempt < 3; attempt++) {
    const result = await rent(boat);
    if (result.done) return result.rental;
    await pause(attempt);
  }
}`,
        errors: [{ messageId: 'noKey', line: 3, column: 40, endLine: 3, endColumn: 66 }],
      },
      {
        name: 'a helper from elsewhere that is told to retry this POST',
        code: `import { sendJson } from './http';
export const push = (note) =>
  sendJson('https://push.example/send', { method: 'POST', body: JSON.stringify(note) }, { timeout: 5000, retries: 2 });`,
        errors: [{ messageId: 'noKey', line: 3, column: 3, endLine: 3, endColumn: 119 }],
      },
      {
        name: 'an id in the address that is made at each attempt names nothing',
        code: `import { randomUUID } from 'node:crypto';
export async function lend(book) {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      return await fetch('/loans/' + randomUUID(), { method: 'POST', body: book });
    } catch {
      await pause(attempt);
    }
  }
}`,
        errors: [
          {
            messageId: 'noKey',
            line: 5,
            column: 20,
            endLine: 5,
            endColumn: 83,
            suggestions: [
              {
                messageId: 'send',
                output: `import { randomUUID } from 'node:crypto';
export async function lend(book) {
  const idempotencyKey = crypto.randomUUID();
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      return await fetch('/loans/' + randomUUID(), { method: 'POST', body: book, headers: { 'Idempotency-Key': idempotencyKey } });
    } catch {
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
        name: 'a service asked by POST, one of whose procedures changes something',
        code: `import { fetchWithRetry } from '@/lib/fetch';
const ask = (procedure, body) => fetchWithRetry(\`\${BASE}/\${procedure}\`, { method: 'POST', body });
export const riders = () => ask('rider.listNames', {});
export const hire = (rider) => ask('rider.hire', rider);`,
        errors: [
          {
            messageId: 'noKey',
            line: 2,
            column: 34,
            endLine: 2,
            endColumn: 98,
            suggestions: [
              {
                messageId: 'send',
                output: `import { fetchWithRetry } from '@/lib/fetch';
const ask = (procedure, body) => fetchWithRetry(\`\${BASE}/\${procedure}\`, { method: 'POST', body, headers: { 'Idempotency-Key': crypto.randomUUID() } });
export const riders = () => ask('rider.listNames', {});
export const hire = (rider) => ask('rider.hire', rider);`,
              },
            ],
          },
        ],
      },
      {
        name: 'workflows started and messages published again, without an id',
        code: `import { Client } from '@upstash/qstash';
import { Client as Workflow } from '@upstash/workflow';
const qstash = new Client({ token });
const workflows = new Workflow({ token });
export async function start(loans) {
  for (let attempt = 0; attempt <= 3; attempt++) {
    try {
      return await workflows.trigger(loans.map((loan) => ({ url, body: loan })));
    } catch (error) {
      if (attempt < 3) continue;
      throw error;
    }
  }
}
export const remind = (loan) => withRetry(() => qstash.publishJSON({ url, body: loan }));`,
        errors: [
          { messageId: 'noKey', line: 8, column: 20, endLine: 8, endColumn: 81 },
          {
            messageId: 'noKey',
            line: 15,
            column: 49,
            endLine: 15,
            endColumn: 88,
            suggestions: [
              {
                messageId: 'send',
                output: `import { Client } from '@upstash/qstash';
import { Client as Workflow } from '@upstash/workflow';
const qstash = new Client({ token });
const workflows = new Workflow({ token });
export async function start(loans) {
  for (let attempt = 0; attempt <= 3; attempt++) {
    try {
      return await workflows.trigger(loans.map((loan) => ({ url, body: loan })));
    } catch (error) {
      if (attempt < 3) continue;
      throw error;
    }
  }
}
export const remind = (loan) => {
  const idempotencyKey = crypto.randomUUID();
  return withRetry(() => qstash.publishJSON({ url, body: loan, deduplicationId: idempotencyKey }));
};`,
              },
            ],
          },
        ],
      },
      {
        name: 'a mail sent again',
        code: `import nodemailer from 'nodemailer';
import pRetry from 'p-retry';
const transporter = nodemailer.createTransport(settings);
export const greet = (guest) => pRetry(() => transporter.sendMail({ to: guest.address, subject: 'Welcome' }));`,
        errors: [{ messageId: 'noKeys', line: 4, column: 46, endLine: 4, endColumn: 109 }],
      },
      {
        name: 'wrappers from elsewhere that say between what they retry',
        code: `import { withGmailRetry, callCourierWithRetries } from './retrying';
export const mail = (gmail, raw) => withGmailRetry(() => gmail.users.messages.send({ userId: 'me', requestBody: { raw } }));
export const ship = (parcel) => callCourierWithRetries(() => fetch('/parcels', { method: 'POST', body: parcel }));`,
        errors: [
          { messageId: 'noKeys', line: 2, column: 58, endLine: 2, endColumn: 123 },
          {
            messageId: 'noKey',
            line: 3,
            column: 62,
            endLine: 3,
            endColumn: 113,
            suggestions: [
              {
                messageId: 'send',
                output: `import { withGmailRetry, callCourierWithRetries } from './retrying';
export const mail = (gmail, raw) => withGmailRetry(() => gmail.users.messages.send({ userId: 'me', requestBody: { raw } }));
export const ship = (parcel) => {
  const idempotencyKey = crypto.randomUUID();
  return callCourierWithRetries(() => fetch('/parcels', { method: 'POST', body: parcel, headers: { 'Idempotency-Key': idempotencyKey } }));
};`,
              },
            ],
          },
        ],
      },
      {
        name: 'axios-retry on an instance from outside',
        code: `import axiosRetry from 'axios-retry';
export class Beacon {
  constructor(options) {
    this.http = options.http;
    axiosRetry(this.http, { retries: 3, retryCondition: this.isPassing });
  }
  isPassing(error) {
    if (axiosRetry.isNetworkError(error)) return true;
    return error.response?.status >= 500;
  }
  flush(batch) {
    return this.http.post(this.host + this.path, { batch });
  }
}`,
        errors: [
          {
            messageId: 'noKey',
            line: 12,
            column: 12,
            endLine: 12,
            endColumn: 60,
            suggestions: [
              {
                messageId: 'send',
                output: `import axiosRetry from 'axios-retry';
export class Beacon {
  constructor(options) {
    this.http = options.http;
    axiosRetry(this.http, { retries: 3, retryCondition: this.isPassing });
  }
  isPassing(error) {
    if (axiosRetry.isNetworkError(error)) return true;
    return error.response?.status >= 500;
  }
  flush(batch) {
    return this.http.post(this.host + this.path, { batch }, { headers: { 'Idempotency-Key': crypto.randomUUID() } });
  }
}`,
              },
            ],
          },
        ],
      },
    ],
  },
);
