import { Client } from '@upstash/workflow';
import pRetry from 'p-retry';

const client = new Client({ token: 't' });

export async function start(order: { id: string }) {
  const idempotencyKey = crypto.randomUUID();
  const { workflowRunId } = await pRetry(() =>
    client.trigger({
      url: 'https://shop.example/workflow',
      body: order,
      workflowRunId: idempotencyKey,
    }),
  );
  return workflowRunId;
}
