import { InspectorError } from '../inspector-error.ts';
import type { Finding, KeyRecord, RecordRow } from '../protocol.ts';
import { keyRecordOf } from '../record/key-record.ts';
import type { KeyTable } from '../schema/key-table.ts';
import { CollectedRows } from './collected-rows.ts';
import { SameFingerprint } from './same-fingerprint.ts';
import { SeveralFingerprints } from './several-fingerprints.ts';
import { keyIsUnique, tableFindings } from './table-findings.ts';

/** Rows read of one table at the most: the newest ones. What lies further back is not judged, and the sentence says so. */
export const ROWS_AUDITED = 100_000;
/** Stripe's limit, which other providers share or undercut (docs.stripe.com/api/idempotent_requests). */
const LONGEST_KEY = 255;
const DAY_MS = 24 * 60 * 60 * 1000;

const emailAddress = /[A-Za-z0-9._%+-]+@[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)*\.[A-Za-z]{2,}/;

const milliseconds = (time: RecordRow['created']): number | null =>
  time === null || time.utc === null ? null : Date.parse(time.utc);

const verb = (count: number, one: string, many: string): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

const order = { error: 0, warning: 1, info: 2 } as const;

/**
 * Reads a table as evidence of what went wrong. Memory is bounded whatever the table's size.
 * @param pages the table's rows without their answers, the newest first where the table tells
 * @param recordOf reads one of them again, for an example
 * @returns what was found, the worst first
 */
export const auditTable = async (
  table: KeyTable,
  pages: AsyncIterable<RecordRow[]>,
  recordOf: (id: string) => Promise<RecordRow>,
): Promise<Finding[]> => {
  const name = table.shape.table;
  const emails = new CollectedRows();
  const long = new CollectedRows();
  const stuck = new CollectedRows();
  const faults = new CollectedRows();
  const brief = new CollectedRows();
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
      if (table.family === 'request') same.add(record);
      if (!unique) several.add(record);
    }
    if (rows >= ROWS_AUDITED) break;
  }
  const among = rows >= ROWS_AUDITED ? ` (among ${rows.toLocaleString('en-US')} rows)` : '';
  const findings = tableFindings(table, rows);
  const find = async (
    id: string,
    severity: Finding['severity'],
    collected: CollectedRows,
    sentence: string,
    rule: string | null,
  ): Promise<void> => {
    if (collected.rows === 0) return;
    findings.push({
      id,
      severity,
      table: name,
      sentence: `${sentence}${among}.`,
      rows: collected.rows,
      examples: await examplesOf(collected, recordOf),
      page: id,
      rule,
    });
  };
  await find(
    'same-request-under-several-keys',
    same.timed ? 'error' : 'warning',
    same.found,
    same.sentence(),
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
