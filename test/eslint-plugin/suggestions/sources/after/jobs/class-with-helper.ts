import { randomUUID } from 'node:crypto';
import type { AxiosInstance } from 'axios';

export class Billing {
  readonly #http: AxiosInstance;

  constructor(http: AxiosInstance) {
    this.#http = http;
  }

  async #again<T>(work: (attempt: number) => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await work(attempt);
      } catch (error) {
        if (attempt >= 4) throw error;
      }
    }
  }

  charge(order: { id: string; cents: number }): Promise<unknown> {
    const body = { cents: order.cents };
    const idempotencyKey = randomUUID();
    return this.#again(() =>
      this.#http.post('/charges', body, { headers: { 'Idempotency-Key': `${order.id}-${idempotencyKey}` } }),
    );
  }

  refund = (order: { id: string }): Promise<unknown> =>
    this.#again(() =>
      this.#http.post('/refunds', { order }, { headers: { 'Idempotency-Key': order.id } }),
    );
}
