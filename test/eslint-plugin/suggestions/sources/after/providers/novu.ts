import { Novu } from '@novu/api';
import pRetry from 'p-retry';

const novu = new Novu({ secretKey: 'k' });

export const tell = (to: string) => {
  const idempotencyKey = crypto.randomUUID();
  return pRetry(() => novu.trigger({ workflowId: 'order-paid', to, payload: {} }, idempotencyKey));
};
