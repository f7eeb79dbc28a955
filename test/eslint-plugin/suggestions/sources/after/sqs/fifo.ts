import { randomUUID } from 'node:crypto';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import pRetry from 'p-retry';

const sqs = new SQSClient({});

export async function publish(queue: string, order: { id: string }) {
  const idempotencyKey = randomUUID();
  await pRetry(async () => {
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: queue,
        MessageBody: JSON.stringify(order),
        MessageGroupId: order.id,
        MessageDeduplicationId: idempotencyKey,
      }),
    );
  });
}
