import { MongoClient } from 'mongodb';

const client = new MongoClient('mongodb://127.0.0.1');
const events = client.db('shop').collection<{ eventId: string }>('processedEvents');

export async function prepare() {
  await events.createIndex({ eventId: 1 }, { unique: true });
}

export async function onEvent(event: { id: string }, work: () => Promise<void>) {
  const seen = await events.findOne({ eventId: event.id });
  if (seen) return;
  await events.insertOne({ eventId: event.id });
  await work();
}
