import { MongoClient } from 'mongodb';

const client = new MongoClient('mongodb://127.0.0.1');

export async function reply(key: string, work: () => Promise<string>) {
  const keys = client.db('shop').collection<{ _id: string; answer?: string }>('idempotencyKeys');
  const known = await keys.findOne({ _id: key });
  if (known) return known.answer;
  await keys.insertOne({ _id: key });
  const answer = await work();
  await keys.updateOne({ _id: key }, { $set: { answer } });
  return answer;
}
