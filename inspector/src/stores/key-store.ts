import { InspectorError } from '../inspector-error.ts';
import type {
  EffectsParams,
  EffectsReport,
  EffectTable,
  Finding,
  InspectorEvent,
  OverlayCounts,
  PageParams,
  PageResult,
  RecordDetail,
  StateCounts,
  TableName,
  TableSummary,
} from '../protocol.ts';

/**
 * An open source of key tables. Nothing in it says how rows are kept, so that a store without SQL fits it too.
 * Every request can be withdrawn by its signal, and fails with an `InspectorError` whose sentences are fit for a person.
 * A store only ever reads.
 */
export interface KeyStore {
  /** The file's path, or `postgres://host:port/database`; never a user or a password. */
  readonly source: string;

  /** Tables that are or may be key tables, the surest first. */
  tables(signal?: AbortSignal): Promise<TableSummary[]>;

  /** How many rows are in each state (exclusive: the sum is the number of rows) and under each overlay. */
  counts(table: TableName, signal?: AbortSignal): Promise<{ counts: StateCounts; overlays: OverlayCounts }>;

  /** One page of rows, filtered and searched where they are kept. Newest first where the table tells what is newest. */
  page(params: PageParams, signal?: AbortSignal): Promise<PageResult>;

  /**
   * All columns of one row; bodies, headers and raw requests masked unless revealed.
   * @param id the `id` of a record on a page; a row that is gone is an error with the code `row-gone`.
   */
  detail(table: TableName, id: string, reveal: boolean, signal?: AbortSignal): Promise<RecordDetail>;

  /** What is wrong with a table and its rows, the worst first. */
  audit(table: TableName, signal?: AbortSignal): Promise<Finding[]>;

  /** Tables whose rows may be effects, the likely ones first, each with the columns that seem to define one operation. */
  effectTables(signal?: AbortSignal): Promise<EffectTable[]>;

  /** Operations that stand more than once in a business table, beside the keys of their time. */
  effects(params: EffectsParams, signal?: AbortSignal): Promise<EffectsReport>;

  /** Tells of changes, and of a source that is lost and found again, until the returned function is called. */
  watch(listener: (event: InspectorEvent) => void): () => void;

  /** Gives everything back; later requests fail. Safe to call twice. */
  close(): Promise<void>;
}

/** Sure tables before candidates, then by name. */
export const sortSummaries = (summaries: readonly TableSummary[]): TableSummary[] =>
  [...summaries].sort(
    (a, b) =>
      Number(b.opens) - Number(a.opens) ||
      (a.schema ?? '').localeCompare(b.schema ?? '') ||
      a.table.localeCompare(b.table),
  );

/** The evidence of a table whose values could not be looked at: locked, damaged, or too slow. */
export const unprobed = 'its values could not be looked at, so the roles go by names alone';

/** The evidence of a table of which some rows may be hidden from this user. */
export const rowsHidden =
  'row-level security chooses the rows: others may be there that this user does not see';

/** Whether a statement failed in a way that fits a table which was dropped or altered since it was looked at. */
const tableChanged = (error: unknown): boolean =>
  error instanceof InspectorError &&
  (error.userError.code === 'unreadable-schema' || error.userError.code === 'no-such-table');

/**
 * Works on a table as it was when it was opened; once more, opened anew, when it turns out to have changed since.
 * @param open opens the table by what is known of the database's tables.
 * @param forget drops what is known of them.
 */
export async function onTableAsItIs<Open, Result>(
  open: () => Promise<Open>,
  forget: () => void,
  work: (open: Open) => Promise<Result>,
): Promise<Result> {
  const opened = await open();
  try {
    return await work(opened);
  } catch (error) {
    if (!tableChanged(error)) throw error;
  }
  forget();
  return work(await open());
}

export const noSuchTable = (name: TableName): InspectorError =>
  new InspectorError(
    'no-such-table',
    `There is no key table ${name.schema === null ? '' : `${name.schema}.`}${name.table} here.`,
    'It was dropped or renamed, or it does not look like a key table.',
    'Pick one of the tables that are listed.',
  );

export const noSuchEffectTable = (name: TableName): InspectorError =>
  new InspectorError(
    'no-such-table',
    `There is no table ${name.schema === null ? '' : `${name.schema}.`}${name.table} here whose rows could be effects.`,
    'It was dropped or renamed, or it is a key table itself.',
    'Pick another table of this database.',
  );

export const rowGone = (): InspectorError =>
  new InspectorError(
    'row-gone',
    'This row is gone.',
    'It was deleted after the page was read, as expired keys are.',
    'Load the page again.',
  );

export const storeClosed = (): InspectorError =>
  new InspectorError(
    'closed',
    'This database has been closed here.',
    'Its view was left before the answer came.',
    'Open it again.',
  );
