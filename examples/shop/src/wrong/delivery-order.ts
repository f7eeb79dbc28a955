// Charges the card, books the courier and answers. Every attempt starts with the first step.
import type { Charge } from '../bank-client.ts';
import type { DeliverySteps } from '../delivery-order.ts';
import type { ClaimedOperation, Outcome } from '../once.ts';

export async function placeDelivery(
  _operation: ClaimedOperation,
  order: Charge,
  { db, account, charge, bookPickUp, atCrashPoint }: DeliverySteps,
): Promise<Outcome> {
  const result = await charge(order);
  atCrashPoint('bank-charged');
  if (result.kind === 'declined')
    return { answer: { status: 402, body: JSON.stringify({ error: 'card_declined' }) } };

  const booking = await bookPickUp(order.order);
  atCrashPoint('courier-booked');

  const body = { order: order.order, amount: order.amount, charge: result.charge, booking };
  return {
    answer: { status: 201, body: JSON.stringify(body) },
    save: () => {
      db.prepare(
        'INSERT INTO deliveries (account, order_id, charge_id, courier_booking) VALUES (?, ?, ?, ?)',
      ).run(account, order.order, result.charge, booking);
    },
  };
}
