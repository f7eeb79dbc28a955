import { PROTOCOL_VERSION } from '../protocol.ts';
import type { Finding, KeyRecord, Report, TableReport, TableSummary } from '../protocol.ts';
import { keyRecordOf } from '../record/key-record.ts';
import type { KeyStore } from '../stores/key-store.ts';
import { UsageError } from './arguments.ts';
import type { CommandLine } from './arguments.ts';

const severities: readonly Finding['severity'][] = ['error', 'warning', 'info'];

const fullName = (table: TableSummary): string =>
  table.schema === null ? table.table : `${table.schema}.${table.table}`;

const chosen = (tables: TableSummary[], wanted: string | null): TableSummary[] => {
  if (wanted === null) return tables;
  const found = tables.filter((table) => table.table === wanted || fullName(table) === wanted);
  if (found.length > 0) return found;
  throw new UsageError(
    tables.length === 0
      ? 'There is no key table here.'
      : `There is no key table of that name here; there is ${tables.map(fullName).join(', ')}.`,
  );
};

const recordsOf = async (
  store: KeyStore,
  table: TableSummary,
  options: CommandLine,
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
    after = page.next;
    if (after === null) break;
  }
  return records;
};

/** A report, and which of its rows belong to which table: a name alone may stand in several schemas. */
export interface Collected {
  report: Report;
  rows: ReadonlyMap<TableReport, readonly KeyRecord[]>;
}

/**
 * Reads everything the command line shows. Rows and findings come from tables that open by themselves, or from the
 * one that was asked for; of other candidates only the description.
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
  for (const table of chosen(await store.tables(signal), options.table)) {
    const counted: TableReport = { ...table, ...(await store.counts(table, signal)) };
    report.tables.push(counted);
    if (!table.opens && options.table === null) continue;
    const records = await recordsOf(store, table, options, signal);
    rows.set(counted, records);
    report.records.push(...records);
    report.findings.push(...(await store.audit(table, signal)));
  }
  report.findings.sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity));
  return { report, rows };
};
