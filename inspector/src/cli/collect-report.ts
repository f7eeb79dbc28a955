import { concernsOneTable, InspectorError } from '../inspector-error.ts';
import { PROTOCOL_VERSION } from '../protocol.ts';
import type { Finding, KeyRecord, Report, TableReport, TableSummary, UserError } from '../protocol.ts';
import { keyRecordOf } from '../record/key-record.ts';
import { safeText } from '../safe-text.ts';
import type { KeyStore } from '../stores/key-store.ts';
import { UsageError } from './arguments.ts';
import type { CommandLine } from './arguments.ts';

const severities: readonly Finding['severity'][] = ['error', 'warning', 'info'];

const fullName = (table: TableSummary): string =>
  table.schema === null ? table.table : `${table.schema}.${table.table}`;

const FEW_NAMES = 20;

const namesOf = (tables: TableSummary[]): string => {
  const names = tables.slice(0, FEW_NAMES).map((table) => safeText(fullName(table)));
  return tables.length > FEW_NAMES
    ? `${names.join(', ')} and ${tables.length - FEW_NAMES} more`
    : names.join(', ');
};

const chosen = (tables: TableSummary[], wanted: string | null): TableSummary[] => {
  if (wanted === null) return tables;
  const found = tables.filter((table) => table.table === wanted || fullName(table) === wanted);
  if (found.length > 0) return found;
  throw new UsageError(
    tables.length === 0
      ? 'There is no key table here.'
      : `There is no key table of that name here; there is ${namesOf(tables)}.`,
  );
};

/** How much of saved answers is held in memory, in characters. */
const MOST_ANSWERS = 128 * 1024 * 1024;

const tooMuch = (): InspectorError =>
  new InspectorError(
    'too-much',
    'The saved answers are too large to be shown together.',
    'Together they are longer than 128 million characters.',
    'Ask for fewer rows with --limit, or for one key with --key.',
  );

/** Rows and findings of one table, as far as they can be read. */
const readTable = async (
  store: KeyStore,
  table: TableSummary,
  options: CommandLine,
  room: { answers: number },
  signal: AbortSignal | undefined,
): Promise<{ records: KeyRecord[]; findings: Finding[] }> => ({
  records: await recordsOf(store, table, options, room, signal),
  findings: await store.audit(table, signal),
});

const recordsOf = async (
  store: KeyStore,
  table: TableSummary,
  options: CommandLine,
  room: { answers: number },
  signal: AbortSignal | undefined,
): Promise<KeyRecord[]> => {
  const records: KeyRecord[] = [];
  let after: string | null = null;
  while (records.length < options.limit) {
    const page = await store.page(
      {
        table,
        states: options.states,
        search: options.key ?? '',
        after,
        limit: Math.min(1000, Math.max(50, options.limit - records.length)),
        reveal: options.reveal,
      },
      signal,
    );
    // The store's search looks at scopes and fingerprints too.
    const wanted = page.records.filter((record) => options.key === null || record.key.includes(options.key));
    records.push(...wanted.slice(0, options.limit - records.length).map(keyRecordOf));
    room.answers -= wanted.reduce((sum, record) => sum + (record.body?.length ?? 0), 0);
    if (room.answers < 0) throw tooMuch();
    after = page.next;
    if (after === null) break;
  }
  return records;
};

/** A report, and which of its rows belong to which table: a name alone may stand in several schemas. */
export interface Collected {
  report: Report;
  /** Tables that could not be read, or not whole, and why. */
  failures: { table: string; error: UserError }[];
  rows: ReadonlyMap<TableReport, readonly KeyRecord[]>;
}

/**
 * Reads everything the command line shows. Rows and findings come from tables that open by themselves, or from the
 * one that was asked for; of other candidates only the description. A table that cannot be read does not keep the others
 * from being shown.
 * @throws InspectorError when no table could be read
 */
export const collectReport = async (
  store: KeyStore,
  options: CommandLine,
  signal?: AbortSignal,
): Promise<Collected> => {
  const rows = new Map<TableReport, KeyRecord[]>();
  const report: Report = {
    version: PROTOCOL_VERSION,
    source: store.source,
    tables: [],
    records: [],
    findings: [],
  };
  const failures: Collected['failures'] = [];
  const room = { answers: MOST_ANSWERS };
  let failed: InspectorError | null = null;
  for (const table of chosen(await store.tables(signal), options.table))
    try {
      const counted: TableReport = { ...table, ...(await store.counts(table, signal)) };
      report.tables.push(counted);
      if (!table.opens && options.table === null) continue;
      const { records, findings } = await readTable(store, table, options, room, signal);
      rows.set(counted, records);
      for (const record of records) report.records.push(record);
      report.findings.push(...findings);
    } catch (error) {
      if (!concernsOneTable(error)) throw error;
      failed ??= error;
      failures.push({ table: fullName(table), error: error.userError });
    }
  if (failed !== null && report.tables.length === 0) throw failed;
  report.findings.sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
  return { report, rows, failures };
};
