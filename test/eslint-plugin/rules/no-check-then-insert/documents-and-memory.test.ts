import { noCheckThenInsert } from '../../../../eslint-plugin/src/rules/no-check-then-insert.ts';
import { testRule } from '../../rule-tester.ts';

testRule('no-check-then-insert: documents and memory', noCheckThenInsert, {
  valid: [
    {
      name: 'DynamoDB: put only when it is not there',
      code: `export async function start(ddb, idempotencyKey, firing) {
  const { Item } = await ddb.send(new GetCommand({ TableName: 'firings', Key: { pk: idempotencyKey } }));
  if (Item) return;
  await ddb.send(new PutCommand({ TableName: 'firings', Item: { pk: idempotencyKey, firing }, ConditionExpression: 'attribute_not_exists(pk)' }));
  await fire(firing);
}`,
    },
    {
      name: 'Firestore: a transaction of Firestore',
      code: `export async function onHook(firestore, eventId) {
  const marker = firestore.collection('processed_events').doc(eventId);
  await firestore.runTransaction(async (tx) => {
    const snapshot = await tx.get(marker);
    if (snapshot.exists) return;
    tx.set(marker, { at: Date.now() });
  });
}`,
    },
    {
      name: 'a Set across an await: filled before the await',
      code: `const processedEvents = new Set();
export async function onEvent(event) {
  if (processedEvents.has(event.id)) return;
  processedEvents.add(event.id);
  await grant(event);
}`,
    },
    {
      name: 'the header of a request',
      code: `export const hook = ({ options }) => {
  if (!options.headers.has('Idempotency-Key')) options.headers.set('Idempotency-Key', makeKey());
};`,
    },
    {
      name: 'a promise that is remembered before it is awaited',
      code: `const running = new Map();
export function pay(idempotencyKey, order) {
  const started = running.get(idempotencyKey);
  if (started) return started;
  const payment = (async () => {
    try {
      return await bank.charge(order);
    } finally {
      running.delete(idempotencyKey);
    }
  })();
  running.set(idempotencyKey, payment);
  return payment;
}`,
    },
    {
      name: 'pages that a crawler has seen',
      code: `const seen = new Set();
export async function crawl(url) {
  if (seen.has(url)) return;
  await fetch(url);
  seen.add(url);
}`,
    },
  ],
  invalid: [
    {
      name: 'DynamoDB',
      code: `export async function start(ddb, idempotencyKey, firing) {
  const { Item } = await ddb.send(new GetCommand({ TableName: 'firings', Key: { pk: idempotencyKey } }));
  if (Item) return;
  await ddb.send(new PutCommand({ TableName: 'firings', Item: { pk: idempotencyKey, firing } }));
  await fire(firing);
}`,
      errors: [
        {
          messageId: 'chargedTwice',
          line: 2,
          column: 26,
          endLine: 2,
          endColumn: 105,
          suggestions: [
            {
              messageId: 'claim',
              output: `export async function start(ddb, idempotencyKey, firing) {
  const { Item } = await ddb.send(new GetCommand({ TableName: 'firings', Key: { pk: idempotencyKey } }));
  if (Item) return;
  try {
    await ddb.send(new PutCommand({ TableName: 'firings', Item: { pk: idempotencyKey, firing }, ConditionExpression: 'attribute_not_exists(pk)' }));
  } catch (error) {
    if (!(error instanceof Error && error.name === 'ConditionalCheckFailedException')) throw error;
    return;
  }
  await fire(firing);
}`,
            },
          ],
        },
      ],
    },
    {
      name: 'Firestore',
      code: `export async function onHook(firestore, eventId) {
  const marker = firestore.collection('processed_events').doc(eventId);
  const snapshot = await marker.get();
  if (snapshot.exists) return;
  await marker.set({ at: Date.now() });
  await grant(eventId);
}`,
      errors: [
        {
          messageId: 'chargedTwice',
          line: 3,
          column: 26,
          endLine: 3,
          endColumn: 38,
          suggestions: [
            {
              messageId: 'claim',
              output: `export async function onHook(firestore, eventId) {
  const marker = firestore.collection('processed_events').doc(eventId);
  const snapshot = await marker.get();
  if (snapshot.exists) return;
  try {
    await marker.create({ at: Date.now() });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 6)) throw error;
    return;
  }
  await grant(eventId);
}`,
            },
          ],
        },
      ],
    },
    {
      name: 'a Set across an await',
      code: `const processedEvents = new Set();
export async function onEvent(event) {
  if (processedEvents.has(event.id)) return;
  await grant(event);
  processedEvents.add(event.id);
}`,
      errors: [
        {
          messageId: 'chargedTwice',
          line: 3,
          column: 7,
          endLine: 3,
          endColumn: 36,
        },
      ],
    },
  ],
});
