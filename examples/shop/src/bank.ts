import Database from 'better-sqlite3';
import { isoAfter } from './clock.ts';
import type { Clock } from './clock.ts';
import { headerOf, serveJson } from './json-server.ts';
import type { JsonReply, JsonRequest, RunningServer } from './json-server.ts';

const RETENTION_SECONDS = 24 * 60 * 60;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS cards (
    card TEXT PRIMARY KEY,
    funds INTEGER NOT NULL CHECK (funds >= 0)
  );
  CREATE TABLE IF NOT EXISTS charges (
    id INTEGER PRIMARY KEY,
    order_id TEXT NOT NULL,
    amount INTEGER NOT NULL,
    card TEXT NOT NULL,
    created_at TEXT NOT NULL
  );
  CREATE TABLE IF NOT EXISTS idempotency_keys (
    key TEXT PRIMARY KEY,
    request TEXT NOT NULL,
    response TEXT,
    created_at TEXT NOT NULL
  );
`;

interface ChargeRow {
  id: number;
  order_id: string;
  /** Whole rupees. */
  amount: number;
}

export interface Bank extends RunningServer {
  /** Puts `rupees` on a card, which then exists. */
  fund(card: string, rupees: number): void;
  /** The charges made for one order, oldest first. */
  chargesFor(order: string): ChargeRow[];
}

/**
 * The bank: another company's system. `POST /charges` with `{ order, amount, card }` takes `amount` rupees from the card
 * and answers 201, or 402 when the card lacks them. A key (`Idempotency-Key`) is optional, as with most banks: with
 * one, claim, charge and saved answer are one transaction, and the answer is replayed for 24 hours.
 */
export async function openBank(file: string, clock: Clock): Promise<Bank> {
  const db = new Database(file);
  db.exec(SCHEMA);

  const forget = db.prepare('DELETE FROM idempotency_keys WHERE key = ? AND created_at <= ?');
  const claim = db.prepare(
    'INSERT INTO idempotency_keys (key, request, created_at) VALUES (?, ?, ?) ON CONFLICT (key) DO NOTHING',
  );
  const recall = db.prepare<[string], { request: string; response: string }>(
    'SELECT request, response FROM idempotency_keys WHERE key = ?',
  );
  const remember = db.prepare('UPDATE idempotency_keys SET response = ? WHERE key = ?');
  const takeFunds = db.prepare('UPDATE cards SET funds = funds - ? WHERE card = ? AND funds >= ?');
  const addCharge = db.prepare(
    'INSERT INTO charges (order_id, amount, card, created_at) VALUES (?, ?, ?, ?)',
  );

  function charge({ order, amount, card }: ChargeBody): JsonReply {
    if (takeFunds.run(amount, card, amount).changes === 0) {
      return { status: 402, body: { error: 'card_declined', order } };
    }
    const { lastInsertRowid } = addCharge.run(order, amount, card, clock.now().toISOString());
    return { status: 201, body: { charge: Number(lastInsertRowid), order, amount } };
  }

  const chargeOnce = db.transaction((key: string, body: ChargeBody): JsonReply => {
    const request = JSON.stringify({ amount: body.amount, card: body.card, order: body.order });
    forget.run(key, isoAfter(clock.now(), -RETENTION_SECONDS));
    if (claim.run(key, request, clock.now().toISOString()).changes === 0) {
      const saved = recall.get(key);
      if (saved?.request !== request) return { status: 422, body: { error: 'key_used_for_another_charge' } };
      return JSON.parse(saved.response) as JsonReply;
    }
    const reply = charge(body);
    remember.run(JSON.stringify(reply), key);
    return reply;
  });

  const server = await serveJson((request) => {
    if (request.method !== 'POST' || request.path !== '/charges')
      return { status: 404, body: { error: 'not_found' } };
    const body = chargeBody(request);
    if (body === null) return { status: 400, body: { error: 'order_amount_and_card_are_needed' } };
    const key = headerOf(request, 'idempotency-key');
    return key === undefined ? db.transaction(charge).immediate(body) : chargeOnce.immediate(key, body);
  });

  return {
    url: server.url,
    fund: (card, rupees) => {
      db.prepare(
        'INSERT INTO cards (card, funds) VALUES (?, ?) ON CONFLICT (card) DO UPDATE SET funds = funds + excluded.funds',
      ).run(card, rupees);
    },
    chargesFor: (order) =>
      db
        .prepare<[string], ChargeRow>(
          'SELECT id, order_id, amount FROM charges WHERE order_id = ? ORDER BY id',
        )
        .all(order),
    close: async () => {
      await server.close();
      db.close();
    },
  };
}

interface ChargeBody {
  order: string;
  amount: number;
  card: string;
}

function chargeBody({ body }: JsonRequest): ChargeBody | null {
  const { order, amount, card } = (body ?? {}) as Record<string, unknown>;
  if (typeof order !== 'string' || typeof card !== 'string') return null;
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0) return null;
  return { order, amount, card };
}
