import { declined, isEmptyRequest, ownerIn } from '../audit/same-fingerprint.ts';
import { spokenTime } from '../audit/spoken-span.ts';
import type { DecodedTime, EffectCause } from '../protocol.ts';
import type { KeyLink, NearKey, RepeatedRow } from './key-links.ts';

/** Two rows closer than this were written by two copies that ran beside each other. */
const AT_ONCE_MS = 2000;
/** A key that was made this much after a row cannot have made the row; clocks of two machines differ a little. */
const CLOCKS_MS = 1000;

/**
 * Where the keys of the rows could have been kept: nowhere here, in tables without times, in tables with times, or in
 * such with more keys near the rows than were read.
 */
export type KeptKeys = 'nowhere' | 'timeless' | 'timed' | 'cut';

/** Why the second row is there, as far as the keys tell, and which keys are shown beside it. */
export interface Explanation {
  cause: EffectCause;
  sentence: string;
  page: string;
  rule: string | null;
  keys: KeyLink[];
}

const millis = (time: DecodedTime | null): number | null =>
  time === null || time.utc === null ? null : Date.parse(time.utc);

/** The request that a key stands for, in its scope; null where the table keeps no fingerprint. */
const requestOf = ({ record }: NearKey, withOwner: boolean): string | null =>
  record.fingerprintFull === null || isEmptyRequest(record.fingerprintFull)
    ? null
    : JSON.stringify([
        withOwner ? record.scope : null,
        record.operation,
        withOwner ? ownerIn(record.key) : null,
        record.fingerprintFull,
      ]);

const nameOf = ({ table, record }: NearKey): string =>
  JSON.stringify([table, record.scope, record.operation, record.key]);

const distinct = (links: readonly KeyLink[]): number => new Set(links.map(({ key }) => nameOf(key))).size;

/** The largest group of keys that stand for one request, under at least two names. */
const twins = (links: readonly KeyLink[], withOwner: boolean): KeyLink[] => {
  const groups = new Map<string, KeyLink[]>();
  for (const link of links) {
    const request = requestOf(link.key, withOwner);
    if (request === null || declined(link.key.record)) continue;
    const group = groups.get(request) ?? [];
    group.push(link);
    groups.set(request, group);
  }
  return (
    [...groups.values()].filter((group) => distinct(group) > 1).sort((a, b) => b.length - a.length)[0] ?? []
  );
};

const byTime = (links: readonly KeyLink[]): KeyLink[] =>
  [...links].sort((a, b) => (a.key.at ?? 0) - (b.key.at ?? 0));

/** The keys that belong to the rows: those that name them, and others for the same request. */
const belonging = (links: readonly KeyLink[]): KeyLink[] => {
  const linked = links.filter(({ link }) => link === 'row' || link === 'operation');
  const requests = new Set(
    linked.map(({ key }) => requestOf(key, true)).filter((request) => request !== null),
  );
  const unsaid = links.filter(
    ({ link, key }) => link === 'unsaid' && requests.has(requestOf(key, true) ?? ''),
  );
  return byTime([...linked, ...unsaid]);
};

const timesOf = (rows: readonly RepeatedRow[]): { first: number | null; second: number | null } => ({
  first: rows[0]?.at ?? null,
  second: rows[1]?.at ?? null,
});

const count = (number: number): string =>
  number === 2 ? 'Two' : number === 3 ? 'Three' : number.toLocaleString('en-US');

/**
 * Says in one sentence what the keys of the time tell about the second row.
 * @param rows the rows of one operation, oldest first
 * @param links what each key of the time has to do with them
 * @param around where keys are kept, and how many were made near the rows
 */
