import pRetry from 'p-retry';
import type { SquareClient } from 'square';

export const giveBack = (square: SquareClient, paymentId: string, cents: bigint) =>
  pRetry(() => square.terminal.checkouts.create({
    idempotencyKey: crypto.randomUUID(),
    checkout: { amountMoney: { amount: cents, currency: 'EUR' }, deviceOptions: { deviceId: paymentId } },
  }));

export async function addCustomer(square: SquareClient, givenName: string) {
  return pRetry(() => square.customers.create({ givenName }));
}
