import { Xendit } from 'xendit-node';
import pRetry from 'p-retry';

const xendit = new Xendit({ secretKey: 'k' });

export const refund = (paymentRequestId: string, amount: number) => {
  const idempotencyKey = crypto.randomUUID();
  return pRetry(() => xendit.Refund.createRefund({ data: { paymentRequestId, amount }, idempotencyKey }));
};
