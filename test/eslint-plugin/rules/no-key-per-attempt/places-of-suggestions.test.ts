import { noKeyPerAttempt } from '../../../../eslint-plugin/src/rules/no-key-per-attempt.ts';
import { testRule } from '../../rule-tester.ts';

testRule('no-key-per-attempt: what is suggested where', noKeyPerAttempt, {
  valid: [
    {
      name: 'the function is named before it is handed over: right',
      code: `import pRetry from 'p-retry';
export async function claim(policy, idempotencyKey) {
  const run = async () => {
    const headers = new Headers({ 'Idempotency-Key': idempotencyKey });
    return fetch('/claims', { method: 'POST', headers, body: policy });
  };
  return pRetry(run, { retries: 5 });
}`,
    },
    {
      name: 'without its number nothing would name the operation: right',
      code: `export async function hold(desk, cents, holdId) {
  for (let attempt = 1; attempt <= 3; attempt++) {
    try {
      return await desk.hold({ cents, idempotencyKey: \`hold-\${holdId}\` });
    } catch (error) {
      log.warn(error);
    }
  }
}`,
    },
    {
      name: 'a function that retries is made once for all orders: the key comes with the order',
      code: `import { makeRetriable } from 'p-retry';
const charge = async (order) => gateway.charge(order, { idempotencyKey: order.id });
export const chargeSafely = makeRetriable(charge);`,
    },
  ],
  invalid: [
    {
      name: 'the function is named before it is handed over: the key is made before the function',
      code: `import pRetry from 'p-retry';
export async function claim(policy) {
  const run = async () => {
    const headers = new Headers({ 'Idempotency-Key': crypto.randomUUID() });
    return fetch('/claims', { method: 'POST', headers, body: policy });
  };
  return pRetry(run, { retries: 5 });
}`,
      errors: [
        {
          messageId: 'newKey',
          line: 4,
          column: 54,
          endLine: 4,
          endColumn: 73,
          suggestions: [
            {
              messageId: 'hoist',
              output: `import pRetry from 'p-retry';
export async function claim(policy) {
  const idempotencyKey = crypto.randomUUID();
  const run = async () => {
    const headers = new Headers({ 'Idempotency-Key': idempotencyKey });
    return fetch('/claims', { method: 'POST', headers, body: policy });
  };
  return pRetry(run, { retries: 5 });
}`,
            },
          ],
        },
      ],
    },
    {
      name: 'without its number nothing would name the operation: an amount is none',
      code: `export async function hold(desk, cents) {
  for (let attempt = 1; attempt <= 3; attempt++) {
    try {
      return await desk.hold({ cents, idempotencyKey: \`\${cents}-\${attempt}\` });
    } catch (error) {
      log.warn(error);
    }
  }
}`,
      errors: [{ messageId: 'counter', line: 4, column: 55, endLine: 4, endColumn: 76 }],
    },
    {
      name: 'a function that retries is made once for all orders: one key would be for all of them',
      code: `import { makeRetriable } from 'p-retry';
const charge = async (order) => gateway.charge(order, { idempotencyKey: crypto.randomUUID() });
export const chargeSafely = makeRetriable(charge);`,
      errors: [{ messageId: 'newKey', line: 2, column: 73, endLine: 2, endColumn: 92 }],
    },
  ],
});
