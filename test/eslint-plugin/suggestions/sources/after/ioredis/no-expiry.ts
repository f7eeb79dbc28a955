import { Redis } from 'ioredis';

export class Webhooks {
  constructor(private readonly redis: Redis) {}

  async onEvent(id: string, work: () => Promise<void>): Promise<boolean> {
    const seen = await this.redis.exists(`webhook:${id}`);
    if (seen === 1) {
      console.info('seen', id);
      return false;
    }
    const claimed = await this.redis.set(`webhook:${id}`, Date.now(), 'NX');
    if (claimed === null) {
      console.info('seen', id);
      return false;
    }
    await work();
    return true;
  }
}
