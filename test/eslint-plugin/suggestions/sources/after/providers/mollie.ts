import { createMollieClient } from '@mollie/api-client';
import pRetry from 'p-retry';

const mollie = createMollieClient({ apiKey: 'test_1' });

export const pay = (order: string, value: string) => {
  const idempotencyKey = crypto.randomUUID();
  return pRetry(() =>
    mollie.payments.create({
      amount: { currency: 'EUR', value },
      description: `Order ${order}`,
      redirectUrl: 'https://shop.example/done',
      idempotencyKey,
    }),
  );
};
