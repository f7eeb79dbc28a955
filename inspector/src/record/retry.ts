import type { RecordState, RetryOutcome } from '../protocol.ts';
import { refOf } from '../schema/key-table.ts';
import type { KeyTable } from '../schema/key-table.ts';
import { cellText, refName, valueAt } from './cell.ts';
import type { Row } from './cell.ts';
import { isEpochZero } from './times.ts';

/** What is already known of a row when its retry is judged. */
export interface RetryFacts {
  state: RecordState;
  stuck: boolean;
  lockExpired: boolean;
  expired: boolean | null;
  expiresAt: string | null;
  /** The saved answer is a failure, kept as one. */
  errorSaved: boolean;
  code: number | null;
  bodySaved: boolean;
  hasFingerprint: boolean;
}

const outcome = (name: RetryOutcome['outcome'], why: string, code: number | null = null): RetryOutcome => ({
  outcome: name,
  code,
  why,
});

const completedOutcome = (table: KeyTable, facts: RetryFacts): RetryOutcome => {
  const differs = facts.hasFingerprint ? '; another request under this key is refused with 422' : '';
  if (facts.code !== null && facts.code >= 500)
    return outcome(
      'replay',
      `The saved answer is sent again, a ${facts.code} too: this fault lasts as long as the key${differs}.`,
      facts.code,
    );
  if (facts.code !== null)
    return outcome('replay', `The saved answer is sent again, without working${differs}.`, facts.code);
  if (facts.bodySaved)
    return outcome('replay', `The saved answer is sent again, its code is not kept here${differs}.`);
  if (table.family === 'message')
    return outcome(
      'replay',
      'This message is recorded as done: a redelivery is recognised and its work is skipped.',
    );
  if (facts.hasFingerprint)
    return outcome(
      '422-if-different',
      'The key is finished, but its answer is not stored here: only another request is sure to be refused.',
    );
  return outcome('unknown', 'The key was used, but neither answer nor request is stored here.');
};

const inProgressOutcome = (table: KeyTable, row: Row, facts: RetryFacts): RetryOutcome => {
  const lockExpires = refOf(table, 'lock-expires');
  const locked = refOf(table, 'locked');
  const owner = refOf(table, 'lock-owner');
  const unset = (ref: typeof locked): boolean =>
    ref === null || valueAt(row, ref) === null || isEpochZero(valueAt(row, ref));
  if (facts.lockExpired && lockExpires !== null)
    return outcome(
      'runs-again',
      `Its lock ran out (${refName(lockExpires)} has passed): the next attempt takes it over and works.`,
    );
  if (facts.stuck && table.preset?.expiryEndsClaim === true)
    return outcome('runs-again', 'Its claim ran out: the next attempt takes it over and works.');
  const hasLock = locked !== null || owner !== null || lockExpires !== null;
  if (hasLock && unset(locked) && unset(owner) && unset(lockExpires)) {
    const point = table.refs.get('recovery-point')?.[0] ?? refOf(table, 'state');
    const text = point !== null && /^recover/i.test(point.column) ? cellText(valueAt(row, point)) : null;
    return outcome(
      'runs-again',
      text === null
        ? 'Its lock was released with no answer saved: the next attempt works again.'
        : `Its lock was released with no answer saved: the next attempt goes on after ${text.slice(0, 60)}.`,
    );
  }
  if (facts.stuck && hasLock)
    return outcome(
      'unknown',
      'Its worker is most likely gone: a server that lets old locks run out works again, one that does not answers 409 for ever.',
    );
  if (table.family === 'message')
    return outcome(
      '409',
      facts.stuck
        ? 'Its worker is most likely gone and nothing here releases the message: redeliveries are held back until somebody does.'
        : 'The work on this message is not done yet: a redelivery is held back until it is.',
    );
  if (facts.stuck)
    return outcome(
      '409',
      'Its worker is most likely gone and nothing here releases the key: 409 until somebody does.',
    );
  return outcome('409', 'The first attempt is still in progress: the client waits and sends the same again.');
};

/**
 * What a retry sent now would get, as a server that keeps to the rules of the IETF draft `Idempotency-Key` answers it
 * (409 in progress, 422 for another request, the saved answer otherwise; an expired key counts as new).
 */
export const retryOutcome = (table: KeyTable, row: Row, facts: RetryFacts): RetryOutcome => {
  const lives = table.preset?.retention;
  if (facts.expired === true && lives !== undefined)
    return outcome('409', `The key is past its ${lives.seconds / 3600} hours, and ${lives.expiredRow}.`);
  if (facts.expired === true)
    return outcome(
      'runs-again',
      facts.expiresAt === null
        ? 'The key has expired: the work is done again, as if it were new.'
        : `The key expired at ${facts.expiresAt}: the work is done again, as if it were new.`,
    );
  switch (facts.state) {
    case 'completed':
      return completedOutcome(table, facts);
    case 'in-progress':
      return inProgressOutcome(table, row, facts);
    case 'failed':
      if (facts.errorSaved)
        return outcome('replay', 'The saved failure is sent again, without working.', facts.code);
      return outcome(
        'runs-again',
        table.family === 'message'
          ? 'The work on this message failed: the next delivery works again.'
          : 'The work failed and no answer is saved: the next attempt works again.',
      );
    case 'unknown':
      return outcome('unknown', 'The row does not say whether its work is done.');
  }
};
