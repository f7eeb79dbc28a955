import { Checkout } from 'checkout-sdk-node';
import pRetry from 'p-retry';

const cko = new Checkout('sk_1', { environment: 'sandbox' });

export const pay = (token: string, amount: number) =>
  pRetry(() => cko.payments.request({ source: { type: 'token', token }, amount, currency: 'EUR' }));

export const refund = (id: string, amount: number) => pRetry(() => cko.payments.refund(id, { amount }));
