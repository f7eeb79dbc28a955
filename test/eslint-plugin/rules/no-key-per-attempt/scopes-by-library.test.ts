import { noKeyPerAttempt } from '../../../../eslint-plugin/src/rules/no-key-per-attempt.ts';
import { testRule } from '../../rule-tester.ts';

testRule('no-key-per-attempt: libraries, engines and second tries', noKeyPerAttempt, {
  valid: [
    {
      name: "cockatiel's policies wrapped together: none of them retries",
      code: `import { circuitBreaker, handleAll, timeout, wrap } from 'cockatiel';
const guard = wrap(circuitBreaker(handleAll, {}), timeout(2000, 'aggressive'));
export const load = (tank) =>
  guard.execute(() => http.post('/loads', tank, { headers: { 'Idempotency-Key': crypto.randomUUID() } }));`,
    },
    {
      name: "Nuxt's global $fetch leaves POST alone by itself",
      code: `export const shop = $fetch.create({
  onRequest({ options }) {
    options.headers.set('Idempotency-Key', crypto.randomUUID());
  },
});`,
    },
    {
      name: "the run's and the activity's id out of an activity's context",
      code: `import { Context } from '@temporalio/activity';
export async function seal(crate) {
  const { activityId, workflowExecution } = Context.current().info;
  await depot.seal({ crate, idempotencyKey: \`\${workflowExecution.runId}/\${activityId}\` });
}`,
    },
    {
      name: 'a step whose parameter has a written type: the key is the kept result of a step',
      code: `import { WorkflowEntrypoint, type WorkflowStep } from 'cloudflare:workers';
export class Rental extends WorkflowEntrypoint {
  async run(event, step: WorkflowStep) {
    const idempotencyKey = await step.do('key', async () => crypto.randomUUID());
    await step.do('deposit', () => bank.hold({ cents: event.payload.cents, idempotencyKey }));
  }
}`,
    },
    {
      name: 'the count of deliveries that SQS sends along: in a log line',
      code: `export const handler = async (event) => {
  for (const record of event.Records) {
    log.info(\`delivery \${record.attributes.ApproximateReceiveCount}\`);
    await bank.pay({ idempotencyKey: record.body });
  }
};`,
    },
    {
      name: 'Effect runs the effect again: the key is made outside, or nothing is retried',
      code: `import { Effect } from 'effect';
export const book = (trip) => {
  const idempotencyKey = crypto.randomUUID();
  return Effect.retry(
    Effect.tryPromise(() => fetch('/trips', { method: 'POST', headers: { 'Idempotency-Key': idempotencyKey } })),
    { times: 3 },
  );
};
export const rate = (trip) =>
  Effect.tryPromise(() => fetch('/r', { method: 'POST', headers: { 'Idempotency-Key': crypto.randomUUID() } })).pipe(
    Effect.withSpan('rate'),
  );`,
    },
    {
      name: 'the same call again in the handler of its failure: one key, a definite answer, another call',
      code: `export async function moor(berth) {
  const idempotencyKey = crypto.randomUUID();
  try {
    return await harbour.post('/moorings', { berth, idempotencyKey });
  } catch (error) {
    return await harbour.post('/moorings', { berth, idempotencyKey });
  }
}
export async function pay(card) {
  try {
    return await desk.charge({ card, idempotencyKey: crypto.randomUUID() });
  } catch (error) {
    if (error.code !== 'card_declined') throw error;
    return await desk.charge({ card, idempotencyKey: crypto.randomUUID() });
  }
}
export async function store(box) {
  try {
    await desk.store({ box, idempotencyKey: crypto.randomUUID() });
  } catch (error) {
    await desk.report({ box, idempotencyKey: crypto.randomUUID() });
  }
}`,
    },
    {
      name: 'a key that is renewed after a decline only',
      code: `export async function fill(tank) {
  let key = crypto.randomUUID();
  for (let round = 0; round < 4; round++) {
    try {
      return await pump.fill({ tank, idempotencyKey: key });
    } catch (error) {
      if (error instanceof CardDeclined) key = crypto.randomUUID();
    }
  }
}`,
    },
  ],
  invalid: [
    {
      name: "cockatiel's policies wrapped together",
      code: `import { handleAll, retry, timeout, wrap } from 'cockatiel';
const again = retry(handleAll, { maxAttempts: 4 });
const patient = wrap(again, timeout(2000, 'aggressive'));
export const load = (tank) =>
  patient.execute(() => http.post('/loads', tank, { headers: { 'Idempotency-Key': crypto.randomUUID() } }));`,
      errors: [
        {
          messageId: 'newKey',
          line: 5,
          column: 83,
          endLine: 5,
          endColumn: 102,
          suggestions: [
            {
              messageId: 'hoist',
              output: `import { handleAll, retry, timeout, wrap } from 'cockatiel';
const again = retry(handleAll, { maxAttempts: 4 });
const patient = wrap(again, timeout(2000, 'aggressive'));
export const load = (tank) => {
  const idempotencyKey = crypto.randomUUID();
  return patient.execute(() => http.post('/loads', tank, { headers: { 'Idempotency-Key': idempotencyKey } }));
};`,
            },
          ],
        },
      ],
    },
    {
      name: "Nuxt's global $fetch with a number of retries",
      code: `export const shop = $fetch.create({
  retry: 3,
  onRequest({ options }) {
    options.headers.set('Idempotency-Key', crypto.randomUUID());
  },
});`,
      errors: [{ messageId: 'newKey', line: 4, column: 44, endLine: 4, endColumn: 63 }],
    },
    {
      name: "the number of the attempt out of an activity's context",
      code: `import { Context } from '@temporalio/activity';
export async function seal(crate) {
  const { attempt } = Context.current().info;
  await depot.seal({ crate, idempotencyKey: \`\${crate}/\${attempt}\` });
}`,
      errors: [
        {
          messageId: 'counter',
          line: 4,
          column: 45,
          endLine: 4,
          endColumn: 66,
          suggestions: [
            {
              messageId: 'dropCounter',
              output: `import { Context } from '@temporalio/activity';
export async function seal(crate) {
  const { attempt } = Context.current().info;
  await depot.seal({ crate, idempotencyKey: \`\${crate}\` });
}`,
            },
          ],
        },
      ],
    },
    {
      name: 'a step whose parameter has a written type',
      code: `import { WorkflowEntrypoint, type WorkflowStep } from 'cloudflare:workers';
export class Rental extends WorkflowEntrypoint {
  async run(event, step: WorkflowStep) {
    await step.do('deposit', async () => {
      await bank.hold({ cents: event.payload.cents, idempotencyKey: crypto.randomUUID() });
    });
  }
}`,
      errors: [{ messageId: 'newKey', line: 5, column: 69, endLine: 5, endColumn: 88 }],
    },
    {
      name: 'the count of deliveries that SQS sends along',
      code: `export const handler = async (event) => {
  for (const record of event.Records) {
    await bank.pay({ idempotencyKey: \`\${record.body}#\${record.attributes.ApproximateReceiveCount}\` });
  }
};`,
      errors: [
        {
          messageId: 'counter',
          line: 3,
          column: 38,
          endLine: 3,
          endColumn: 99,
          suggestions: [
            {
              messageId: 'dropCounter',
              output: `export const handler = async (event) => {
  for (const record of event.Records) {
    await bank.pay({ idempotencyKey: \`\${record.body}\` });
  }
};`,
            },
          ],
        },
      ],
    },
    {
      name: 'Effect runs the effect again',
      code: `import { Effect, Schedule } from 'effect';
const post = (trip) =>
  Effect.tryPromise({
    try: () => fetch('/trips', { method: 'POST', headers: { 'Idempotency-Key': crypto.randomUUID() }, body: trip }),
    catch: (cause) => new Error('not posted', { cause }),
  });
export const book = (trip) => post(trip).pipe(Effect.retry(Schedule.recurs(3)));`,
      errors: [{ messageId: 'newKey', line: 4, column: 80, endLine: 4, endColumn: 99 }],
    },
    {
      name: 'the same call again in the handler of its failure',
      code: `export async function moor(berth) {
  try {
    return await harbour.post('/moorings', { berth, idempotencyKey: crypto.randomUUID() });
  } catch (error) {
    log.warn(error);
    return await harbour.post('/moorings', { berth, idempotencyKey: crypto.randomUUID() });
  }
}
export const cast = (berth) =>
  leave(berth, { 'Idempotency-Key': crypto.randomUUID() }).catch(() =>
    leave(berth, { 'Idempotency-Key': crypto.randomUUID() }),
  );`,
      errors: [
        { messageId: 'newKey', line: 6, column: 69, endLine: 6, endColumn: 88 },
        { messageId: 'newKey', line: 11, column: 39, endLine: 11, endColumn: 58 },
      ],
    },
    {
      name: 'a key that is renewed in the handler of every failure',
      code: `export async function fill(tank) {
  let key = crypto.randomUUID();
  for (let round = 0; round < 4; round++) {
    try {
      return await pump.fill({ tank, idempotencyKey: key });
    } catch (error) {
      key = crypto.randomUUID();
    }
  }
}`,
      errors: [{ messageId: 'newKey', line: 7, column: 13, endLine: 7, endColumn: 32 }],
    },
  ],
});
