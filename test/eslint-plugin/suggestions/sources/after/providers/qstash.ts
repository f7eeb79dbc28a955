import { Client } from '@upstash/qstash';
import pRetry from 'p-retry';

const qstash = new Client({ token: 't' });

// The queue's own retries are of the delivery.
export const once = (order: { id: string }) =>
  qstash.publishJSON({ url: 'https://shop.example/orders', body: order, retries: 5 });

export const publish = (order: { id: string }) => {
  const idempotencyKey = crypto.randomUUID();
  return pRetry(() => qstash.publishJSON({ url: 'https://shop.example/orders', body: order, retries: 2, deduplicationId: idempotencyKey }));
};
