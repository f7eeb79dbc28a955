import { randomUUID } from 'node:crypto';
import got from 'got';

export async function open(account: string) {
  const idempotencyKey = randomUUID();
  for (let attempt = 1; attempt <= 5; attempt += 1) {
    try {
      return await got.post('https://bank.example/accounts', {
        json: { account },
        headers: { 'x-idempotency-key': `open-${account}-${idempotencyKey}` },
      });
    } catch {
      continue;
    }
  }
  return null;
}
