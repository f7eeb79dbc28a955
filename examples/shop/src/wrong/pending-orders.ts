// The orders a client has not yet seen paid, each with its key, in the memory of the client.
import { randomUUID } from 'node:crypto';
import type { Payment } from '../payment-client.ts';
import type { PendingOrders } from '../pending-orders.ts';

export function openPendingOrders(): PendingOrders {
  const payments = new Map<string, Payment>();
  return {
    paymentFor: (order) => {
      const known = payments.get(order.order);
      if (known) return known;
      const payment = { ...order, key: randomUUID() };
      payments.set(order.order, payment);
      return payment;
    },
    payWithAnotherCard: (order, card) => {
      const known = payments.get(order);
      if (!known) throw new Error('This order is not pending.');
      const payment = { ...known, card, key: randomUUID() };
      payments.set(order, payment);
      return payment;
    },
    settle: (order) => void payments.delete(order),
    close: () => payments.clear(),
  };
}
