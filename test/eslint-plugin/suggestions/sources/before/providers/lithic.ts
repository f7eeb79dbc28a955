import Lithic from 'lithic';
import pRetry from 'p-retry';

const lithic = new Lithic({ apiKey: 'k' });

export const issue = (memo: string) => pRetry(() => lithic.cards.create({ type: 'VIRTUAL', memo }));
