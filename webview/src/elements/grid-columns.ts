import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type {
  ColumnRole,
  DecodedTime,
  KeyRecord,
  RecordRow,
  TableSummary,
} from 'idempotency-inspector/protocol';
import { retryWords, stateKind, stateWords } from '../text/record-words.ts';
import { shortenKey } from '../text/shorten-key.ts';
import { timeLeft } from '../text/time-left.ts';
import { columnTimeWords } from '../text/time-words.ts';
import type { TimeStyle } from '../text/time-words.ts';
import { visibleLine } from '../text/visible-text.ts';
import { swatch } from '../views/swatch.ts';
import { stateDot } from '../views/state-dot.ts';
import { instantOf } from '../rows/instants.ts';

/** What cells need beside their row. */
export interface CellContext {
  now: number;
  timeStyle: TimeStyle;
}

export interface GridColumn {
  id: string;
  title: string;
  /** A track of CSS grid. */
  width: string;
  cell(row: RecordRow, context: CellContext): TemplateResult | string;
  /** The whole value, for the clipboard. */
  text(row: RecordRow): string;
}

/** The longest text a cell or its tooltip shows. */
const mostCharacters = 300;
const line = (text: string): string => visibleLine(shortenKey(text, mostCharacters));

const state: GridColumn = {
  id: 'state',
  title: 'State',
  width: '132px',
  cell: (row, { now }) => html`${stateDot(stateKind(row))}<span>${stateWords(row, now)}</span>`,
  text: (row) => row.stateRule,
};

const key: GridColumn = {
  id: 'key',
  title: 'Key',
  width: 'minmax(150px, 1.4fr)',
  cell: (row) => html`<bdi class="mono" title=${line(row.key)}>${visibleLine(shortenKey(row.key, 22))}</bdi>`,
  text: (row) => row.key,
};

const scope: GridColumn = {
  id: 'scope',
  title: 'Scope',
  width: 'minmax(80px, 0.8fr)',
  cell: (row) => optional(row.scope),
  text: (row) => row.scope ?? '',
};

const operation: GridColumn = {
  id: 'operation',
  title: 'Operation',
  width: 'minmax(110px, 1fr)',
  cell: (row) => optional(row.operation),
  text: (row) => row.operation ?? '',
};

const fingerprint: GridColumn = {
  id: 'fingerprint',
  title: 'Fingerprint',
  width: '124px',
  cell: (row) =>
    row.fingerprint
      ? html`${swatch(row.fingerprintFull ?? row.fingerprint.short)}<bdi class="mono"
            >${visibleLine(row.fingerprint.short)}</bdi
          >`
      : none,
  text: (row) => row.fingerprintFull ?? '',
};

const created: GridColumn = {
  id: 'created',
  title: 'Created',
  width: '132px',
  cell: (row, context) => timeCell(row.created, context),
  text: (row) => row.created?.raw ?? '',
};

const expires: GridColumn = {
  id: 'expires',
  title: 'Expires',
  width: '158px',
  cell: expiryCell,
  text: (row) => row.expires?.raw ?? '',
};

const retry: GridColumn = {
  id: 'retry',
  title: 'A retry sent now gets',
  width: 'minmax(200px, 2fr)',
  cell: (row) => html`<span title=${line(row.retry.why)}>${retryWords(row)}</span>`,
  text: (row) => `${retryWords(row)}: ${row.retry.why}`,
};

/** The columns that have something to say for this table: what no column of it holds is left out. */
export function gridColumns(table: TableSummary, rows: Iterable<RecordRow>): GridColumn[] {
  const roles = new Set(Object.values(table.columns));
  const seen = { scope: false, operation: false, fingerprint: false, created: false, expires: false };
  for (const row of rows) {
    seen.scope ||= row.scope !== null;
    seen.operation ||= row.operation !== null;
    seen.fingerprint ||= row.fingerprint !== null;
    seen.created ||= row.created !== null;
    seen.expires ||= row.expires !== null;
  }
  const has = (field: keyof typeof seen, ...of: ColumnRole[]): boolean =>
    seen[field] || of.some((role) => roles.has(role));
  return [
    state,
    key,
    ...(has('scope', 'scope') ? [scope] : []),
    ...(has('operation', 'operation') ? [operation] : []),
    ...(has('fingerprint', 'fingerprint') ? [fingerprint] : []),
    ...(has('created', 'created') ? [created] : []),
    ...(has('expires', 'expires') ? [expires] : []),
    retry,
  ];
}

const none = html`<span class="dim">–</span>`;

const optional = (text: string | null): TemplateResult =>
  text === null ? none : html`<bdi title=${line(text)}>${line(text)}</bdi>`;

function timeCell(time: DecodedTime | null, { now, timeStyle }: CellContext): TemplateResult {
  if (!time) return none;
  const at = instantOf(time);
  if (at === null) return unread(time);
  return html`<span class="number" title=${line(time.raw)}>${columnTimeWords(at, now, timeStyle)}</span>`;
}

function expiryCell(row: KeyRecord, { now }: CellContext): TemplateResult {
  if (!row.expires) return none;
  const at = instantOf(row.expires);
  if (at === null) return unread(row.expires);
  const left = timeLeft(instantOf(row.created), at, now);
  const bar =
    left.fraction === null
      ? null
      : html`<span class="bar" aria-hidden="true"
          ><span .style=${`inline-size: ${Math.round(left.fraction * 100)}%`}></span
        ></span>`;
  return html`${bar}<span class=${left.over ? 'number dim' : 'number'} title=${line(row.expires.raw)}
      >${left.words}</span
    >`;
}

const unread = (time: DecodedTime): TemplateResult =>
  html`<bdi class="mono" title="This could not be read as a time.">${line(time.raw)}</bdi>`;
