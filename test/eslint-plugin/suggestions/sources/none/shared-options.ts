import got from 'got';
import { ofetch } from 'ofetch';

// One object for all requests: a key in it would be one key for all of them.
const options = { method: 'POST', retry: 2 } as const;

export const rent = (guide: string) => ofetch(`https://guides.example/rentals/${guide}`, options);

export async function order(...items: string[]) {
  const writing = { method: 'POST' as const, retry: { limit: 2, methods: ['POST' as const] } };
  for (const item of items) await got(`https://shop.example/items/${item}/orders`, writing);
}

export async function pair(one: string, other: string) {
  const init = { method: 'POST', retry: 3 } as const;
  await ofetch(`https://shop.example/items/${one}/orders`, init);
  await ofetch(`https://shop.example/items/${other}/orders`, init);
}
