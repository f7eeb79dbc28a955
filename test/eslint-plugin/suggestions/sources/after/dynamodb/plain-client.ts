import { DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';

export class Inbox {
  readonly client = new DynamoDBClient({});

  async accept(messageId: string): Promise<boolean> {
    const found = await this.client.send(
      new GetItemCommand({ TableName: 'seen_messages', Key: { pk: { S: messageId } } }),
    );
    if (found.Item) return false;
    try {
      await this.client.send(
        new PutItemCommand({ TableName: 'seen_messages', Item: { pk: { S: messageId } }, ConditionExpression: 'attribute_not_exists(pk)' }),
      );
    } catch (error) {
      if (!(error instanceof Error && error.name === 'ConditionalCheckFailedException')) throw error;
      return false;
    }
    return true;
  }
}
