import { randomUUID } from 'node:crypto';
import type { Database, Statement } from 'better-sqlite3';
import { isoAfter } from './clock.ts';
import type { Clock } from './clock.ts';
import type { Answer, ClaimedOperation, KeyedRequest, OnceReply, OnceStore, Outcome } from './once.ts';

/** Keys are kept for a day, as Stripe does at the least (docs.stripe.com/api/idempotent_requests). */
const RETENTION_SECONDS = 24 * 60 * 60;
/** Longer than any attempt can take: a claim older than this belongs to a worker that is gone. */
export const LOCK_SECONDS = 60;

/** The claim was taken over by another worker, which now answers for the operation. */
class ClaimLost extends Error {
  constructor() {
    super('Another worker has taken this operation over.');
    this.name = 'ClaimLost';
  }
}

interface KeyRow {
  fingerprint: string;
  recovery_point: string;
  status: number | null;
  body: string | null;
  locked_at: string | null;
}

type Claim = { answer: OnceReply } | { owner: string; recoveryPoint: string };

/**
 * The key table: a key is claimed by inserting it, before any work, and the primary key lets exactly one claim win.
 * Answers come from the key's state: 422 for another fingerprint, the saved answer for a finished key, 409 for one in
 * progress. An expired key counts as new. A claim that is older than `LOCK_SECONDS` is taken over at its recovery point.
 * Work that throws releases its claim and saves nothing, so a passing fault is never replayed.
 */
export class KeyTable implements OnceStore {
  readonly #clock: Clock;
  readonly #claim: (request: KeyedRequest) => Claim;
  readonly #reach: (request: KeyedRequest, owner: string, recoveryPoint: string, save: () => void) => void;
  readonly #finish: (request: KeyedRequest, owner: string, outcome: Outcome) => void;
  readonly #release: Statement<[string, string, string]>;
  readonly #prune: Statement<[string]>;

  /** @param db an open database with the table `idempotency`; the caller closes it */
  constructor(db: Database, clock: Clock) {
    this.#clock = clock;
    const forget = db.prepare('DELETE FROM idempotency WHERE account = ? AND key = ? AND expires_at <= ?');
    const insert = db.prepare(
      `INSERT INTO idempotency (account, key, operation, fingerprint, locked_at, lock_owner, created_at, expires_at)
       VALUES (@account, @key, @operation, @fingerprint, @now, @owner, @now, @expires)
       ON CONFLICT (account, key) DO NOTHING`,
    );
    const read = db.prepare<[string, string], KeyRow>(
      'SELECT fingerprint, recovery_point, status, body, locked_at FROM idempotency WHERE account = ? AND key = ?',
    );
    const takeOver = db.prepare(
      'UPDATE idempotency SET locked_at = ?, lock_owner = ? WHERE account = ? AND key = ?',
    );
    const advance = db.prepare(
      'UPDATE idempotency SET recovery_point = ? WHERE account = ? AND key = ? AND lock_owner = ?',
    );
    const save = db.prepare(
      `UPDATE idempotency SET status = ?, body = ?, completed_at = ?, recovery_point = 'finished',
         locked_at = NULL, lock_owner = NULL
       WHERE account = ? AND key = ? AND lock_owner = ?`,
    );
    this.#release = db.prepare(
      'UPDATE idempotency SET locked_at = NULL, lock_owner = NULL WHERE account = ? AND key = ? AND lock_owner = ?',
    );
    this.#prune = db.prepare('DELETE FROM idempotency WHERE expires_at <= ?');

    const claim = db.transaction((request: KeyedRequest): Claim => {
      const { account, key } = request;
      const time = clock.now();
      const now = time.toISOString();
      const owner = randomUUID();
      forget.run(account, key, now);
      const inserted = insert.run({ ...request, owner, now, expires: isoAfter(time, RETENTION_SECONDS) });
      if (inserted.changes === 1) return { owner, recoveryPoint: 'started' };

      const row = read.get(account, key) as KeyRow;
      if (row.fingerprint !== request.fingerprint) {
        return {
          answer: refusal(422, 'This key was used for another request. Make a new key for a new operation.'),
        };
      }
      if (row.status !== null)
        return { answer: { status: row.status, body: row.body ?? '', replayed: true } };
      if (row.locked_at !== null && row.locked_at > isoAfter(time, -LOCK_SECONDS)) {
        return {
          answer: refusal(409, 'The first attempt is still in progress. Wait and send the same again.'),
        };
      }
      takeOver.run(now, owner, account, key);
      return { owner, recoveryPoint: row.recovery_point };
    });
    this.#claim = (request) => claim.immediate(request);

    const reach = db.transaction(
      (request: KeyedRequest, owner: string, point: string, saveStep: () => void) => {
        if (advance.run(point, request.account, request.key, owner).changes === 0) throw new ClaimLost();
        saveStep();
      },
    );
    this.#reach = (request, owner, point, saveStep) => reach.immediate(request, owner, point, saveStep);

    const finish = db.transaction(
      (request: KeyedRequest, owner: string, { answer, save: saveResult }: Outcome) => {
        const now = clock.now().toISOString();
        const saved = save.run(answer.status, answer.body, now, request.account, request.key, owner);
        if (saved.changes === 0) throw new ClaimLost();
        saveResult?.();
      },
    );
    this.#finish = (request, owner, outcome) => finish.immediate(request, owner, outcome);
  }

  async once(
    request: KeyedRequest,
    work: (operation: ClaimedOperation) => Promise<Outcome>,
  ): Promise<OnceReply> {
    const claim = this.#claim(request);
    if ('answer' in claim) return claim.answer;
    const { owner } = claim;
    let { recoveryPoint } = claim;
    try {
      const outcome = await work({
        get recoveryPoint() {
          return recoveryPoint;
        },
        reach: (point, save) => {
          this.#reach(request, owner, point, save);
          recoveryPoint = point;
        },
      });
      this.#finish(request, owner, outcome);
      return { ...outcome.answer, replayed: false };
    } catch (error) {
      if (error instanceof ClaimLost)
        return refusal(409, 'Another worker has taken this operation over. Send it again.');
      this.#release.run(request.account, request.key, owner);
      throw error;
    }
  }

  /** Deletes expired keys and returns how many there were. */
  prune(): number {
    return this.#prune.run(this.#clock.now().toISOString()).changes;
  }
}

function refusal(status: number, error: string): OnceReply {
  const answer: Answer = { status, body: JSON.stringify({ error }) };
  return { ...answer, replayed: false };
}
