import Database from 'better-sqlite3';
import { headerOf, serveJson } from './json-server.ts';
import type { RunningServer } from './json-server.ts';

export interface MailServer extends RunningServer {
  /** How many mails went out about one order. */
  mailsAbout(order: string): number;
}

/**
 * The mail provider. `POST /mails` with `{ order, to }` sends a mail and answers 202. A key is optional; one that was
 * used before sends nothing and answers 202 as well.
 */
export async function openMailServer(file: string): Promise<MailServer> {
  const db = new Database(file);
  db.exec(
    'CREATE TABLE IF NOT EXISTS mails (id INTEGER PRIMARY KEY, order_id TEXT NOT NULL, recipient TEXT NOT NULL, key TEXT UNIQUE)',
  );
  const send = db.prepare(
    'INSERT INTO mails (order_id, recipient, key) VALUES (?, ?, ?) ON CONFLICT (key) DO NOTHING',
  );
  const count = db.prepare<[string], { n: number }>('SELECT count(*) AS n FROM mails WHERE order_id = ?');
  const server = await serveJson((request) => {
    if (request.method !== 'POST' || request.path !== '/mails')
      return { status: 404, body: { error: 'not_found' } };
    const { order, to } = (request.body ?? {}) as { order?: unknown; to?: unknown };
    if (typeof order !== 'string' || typeof to !== 'string')
      return { status: 400, body: { error: 'order_and_to_are_needed' } };
    send.run(order, to, headerOf(request, 'idempotency-key') ?? null);
    return { status: 202, body: { accepted: true } };
  });
  return {
    url: server.url,
    mailsAbout: (order) => count.get(order)?.n ?? 0,
    close: async () => {
      await server.close();
      db.close();
    },
  };
}
