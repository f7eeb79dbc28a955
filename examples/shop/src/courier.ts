import Database from 'better-sqlite3';
import type { Clock } from './clock.ts';
import { serveJson } from './json-server.ts';
import type { RunningServer } from './json-server.ts';

export interface Courier extends RunningServer {
  /** How many pick-ups are booked for one order. */
  bookingsFor(order: string): number;
}

/** A courier that knows no keys: every `POST /bookings` with `{ order }` books another pick-up and answers 201. */
export async function openCourier(file: string, clock: Clock): Promise<Courier> {
  const db = new Database(file);
  db.exec(
    'CREATE TABLE IF NOT EXISTS bookings (id INTEGER PRIMARY KEY, order_id TEXT NOT NULL, created_at TEXT NOT NULL)',
  );
  const book = db.prepare('INSERT INTO bookings (order_id, created_at) VALUES (?, ?)');
  const count = db.prepare<[string], { n: number }>('SELECT count(*) AS n FROM bookings WHERE order_id = ?');

  const server = await serveJson(({ method, path, body }) => {
    if (method !== 'POST' || path !== '/bookings') return { status: 404, body: { error: 'not_found' } };
    const { order } = (body ?? {}) as { order?: unknown };
    if (typeof order !== 'string') return { status: 400, body: { error: 'order_is_needed' } };
    const { lastInsertRowid } = book.run(order, clock.now().toISOString());
    return { status: 201, body: { booking: Number(lastInsertRowid) } };
  });
  return {
    url: server.url,
    bookingsFor: (order) => count.get(order)?.n ?? 0,
    close: async () => {
      await server.close();
      db.close();
    },
  };
}

/** Books one pick-up. There is one attempt only, because the courier could not tell a second from a new order. */
export async function bookPickUp(courier: string, order: string): Promise<number> {
  const response = await fetch(`${courier}/bookings`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ order }),
    signal: AbortSignal.timeout(10_000),
  });
  if (response.status !== 201) throw new Error(`The courier refused the booking with ${response.status}.`);
  return ((await response.json()) as { booking: number }).booking;
}
