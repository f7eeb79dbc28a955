import { createHash } from 'node:crypto';
import type { RecordRow } from '../protocol.ts';
import { CollectedRows } from './collected-rows.ts';

/** Keys for the same request within this time are taken for attempts of one operation. */
export const WITHIN_MS = 10 * 60 * 1000;
/** Requests held in memory at one time; the one not seen for longest is forgotten first. */
const REQUESTS = 50_000;
/** Sightings held of one request. */
const SIGHTINGS = 8;
/** A request under more keys than this is no retry but one that is the same by nature. */
const MANY = 50;

/** Hashes of nothing: requests without a body all share them, and share nothing else. */
const emptyRequests: ReadonlySet<string> = new Set(
  ['', '{}', '[]', 'null', '""'].flatMap((text) =>
    ['md5', 'sha1', 'sha256', 'sha512', 'blake2s256'].map((name) =>
      createHash(name).update(text).digest('hex'),
    ),
  ),
);

interface Sighting {
  id: string;
  /** Milliseconds since 1970; null where the table keeps no time. */
  at: number | null;
}

interface SeenRequest {
  sightings: Sighting[];
  keys: Set<string>;
  counted: boolean;
}

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

const shortHash = (parts: readonly (string | null)[]): string =>
  createHash('sha1').update(JSON.stringify(parts)).digest('base64');

/**
 * Finds the mark of a client that makes a new key per attempt: the same request, of the same scope and operation,
 * under different keys within minutes. An earlier attempt that was refused for good does not count.
 */
export class SameFingerprint {
  readonly found = new CollectedRows();
  /** Whether times were there to judge by. */
  timed = false;
  #requests = 0;
  /** Shortest and longest time between a key and the nearest other one of its request, in milliseconds. */
  #shortest = Infinity;
  #longest = 0;
  readonly #seen = new Map<string, SeenRequest>();

  add(record: RecordRow): void {
    if (record.fingerprintFull === null || emptyRequests.has(record.fingerprintFull.toLowerCase())) return;
    if (declined(record)) return;
    const seen = this.#requestOf(record);
    if (seen.keys.has(record.key) || seen.keys.size > MANY) return;
    const at = record.created?.utc == null ? null : Date.parse(record.created.utc);
    const near = seen.sightings.filter(
      (other) => at === null || other.at === null || Math.abs(at - other.at) <= WITHIN_MS,
    );
    seen.keys.add(record.key);
    seen.sightings.push({ id: record.id, at });
    if (seen.sightings.length > SIGHTINGS) seen.sightings.shift();
    const [first] = near;
    if (first === undefined) return;
    const gaps = near.flatMap((other) => (at === null || other.at === null ? [] : [Math.abs(at - other.at)]));
    if (gaps.length > 0) {
      this.timed = true;
      const nearest = Math.min(...gaps);
      this.#shortest = Math.min(this.#shortest, nearest);
      this.#longest = Math.max(this.#longest, nearest);
    }
    if (!seen.counted) {
      seen.counted = true;
      this.#requests += 1;
      this.found.add(first.id);
    }
    this.found.add(record.id);
  }

  /** What was found, without its full stop. */
  sentence(): string {
    const requests = this.#requests === 1 ? 'The same request stands' : `${this.#requests} requests stand`;
    const keys = `under ${this.#requests === 1 ? this.found.rows : 'several'} different keys`;
    const when = this.timed ? spokenSpan(this.#shortest, this.#longest) : ' (when, this table does not say)';
    return `${requests} ${keys}${when}: most likely the client made a new key for a retry, and the work was done more than once`;
  }

  #requestOf(record: RecordRow): SeenRequest {
    const id = shortHash([record.scope, record.operation, ownerIn(record.key), record.fingerprintFull]);
    const seen = this.#seen.get(id) ?? { sightings: [], keys: new Set<string>(), counted: false };
    // Set anew, so that the map's order is the order of last sightings.
    this.#seen.delete(id);
    this.#seen.set(id, seen);
    if (this.#seen.size > REQUESTS) this.#seen.delete(this.#seen.keys().next().value as string);
    return seen;
  }
}

const spoken = (length: number): string =>
  length < 1500
    ? 'a second'
    : length < 120_000
      ? `${Math.round(length / 1000)} seconds`
      : `${Math.round(length / 60_000)} minutes`;

/** " within 3 seconds", ", 2 to 20 seconds apart", ", 20 seconds to 4 minutes apart" */
const spokenSpan = (shortest: number, longest: number): string => {
  const [from, to] = [spoken(shortest), spoken(longest)];
  if (from === to) return ` within ${to}`;
  const [number, unit] = from.split(' ');
  return `, ${unit === to.split(' ')[1] ? number : from} to ${to} apart`;
};
