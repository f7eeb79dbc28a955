import { randomUUID } from 'node:crypto';
import knex from 'knex';

const db = knex({ client: 'pg' });

export async function record(cents: number) {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      await db('transfers').insert({ cents, idempotency_key: randomUUID() });
      return;
    } catch (error) {
      console.warn(error);
    }
  }
}
