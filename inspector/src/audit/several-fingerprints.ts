import type { RecordRow } from '../protocol.ts';

/** Keys held in memory at one time; the oldest is forgotten first. */
const KEYS = 50_000;
const EXAMPLES = 5;

/** Finds one key, in one scope and for one operation, that stands in several rows with different fingerprints. */
export class SeveralFingerprints {
  rows = 0;
  keys = 0;
  readonly examples: RecordRow[] = [];
  readonly #seen = new Map<string, { first: RecordRow; counted: boolean }>();

  add(record: RecordRow): void {
    if (record.fingerprintFull === null) return;
    const id = JSON.stringify([record.scope, record.operation, record.key]);
    const seen = this.#seen.get(id);
    if (seen === undefined) {
      this.#seen.set(id, { first: record, counted: false });
      if (this.#seen.size > KEYS) this.#seen.delete(this.#seen.keys().next().value as string);
      return;
    }
    if (seen.first.fingerprintFull === record.fingerprintFull) return;
    if (!seen.counted) {
      seen.counted = true;
      this.keys += 1;
      this.#keep(seen.first);
    }
    this.#keep(record);
  }

  #keep(record: RecordRow): void {
    this.rows += 1;
    if (this.examples.length < EXAMPLES) this.examples.push(record);
  }
}
