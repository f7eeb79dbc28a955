import ModernTreasury from 'modern-treasury';
import pRetry from 'p-retry';

const modernTreasury = new ModernTreasury({ organizationID: 'o', apiKey: 'k' });

export const pay = (amount: number, from: string, to: string) =>
  pRetry(() =>
    modernTreasury.paymentOrders.create({
      amount,
      direction: 'credit',
      type: 'ach',
      originating_account_id: from,
      receiving_account_id: to,
    }),
  );
