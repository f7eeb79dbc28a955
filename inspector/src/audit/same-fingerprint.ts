import { createHash } from 'node:crypto';
import type { RecordRow } from '../protocol.ts';

/** Keys for the same request within this time are taken for attempts of one operation. */
export const WITHIN_MS = 10 * 60 * 1000;
/** Fingerprints held in memory at one time; the oldest is forgotten first. */
const FINGERPRINTS = 50_000;
/** Rows held of one fingerprint. */
const ROWS_EACH = 8;
const EXAMPLES = 5;
/** A fingerprint under more keys than this is no retry but a request that is the same by nature. */
const MANY = 50;

/** Hashes of nothing: requests without a body all share them, and share nothing else. */
export const refusedFingerprints: ReadonlySet<string> = new Set(
  ['', '{}', '[]', 'null', '""'].flatMap((text) =>
    ['md5', 'sha1', 'sha256', 'sha512', 'blake2s256'].map((name) =>
      createHash(name).update(text).digest('hex'),
    ),
  ),
);

interface Group {
  rows: RecordRow[];
  keys: Set<string>;
  counted: boolean;
}

const millis = (record: RecordRow): number | null =>
  record.created === null || record.created.utc === null ? null : Date.parse(record.created.utc);

/** An attempt that cannot have had its effect: refused for good, so that a new key is the right thing. */
const declined = (record: RecordRow): boolean =>
  record.state === 'failed' || (record.code !== null && record.code >= 400 && record.code < 500);

/**
 * The owner that a composed key such as `account-1:order-7` begins with, where the table has no column for it. A first
 * part that looks random is no owner but a part of the key.
 */
const ownerIn = (key: string): string | null => {
  const owner = /^([^:|#/]{1,64})[:|#/]./.exec(key)?.[1];
  if (owner === undefined || /[0-9a-f-]{16,}|\d{10,}/i.test(owner)) return null;
  return owner;
};

/**
 * Finds the mark of a client that makes a new key per attempt: the same request, of the same scope and operation,
 * under different keys within minutes. An earlier attempt that was refused for good does not count.
 */
export class SameFingerprint {
  rows = 0;
  readonly examples: RecordRow[] = [];
  /** Whether times were there to judge by. */
  timed = false;
  #requests = 0;
  #closest = Infinity;
  readonly #groups = new Map<string, Group>();
  readonly #refused: ReadonlySet<string>;

  constructor(refused: ReadonlySet<string>) {
    this.#refused = refused;
  }

  add(record: RecordRow): void {
    if (record.fingerprintFull === null || this.#refused.has(record.fingerprintFull.toLowerCase())) return;
    if (declined(record)) return;
    const id = JSON.stringify([record.scope, record.operation, ownerIn(record.key), record.fingerprintFull]);
    const group = this.#groups.get(id) ?? { rows: [], keys: new Set<string>(), counted: false };
    this.#groups.delete(id);
    this.#groups.set(id, group);
    if (this.#groups.size > FINGERPRINTS) this.#groups.delete(this.#groups.keys().next().value as string);
    if (group.keys.has(record.key) || group.keys.size > MANY) return;
    const at = millis(record);
    const near = group.rows.filter((other) => {
      const then = millis(other);
      return at === null || then === null || Math.abs(at - then) <= WITHIN_MS;
    });
    group.keys.add(record.key);
    group.rows.push(record);
    if (group.rows.length > ROWS_EACH) group.rows.shift();
    if (near.length === 0) return;
    for (const other of near) {
      const then = millis(other);
      if (at !== null && then !== null) {
        this.timed = true;
        this.#closest = Math.min(this.#closest, Math.abs(at - then));
      }
    }
    if (!group.counted) {
      group.counted = true;
      this.#requests += 1;
      this.#keep(near[0] as RecordRow);
    }
    this.#keep(record);
  }

  /** What was found, without its full stop. */
  sentence(): string {
    const requests = this.#requests === 1 ? 'The same request stands' : `${this.#requests} requests stand`;
    const keys = `under ${this.#requests === 1 ? this.rows : 'several'} different keys`;
    const when = this.timed ? ` within ${spoken(this.#closest)}` : ' (when, this table does not say)';
    return `${requests} ${keys}${when}: most likely the client made a new key for a retry, and the work was done more than once`;
  }

  #keep(record: RecordRow): void {
    this.rows += 1;
    if (this.examples.length < EXAMPLES) this.examples.push(record);
  }
}

const spoken = (length: number): string =>
  length < 1000
    ? 'a second'
    : length < 120_000
      ? `${Math.round(length / 1000)} seconds`
      : `${Math.round(length / 60_000)} minutes`;
