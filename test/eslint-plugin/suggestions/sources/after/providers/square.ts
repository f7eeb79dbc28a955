import pRetry from 'p-retry';
import type { SquareClient } from 'square';

export const giveBack = (square: SquareClient, paymentId: string, cents: bigint) => {
  const idempotencyKey = crypto.randomUUID();
  return pRetry(() => square.terminal.checkouts.create({
    idempotencyKey,
    checkout: { amountMoney: { amount: cents, currency: 'EUR' }, deviceOptions: { deviceId: paymentId } },
  }));
};

export async function addCustomer(square: SquareClient, givenName: string) {
  const idempotencyKey = crypto.randomUUID();
  return pRetry(() => square.customers.create({ givenName, idempotencyKey }));
}
