import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';

const table = DynamoDBDocumentClient.from(new DynamoDBClient({}));

export async function onEvent(eventId: string, work: () => Promise<void>) {
  const { Item } = await table.send(new GetCommand({ TableName: 'processed_events', Key: { eventId } }));
  if (Item) return;
  try {
    await table.send(new PutCommand({ TableName: 'processed_events', Item: { eventId, at: Date.now() }, ConditionExpression: 'attribute_not_exists(eventId)' }));
  } catch (error) {
    if (!(error instanceof Error && error.name === 'ConditionalCheckFailedException')) throw error;
    return;
  }
  await work();
}

export async function once(key: string, work: () => Promise<void>) {
  const known = await table.send(new GetCommand({ TableName: 'idempotency_keys', Key: { key } }));
  if (known.Item) return;
  try {
    await table.send(
      new PutCommand({
        TableName: 'idempotency_keys',
        Item: { key },
        ConditionExpression: 'attribute_not_exists(#key)',
        ExpressionAttributeNames: { '#key': 'key' },
      }),
    );
  } catch (error) {
    if (!(error instanceof Error && error.name === 'ConditionalCheckFailedException')) throw error;
    return;
  }
  await work();
}
