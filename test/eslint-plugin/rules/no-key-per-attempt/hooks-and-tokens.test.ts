import { noKeyPerAttempt } from '../../../../eslint-plugin/src/rules/no-key-per-attempt.ts';
import { testRule } from '../../rule-tester.ts';

testRule(
  'no-key-per-attempt: chains of middlewares, directives, tokens and shared helpers',
  noKeyPerAttempt,
  {
    valid: [
      {
        name: 'wretch: the stamp stands before the middleware that repeats',
        code: `import wretch from 'wretch';
import { retry } from 'wretch/middlewares';
const stamp = (next) => (url, options) =>
  next(url, { ...options, headers: { 'Idempotency-Key': crypto.randomUUID() } });
export const cards = wretch('/cards').middlewares([stamp, retry({ maxAttempts: 3 })]);`,
      },
      {
        name: 'undici: the last interceptor is the outermost, and without POST in its list none is repeated',
        code: `import { Agent, interceptors } from 'undici';
const stamp = (dispatch) => (options, handler) =>
  dispatch({ ...options, headers: { 'idempotency-key': crypto.randomUUID() } }, handler);
export const outside = new Agent().compose(interceptors.retry({ methods: ['POST'] }), stamp);
export const reads = new Agent().compose(stamp, interceptors.retry({ maxRetries: 3 }));`,
      },
      {
        name: "Shopify's directive with a variable that is made outside",
        code: `export function refund(shop, order) {
  const key = crypto.randomUUID();
  return withRetry(() => shop.request(\`mutation { refundCreate(id: "\${order}") @idempotent(key: "\${key}") { id } }\`));
}`,
      },
      {
        name: 'a client token that is no AWS field, and one of AWS that a job gives',
        code: `import { RunInstancesCommand } from '@aws-sdk/client-ec2';
export async function rent(ec2, job) {
  for (let n = 0; ; n++) {
    try {
      const session = { clientToken: crypto.randomUUID() };
      await ec2.send(new RunInstancesCommand({ ImageId: job.image, ClientToken: job.id }), session);
      return;
    } catch (error) {
      if (n === 3) throw error;
    }
  }
}`,
      },
      {
        name: 'retry-axios leaves POST alone where its defaults do not list it',
        code: `import axios from 'axios';
import * as rax from 'retry-axios';
const water = axios.create({ baseURL: '/water' });
water.defaults.raxConfig = { instance: water, retry: 4 };
rax.attach(water);
water.interceptors.request.use((config) => {
  config.headers['Idempotency-Key'] = crypto.randomUUID();
  return config;
});`,
      },
      {
        name: 'headers made by a helper before the attempts',
        code: `const fresh = () => ({ 'Idempotency-Key': crypto.randomUUID() });
export function claim(body) {
  const headers = fresh();
  return withRetry(() => fetch('/claims', { method: 'POST', headers, body }));
}`,
      },
    ],
    invalid: [
      {
        name: 'wretch: the stamp runs inside the middleware that repeats',
        code: `import wretch from 'wretch';
import { retry } from 'wretch/middlewares';
const stamp = (next) => (url, options) =>
  next(url, { ...options, headers: { 'Idempotency-Key': crypto.randomUUID() } });
export const cards = wretch('/cards').middlewares([retry({ maxAttempts: 3 }), stamp]);`,
        errors: [{ messageId: 'newKey', line: 4, column: 57, endLine: 4, endColumn: 76 }],
      },
      {
        name: 'undici: the interceptor before the last one, made by a function',
        code: `import { Agent, interceptors } from 'undici';
const stamp = () => (dispatch) => (options, handler) =>
  dispatch({ ...options, headers: { 'idempotency-key': crypto.randomUUID() } }, handler);
export const agent = new Agent().compose(stamp(), interceptors.retry({ methods: ['GET', 'POST'] }));`,
        errors: [{ messageId: 'newKey', line: 3, column: 56, endLine: 3, endColumn: 75 }],
      },
      {
        name: "Shopify's directive in a template and in a sum of texts",
        code: `export const refund = (shop, order) =>
  withRetry(() => shop.request(\`mutation { refundCreate(id: "\${order}") @idempotent(key: "\${crypto.randomUUID()}") { id } }\`));
export const adjust = (shop, item) =>
  withRetry(() => shop.request('mutation { adjust(item: "' + item + '") @idempotent(key: "' + crypto.randomUUID() + '") { id } }'));`,
        errors: [
          {
            messageId: 'newKey',
            line: 2,
            column: 93,
            endLine: 2,
            endColumn: 112,
            suggestions: [
              {
                messageId: 'hoist',
                output: `export const refund = (shop, order) => {
  const idempotencyKey = crypto.randomUUID();
  return withRetry(() => shop.request(\`mutation { refundCreate(id: "\${order}") @idempotent(key: "\${idempotencyKey}") { id } }\`));
};
export const adjust = (shop, item) =>
  withRetry(() => shop.request('mutation { adjust(item: "' + item + '") @idempotent(key: "' + crypto.randomUUID() + '") { id } }'));`,
              },
            ],
          },
          {
            messageId: 'newKey',
            line: 4,
            column: 95,
            endLine: 4,
            endColumn: 114,
            suggestions: [
              {
                messageId: 'hoist',
                output: `export const refund = (shop, order) =>
  withRetry(() => shop.request(\`mutation { refundCreate(id: "\${order}") @idempotent(key: "\${crypto.randomUUID()}") { id } }\`));
export const adjust = (shop, item) => {
  const idempotencyKey = crypto.randomUUID();
  return withRetry(() => shop.request('mutation { adjust(item: "' + item + '") @idempotent(key: "' + idempotencyKey + '") { id } }'));
};`,
              },
            ],
          },
        ],
      },
      {
        name: "AWS's client token, in the command and in an input of its own",
        code: `import { RunInstancesCommand, type RunInstancesCommandInput } from '@aws-sdk/client-ec2';
export async function rent(ec2, image) {
  for (let n = 0; ; n++) {
    try {
      return await ec2.send(new RunInstancesCommand({ ImageId: image, ClientToken: crypto.randomUUID() }));
    } catch (error) {
      if (n === 3) throw error;
    }
  }
}
export const again = (ec2, image) =>
  withRetry(() => {
    const input: RunInstancesCommandInput = { ImageId: image, ClientToken: crypto.randomUUID() };
    return ec2.send(new RunInstancesCommand(input));
  });`,
        errors: [
          {
            messageId: 'newKey',
            line: 5,
            column: 84,
            endLine: 5,
            endColumn: 103,
            suggestions: [
              {
                messageId: 'hoist',
                output: `import { RunInstancesCommand, type RunInstancesCommandInput } from '@aws-sdk/client-ec2';
export async function rent(ec2, image) {
  const idempotencyKey = crypto.randomUUID();
  for (let n = 0; ; n++) {
    try {
      return await ec2.send(new RunInstancesCommand({ ImageId: image, ClientToken: idempotencyKey }));
    } catch (error) {
      if (n === 3) throw error;
    }
  }
}
export const again = (ec2, image) =>
  withRetry(() => {
    const input: RunInstancesCommandInput = { ImageId: image, ClientToken: crypto.randomUUID() };
    return ec2.send(new RunInstancesCommand(input));
  });`,
              },
            ],
          },
          {
            messageId: 'newKey',
            line: 13,
            column: 76,
            endLine: 13,
            endColumn: 95,
            suggestions: [
              {
                messageId: 'hoist',
                output: `import { RunInstancesCommand, type RunInstancesCommandInput } from '@aws-sdk/client-ec2';
export async function rent(ec2, image) {
  for (let n = 0; ; n++) {
    try {
      return await ec2.send(new RunInstancesCommand({ ImageId: image, ClientToken: crypto.randomUUID() }));
    } catch (error) {
      if (n === 3) throw error;
    }
  }
}
export const again = (ec2, image) => {
  const idempotencyKey = crypto.randomUUID();
  return withRetry(() => {
    const input: RunInstancesCommandInput = { ImageId: image, ClientToken: idempotencyKey };
    return ec2.send(new RunInstancesCommand(input));
  });
};`,
              },
            ],
          },
        ],
      },
      {
        name: 'retry-axios: POST stands in the list of the defaults, or of what the instance is made with',
        code: `import axios from 'axios';
import * as rax from 'retry-axios';
const water = axios.create({ baseURL: '/water' });
water.defaults.raxConfig = { instance: water, httpMethodsToRetry: ['GET', 'POST'] };
rax.attach(water);
water.interceptors.request.use((config) => {
  config.headers['Idempotency-Key'] = crypto.randomUUID();
  return config;
});
const power = axios.create({ baseURL: '/power', raxConfig: { httpMethodsToRetry: ['POST'] } });
rax.attach(power);
power.interceptors.request.use((config) => {
  config.headers['Idempotency-Key'] = crypto.randomUUID();
  return config;
});`,
        errors: [
          {
            messageId: 'newKey',
            line: 7,
            column: 39,
            endLine: 7,
            endColumn: 58,
            suggestions: [
              {
                messageId: 'keepHeader',
                output: `import axios from 'axios';
import * as rax from 'retry-axios';
const water = axios.create({ baseURL: '/water' });
water.defaults.raxConfig = { instance: water, httpMethodsToRetry: ['GET', 'POST'] };
rax.attach(water);
water.interceptors.request.use((config) => {
  config.headers['Idempotency-Key'] ??= crypto.randomUUID();
  return config;
});
const power = axios.create({ baseURL: '/power', raxConfig: { httpMethodsToRetry: ['POST'] } });
rax.attach(power);
power.interceptors.request.use((config) => {
  config.headers['Idempotency-Key'] = crypto.randomUUID();
  return config;
});`,
              },
            ],
          },
          {
            messageId: 'newKey',
            line: 13,
            column: 39,
            endLine: 13,
            endColumn: 58,
            suggestions: [
              {
                messageId: 'keepHeader',
                output: `import axios from 'axios';
import * as rax from 'retry-axios';
const water = axios.create({ baseURL: '/water' });
water.defaults.raxConfig = { instance: water, httpMethodsToRetry: ['GET', 'POST'] };
rax.attach(water);
water.interceptors.request.use((config) => {
  config.headers['Idempotency-Key'] = crypto.randomUUID();
  return config;
});
const power = axios.create({ baseURL: '/power', raxConfig: { httpMethodsToRetry: ['POST'] } });
rax.attach(power);
power.interceptors.request.use((config) => {
  config.headers['Idempotency-Key'] ??= crypto.randomUUID();
  return config;
});`,
              },
            ],
          },
        ],
      },
      {
        name: 'a helper that makes headers for right and wrong callers: the wrong call is shown',
        code: `const fresh = () => ({ 'Idempotency-Key': crypto.randomUUID() });
export const claim = (body) =>
  withRetry(() => fetch('/claims', { method: 'POST', headers: fresh(), body }));
export const once = (body) => fetch('/claims', { method: 'POST', headers: fresh(), body });`,
        errors: [{ messageId: 'newKey', line: 3, column: 63, endLine: 3, endColumn: 70 }],
      },
    ],
  },
);
