import { createHash } from 'node:crypto';
import type { RecordRow } from '../protocol.ts';
import { CollectedRows } from './collected-rows.ts';
import { RecentMap } from './recent-map.ts';

/** Keys held in memory at the least, and twice as many at the most; those not seen for longest are forgotten. */
const KEYS = 50_000;

interface SeenKey {
  id: string;
  fingerprint: string;
  counted: boolean;
}

/** Finds one key, in one scope and for one operation, that stands in several rows with different fingerprints. */
export class SeveralFingerprints {
  readonly found = new CollectedRows();
  keys = 0;
  readonly #seen = new RecentMap<SeenKey>(KEYS);

  add(record: RecordRow): void {
    if (record.fingerprintFull === null) return;
    const name = createHash('sha1')
      .update(JSON.stringify([record.scope, record.operation, record.key]))
      .digest('base64');
    const fingerprint = record.fingerprintFull;
    const seen = this.#seen.use(name, () => ({ id: record.id, fingerprint, counted: false }));
    if (seen.fingerprint === fingerprint) return;
    if (!seen.counted) {
      seen.counted = true;
      this.keys += 1;
      this.found.add(seen.id);
    }
    this.found.add(record.id);
  }
}
