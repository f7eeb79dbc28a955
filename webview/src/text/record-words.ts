import type { KeyRecord, Overlay, RecordState } from 'idempotency-inspector/protocol';
import { spanWords } from './time-words.ts';

/** What a row's state cell and a chip can say: a state, or what lies over it. */
export type StateKind = RecordState | Overlay;

export const stateNames: Record<StateKind, string> = {
  'in-progress': 'In progress',
  stuck: 'Stuck',
  completed: 'Completed',
  'error-answer': 'Error answer',
  failed: 'Failed',
  expired: 'Expired',
  unknown: 'Unknown',
};

/** One word for a row: an overlay says more than the state under it, and that a key has expired changes all the rest. */
export function stateKind(record: KeyRecord): StateKind {
  if (record.expired) return 'expired';
  if (record.stuck) return 'stuck';
  if (isErrorAnswer(record)) return 'error-answer';
  return record.state;
}

/** A saved answer that tells the client of an error, and will tell it to every retry: a status of 400 to 599. */
function isErrorAnswer(record: KeyRecord): boolean {
  return record.state === 'completed' && record.code !== null && record.code >= 400 && record.code <= 599;
}

/** The state as a row shows it; a stuck row says for how long. `now`: milliseconds since 1970. */
export function stateWords(record: KeyRecord, now: number): string {
  const kind = stateKind(record);
  const since = record.locked?.utc ?? record.created?.utc;
  if (kind !== 'stuck' || since == null) return stateNames[kind];
  return `Stuck ${spanWords(now - Date.parse(since))
    .split(' ')
    .slice(0, 2)
    .join(' ')}`;
}

/** What a retry sent now gets, short enough for a column. */
export function retryWords(record: KeyRecord): string {
  const { outcome, code } = record.retry;
  switch (outcome) {
    case 'replay':
      if (code === null) return record.body === null ? 'nothing done again' : 'saved answer';
      return code >= 500 ? `saved answer, ${code}, every time` : `saved answer, ${code}`;
    case '409':
      return record.stuck ? '409, nobody works on it' : '409, still working';
    case '422-if-different':
      return '422 if the request differs';
    case 'runs-again':
      return 'runs again, as if new';
    case 'unknown':
      return record.stuck ? '409, or runs again' : 'unknown';
  }
}

/** The same as a sentence. */
export function retrySentence(record: KeyRecord): string {
  const { outcome, code } = record.retry;
  switch (outcome) {
    case 'replay':
      if (code === null && record.body === null) return 'A retry sent now does nothing again.';
      return `A retry sent now gets the ${retryWords(record)}.`;
    case '409':
      return record.stuck
        ? 'A retry sent now gets 409, and nobody works on it.'
        : 'A retry sent now gets 409: the work is still going on.';
    case '422-if-different':
      return 'A retry sent now gets 422 if its request differs.';
    case 'runs-again':
      return 'A retry sent now runs again, as if it were new.';
    case 'unknown':
      return record.stuck
        ? 'A retry sent now gets 409, or runs again: the table cannot tell which.'
        : 'The table cannot tell what a retry sent now gets.';
  }
}

/** How well a retry fares, for the colour of its box: the work is safe, waits, is done twice, or nobody can tell. */
export function retryTone(record: KeyRecord): 'good' | 'waiting' | 'bad' | 'warning' | 'neutral' {
  switch (record.retry.outcome) {
    case 'replay':
      return isErrorAnswer(record) ? 'warning' : 'good';
    case '409':
      return record.stuck ? 'bad' : 'waiting';
    case 'runs-again':
      return 'warning';
    case '422-if-different':
      return 'neutral';
    case 'unknown':
      return record.stuck ? 'bad' : 'neutral';
  }
}
