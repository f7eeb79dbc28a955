import { Svix } from 'svix';
import pRetry from 'p-retry';

const svix = new Svix('token');

export const tell = (app: string, id: string) => {
  const idempotencyKey = crypto.randomUUID();
  return pRetry(() => svix.message.create(app, { eventType: 'order.paid', payload: { id } }, { idempotencyKey }));
};
