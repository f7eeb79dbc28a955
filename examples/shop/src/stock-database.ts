import Database from 'better-sqlite3';

/** Opens the store-room's database and creates its tables where they are missing. The caller closes it. */
export function openStockDatabase(file: string): Database.Database {
  const db = new Database(file);
  db.exec(`
    CREATE TABLE IF NOT EXISTS processed (event_id TEXT PRIMARY KEY);
    CREATE TABLE IF NOT EXISTS stock (item TEXT PRIMARY KEY, count INTEGER NOT NULL);
  `);
  return db;
}

/** Sets how many of an item there are. */
export function putInStock(db: Database.Database, item: string, count: number): void {
  db.prepare(
    'INSERT INTO stock (item, count) VALUES (?, ?) ON CONFLICT (item) DO UPDATE SET count = excluded.count',
  ).run(item, count);
}

/** How many of an item there are; 0 for an unknown one. */
export function countInStock(db: Database.Database, item: string): number {
  const row = db.prepare<[string], { count: number }>('SELECT count FROM stock WHERE item = ?').get(item);
  return row?.count ?? 0;
}
