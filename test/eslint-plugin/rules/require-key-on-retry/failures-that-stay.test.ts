import { requireKeyOnRetry } from '../../../../eslint-plugin/src/rules/require-key-on-retry.ts';
import { testRule } from '../../rule-tester.ts';

testRule('require-key-on-retry: failures that nobody answers with another attempt', requireKeyOnRetry, {
  valid: [
    {
      name: 'a failure that is only noted, as the last thing a task does',
      code: `import { task, logger } from '@trigger.dev/sdk';
const tellTeam = async (order) => {
  try {
    await fetch(process.env.CHAT_HOOK, { method: 'POST', body: order.id });
  } catch (error) {
    logger.error('no word to the team', { error });
  }
};
const run = async ({ order }) => {
  await ship(order);
  await tellTeam(order);
  return Result.ok({ shipped: true });
};
export const shipping = task({ id: 'shipping', run: async (payload) => run(payload) });`,
    },
    {
      name: 'one message after another, each failure noted',
      code: `import { task } from '@trigger.dev/sdk';
export const notices = task({
  id: 'notices',
  run: async ({ readers }) => {
    for (const reader of readers) {
      await fetch('/notices', { method: 'POST', body: reader.id }).catch((error) => note(error));
    }
  },
});`,
    },
    {
      name: 'a failure that ends the task for good',
      code: `import { task, AbortTaskRunError } from '@trigger.dev/sdk';
export const booking = task({
  id: 'booking',
  run: async ({ seat }) => {
    try {
      await fetch('/bookings', { method: 'POST', body: seat });
    } catch (error) {
      throw new AbortTaskRunError(String(error));
    }
  },
});`,
    },
    {
      name: 'a button to try again',
      filename: 'quantity.tsx',
      code: `export function change(quantity, tell) {
  fetch('/cart/quantity', { method: 'POST', body: quantity }).catch(() => {
    tell(<button onClick={() => change(quantity, tell)}>Try again</button>);
  });
}`,
    },
    {
      name: 'what is called at the end, whether it went well or not, fails into no handler',
      code: `const listen = () => recorder.once('text', (text) => answer(text));
async function answer(text) {
  try {
    const response = await fetch('/turns', { method: 'POST', body: text });
    if (!response.ok) {
      listen();
      return;
    }
    listen();
  } catch (error) {
    show(error);
    listen();
  }
}`,
    },
    {
      name: 'a line of debugging, whose failure its function keeps, in a loop and in a handler',
      code: `const tell = async (step) => {
  await fetch('/steps', { method: 'POST', body: step }).catch(() => null);
};
export async function pay(order) {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      await tell('trying');
      return await charge(order, order.key);
    } catch {
      await pause(attempt);
    }
  }
}
export async function end(session) {
  try {
    await tell('closed');
  } catch {
    await tell('closed');
  }
}`,
    },
    {
      name: 'an id of its own in the body, made before the attempts',
      code: `import { randomUUID } from 'node:crypto';
export async function deduct(account, cents) {
  const requestId = randomUUID();
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      return await fetch('/deductions', { method: 'POST', body: JSON.stringify({ requestId, account, cents }) });
    } catch {
      await pause(attempt);
    }
  }
}`,
    },
    {
      name: 'an id of its own in the query',
      code: `import { randomUUID } from 'node:crypto';
export async function run(statement) {
  const requestId = randomUUID();
  for (let attempt = 0; attempt < 3; attempt++) {
    const params = new URLSearchParams({ requestId });
    const url = \`/statements?\${params.toString()}\`;
    try {
      return await fetch(url, { method: 'POST', body: statement });
    } catch {
      await pause(attempt);
    }
  }
}`,
    },
    {
      name: 'the id of the delivered message in a header',
      code: `export async function deliver(hook, delivery) {
  const headers = { 'X-Shop-Delivery': delivery.id };
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      return await fetch(hook.url, { method: 'POST', headers, body: delivery.text });
    } catch {
      await pause(attempt);
    }
  }
}`,
    },
  ],
  invalid: [
    {
      name: 'a failure that is noted, with work behind it that may fail',
      code: `import { task, logger } from '@trigger.dev/sdk';
export const shipping = task({
  id: 'shipping',
  run: async ({ order }) => {
    try {
      await fetch('/parcels', { method: 'POST', body: order.id });
    } catch (error) {
      logger.error('no parcel', { error });
    }
    await settle(order);
  },
});`,
      errors: [{ messageId: 'noKey', line: 6, column: 13, endLine: 6, endColumn: 66 }],
    },
    {
      name: 'a failure that is noted and handed on',
      code: `import { task, logger } from '@trigger.dev/sdk';
export const shipping = task({
  id: 'shipping',
  run: async ({ order }) => {
    try {
      await fetch('/parcels', { method: 'POST', body: order.id });
    } catch (error) {
      logger.error('no parcel', { error });
      throw error;
    }
  },
});`,
      errors: [{ messageId: 'noKey', line: 6, column: 13, endLine: 6, endColumn: 66 }],
    },
    {
      name: 'an id that is another one at each attempt, and one that only a log reads',
      code: `import { randomUUID } from 'node:crypto';
export async function deduct(account, cents) {
  for (let attempt = 0; attempt < 3; attempt++) {
    const requestId = randomUUID();
    try {
      return await fetch('/deductions', { method: 'POST', body: JSON.stringify({ requestId, account, cents }) });
    } catch {
      await pause(attempt);
    }
  }
}
export async function book(seat) {
  const headers = { 'X-Request-Id': randomUUID() };
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      return await fetch('/bookings', { method: 'POST', headers, body: seat });
    } catch {
      await pause(attempt);
    }
  }
}`,
      errors: [
        {
          messageId: 'noKey',
          line: 6,
          column: 20,
          endLine: 6,
          endColumn: 113,
          suggestions: [
            {
              messageId: 'send',
              output: `import { randomUUID } from 'node:crypto';
export async function deduct(account, cents) {
  const idempotencyKey = crypto.randomUUID();
  for (let attempt = 0; attempt < 3; attempt++) {
    const requestId = randomUUID();
    try {
      return await fetch('/deductions', { method: 'POST', body: JSON.stringify({ requestId, account, cents }), headers: { 'Idempotency-Key': idempotencyKey } });
    } catch {
      await pause(attempt);
    }
  }
}
export async function book(seat) {
  const headers = { 'X-Request-Id': randomUUID() };
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      return await fetch('/bookings', { method: 'POST', headers, body: seat });
    } catch {
      await pause(attempt);
    }
  }
}`,
            },
          ],
        },
        {
          messageId: 'noKey',
          line: 16,
          column: 20,
          endLine: 16,
          endColumn: 79,
          suggestions: [
            {
              messageId: 'send',
              output: `import { randomUUID } from 'node:crypto';
export async function deduct(account, cents) {
  for (let attempt = 0; attempt < 3; attempt++) {
    const requestId = randomUUID();
    try {
      return await fetch('/deductions', { method: 'POST', body: JSON.stringify({ requestId, account, cents }) });
    } catch {
      await pause(attempt);
    }
  }
}
export async function book(seat) {
  const headers = { 'X-Request-Id': randomUUID() };
  const idempotencyKey = crypto.randomUUID();
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      return await fetch('/bookings', { method: 'POST', headers: { ...headers, 'Idempotency-Key': idempotencyKey }, body: seat });
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
      name: 'a second try that is awaited',
      code: `const send = (text) => fetch('/turns', { method: 'POST', body: text });
export async function answer(text) {
  try {
    return await send(text);
  } catch {
    return await send(text);
  }
}`,
      errors: [{ messageId: 'noKey', line: 1, column: 24, endLine: 1, endColumn: 71 }],
    },
  ],
});
