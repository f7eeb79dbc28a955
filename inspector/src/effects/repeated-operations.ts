import { hash } from 'node:crypto';
import { RecentMap } from '../audit/recent-map.ts';

/** Operations held in memory at the least, and twice as many at the most; those not seen for longest are forgotten. */
const OPERATIONS = 50_000;
/** Rows remembered of one operation while its table is read. */
const SIGHTINGS = 8;
/** Rows of one repeat that are shown. */
export const MOST_ROWS = 10;
/** Repeats that are shown. */
export const MOST_REPEATS = 100;

const noTimes = { from: Infinity, to: -Infinity };

interface Sighting<Row> {
  row: Row;
  /** Milliseconds since 1970; null where the table keeps no time. */
  at: number | null;
  cluster: Cluster<Row> | null;
}

/** Rows of one operation, each within the window of another. */
export interface Cluster<Row> {
  /** The first rows found, by what names them. */
  rows: { row: Row; at: number | null }[];
  rowCount: number;
  /** The newest time among them. */
  latest: number;
}

/**
 * Finds rows of one operation that lie close together, in one pass over a table of any size and in any order. Memory is
 * bounded: of tables with more operations than it holds, repeats are found whose rows lie near one another.
 */
export class RepeatedOperations<Row> {
  readonly #windowMs: number;
  readonly #seen = new RecentMap<Sighting<Row>[]>(OPERATIONS);
  readonly #clusters = new Set<Cluster<Row>>();
  rows = 0;
  found = 0;
  /** Whether rows came that may be repeats of operations already forgotten: many in one window, or rows in no order. */
  overflowed = false;
  #turns = 0;
  #young = noTimes;
  #old = noTimes;
  #forgotten = noTimes;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
  }

  /** @param operation the values that define the row's operation */
  add(row: Row, operation: readonly string[], at: number | null): void {
    this.rows += 1;
    const name = hash('sha1', JSON.stringify(operation), 'base64');
    const sightings = this.#seen.use(name, () => []);
    this.#keepCount(at);
    const near = sightings.filter(
      (other) => at === null || other.at === null || Math.abs(at - other.at) <= this.#windowMs,
    );
    const sighting: Sighting<Row> = { row, at, cluster: null };
    sightings.push(sighting);
    if (sightings.length > SIGHTINGS) sightings.shift();
    const [first] = near;
    if (first === undefined) return;
    const cluster = near.find((other) => other.cluster !== null)?.cluster ?? this.#begin();
    for (const other of [...near, sighting])
      if (other.cluster === null) {
        other.cluster = cluster;
        this.#join(cluster, other);
      }
  }

  /** The newest repeats. */
  clusters(): Cluster<Row>[] {
    return [...this.#clusters].sort((a, b) => b.latest - a.latest).slice(0, MOST_REPEATS);
  }

  /** Knows the times of the operations that are forgotten: a row close to them may have been one of them. */
  #keepCount(at: number | null): void {
    if (this.#seen.turns > this.#turns) {
      this.#turns = this.#seen.turns;
      this.#forgotten = {
        from: Math.min(this.#forgotten.from, this.#old.from),
        to: Math.max(this.#forgotten.to, this.#old.to),
      };
      this.#old = this.#young;
      this.#young = noTimes;
    }
    this.#overflow(at);
    if (at !== null) this.#young = { from: Math.min(this.#young.from, at), to: Math.max(this.#young.to, at) };
  }

  #overflow(at: number | null): void {
    const { from, to } = this.#forgotten;
    if (at === null) this.overflowed ||= this.#turns > 1;
    else this.overflowed ||= at >= from - this.#windowMs && at <= to + this.#windowMs;
  }

  #begin(): Cluster<Row> {
    const cluster: Cluster<Row> = { rows: [], rowCount: 0, latest: -Infinity };
    this.found += 1;
    this.#clusters.add(cluster);
    // The oldest go when twice as many as are shown have gathered.
    if (this.#clusters.size > 2 * MOST_REPEATS) {
      const kept = this.clusters();
      this.#clusters.clear();
      for (const one of kept) this.#clusters.add(one);
      this.#clusters.add(cluster);
    }
    return cluster;
  }

  #join(cluster: Cluster<Row>, { row, at }: Sighting<Row>): void {
    cluster.rowCount += 1;
    if (at !== null) cluster.latest = Math.max(cluster.latest, at);
    if (cluster.rows.length < MOST_ROWS) cluster.rows.push({ row, at });
  }
}
