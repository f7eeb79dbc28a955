import { InspectorError } from '../inspector-error.ts';
import type { Finding, KeyRecord, RecordRow } from '../protocol.ts';
import { keyRecordOf } from '../record/key-record.ts';
import type { KeyTable } from '../schema/key-table.ts';
import { collected, CollectedRows } from './collected-rows.ts';
import { SameFingerprint } from './same-fingerprint.ts';
import { SeveralFingerprints } from './several-fingerprints.ts';
import { keyIsUnique, tableFindings } from './table-findings.ts';
import { cardIn, weaknessOf } from './weak-keys.ts';
import type { Weakness } from './weak-keys.ts';

/** Rows read of one table at the most: the newest ones. What lies further back is not judged, and the sentence says so. */
export const ROWS_AUDITED = 100_000;
/** Rows looked at from the other end of a table that has more than these. */
export const OLDEST_ROWS = 1000;
/** Stripe's limit, which other providers share or undercut (docs.stripe.com/api/idempotent_requests). */
const LONGEST_KEY = 255;
const DAY_MS = 24 * 60 * 60 * 1000;
/** A sweep that runs once a week still leaves nothing behind for longer than this. */
const SWEPT_AFTER_MS = 8 * DAY_MS;
/** Operations under several keys that are told one by one; more are told together. */
const ONE_BY_ONE = 3;

const emailAddress = /[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}/;

const milliseconds = (time: RecordRow['created']): number | null =>
  time === null || time.utc === null ? null : Date.parse(time.utc);

const verb = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

/** What weak keys are, in the words of the sentence. */
const weakWords: Record<Weakness, string> = {
  clock: 'the time at which they were made',
  random: 'outputs of Math.random()',
  counter: 'small numbers that count',
};

const weakKinds = ['clock', 'random', 'counter'] as const;

const order = { error: 0, warning: 1, info: 2 } as const;

/**
 * Reads a table as evidence of what went wrong. Memory is bounded whatever the table's size.
 * @param pages the table's rows without their answers, the newest first where the table tells
 * @param oldest the rows at the table's other end, for what `pages` may not reach; asked for in large tables only
 * @param recordOf reads one of them again, for an example
 * @returns what was found, the worst first
 */
