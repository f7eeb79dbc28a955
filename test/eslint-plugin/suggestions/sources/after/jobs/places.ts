import { randomUUID } from 'node:crypto';
import got from 'got';
import ky from 'ky';
import pRetry from 'p-retry';
import type { Response as Answer } from 'node-fetch';

export const empty = () => {
  const idempotencyKey = crypto.randomUUID();
  return pRetry(() => got.post('https://bank.example/openings', { headers: { 'Idempotency-Key': idempotencyKey } }));
};
export const emptyKy = async (id: string) => {
  const idempotencyKey = crypto.randomUUID();
  return pRetry(async () => ky.post(`https://bank.example/${id}/openings`, { headers: { 'Idempotency-Key': idempotencyKey } }).json());
};
const idempotencyKey = crypto.randomUUID();
export default pRetry(() => fetch('https://bank.example/openings', { method: 'POST', headers: { 'Idempotency-Key': idempotencyKey } }));

export async function* stream(orders: AsyncIterable<string>) {
  for await (const order of orders) {
    const idempotencyKey2 = crypto.randomUUID();
    yield await pRetry(() => fetch('https://bank.example/openings', { method: 'POST', body: order, headers: { 'Idempotency-Key': idempotencyKey2 } }));
  }
}

export class Till {
  static #open = 0;
  static {
    Till.#open += 1;
  }
  constructor(readonly name: string) {}
  get ready() {
    const idempotencyKey2 = crypto.randomUUID();
    return pRetry(() => fetch('https://bank.example/ready', { method: 'POST', body: this.name, headers: { 'Idempotency-Key': idempotencyKey2 } }));
  }
  async payKeyed(crypto: number) {
    const key = randomUUID();
    return pRetry(async () => {
      const answer = await fetch('https://bank.example/payments', {
        method: 'POST',
        body: String(crypto + Till.#open),
        headers: { 'Idempotency-Key': key },
      });
      return answer.status;
    });
  }
}

export const tern = (ok: boolean) => {
  const idempotencyKey2 = crypto.randomUUID();
  return ok ? pRetry(() => fetch('https://bank.example/openings', { method: 'POST', headers: { 'Idempotency-Key': idempotencyKey2 } })) : null;
};

export const nested = (id: string) => ({
  pay: () => {
    const idempotencyKey2 = crypto.randomUUID();
    return pRetry(() => fetch('https://bank.example/p', { method: 'POST', body: id, headers: { 'Idempotency-Key': idempotencyKey2 } }));
  },
  async refund() { const idempotencyKey2 = crypto.randomUUID();
  return pRetry(() => fetch('https://bank.example/r', { method: 'POST', body: id, headers: { 'Idempotency-Key': idempotencyKey2 } })) },
});

export function reject(answer: Answer) {
  return new Promise<number>((resolve, fail) => {
    const idempotencyKey2 = crypto.randomUUID();
    pRetry(() => fetch('https://bank.example/rejects', { method: 'POST', body: String(answer.status), headers: { 'Idempotency-Key': idempotencyKey2 } })).then((r) => resolve(r.status), fail);
  });
}
