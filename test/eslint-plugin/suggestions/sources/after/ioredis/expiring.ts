import { Redis } from 'ioredis';

const redis = new Redis();

export async function onDelivery(eventId: string, work: () => Promise<void>) {
  const slot = `seen:${eventId}`;
  if (await redis.get(slot)) return;
  const claimed = await redis.set(slot, '1', 'EX', 86_400, 'NX');
  if (claimed === null) return;
  await work();
}
