import type { Overlay, RecordState } from '../protocol.ts';
import { refName } from './cell.ts';
import type { ValueRef } from './cell.ts';
import { refOf } from '../schema/key-table.ts';
import type { KeyTable } from '../schema/key-table.ts';
import { all, any, before, between, isNull, isSet, never, not, words } from './row-test.ts';
import type { RowTest } from './row-test.ts';
import { expiredWords, progressWords } from './state-rules.ts';

/** A way for a row in progress to be stuck, and what is said when it holds. */
export interface StuckWay {
  when: RowTest;
  says: string;
}

/** A time that the row really has: neither NULL nor the beginning of 1970. */
const hasTime = (ref: ValueRef): RowTest => all(isSet(ref), not({ test: 'epoch-zero', ref }));
const hasNone = (ref: ValueRef): RowTest => any(isNull(ref), { test: 'epoch-zero', ref });

/** "90 seconds", "5 minutes". */
export const spokenSeconds = (seconds: number): string =>
  seconds % 60 === 0 && seconds >= 120 ? `${seconds / 60} minutes` : `${seconds} seconds`;

/**
 * How rows of this table that are in progress show that their worker is gone: the lock's own expiry has passed, else
 * the lock, the last run or the claim itself is older than any attempt can take.
 * @param now milliseconds since 1970
 */
export const stuckWays = (table: KeyTable, now: number): StuckWay[] => {
  const ways: StuckWay[] = [];
  const missing: RowTest[] = [];
  const lockExpires = refOf(table, 'lock-expires');
  if (lockExpires !== null) {
    ways.push({
      when: all(hasTime(lockExpires), before(lockExpires, now)),
      says: `${refName(lockExpires)} has passed`,
    });
    missing.push(hasNone(lockExpires));
  }
  const claimEnds = table.preset?.expiryEndsClaim === true ? refOf(table, 'expires') : null;
  if (claimEnds !== null) {
    ways.push({
      when: all(hasTime(claimEnds), before(claimEnds, now)),
      says: `${refName(claimEnds)}, the end of its claim, has passed`,
    });
    missing.push(hasNone(claimEnds));
  }
  const limit = now - table.stuckAfterSeconds * 1000;
  for (const role of ['locked', 'last-run', 'created'] as const) {
    const ref = refOf(table, role);
    if (ref === null) continue;
    ways.push({
      when: all(...missing, hasTime(ref), before(ref, limit)),
      says: `${refName(ref)} is more than ${spokenSeconds(table.stuckAfterSeconds)} ago`,
    });
    missing.push(hasNone(ref));
  }
  return ways;
};

/** Past its retention, by its own expiry time or by a state that says so. */
export const expiredTest = (table: KeyTable, now: number): RowTest => {
  const expires = refOf(table, 'expires');
  const state = refOf(table, 'state');
  const tests: RowTest[] = [];
  const lives = table.preset?.retention;
  const created = refOf(table, 'created');
  const claimed =
    table.preset?.expiryEndsClaim === true && state !== null ? not(words(state, progressWords)) : null;
  if (expires !== null)
    tests.push(claimed === null ? before(expires, now) : all(claimed, before(expires, now)));
  else if (lives !== undefined && created !== null) tests.push(before(created, now - lives.seconds * 1000));
  if (state !== null) tests.push(words(state, expiredWords));
  return any(...tests);
};

/** The saved answer is an error: its code is 400 or more. Holds over completed rows only. */
export const errorAnswerTest = (table: KeyTable): RowTest => {
  const code = refOf(table, 'code');
  return code === null ? never : between(code, 400, 599);
};

/** The state that an overlay lies over; null where it lies over any. */
export const overlaidState: Record<Overlay, RecordState | null> = {
  stuck: 'in-progress',
  expired: null,
  'error-answer': 'completed',
};

/** What a row of the overlaid state must show to be under an overlay. */
export const overlayTest = (table: KeyTable, overlay: Overlay, now: number): RowTest => {
  switch (overlay) {
    case 'stuck':
      return any(...stuckWays(table, now).map((way) => way.when));
    case 'expired':
      return expiredTest(table, now);
    case 'error-answer':
      return errorAnswerTest(table);
  }
};
