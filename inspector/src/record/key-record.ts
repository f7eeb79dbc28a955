import type { KeyRecord, RecordRow } from '../protocol.ts';

/** A record as the `--json` contract has it: without what only a page needs. */
export const keyRecordOf = ({
  id: _id,
  fingerprintFull: _full,
  bodyBytes: _bytes,
  ...record
}: RecordRow): KeyRecord => record;
