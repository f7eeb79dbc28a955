/** A database file with one key table whose rows are in all states, for tests that look at it from outside. */
import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';

/** How many rows of the file are in each state. */
export const keyTableCounts = { inProgress: 2, stuck: 1, completed: 4, errorAnswers: 1, expired: 1 };

/** The key of a completed row whose saved answer is `{"charge":"ch_7","amount":450}`. */
export const completedKey = '0d9a41c6-3c55-4c0e-9f0b-5b7f1d2677f2';

/**
 * Writes the database. Times lie around the given moment.
 * @param file absolute path of a file that does not exist yet
 */
export function writeKeyTable(file: string, now: Date): void {
  const database = new Database(file);
  const at = (minutes: number): string => new Date(now.getTime() + minutes * 60_000).toISOString();
  database.exec(`CREATE TABLE idempotency_keys (
    account TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    response_code INTEGER,
    response_body TEXT,
    locked_at TEXT,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL,
    PRIMARY KEY (account, key)
  )`);
  const insert = database.prepare('INSERT INTO idempotency_keys VALUES (?, ?, ?, ?, ?, ?, ?, ?)');
  const row = (
    key: string,
    order: number,
    code: number | null,
    body: string | null,
    age: number,
    retention = 24 * 60,
  ): void => {
    const fingerprint = createHash('sha256').update(`order ${order}`).digest('hex');
    const locked = code === null ? at(-age) : null;
    insert.run('acme', key, fingerprint, code, body, locked, at(-age), at(retention - age));
  };
  row('5b1e7c07-8f7c-4f7e-8f43-9a3f06bec07a', 101, null, null, 0);
  row('77aa5f0e-6a6f-43a2-8d4f-fb04d9a5e0c1', 102, null, null, 47);
  row(completedKey, 103, 201, '{"charge":"ch_7","amount":450}', 12);
  row('c44f9b2d-1c0b-4c64-b8a1-3f0c7a0118be', 103, 201, '{"charge":"ch_8","amount":450}', 11);
  row('a1c3e6d2-50c4-4a8a-9b53-6f2c8e1309d4', 104, 500, '{"error":"bank unreachable"}', 30);
  row('ee0786c9-8f4b-4f60-9d77-0e1c9a2fb5a9', 105, 201, '{"charge":"ch_9","amount":90}', 26 * 60);
  database.close();
}
