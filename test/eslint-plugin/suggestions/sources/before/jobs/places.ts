import { randomUUID } from 'node:crypto';
import got from 'got';
import ky from 'ky';
import pRetry from 'p-retry';
import type { Response as Answer } from 'node-fetch';

export const empty = () => pRetry(() => got.post('https://bank.example/openings'));
export const emptyKy = async (id: string) => pRetry(async () => ky.post(`https://bank.example/${id}/openings`, {}).json());
export default pRetry(() => fetch('https://bank.example/openings', { method: 'POST' }));

export async function* stream(orders: AsyncIterable<string>) {
  for await (const order of orders) {
    yield await pRetry(() => fetch('https://bank.example/openings', { method: 'POST', body: order }));
  }
}

export class Till {
  static #open = 0;
  static {
    Till.#open += 1;
  }
  constructor(readonly name: string) {}
  get ready() {
    return pRetry(() => fetch('https://bank.example/ready', { method: 'POST', body: this.name }));
  }
  async payKeyed(crypto: number) {
    return pRetry(async () => {
      const key = randomUUID();
      const answer = await fetch('https://bank.example/payments', {
        method: 'POST',
        body: String(crypto + Till.#open),
        headers: { 'Idempotency-Key': key },
      });
      return answer.status;
    });
  }
}

export const tern = (ok: boolean) =>
  ok ? pRetry(() => fetch('https://bank.example/openings', { method: 'POST' })) : null;

export const nested = (id: string) => ({
  pay: () => pRetry(() => fetch('https://bank.example/p', { method: 'POST', body: id })),
  async refund() { return pRetry(() => fetch('https://bank.example/r', { method: 'POST', body: id })) },
});

export function reject(answer: Answer) {
  return new Promise<number>((resolve, fail) => {
    pRetry(() => fetch('https://bank.example/rejects', { method: 'POST', body: String(answer.status) })).then((r) => resolve(r.status), fail);
  });
}
