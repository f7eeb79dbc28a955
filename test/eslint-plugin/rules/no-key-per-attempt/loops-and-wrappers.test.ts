import { noKeyPerAttempt } from '../../../../eslint-plugin/src/rules/no-key-per-attempt.ts';
import { testRule } from '../../rule-tester.ts';

testRule('no-key-per-attempt: lists, getters, wrappers and switches', noKeyPerAttempt, {
  valid: [
    {
      name: 'a list whose first entry stays until it is sent: it is taken off before, or brings its key',
      code: `export async function drain(outbox) {
  while (outbox.length > 0) {
    const first = outbox.shift();
    try {
      await post('/in', { body: first.body, idempotencyKey: crypto.randomUUID() });
    } catch (error) {
      await pause(error);
    }
  }
}
export async function flush(outbox) {
  while (outbox.length > 0) {
    try {
      await post('/in', { body: outbox[0].body, idempotencyKey: outbox[0].key });
      outbox.shift();
    } catch (error) {
      await pause(error);
    }
  }
}`,
    },
    {
      name: 'a getter that is read once',
      code: `import { withRetry } from './again';
export class Depot {
  get headers() {
    return { 'Idempotency-Key': crypto.randomUUID() };
  }
  pick(order) {
    const { headers } = this;
    return withRetry(() => this.http.post('/picks', order, { headers }));
  }
  list() {
    return this.http.post('/lists', {}, { headers: this.headers });
  }
}`,
    },
    {
      name: 'a wrapper of this file that calls a second time in its catch: after a refusal only',
      code: `async function signedIn(job) {
  try {
    return await job();
  } catch (error) {
    if (!(error instanceof Unauthorised)) throw error;
    await signIn();
    return await job();
  }
}
export const pin = (note) =>
  signedIn(() => fetch('/notes', { method: 'POST', headers: { 'Idempotency-Key': crypto.randomUUID() }, body: note }));`,
    },
    {
      name: 'a switch over the status that goes round after a refusal',
      code: `export async function hand(url, body) {
  for (;;) {
    const answer = await fetch(url, { method: 'POST', body, headers: { 'Idempotency-Key': crypto.randomUUID() } });
    switch (answer.status) {
      case 429:
        await pause();
        break;
      default:
        return answer;
    }
  }
}`,
    },
  ],
  invalid: [
    {
      name: 'a list whose first entry stays until it is sent',
      code: `export async function drain(outbox) {
  while (outbox.length > 0) {
    const [first] = outbox;
    try {
      await post('/in', { body: first.body, idempotencyKey: crypto.randomUUID() });
      outbox.shift();
    } catch (error) {
      await pause(error);
    }
  }
}`,
      errors: [{ messageId: 'newKey', line: 5, column: 61, endLine: 5, endColumn: 80 }],
    },
    {
      name: 'a getter that is read at each attempt',
      code: `import { withRetry } from './again';
export class Depot {
  get headers() {
    return { 'Idempotency-Key': crypto.randomUUID() };
  }
  pick(order) {
    return withRetry(() => this.http.post('/picks', order, { headers: this.headers }));
  }
}`,
      errors: [{ messageId: 'newKey', line: 4, column: 33, endLine: 4, endColumn: 52 }],
    },
    {
      name: 'a wrapper of this file that calls a second time in its catch',
      code: `async function twice(job, report) {
  try {
    return await job();
  } catch (error) {
    report(error);
    return await job();
  }
}
export const pin = (note) =>
  twice(() => fetch('/notes', { method: 'POST', headers: { 'Idempotency-Key': crypto.randomUUID() }, body: note }), log);`,
      errors: [
        {
          messageId: 'newKey',
          line: 10,
          column: 79,
          endLine: 10,
          endColumn: 98,
          suggestions: [
            {
              messageId: 'hoist',
              output: `async function twice(job, report) {
  try {
    return await job();
  } catch (error) {
    report(error);
    return await job();
  }
}
export const pin = (note) => {
  const idempotencyKey = crypto.randomUUID();
  return twice(() => fetch('/notes', { method: 'POST', headers: { 'Idempotency-Key': idempotencyKey }, body: note }), log);
};`,
            },
          ],
        },
      ],
    },
    {
      name: 'a switch over the status that goes round after a fault of the server',
      code: `export async function hand(url, body) {
  for (;;) {
    const answer = await fetch(url, { method: 'POST', body, headers: { 'Idempotency-Key': crypto.randomUUID() } });
    switch (answer.status) {
      case 200:
        return answer.json();
      case 502:
      case 503:
        await pause();
        break;
      default:
        throw new Error(answer.statusText);
    }
  }
}`,
      errors: [
        {
          messageId: 'newKey',
          line: 3,
          column: 91,
          endLine: 3,
          endColumn: 110,
          suggestions: [
            {
              messageId: 'hoist',
              output: `export async function hand(url, body) {
  const idempotencyKey = crypto.randomUUID();
  for (;;) {
    const answer = await fetch(url, { method: 'POST', body, headers: { 'Idempotency-Key': idempotencyKey } });
    switch (answer.status) {
      case 200:
        return answer.json();
      case 502:
      case 503:
        await pause();
        break;
      default:
        throw new Error(answer.statusText);
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
