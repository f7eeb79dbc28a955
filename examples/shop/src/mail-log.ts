import Database from 'better-sqlite3';

/** Opens the shop's record of the mails it has sent, one row per order. The caller closes it. */
export function openMailLog(file: string): Database.Database {
  const db = new Database(file);
  db.exec('CREATE TABLE IF NOT EXISTS order_mails (order_id TEXT PRIMARY KEY)');
  return db;
}
