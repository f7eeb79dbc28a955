import type { Finding, RecordRow } from '../protocol.ts';
import { keyRecordOf } from '../record/key-record.ts';
import type { KeyTable } from '../schema/key-table.ts';
import { refusedFingerprints, SameFingerprint } from './same-fingerprint.ts';
import { SeveralFingerprints } from './several-fingerprints.ts';
import { tableFindings } from './table-findings.ts';

/** Rows read of one table at the most: the newest ones. What lies further back is not judged, and the sentence says so. */
export const ROWS_AUDITED = 200_000;
/** Examples kept of one finding. */
const EXAMPLES = 5;

/** Rows that share one fault, counted and with a few examples. */
class Collected {
  rows = 0;
  readonly examples: RecordRow[] = [];

  add(record: RecordRow): void {
    this.rows += 1;
    if (this.examples.length < EXAMPLES) this.examples.push(record);
  }
}

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
 * @param pages the table's rows, the newest first where the table tells
 * @returns what was found, the worst first
 */
export const auditTable = async (table: KeyTable, pages: AsyncIterable<RecordRow[]>): Promise<Finding[]> => {
  const name = table.shape.table;
  const emails = new Collected();
  const long = new Collected();
  const stuck = new Collected();
  const faults = new Collected();
  const brief = new Collected();
  const same = new SameFingerprint(refusedFingerprints);
  const several = new SeveralFingerprints();
  let rows = 0;
  let withExpiry = 0;
  for await (const page of pages) {
    for (const record of page) {
      rows += 1;
      if (emailAddress.test(record.key)) emails.add(record);
      if (record.key.length > LONGEST_KEY) long.add(record);
      if (record.stuck) stuck.add(record);
      if (record.state === 'completed' && (record.code ?? 0) >= 500) faults.add(record);
      const [created, expires] = [milliseconds(record.created), milliseconds(record.expires)];
      // A row in progress may carry the end of its claim there instead of the end of its retention.
      if (created !== null && expires !== null && record.state === 'completed') {
        withExpiry += 1;
        if (expires - created < DAY_MS - 60_000) brief.add(record);
      }
      if (table.family === 'request') same.add(record);
      several.add(record);
    }
    if (rows >= ROWS_AUDITED) break;
  }
  const among = rows >= ROWS_AUDITED ? ` (among the newest ${rows.toLocaleString('en-US')} rows)` : '';
  const findings = tableFindings(table, rows);
  const find = (
    id: string,
    severity: Finding['severity'],
    collected: { rows: number; examples: readonly RecordRow[] },
    sentence: string,
    rule: string | null,
  ): void => {
    if (collected.rows > 0)
      findings.push({
        id,
        severity,
        table: name,
        sentence: `${sentence}${among}.`,
        rows: collected.rows,
        examples: collected.examples.map(keyRecordOf),
        page: id,
        rule,
      });
  };
  find(
    'same-request-under-several-keys',
    same.timed ? 'error' : 'warning',
    same,
    same.sentence(),
    'no-key-per-attempt',
  );
  find(
    'one-key-several-requests',
    'error',
    several,
    `${verb(several.keys, 'key stands', 'keys stand')} for several different requests: a retry may get the answer of another request`,
    null,
  );
  find(
    'email-as-key',
    'warning',
    emails,
    `${verb(emails.rows, 'key holds an e-mail address', 'keys hold e-mail addresses')}: personal data in logs and at the provider, and one person’s second purchase is taken for a retry`,
    'no-sensitive-key',
  );
  find(
    'key-too-long',
    'warning',
    long,
    `${verb(long.rows, 'key is', 'keys are')} longer than ${LONGEST_KEY} characters, which Stripe and others refuse`,
    null,
  );
  find(
    'stuck',
    'warning',
    stuck,
    `${verb(stuck.rows, 'key is', 'keys are')} stuck in progress: ${stuck.rows === 1 ? 'its worker is' : 'their workers are'} most likely gone, and retries are kept waiting`,
    null,
  );
  find(
    'saved-fault',
    'warning',
    faults,
    `${verb(faults.rows, 'saved answer is', 'saved answers are')} a 5xx: every retry gets a fault that may have passed long ago`,
    null,
  );
  if (withExpiry > 0 && brief.rows * 2 > withExpiry)
    find(
      'short-retention',
      'info',
      brief,
      `${verb(brief.rows, 'key was', 'keys were')} to be kept for less than 24 hours: a later retry runs again`,
      null,
    );
  return findings.sort((a, b) => order[a.severity] - order[b.severity]);
};
