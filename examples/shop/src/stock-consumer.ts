import type { Database } from 'better-sqlite3';
import type { StockEvent } from './event-queue.ts';

/**
 * Takes sold items from the stock. The event's id is recorded in the transaction of its effect: both are saved or neither
 * is, so an event that arrives again, after a restart too, takes nothing.
 */
export function stockConsumer(db: Database): (event: StockEvent) => void {
  const record = db.prepare('INSERT INTO processed (event_id) VALUES (?) ON CONFLICT (event_id) DO NOTHING');
  const take = db.prepare('UPDATE stock SET count = count - ? WHERE item = ?');
  const consume = db.transaction((event: StockEvent) => {
    if (record.run(event.id).changes === 0) return;
    take.run(event.quantity, event.item);
  });
  return (event) => consume.immediate(event);
}
