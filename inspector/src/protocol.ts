/**
 * What the inspector's processes, page and `--json` output say to one another.
 * Everything here survives JSON: integers and bytes travel as strings, times as ISO 8601 UTC beside their raw text.
 */

export const PROTOCOL_VERSION = 1;

/** What a column is for. `null` in its place means the column plays no part in idempotency. */
export type ColumnRole =
  | 'key'
  | 'scope'
  | 'operation'
  | 'fingerprint'
  | 'request'
  | 'state'
  | 'code'
  | 'body'
  | 'headers'
  | 'content-type'
  | 'result-type'
  | 'locked'
  | 'lock-expires'
  | 'lock-owner'
  | 'created'
  | 'completed'
  | 'expires'
  | 'updated'
  | 'last-run'
  | 'recovery-point'
  | 'attempts'
  | 'error'
  | 'method'
  | 'path'
  | 'reference'
  | 'id';

/** Exclusive: every row is in exactly one. An error answer that was saved is `completed`. */
export type RecordState = 'in-progress' | 'completed' | 'failed' | 'unknown';

/** What may hold besides the state: `stuck` lies over `in-progress`, `error-answer` over `completed`, `expired` over any. */
export type Overlay = 'stuck' | 'expired' | 'error-answer';

/** One time value. `utc` is null when the value could not be read; `assumed` says what was taken for granted ("no zone: read as UTC"). */
export interface DecodedTime {
  raw: string;
  utc: string | null;
  assumed: string | null;
}

/** `kind` names the encoding ("sha-256", "md5", "raw request"); `short` is what the eye compares (8 characters at most). */
export interface Fingerprint {
  kind: string;
  short: string;
}

/**
 * What a retry sent now would get.
 * `replay`: the saved answer with `code`. `409`: refused while in progress. `422-if-different`: a finished key whose
 * answer is not stored, so only the refusal of another request is sure. `runs-again`: the work is done a second time.
 */
export interface RetryOutcome {
  outcome: 'replay' | '409' | '422-if-different' | 'runs-again' | 'unknown';
  code: number | null;
  why: string;
}

/** One row of a key table, decoded. */
export interface KeyRecord {
  table: string;
  scope: string | null;
  operation: string | null;
  key: string;
  fingerprint: Fingerprint | null;
  state: RecordState;
  /** The rule that gave the state, readable: `in progress: response_code is NULL`. */
  stateRule: string;
  stuck: boolean;
  /** `null`: the table does not say how long keys live. */
  expired: boolean | null;
  code: number | null;
  /** Masked unless revealed; `null` where nothing is saved. */
  body: string | null;
  created: DecodedTime | null;
  locked: DecodedTime | null;
  completed: DecodedTime | null;
  expires: DecodedTime | null;
  retry: RetryOutcome;
}

export interface TableName {
  schema: string | null;
  table: string;
}

export type StateCounts = Record<RecordState, number>;
export type OverlayCounts = Record<Overlay, number>;

/** A table that is, or may be, a key table. */
export interface TableSummary extends TableName {
  /** Sure enough to open by itself; other candidates are listed with `false`. */
  opens: boolean;
  preset: string | null;
  /** Why it is taken for a key table, and for which column each role was taken: one readable line each. */
  evidence: string[];
  columns: Record<string, ColumnRole | null>;
  /** Column sets under a unique rule, the primary key first. */
  unique: string[][];
}

export interface TableReport extends TableSummary {
  counts: StateCounts;
  overlays: OverlayCounts;
}

/** One thing the audit found. `page` is the page's name without its extension, `rule` the ESLint rule that prevents it. */
export interface Finding {
  id: string;
  severity: 'error' | 'warning' | 'info';
  table: string;
  sentence: string;
  rows: number;
  examples: KeyRecord[];
  page: string;
  rule: string | null;
}

/** The whole of `idempotency-inspect --json`. `source` never holds a user or a password. */
export interface Report {
  version: typeof PROTOCOL_VERSION;
  source: string;
  tables: TableReport[];
  records: KeyRecord[];
  findings: Finding[];
}

/** A failure as a person sees it: one sentence each. Never holds a key, a body, a password or a connection string. */
export interface UserError {
  code: string;
  what: string;
  why: string;
  action: string;
}

/** A record on a page: `id` is opaque, names the row in its table and stays the same while the row lives. */
export interface RecordRow extends KeyRecord {
  id: string;
  /** All of the fingerprint as text, for equality and colour; null where there is none. */
  fingerprintFull: string | null;
  /** Length of the saved answer in bytes, null where nothing is saved. */
  bodyBytes: number | null;
}

