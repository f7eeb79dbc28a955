import { randomBytes } from 'node:crypto';
import pRetry from 'p-retry';

const open = (left: number) => left > 0;

export async function payAll(orders: { id: string; cents: number }[]) {
  for (const order of orders) {
    const idempotencyKey = randomBytes(16).toString('hex');
    await pRetry(() =>
      fetch(`https://bank.example/orders/${order.id}/payments`, {
        method: 'POST',
        body: String(order.cents),
        headers: { 'Idempotency-Key': idempotencyKey },
      }),
    );
  }
}

export const payEach = (orders: { id: string; cents: number }[]) =>
  Promise.all(
    orders.map(async ({ id, cents }) => {
      let left = 3;
      const idempotencyKey = randomBytes(16).toString('hex');
      while (open(left)) {
        try {
          return await fetch(`https://bank.example/orders/${id}/payments`, {
            method: 'POST',
            body: String(cents),
            headers: { 'Idempotency-Key': idempotencyKey },
          });
        } catch {
          left -= 1;
        }
      }
      return null;
    }),
  );