export const explainRepeat = (
  rows: readonly RepeatedRow[],
  links: readonly KeyLink[],
  { kept, near }: { kept: KeptKeys; near: number },
): Explanation => {
  const { first, second } = timesOf(rows);
  const gap = first === null || second === null ? null : second - first;
  const later = gap === null ? 'again' : gap < 1000 ? 'in the same second' : `${spokenTime(gap)} later`;
  const said = (
    cause: EffectCause,
    sentence: string,
    page: string,
    rule: string | null,
    keys: readonly KeyLink[],
  ): Explanation => ({ cause, sentence: `${sentence}.`, page, rule, keys: byTime(keys) });

  if (kept === 'nowhere')
    return said(
      'unknown',
      'No key table stands in this database, so that nothing here tells what made the second row',
      'repeated-effect', null, [],
    ); // prettier-ignore
  const own = belonging(links);
  const possible = links.filter(({ link }) => link === 'unsaid');
  if (own.length === 0) {
    const pair = twins(possible, true);
    if (pair.length > 0)
      return said(
        'fresh-key',
        `${count(distinct(pair))} keys, one fingerprint: most likely the client made a new key for its next try ${later}, so that it was taken for a new operation and done again`,
        'same-request-under-several-keys', 'no-key-per-attempt', pair,
      ); // prettier-ignore
    if (possible.length > 0)
      return said(
        'unknown',
        `${count(possible.length)} ${possible.length === 1 ? 'key is' : 'keys are'} of that time, and nothing in ${possible.length === 1 ? 'it' : 'them'} tells which made these rows`,
        'repeated-effect', null, possible,
      ); // prettier-ignore
    if (kept === 'timeless')
      return said(
        'unknown',
        'No key names these rows, and without times nothing tells which keys were made near them',
        'repeated-effect', null, [],
      ); // prettier-ignore
    if (kept === 'cut')
      return said(
        'unknown',
        'More keys were made near these rows than are read, and none of those that were belongs to them',
        'repeated-effect', null, [],
      ); // prettier-ignore
    const others = near;
    return said(
      'no-key',
      others === 0
        ? `No key at all: no key was made near either row, so that the second try ${later} could not be told from a new operation`
        : `No key at all: the ${others === 1 ? 'one key' : `${count(others).toLowerCase()} keys`} of that time ${others === 1 ? 'is' : 'are'} of other operations, so that the second try ${later} could not be told from a new one`,
      'repeated-effect', 'require-key-on-retry', [],
    ); // prettier-ignore
  }
  if (distinct(own) > 1) {
    const pair = twins(own, true);
    if (pair.length > 0)
      return said(
        'fresh-key',
        `${count(distinct(pair))} keys, one fingerprint: the client made a new key for its next try ${later}, so that it was taken for a new operation and done again`,
        'same-request-under-several-keys', 'no-key-per-attempt', own,
      ); // prettier-ignore
    const owned = twins(own, false);
    if (owned.length > 0)
      return said(
        'different-owners',
        'The keys belong to different owners, so that these are most likely two operations: add the column that tells them apart',
        'repeated-effect', null, own,
      ); // prettier-ignore
    return said(
      'fresh-key',
      `${count(distinct(own))} keys for one operation: the client made a new key for its next try ${later}, so that it was taken for a new operation and done again`,
      'same-request-under-several-keys', 'no-key-per-attempt', own,
    ); // prettier-ignore
  }
  if (own.length > 1) {
    const requests = new Set(own.map(({ key }) => key.record.fingerprintFull));
    return requests.size > 1
      ? said(
          'key-other-request',
          'One key stands for two different requests: it was used again for another request, which was carried out instead of being refused with 422',
          'one-key-several-requests', null, own,
        ) // prettier-ignore
      : said(
          'key-not-unique',
          `One key stands there ${own.length === 2 ? 'twice' : `${own.length} times`}: nothing makes it unique, so that both copies of the request claimed it and worked`,
          'no-unique-rule', 'no-check-then-insert', own,
        ); // prettier-ignore
  }
  return oneKey(own[0] as KeyLink, { first, second, gap, later }, said);
};

const oneKey = (
  link: KeyLink,
  {
    first,
    second,
    gap,
    later,
  }: { first: number | null; second: number | null; gap: number | null; later: string },
  said: (
    cause: EffectCause,
    sentence: string,
    page: string,
    rule: string | null,
    keys: readonly KeyLink[],
  ) => Explanation,
): Explanation => {
  const { record, at } = link.key;
  const [completed, expires] = [millis(record.completed), millis(record.expires)];
  const keys = [link];
  if (record.state === 'in-progress')
    return said(
      'key-in-progress',
      record.stuck
        ? `The key is stuck in progress: the first attempt never saved its answer, and the work was done again ${later}`
        : `The key is in progress: no answer is saved yet, and the work was done again ${later} all the same`,
      'stuck', null, keys,
    ); // prettier-ignore
  if (first === null || second === null || gap === null || at === null)
    return said(
      'unknown',
      'One key belongs to both rows, and without times nothing tells why the work was done again',
      'repeated-effect', null, keys,
    ); // prettier-ignore
  if (expires !== null && expires > first && expires <= second + CLOCKS_MS)
    return said(
      'key-expired',
      `The key expired between the rows: it was kept for ${spokenTime(expires - at)}, and the next try ${later} ran as if it were new`,
      'short-retention', null, keys,
    ); // prettier-ignore
  if (at > first + CLOCKS_MS) {
    const kept = expires === null ? null : expires - at;
    return kept !== null && gap > kept
      ? said(
          'key-expired',
          `The key expired between the rows: keys are kept for ${spokenTime(kept)} here, and the next try ${later} ran as if it were new`,
          'short-retention', null, keys,
        ) // prettier-ignore
      : said(
          'no-key',
          `Only the later row has a key here: the first try had none, or its key was removed before the next one came ${later}`,
          'repeated-effect', 'require-key-on-retry', keys,
        ); // prettier-ignore
  }
  if (gap <= AT_ONCE_MS)
    return said(
      'two-at-once',
      'One key, two rows at once: two copies of the request worked beside each other, since the key was not claimed before the work',
      'repeated-effect', 'no-check-then-insert', keys,
    ); // prettier-ignore
  if (completed !== null && completed < second - CLOCKS_MS)
    return said(
      'key-ignored',
      `The key’s answer was saved before the second row was written: whatever wrote that row ${later} came without the key, or did not look for it`,
      'repeated-effect', 'require-key-on-retry', keys,
    ); // prettier-ignore
  if (completed !== null)
    return said(
      'cut-off',
      `One key, answered only after the second row: the first attempt was cut off before it saved its answer, and the one ${later} did the work again`,
      'repeated-effect', null, keys,
    ); // prettier-ignore
  return said(
    'unknown',
    'One key belongs to both rows, and its table does not say when it was answered, so that nothing tells why the work was done again',
    'repeated-effect', null, keys,
  ); // prettier-ignore
};