export const auditTable = async (
  table: KeyTable,
  pages: AsyncIterable<RecordRow[]>,
  oldest: () => Promise<RecordRow[]>,
  recordOf: (id: string) => Promise<RecordRow>,
): Promise<Finding[]> => {
  const name = table.shape.table;
  const emails = new CollectedRows();
  const long = new CollectedRows();
  const stuck = new CollectedRows();
  const faults = new CollectedRows();
  const brief = new CollectedRows();
  const cards = new CollectedRows();
  const weak = new CollectedRows();
  const unswept = new CollectedRows();
  const weaknesses = new Set<Weakness>();
  let cardLong = 0;
  const now = Date.now();
  const seesExpiry = (record: RecordRow): void => {
    const expires = milliseconds(record.expires);
    if (record.expired === true && expires !== null && now - expires > SWEPT_AFTER_MS) unswept.add(record.id);
  };
  const same = new SameFingerprint();
  const several = new SeveralFingerprints();
  const unique = keyIsUnique(table);
  let rows = 0;
  let withExpiry = 0;
  for await (const page of pages) {
    for (const record of page) {
      rows += 1;
      if (record.key.includes('@') && emailAddress.test(record.key)) emails.add(record.id);
      if (record.key.length > LONGEST_KEY) long.add(record.id);
      if (record.stuck) stuck.add(record.id);
      if (record.state === 'completed' && (record.code ?? 0) >= 500) faults.add(record.id);
      const [created, expires] = [milliseconds(record.created), milliseconds(record.expires)];
      // A row in progress may carry the end of its claim there instead of the end of its retention.
      if (created !== null && expires !== null && record.state === 'completed') {
        withExpiry += 1;
        if (expires - created < DAY_MS - 60_000) brief.add(record.id);
      }
      seesExpiry(record);
      const card = cardIn(record.key);
      if (card !== null) cardLong += 1;
      if (card === 'card') cards.add(record.id);
      if (table.family === 'request') {
        same.add(record);
        const weakness = weaknessOf(record);
        if (weakness !== null) {
          weaknesses.add(weakness);
          weak.add(record.id);
        }
      }
      if (!unique) several.add(record);
    }
    if (rows >= ROWS_AUDITED) break;
  }
  if (rows >= ROWS_AUDITED && unswept.rows === 0) for (const record of await oldest()) seesExpiry(record);
  const among = rows >= ROWS_AUDITED ? ` (among ${rows.toLocaleString('en-US')} rows)` : '';
  const findings = tableFindings(table, rows);
  const find = async (
    id: string,
    severity: Finding['severity'],
    found: CollectedRows,
    sentence: string,
    rule: string | null,
  ): Promise<void> => {
    if (found.rows === 0) return;
    findings.push({
      id,
      severity,
      table: name,
      sentence: `${sentence}${among}.`,
      rows: found.rows,
      examples: await examplesOf(found, recordOf),
      page: id,
      rule,
    });
  };
  const together = same.operations > ONE_BY_ONE;
  for (const cluster of together ? [null] : same.clusters)
    await find(
      'same-request-under-several-keys',
      same.clusters.some((one) => one.gaps !== null) ? 'error' : 'warning',
      cluster === null
        ? collected(
            same.keys,
            same.clusters.flatMap((one) => one.rows),
          )
        : collected(cluster.keys, cluster.rows),
      same.sentence(cluster),
      'no-key-per-attempt',
    );
  await find(
    'one-key-several-requests',
    'error',
    several.found,
    `${verb(several.keys, 'key stands', 'keys stand')} for several different requests: a retry may get the answer of another request`,
    null,
  );
  await find(
    'email-as-key',
    'warning',
    emails,
    `${verb(emails.rows, 'key holds an e-mail address', 'keys hold e-mail addresses')}: personal data in logs and at the provider, and one person’s second purchase is taken for a retry`,
    'no-sensitive-key',
  );
  // Of numbers that are as long as a card's, some pass its check sum by chance.
  if (cards.rows * 2 > cardLong)
    await find(
      'card-as-key',
      'warning',
      cards,
      `${verb(cards.rows, 'key holds what looks like a card number', 'keys hold what look like card numbers')}: card data in logs and at the provider, and a second purchase with the card is taken for a retry`,
      'no-sensitive-key',
    );
  await find(
    'weak-key',
    'warning',
    weak,
    `${verb(weak.rows, 'key is', 'keys are')} easily made twice (${weakKinds
      .filter((kind) => weaknesses.has(kind))
      .map((kind) => weakWords[kind])
      .join(', ')}): two operations meet on one key, and one of them is never carried out`,
    null,
  );
  await find(
    'key-too-long',
    'warning',
    long,
    `${verb(long.rows, 'key is', 'keys are')} longer than ${LONGEST_KEY} characters, which Stripe and others refuse`,
    null,
  );
  await find(
    'stuck',
    'warning',
    stuck,
    `${verb(stuck.rows, 'key is', 'keys are')} stuck in progress: ${stuck.rows === 1 ? 'its worker is' : 'their workers are'} most likely gone, and retries are kept waiting`,
    null,
  );
  await find(
    'saved-fault',
    'warning',
    faults,
    `${verb(faults.rows, 'saved answer is', 'saved answers are')} a 5xx: every retry gets a fault that may have passed long ago`,
    null,
  );
  if (withExpiry > 0 && brief.rows * 2 > withExpiry)
    await find(
      'short-retention',
      'info',
      brief,
      `${verb(brief.rows, 'key was', 'keys were')} to be kept for less than 24 hours: a later retry runs again`,
      null,
    );
  await find(
    'expired-not-swept',
    'info',
    unswept,
    `${verb(unswept.rows, 'key expired', 'keys expired')} more than a week ago and still ${unswept.rows === 1 ? 'stands' : 'stand'} here: nothing sweeps this table, and it grows for ever`,
    null,
  );
  return findings.sort((a, b) => order[a.severity] - order[b.severity]);
};

/** The rows that are shown; one that was deleted meanwhile is left out. */
const examplesOf = async (
  collected: CollectedRows,
  recordOf: (id: string) => Promise<RecordRow>,
): Promise<KeyRecord[]> => {
  const examples: KeyRecord[] = [];
  for (const id of collected.examples)
    try {
      examples.push(keyRecordOf(await recordOf(id)));
    } catch (error) {
      if (!(error instanceof InspectorError) || error.userError.code !== 'row-gone') throw error;
    }
  return examples;
};
