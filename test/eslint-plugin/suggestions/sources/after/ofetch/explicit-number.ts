import { $fetch, ofetch } from 'ofetch';

export const rent = (guide: string) => ofetch('/rentals', { method: 'POST', body: { guide }, retry: 2, headers: { 'Idempotency-Key': crypto.randomUUID() } });

const api = $fetch.create({ baseURL: 'https://api.example', retry: 3 });

export async function order(items: string[]) {
  return api<{ id: string }>('/orders', {
    method: 'POST',
    body: { items },
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  });
}
