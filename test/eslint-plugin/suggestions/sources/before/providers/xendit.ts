import { Xendit } from 'xendit-node';
import pRetry from 'p-retry';

const xendit = new Xendit({ secretKey: 'k' });

export const refund = (paymentRequestId: string, amount: number) =>
  pRetry(() => xendit.Refund.createRefund({ data: { paymentRequestId, amount } }));
