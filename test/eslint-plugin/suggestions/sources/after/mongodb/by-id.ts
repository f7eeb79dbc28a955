import { MongoClient } from 'mongodb';

const client = new MongoClient('mongodb://127.0.0.1');

export async function reply(key: string, work: () => Promise<string>) {
  const keys = client.db('shop').collection<{ _id: string; answer?: string }>('idempotencyKeys');
  const known = await keys.findOne({ _id: key });
  if (known) return known.answer;
  try {
    await keys.insertOne({ _id: key });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 11000)) throw error;
    const known = await keys.findOne({ _id: key });
    if (known) return known.answer;
    throw error;
  }
  const answer = await work();
  await keys.updateOne({ _id: key }, { $set: { answer } });
  return answer;
}
