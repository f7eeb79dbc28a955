import { DatabaseSync } from 'node:sqlite';

const db = new DatabaseSync('shop.db');
db.exec('CREATE TABLE processed_events (event_id TEXT PRIMARY KEY)');

export class Stock {
  ready = Promise.resolve();

  async onNotice(event: { id: string; take: () => Promise<void> }) {
    if (db.prepare('SELECT 1 FROM processed_events WHERE event_id = ?').get(event.id)) {
      return;
    }
    await this.ready;
    db.prepare(`INSERT INTO processed_events (event_id) VALUES (?)`).run(event.id);
    await event.take();
  }
}
