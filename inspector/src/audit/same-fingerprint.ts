import { createHash } from 'node:crypto';
import type { RecordRow } from '../protocol.ts';
import { RecentMap } from './recent-map.ts';
import { spokenSpan } from './spoken-span.ts';

/** Keys for the same request within this time are taken for attempts of one operation. */
export const WITHIN_MS = 10 * 60 * 1000;
/** Requests held in memory at the least, and twice as many at the most; those not seen for longest are forgotten. */
const REQUESTS = 25_000;
/** Sightings held of one request. */
const SIGHTINGS = 8;
/** A request under more keys than this is no retry but one that is the same by nature. */
const MANY = 50;
/** Operations whose rows are remembered; of more, only how many there are. */
const TOLD = 50;
/** Rows remembered of one operation. */
const ROWS_TOLD = 10;

/** Hashes of nothing: requests without a body all share them, and share nothing else. */
const emptyRequests: ReadonlySet<string> = new Set(
  ['', '{}', '[]', 'null', '""'].flatMap((text) =>
    ['md5', 'sha1', 'sha256', 'sha512', 'blake2s256'].map((name) =>
      createHash(name).update(text).digest('hex'),
    ),
  ),
);

/** Whether a fingerprint is one of an empty request, which says nothing about two requests being the same. */
export const isEmptyRequest = (fingerprint: string): boolean => emptyRequests.has(fingerprint.toLowerCase());

/** Attempts of one operation under different keys. */
export interface KeyCluster {
  /** How many keys. */
  keys: number;
  /** Names of the rows, the first few of them. */
  rows: string[];
  /** Shortest and longest time between a key and the nearest other one, in milliseconds; null where no times are kept. */
  gaps: { shortest: number; longest: number } | null;
}

interface Sighting {
  id: string;
  /** Milliseconds since 1970; null where the table keeps no time. */
  at: number | null;
  cluster: KeyCluster | null;
}

interface SeenRequest {
  sightings: Sighting[];
  keys: Set<string>;
}

/** An attempt that cannot have had its effect: refused for good, so that a new key is the right thing. */
export const declined = (record: Pick<RecordRow, 'state' | 'code'>): boolean =>
  record.state === 'failed' || (record.code !== null && record.code >= 400 && record.code < 500);

/**
 * The owner that a composed key such as `account-1:order-7` begins with, where the table has no column for it. A first
 * part that looks random is no owner but a part of the key.
 */
export const ownerIn = (key: string): string | null => {
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
  /** The first operations found, in the order of their discovery. */
  readonly clusters: KeyCluster[] = [];
  /** All operations found, and all of their keys. */
  operations = 0;
  keys = 0;
  /** Over all operations. */
  #shortest = Infinity;
  #longest = 0;
  readonly #seen = new RecentMap<SeenRequest>(REQUESTS);

  add(record: RecordRow): void {
    if (record.fingerprintFull === null || isEmptyRequest(record.fingerprintFull)) return;
    if (declined(record)) return;
    const seen = this.#requestOf(record);
    if (seen.keys.has(record.key) || seen.keys.size > MANY) return;
    const at = record.created?.utc == null ? null : Date.parse(record.created.utc);
    const near = seen.sightings.filter(
      (other) => at === null || other.at === null || Math.abs(at - other.at) <= WITHIN_MS,
    );
    seen.keys.add(record.key);
    const sighting: Sighting = { id: record.id, at, cluster: null };
    seen.sightings.push(sighting);
    if (seen.sightings.length > SIGHTINGS) seen.sightings.shift();
    const [first] = near;
    if (first === undefined) return;
    const cluster = near.find((other) => other.cluster !== null)?.cluster ?? this.#newCluster(first);
    for (const other of near) other.cluster ??= cluster;
    sighting.cluster = cluster;
    this.#join(cluster, record.id);
    const gaps = near.flatMap((other) => (at === null || other.at === null ? [] : [Math.abs(at - other.at)]));
    if (gaps.length > 0) this.#widen(cluster, Math.min(...gaps));
  }

  /** What was found of one operation, or of all of them, without its full stop. */
  sentence(cluster: KeyCluster | null): string {
    const gaps =
      cluster === null
        ? this.#shortest === Infinity
          ? null
          : { shortest: this.#shortest, longest: this.#longest }
        : cluster.gaps;
    const requests = cluster === null ? `${this.operations} requests stand` : 'The same request stands';
    const keys = `under ${cluster === null ? 'several' : cluster.keys} different keys`;
    const when = gaps === null ? ' (when, this table does not say)' : spokenSpan(gaps.shortest, gaps.longest);
    return `${requests} ${keys}${when}: most likely the client made a new key for a retry, and the work was done more than once`;
  }

  #newCluster(first: Sighting): KeyCluster {
    const cluster: KeyCluster = { keys: 0, rows: [], gaps: null };
    this.operations += 1;
    if (this.clusters.length < TOLD) this.clusters.push(cluster);
    this.#join(cluster, first.id);
    return cluster;
  }

  #join(cluster: KeyCluster, id: string): void {
    this.keys += 1;
    cluster.keys += 1;
    if (cluster.rows.length < ROWS_TOLD) cluster.rows.push(id);
  }

  #widen(cluster: KeyCluster, gap: number): void {
    cluster.gaps = {
      shortest: Math.min(cluster.gaps?.shortest ?? Infinity, gap),
      longest: Math.max(cluster.gaps?.longest ?? 0, gap),
    };
    this.#shortest = Math.min(this.#shortest, gap);
    this.#longest = Math.max(this.#longest, gap);
  }

  #requestOf(record: RecordRow): SeenRequest {
    const id = shortHash([record.scope, record.operation, ownerIn(record.key), record.fingerprintFull]);
    return this.#seen.use(id, () => ({ sightings: [], keys: new Set<string>() }));
  }
}
