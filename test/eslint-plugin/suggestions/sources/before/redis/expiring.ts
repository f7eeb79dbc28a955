import { createClient } from 'redis';

const redis = createClient({ url: 'redis://127.0.0.1' });

export async function onDelivery(eventId: string, work: () => Promise<void>): Promise<'done' | 'seen'> {
  const slot = `processed:${eventId}`;
  const seen = await redis.exists(slot);
  if (seen) return 'seen';
  await redis.set(slot, '1', { EX: 86_400 });
  await work();
  return 'done';
}
