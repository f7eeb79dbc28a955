import { Redis } from '@upstash/redis';

const redis = Redis.fromEnv();

export async function onDelivery(eventId: string, work: () => Promise<void>) {
  const seen = await redis.get(`processed:${eventId}`);
  if (seen) return;
  await redis.set(`processed:${eventId}`, 1, { ex: 86_400 });
  await work();
}

export async function onEvent(eventId: string, work: () => Promise<void>) {
  const seen = await redis.exists(`event:${eventId}`);
  if (seen) return;
  await redis.set(`event:${eventId}`, 1);
  await work();
}
