import type { IncomingHttpHeaders } from 'node:http';
import type { Database } from 'better-sqlite3';
import type { Charge, ChargeResult } from './bank-client.ts';
import type { Clock } from './clock.ts';
import type { AtCrashPoint } from './crash-point.ts';
import type { DeliverySteps } from './delivery-order.ts';
import { headerOf, serveJson } from './json-server.ts';
import type { JsonReply, JsonRequest, RunningServer } from './json-server.ts';
import type { ClaimedOperation, OnceStore, Outcome } from './once.ts';
import { NoAnswer } from './retry-policy.ts';
import type { RetryPolicy } from './retry-policy.ts';

const MAX_KEY_LENGTH = 255;

/** The parts of the service that have a wrong twin, so that either can be put in. */
interface PaymentParts {
  keys: OnceStore;
  chargeCard(bank: string, charge: Charge, key: string, policy: RetryPolicy): Promise<ChargeResult>;
  fingerprintOf(fields: Readonly<Record<string, unknown>>, headers: IncomingHttpHeaders): string;
  placeDelivery(operation: ClaimedOperation, order: Charge, steps: DeliverySteps): Promise<Outcome>;
}

export interface PaymentServiceOptions extends PaymentParts {
  db: Database;
  /** Credential to account: whoever shows the credential acts for the account. */
  accounts: ReadonlyMap<string, string>;
  bankUrl: string;
  bookPickUp(order: string): Promise<number>;
  bankPolicy: RetryPolicy;
  clock: Clock;
  atCrashPoint: AtCrashPoint;
}

/**
 * The payment service. `POST /payments` and `POST /deliveries` take `{ order, amount, card }` (whole rupees), a
 * credential (`Authorization: Bearer ...`, which gives the account) and a key (`Idempotency-Key`, 255 characters at
 * most). 201 and 402 are saved and replayed, marked by the header `Idempotent-Replayed: true`; 400 no key, 401 no
 * account, 409 key in progress, 422 key used for another request, 503 the bank gave no answer (nothing is saved: send
 * the same again).
 */
export function startPaymentService(options: PaymentServiceOptions): Promise<RunningServer> {
  return serveJson(async (request) => {
    const work = request.method === 'POST' ? WORK.get(request.path) : undefined;
    if (work === undefined) return refuse(404, 'There is nothing at this address.');
    const account = accountOf(request, options.accounts);
    if (account === undefined) return refuse(401, 'The credential is missing or unknown.');
    const key = headerOf(request, 'idempotency-key');
    if (key === undefined) return refuse(400, 'Send an Idempotency-Key, made once for this operation.');
    if (key.length > MAX_KEY_LENGTH)
      return refuse(400, `The Idempotency-Key is longer than ${MAX_KEY_LENGTH} characters.`);
    const order = orderOf(request.body);
    if (order === null) return refuse(400, 'Send order, amount (whole rupees above 0) and card.');

    const fingerprint = options.fingerprintOf({ ...order, path: request.path }, request.headers);
    const keyed = { account, key, operation: `${request.method} ${request.path}`, fingerprint };
    try {
      const { status, body, replayed } = await options.keys.once(keyed, (operation) => {
        options.atCrashPoint('claimed');
        return work(operation, order, { account, key }, options);
      });
      const headers: Record<string, string> = replayed ? { 'idempotent-replayed': 'true' } : {};
      if (status === 409) headers['retry-after'] = '1';
      return { status, body: JSON.parse(body), headers };
    } catch (error) {
      if (!(error instanceof NoAnswer)) throw error;
      return {
        ...refuse(503, 'The bank gave no answer. Send the same again.'),
        headers: { 'retry-after': '1' },
      };
    }
  });
}

type Work = (
  operation: ClaimedOperation,
  order: Charge,
  name: { account: string; key: string },
  options: PaymentServiceOptions,
) => Promise<Outcome>;

const WORK: ReadonlyMap<string, Work> = new Map([
  ['/payments', pay],
  ['/deliveries', deliver],
]);

async function pay(
  _operation: ClaimedOperation,
  order: Charge,
  { account, key }: { account: string; key: string },
  { db, chargeCard, bankUrl, bankPolicy, clock, atCrashPoint }: PaymentServiceOptions,
): Promise<Outcome> {
  const result = await chargeCard(bankUrl, order, bankKey(account, key), bankPolicy);
  atCrashPoint('bank-charged');
  if (result.kind === 'declined')
    return { answer: { status: 402, body: JSON.stringify({ error: 'card_declined' }) } };
  return {
    answer: {
      status: 201,
      body: JSON.stringify({ order: order.order, amount: order.amount, charge: result.charge }),
    },
    save: () => {
      db.prepare(
        'INSERT INTO payments (account, order_id, amount, charge_id, created_at) VALUES (?, ?, ?, ?, ?)',
      ).run(account, order.order, order.amount, result.charge, clock.now().toISOString());
    },
  };
}

function deliver(
  operation: ClaimedOperation,
  order: Charge,
  { account, key }: { account: string; key: string },
  { db, placeDelivery, chargeCard, bankUrl, bankPolicy, bookPickUp, atCrashPoint }: PaymentServiceOptions,
): Promise<Outcome> {
  const charge = (fields: Charge) => chargeCard(bankUrl, fields, bankKey(account, key), bankPolicy);
  return placeDelivery(operation, order, { db, account, charge, bookPickUp, atCrashPoint });
}

// All accounts share one scope at the bank, so the account is part of the key there.
function bankKey(account: string, key: string): string {
  return `${account}/${key}`;
}

function accountOf(request: JsonRequest, accounts: ReadonlyMap<string, string>): string | undefined {
  const credential = headerOf(request, 'authorization')?.match(/^Bearer (\S+)$/)?.[1];
  return credential === undefined ? undefined : accounts.get(credential);
}

function orderOf(body: unknown): Charge | null {
  const { order, amount, card } = (body ?? {}) as Record<string, unknown>;
  if (typeof order !== 'string' || order === '' || typeof card !== 'string' || card === '') return null;
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount) || amount <= 0) return null;
  return { order, amount, card };
}

function refuse(status: number, error: string): JsonReply {
  return { status, body: { error } };
}
