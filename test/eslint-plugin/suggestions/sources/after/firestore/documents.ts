import { Firestore } from '@google-cloud/firestore';

const db = new Firestore();

export async function onEvent(event: { id: string }, work: () => Promise<void>) {
  const seen = db.collection('processedEvents').doc(event.id);
  const found = await seen.get();
  if (found.exists) return;
  try {
    await seen.create({ at: Date.now() });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 6)) throw error;
    return;
  }
  await work();
}
