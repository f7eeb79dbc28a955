// Looks the key up, works, and saves the answer under the key when the work is done.
import type { Database } from 'better-sqlite3';
import { isoAfter } from '../clock.ts';
import type { Clock } from '../clock.ts';
import type { ClaimedOperation, KeyedRequest, OnceReply, OnceStore, Outcome } from '../once.ts';

export class KeyTable implements OnceStore {
  readonly #db: Database;
  readonly #clock: Clock;

  constructor(db: Database, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  async once(
    request: KeyedRequest,
    work: (operation: ClaimedOperation) => Promise<Outcome>,
  ): Promise<OnceReply> {
    const { account, key, operation, fingerprint } = request;
    const existing = this.#db
      .prepare<[string, string], { status: number; body: string }>(
        'SELECT status, body FROM idempotency WHERE account = ? AND key = ?',
      )
      .get(account, key);
    if (existing) {
      return { status: existing.status, body: existing.body, replayed: true };
    }

    const { answer, save } = await work({
      recoveryPoint: 'started',
      reach: (_point, saveStep) => saveStep(),
    });
    save?.();

    const now = this.#clock.now();
    this.#db
      .prepare(
        `INSERT INTO idempotency
           (account, key, operation, fingerprint, recovery_point, status, body, created_at, completed_at, expires_at)
         VALUES (?, ?, ?, ?, 'finished', ?, ?, ?, ?, ?)`,
      )
      .run(
        account,
        key,
        operation,
        fingerprint,
        answer.status,
        answer.body,
        now.toISOString(),
        now.toISOString(),
        isoAfter(now, 24 * 60 * 60),
      );
    return { ...answer, replayed: false };
  }
}
