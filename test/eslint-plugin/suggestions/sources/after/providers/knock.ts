import Knock from '@knocklabs/node';
import pRetry from 'p-retry';

const knock = new Knock({ apiKey: 'k' });

export const tell = (recipient: string) => {
  const idempotencyKey = crypto.randomUUID();
  return pRetry(() => knock.workflows.trigger('order-paid', { recipients: [recipient] }, { idempotencyKey }));
};
