import { randomUUID } from 'node:crypto';
import Database from 'better-sqlite3';
import type { Payment } from './payment-client.ts';

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS pending_orders (
    order_id TEXT PRIMARY KEY,
    amount INTEGER NOT NULL,
    card TEXT NOT NULL,
    payment_key TEXT NOT NULL UNIQUE
  );
`;

/** The orders a client has not yet seen paid. */
export interface PendingOrders {
  /** The payment of an order; asked again for the same order, it gives the same payment with the same key. */
  paymentFor(order: { order: string; amount: number; card: string }): Payment;
  /** Another card after a definite decline. That is a new operation, so the payment gets a new key. */
  payWithAnotherCard(order: string, card: string): Payment;
  /** Forgets an order whose final answer has arrived. */
  settle(order: string): void;
  close(): void;
}

/** Pending orders in a file: the key is made with the order and saved with it, so a restarted client retries, not repeats. */
export function openPendingOrders(file: string): PendingOrders {
  const db = new Database(file);
  db.exec(SCHEMA);
  const add = db.prepare(
    `INSERT INTO pending_orders (order_id, amount, card, payment_key) VALUES (?, ?, ?, ?)
     ON CONFLICT (order_id) DO NOTHING`,
  );
  const replace = db.prepare('UPDATE pending_orders SET card = ?, payment_key = ? WHERE order_id = ?');
  const read = db.prepare<[string], Payment>(
    'SELECT order_id AS "order", amount, card, payment_key AS key FROM pending_orders WHERE order_id = ?',
  );
  const remove = db.prepare('DELETE FROM pending_orders WHERE order_id = ?');

  function pending(order: string): Payment {
    const payment = read.get(order);
    if (payment === undefined) throw new Error('This order is not pending.');
    return payment;
  }
  return {
    paymentFor: ({ order, amount, card }) => {
      add.run(order, amount, card, randomUUID());
      return pending(order);
    },
    payWithAnotherCard: (order, card) => {
      replace.run(card, randomUUID(), order);
      return pending(order);
    },
    settle: (order) => void remove.run(order),
    close: () => void db.close(),
  };
}
