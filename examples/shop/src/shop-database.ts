import Database from 'better-sqlite3';

/**
 * `idempotency` is the key table. A row is in progress while `status` is NULL, and `locked_at` says since when;
 * it is completed when `status` and `body` hold the saved answer. `recovery_point` is the last step known to be done.
 */
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS idempotency (
    account TEXT NOT NULL,
    key TEXT NOT NULL,
    operation TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    recovery_point TEXT NOT NULL DEFAULT 'started',
    status INTEGER,
    body TEXT,
    locked_at TEXT,
    lock_owner TEXT,
    created_at TEXT NOT NULL,
    completed_at TEXT,
    expires_at TEXT NOT NULL,
    PRIMARY KEY (account, key)
  );
  CREATE TABLE IF NOT EXISTS payments (
    id INTEGER PRIMARY KEY,
    account TEXT NOT NULL,
    order_id TEXT NOT NULL,
    amount INTEGER NOT NULL,
    charge_id INTEGER NOT NULL,
    created_at TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS deliveries (
    account TEXT NOT NULL,
    order_id TEXT NOT NULL,
    charge_id INTEGER NOT NULL,
    courier_booking INTEGER,
    PRIMARY KEY (account, order_id)
  );
`;

/** Opens the payment service's database and creates its tables where they are missing. The caller closes it. */
export function openShopDatabase(file: string): Database.Database {
  const db = new Database(file);
  db.exec(SCHEMA);
  return db;
}
