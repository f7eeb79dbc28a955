// Takes sold items from the stock and remembers the events it has seen while the process lives.
import type { Database } from 'better-sqlite3';
import type { StockEvent } from '../event-queue.ts';

export function stockConsumer(db: Database): (event: StockEvent) => void {
  const seen = new Set<string>();
  const take = db.prepare('UPDATE stock SET count = count - ? WHERE item = ?');
  return (event) => {
    if (seen.has(event.id)) return;
    take.run(event.quantity, event.item);
    seen.add(event.id);
  };
}
