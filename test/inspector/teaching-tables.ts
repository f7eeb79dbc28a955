import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';

/** The three tables of the teaching texts, as their authors wrote them, and the tables that stand beside them. */
export const teachingSchema = `
  CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, request TEXT, response TEXT);
  CREATE TABLE charges (id INTEGER PRIMARY KEY, order_id TEXT, amount INTEGER);
  CREATE TABLE idempotency (
    account TEXT, key TEXT, fingerprint TEXT, status INTEGER, body TEXT,
    created_at TEXT DEFAULT CURRENT_TIMESTAMP, PRIMARY KEY (account, key)
  );
  CREATE TABLE processed (event_id TEXT PRIMARY KEY);
  CREATE TABLE stock (item TEXT, count INTEGER);
`;

/** SHA-256 of the request of `order-7`, in hexadecimal digits. */
export const fingerprint7 = '7'.repeat(64);

/** Rows in every state that these tables can show. */
export const teachingRows = `
  INSERT INTO idempotency_keys VALUES ('buy-1', '{"order": 1}', '{"charge": 11}');
  INSERT INTO idempotency_keys VALUES ('buy-2', '{"order": 2}', NULL);
  INSERT INTO charges VALUES (11, '1', 450);
  INSERT INTO idempotency (account, key, fingerprint, status, body)
    VALUES ('acme', 'order-7', '${fingerprint7}', 201, '{"charge": 12}');
  INSERT INTO idempotency (account, key, fingerprint, status, body)
    VALUES ('zeta', 'order-7', '${'8'.repeat(64)}', 402, '{"error": "card declined"}');
  INSERT INTO idempotency (account, key, fingerprint) VALUES ('acme', 'order-9', '${'9'.repeat(64)}');
  INSERT INTO idempotency (account, key, fingerprint, created_at)
    VALUES ('acme', 'order-3', '${'3'.repeat(64)}', '2026-01-05 08:00:00');
  INSERT INTO processed VALUES ('evt_1');
  INSERT INTO processed VALUES ('evt_2');
  INSERT INTO stock VALUES ('mug', 10);
`;

/** A folder of its own for one test; the caller removes it. */
export const temporaryFolder = (): string => fs.mkdtempSync(path.join(os.tmpdir(), 'idempotency-test-'));

/** Writes an SQLite database with these statements and closes it. Returns its path. */
export const writeDatabase = (folder: string, sql: string, name = 'shop.db'): string => {
  const file = path.join(folder, name);
  const database = new Database(file);
  database.exec(sql);
  database.close();
  return file;
};
