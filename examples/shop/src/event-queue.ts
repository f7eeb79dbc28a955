import Database from 'better-sqlite3';

/** An order left the shelf. `id` is made by the producer with the event and stays the same however often it arrives. */
export interface StockEvent {
  id: string;
  item: string;
  quantity: number;
}

export interface EventQueue {
  publish(event: StockEvent): void;
  /**
   * Hands the oldest event that is not acknowledged to `consume`, and says whether there was one. The queue learns that
   * it was consumed only when the acknowledgement `arrives`; one that `is lost` means another delivery.
   */
  deliver(consume: (event: StockEvent) => void, acknowledgement: 'arrives' | 'is lost'): boolean;
  close(): void;
}

/** An at-least-once queue in a file of its own. */
export function openEventQueue(file: string): EventQueue {
  const db = new Database(file);
  db.exec(`CREATE TABLE IF NOT EXISTS messages (
    id INTEGER PRIMARY KEY,
    payload TEXT NOT NULL,
    acknowledged INTEGER NOT NULL DEFAULT 0
  )`);
  const add = db.prepare('INSERT INTO messages (payload) VALUES (?)');
  const oldest = db.prepare<[], { id: number; payload: string }>(
    'SELECT id, payload FROM messages WHERE acknowledged = 0 ORDER BY id LIMIT 1',
  );
  const acknowledge = db.prepare('UPDATE messages SET acknowledged = 1 WHERE id = ?');
  return {
    publish: (event) => void add.run(JSON.stringify(event)),
    deliver: (consume, acknowledgement) => {
      const message = oldest.get();
      if (message === undefined) return false;
      consume(JSON.parse(message.payload) as StockEvent);
      if (acknowledgement === 'arrives') acknowledge.run(message.id);
      return true;
    },
    close: () => void db.close(),
  };
}
