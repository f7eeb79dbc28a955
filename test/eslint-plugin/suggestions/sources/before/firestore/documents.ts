import { Firestore } from '@google-cloud/firestore';

const db = new Firestore();

export async function onEvent(event: { id: string }, work: () => Promise<void>) {
  const seen = db.collection('processedEvents').doc(event.id);
  const found = await seen.get();
  if (found.exists) return;
  await seen.set({ at: Date.now() });
  await work();
}
