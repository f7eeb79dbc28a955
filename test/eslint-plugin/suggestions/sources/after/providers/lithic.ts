import Lithic from 'lithic';
import pRetry from 'p-retry';

const lithic = new Lithic({ apiKey: 'k' });

export const issue = (memo: string) => {
  const idempotencyKey = crypto.randomUUID();
  return pRetry(() => lithic.cards.create({ type: 'VIRTUAL', memo, 'Idempotency-Key': idempotencyKey }));
};
