import { createClient } from 'redis';

const redis = createClient();

export async function all(events: { id: string }[], work: (id: string) => Promise<void>) {
  try {
    for (const event of events) {
      if (await redis.exists(`seen:${event.id}`)) {
        // told already
        continue;
      }
      await redis.set(`seen:${event.id}`, 'yes', { PX: 5000 });
      await work(event.id);
    }
  } catch (claimed) {
    console.error(claimed);
  }
}
