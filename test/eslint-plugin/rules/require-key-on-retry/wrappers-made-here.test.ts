import { requireKeyOnRetry } from '../../../../eslint-plugin/src/rules/require-key-on-retry.ts';
import { testRule } from '../../rule-tester.ts';

testRule('require-key-on-retry: wrappers made by a function, inherited, under two names', requireKeyOnRetry, {
  valid: [
    {
      name: 'a function of this file gives back a function that calls once',
      code: `const withLog = (name) => async function logged(work) {
  try {
    return await work();
  } catch (error) {
    log.error(name, error);
    throw error;
  }
};
const plain = withLog('orders');
export const order = (sku) => plain(() => fetch('https://shop.example/orders', { method: 'POST', body: sku }));`,
    },
    {
      name: 'an inherited method that repeats: a read, and a key made before',
      code: `class Client {
  async send(build) {
    for (let n = 0; ; n++) {
      try {
        return await build();
      } catch (error) {
        if (n === 3) throw error;
      }
    }
  }
}
export class Parcels extends Client {
  track(no) {
    return this.send(() => fetch('https://parcels.example/' + no));
  }
  ship(parcel, idempotencyKey) {
    return this.send(() =>
      fetch('https://parcels.example/shipments', { method: 'POST', headers: { 'Idempotency-Key': idempotencyKey }, body: parcel }),
    );
  }
}`,
    },
    {
      name: 'a loop that goes round after 409 only, told from 503 by its cases',
      code: `export async function submit(claim) {
  for (let n = 0; n < 4; n++) {
    const answer = await fetch('https://claims.example/claims', { method: 'POST', body: claim });
    switch (answer.status) {
      case 201:
        return answer.text();
      case 409:
        continue;
      case 503:
      default:
        throw new Error('claims are down');
    }
  }
}`,
    },
  ],
  invalid: [
    {
      name: 'a wrapper that a function of this file gives back, and one with two names',
      code: `function createRetrier({ attempts }) {
  return async function attempt(work, n = 0) {
    try {
      return await work();
    } catch (error) {
      if (n + 1 >= attempts) throw error;
      return attempt(work, n + 1);
    }
  };
}
const steadily = createRetrier({ attempts: 3 });
export const order = (sku) => steadily(() => fetch('https://shop.example/orders', { method: 'POST', body: sku }));
const again = async function inner(work, n = 0) {
  try {
    return await work();
  } catch (error) {
    if (n === 3) throw error;
    return inner(work, n + 1);
  }
};
export const ship = (sku) => again(() => fetch('https://shop.example/shipments', { method: 'POST', body: sku }));`,
      errors: [
        {
          messageId: 'noKey',
          line: 12,
          column: 46,
          endLine: 12,
          endColumn: 113,
          suggestions: [
            {
              messageId: 'send',
              output: `function createRetrier({ attempts }) {
  return async function attempt(work, n = 0) {
    try {
      return await work();
    } catch (error) {
      if (n + 1 >= attempts) throw error;
      return attempt(work, n + 1);
    }
  };
}
const steadily = createRetrier({ attempts: 3 });
export const order = (sku) => {
  const idempotencyKey = crypto.randomUUID();
  return steadily(() => fetch('https://shop.example/orders', { method: 'POST', body: sku, headers: { 'Idempotency-Key': idempotencyKey } }));
};
const again = async function inner(work, n = 0) {
  try {
    return await work();
  } catch (error) {
    if (n === 3) throw error;
    return inner(work, n + 1);
  }
};
export const ship = (sku) => again(() => fetch('https://shop.example/shipments', { method: 'POST', body: sku }));`,
            },
          ],
        },
        {
          messageId: 'noKey',
          line: 21,
          column: 42,
          endLine: 21,
          endColumn: 112,
          suggestions: [
            {
              messageId: 'send',
              output: `function createRetrier({ attempts }) {
  return async function attempt(work, n = 0) {
    try {
      return await work();
    } catch (error) {
      if (n + 1 >= attempts) throw error;
      return attempt(work, n + 1);
    }
  };
}
const steadily = createRetrier({ attempts: 3 });
export const order = (sku) => steadily(() => fetch('https://shop.example/orders', { method: 'POST', body: sku }));
const again = async function inner(work, n = 0) {
  try {
    return await work();
  } catch (error) {
    if (n === 3) throw error;
    return inner(work, n + 1);
  }
};
export const ship = (sku) => {
  const idempotencyKey = crypto.randomUUID();
  return again(() => fetch('https://shop.example/shipments', { method: 'POST', body: sku, headers: { 'Idempotency-Key': idempotencyKey } }));
};`,
            },
          ],
        },
      ],
    },
    {
      name: 'a method that a class of the same file hands down',
      code: `class Client {
  async send(build) {
    for (let n = 0; ; n++) {
      try {
        return await build();
      } catch (error) {
        if (n === 3) throw error;
      }
    }
  }
}
class Posting extends Client {}
export class Parcels extends Posting {
  ship(parcel) {
    return this.send(() => fetch('https://parcels.example/shipments', { method: 'POST', body: parcel }));
  }
}`,
      errors: [
        {
          messageId: 'noKey',
          line: 15,
          column: 28,
          endLine: 15,
          endColumn: 104,
          suggestions: [
            {
              messageId: 'send',
              output: `class Client {
  async send(build) {
    for (let n = 0; ; n++) {
      try {
        return await build();
      } catch (error) {
        if (n === 3) throw error;
      }
    }
  }
}
class Posting extends Client {}
export class Parcels extends Posting {
  ship(parcel) {
    const idempotencyKey = crypto.randomUUID();
    return this.send(() => fetch('https://parcels.example/shipments', { method: 'POST', body: parcel, headers: { 'Idempotency-Key': idempotencyKey } }));
  }
}`,
            },
          ],
        },
      ],
    },
    {
      name: 'a loop with no word of retries in the file: only the cases of a switch',
      code: `export async function submit(claim) {
  for (let n = 0; n < 4; n++) {
    const answer = await fetch('https://claims.example/claims', { method: 'POST', body: claim });
    switch (answer.status) {
      case 201:
        return answer.text();
      case 502:
      case 503:
        continue;
      default:
        throw new Error('claims are down');
    }
  }
}`,
      errors: [
        {
          messageId: 'noKey',
          line: 3,
          column: 26,
          endLine: 3,
          endColumn: 97,
          suggestions: [
            {
              messageId: 'send',
              output: `export async function submit(claim) {
  const idempotencyKey = crypto.randomUUID();
  for (let n = 0; n < 4; n++) {
    const answer = await fetch('https://claims.example/claims', { method: 'POST', body: claim, headers: { 'Idempotency-Key': idempotencyKey } });
    switch (answer.status) {
      case 201:
        return answer.text();
      case 502:
      case 503:
        continue;
      default:
        throw new Error('claims are down');
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
