import type { Database } from 'better-sqlite3';
import type { Charge, ChargeResult } from './bank-client.ts';
import type { AtCrashPoint } from './crash-point.ts';
import type { ClaimedOperation, Outcome } from './once.ts';

/** What the steps of an order with delivery need. */
export interface DeliverySteps {
  db: Database;
  account: string;
  charge(charge: Charge): Promise<ChargeResult>;
  bookPickUp(order: string): Promise<number>;
  atCrashPoint: AtCrashPoint;
}

interface DeliveryRow {
  charge_id: number;
  courier_booking: number;
}

/**
 * An order with delivery: charge the card, book the courier, answer. Each step's result is saved together with its
 * recovery point, so an attempt that takes over after a crash starts at the first step that is not known to be done.
 */
export async function placeDelivery(
  operation: ClaimedOperation,
  order: Charge,
  { db, account, charge, bookPickUp, atCrashPoint }: DeliverySteps,
): Promise<Outcome> {
  if (operation.recoveryPoint === 'started') {
    const result = await charge(order);
    atCrashPoint('bank-charged');
    if (result.kind === 'declined')
      return { answer: { status: 402, body: JSON.stringify({ error: 'card_declined' }) } };
    operation.reach('charged', () => {
      db.prepare('INSERT INTO deliveries (account, order_id, charge_id) VALUES (?, ?, ?)').run(
        account,
        order.order,
        result.charge,
      );
    });
    atCrashPoint('charge-saved');
  }
  if (operation.recoveryPoint === 'charged') {
    const booking = await bookPickUp(order.order);
    atCrashPoint('courier-booked');
    operation.reach('courier-booked', () => {
      db.prepare('UPDATE deliveries SET courier_booking = ? WHERE account = ? AND order_id = ?').run(
        booking,
        account,
        order.order,
      );
    });
    atCrashPoint('booking-saved');
  }
  const row = db
    .prepare<[string, string], DeliveryRow>(
      'SELECT charge_id, courier_booking FROM deliveries WHERE account = ? AND order_id = ?',
    )
    .get(account, order.order) as DeliveryRow;
  const body = {
    order: order.order,
    amount: order.amount,
    charge: row.charge_id,
    booking: row.courier_booking,
  };
  return { answer: { status: 201, body: JSON.stringify(body) } };
}
