import { createHash } from 'node:crypto';
import type { RecordRow } from '../protocol.ts';
import { CollectedRows } from './collected-rows.ts';

/** Keys held in memory at one time; the first is forgotten first. */
const KEYS = 100_000;

interface SeenKey {
  id: string;
  fingerprint: string;
  counted: boolean;
}

/** Finds one key, in one scope and for one operation, that stands in several rows with different fingerprints. */
export class SeveralFingerprints {
  readonly found = new CollectedRows();
  keys = 0;
  readonly #seen = new Map<string, SeenKey>();

  add(record: RecordRow): void {
    if (record.fingerprintFull === null) return;
    const name = createHash('sha1')
      .update(JSON.stringify([record.scope, record.operation, record.key]))
      .digest('base64');
    const fingerprint = record.fingerprintFull;
    const seen = this.#seen.get(name);
    if (seen === undefined) {
      this.#seen.set(name, { id: record.id, fingerprint, counted: false });
      if (this.#seen.size > KEYS) this.#seen.delete(this.#seen.keys().next().value as string);
      return;
    }
    if (seen.fingerprint === fingerprint) return;
    if (!seen.counted) {
      seen.counted = true;
      this.keys += 1;
      this.found.add(seen.id);
    }
    this.found.add(record.id);
  }
}