export interface PageParams {
  table: TableName;
  /** Rows in any of these; empty: all rows. */
  states: (RecordState | Overlay)[];
  /** Part of a key, a scope or a fingerprint; empty: all rows. */
  search: string;
  /** The `next` of the page before; null for the first page. */
  after: string | null;
  /** Rows on the page, 1 to 1000. */
  limit: number;
  /** Saved answers whole instead of masked. Absent: masked. */
  reveal?: boolean;
}

export interface PageResult {
  records: RecordRow[];
  /** Null on the last page. */
  next: string | null;
}

/** One column of a row as it stands in the table. `text` is masked for bodies, headers and raw requests unless revealed. */
export interface DetailField {
  column: string;
  role: ColumnRole | null;
  text: string | null;
  masked: boolean;
}

export interface RecordDetail {
  record: RecordRow;
  fields: DetailField[];
}

/** A table whose rows may be effects: charges, payments, orders, mails. Every choice in it can be overridden. */
export interface EffectTable extends TableName {
  /** Whether names and types speak for effects; other tables are listed with `false`. */
  likely: boolean;
  columns: { name: string; type: string }[];
  /** The columns that seem to define one operation: two rows equal in all of them are the same thing done twice. */
  operation: string[];
  /** The column that tells when a row was made. */
  created: string | null;
  /** Why, one readable line each. */
  evidence: string[];
}

export interface EffectsParams {
  table: TableName;
  /** Columns that define one operation; empty: those that are suggested. */
  operation: string[];
  /** The column that tells when a row was made; null: the one that is suggested, or none where none is. */
  created: string | null;
  /** Rows of one operation are repeats when no more than this lies between them; 1 to 31,622,400. */
  windowSeconds: number;
}

/** A row of the business table: what names it, its operation and its time, and nothing else. */
export interface EffectRow {
  values: Record<string, string | null>;
  created: DecodedTime | null;
  /** The place of its key among the repeat's `keys`, where an answer or a request names the row; null where none does. */
  key: number | null;
}

/** What the keys of the time say about the second row. */
export type EffectCause =
  | 'fresh-key'
  | 'no-key'
  | 'key-expired'
  | 'key-in-progress'
  | 'key-other-request'
  | 'key-not-unique'
  | 'two-at-once'
  | 'cut-off'
  | 'key-ignored'
  | 'different-owners'
  | 'unknown';

/** One operation whose effect stands there more than once. */
export interface EffectRepeat {
  operation: Record<string, string>;
  /** Oldest first, ten at most. */
  rows: EffectRow[];
  rowCount: number;
  /** Seconds between each row and the one before; null where the table keeps no time. */
  gapSeconds: (number | null)[];
  /** Keys of that time that belong to it, or may, oldest first; saved answers masked. */
  keys: KeyRecord[];
  /** All keys of that time, those of other operations included. */
  keysNear: number;
  cause: EffectCause;
  sentence: string;
  /** Name of the page that tells what to do. */
  page: string;
  rule: string | null;
}

/** The double-charge report: the whole of `idempotency-inspect effects --json`. */
export interface EffectsReport {
  version: typeof PROTOCOL_VERSION;
  source: string;
  table: TableName;
  operation: string[];
  created: string | null;
  windowSeconds: number;
  evidence: string[];
  keyTables: TableName[];
  rowsRead: number;
  /** How many operations are repeated; `repeats` holds the newest hundred of them. */
  repeatsFound: number;
  repeats: EffectRepeat[];
  /** What could not be judged, one sentence each. */
  notes: string[];
}

/** Every request that can be made of an open key store. */
export interface InspectorMethods {
  tables: { params: Record<string, never>; result: { source: string; tables: TableSummary[] } };
  counts: { params: { table: TableName }; result: { counts: StateCounts; overlays: OverlayCounts } };
  page: { params: PageParams; result: PageResult };
  detail: { params: { table: TableName; id: string; reveal: boolean }; result: RecordDetail };
  /** A store that does not audit answers with the error code `unknown-method`. */
  audit: { params: { table: TableName }; result: { findings: Finding[] } };
  /** Tables whose rows may be effects, the likely ones first. */
  'effect-tables': { params: Record<string, never>; result: { effectTables: EffectTable[] } };
  effects: { params: EffectsParams; result: { report: EffectsReport } };
}
export type InspectorMethod = keyof InspectorMethods;

export type InspectorRequest = {
  [M in InspectorMethod]: { id: number; method: M; params: InspectorMethods[M]['params'] };
}[InspectorMethod];

/** Withdraws a request; its reply may still arrive and is then ignored. */
export interface CancelRequest {
  cancel: number;
}

export type InspectorReply =
  { id: number; result: InspectorMethods[InspectorMethod]['result'] } | { id: number; error: UserError };

/** What a store says unasked. `changed`: rows were written. `lost` and `restored`: the connection or the process behind it. */
export type InspectorEvent =
  { event: 'changed' } | { event: 'lost'; error: UserError } | { event: 'restored' };
