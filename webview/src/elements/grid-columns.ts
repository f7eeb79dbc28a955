import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type {
  ColumnRole,
  DecodedTime,
  KeyRecord,
  RecordRow,
  TableSummary,
} from 'idempotency-inspector/protocol';
import { fingerprintWords } from '../text/fingerprint-words.ts';
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
interface CellContext {
  now: number;
  timeStyle: TimeStyle;
  /** Characters of a key that the key column has room for. */
  keyCharacters: number;
}

export interface GridColumn {
  id: 'state' | 'key' | 'scope' | 'operation' | 'fingerprint' | 'created' | 'expires' | 'retry';
  title: string;
  /** The least width in pixels, at a font of 13 pixels. */
  width: number;
  /** Its share of the room that columns of fixed width leave, as CSS grid's `fr`; 0: its width is fixed. */
  grows: number;
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
  width: 118,
  grows: 0,
  cell: (row, { now }) => html`${stateDot(stateKind(row))}<span>${stateWords(row, now)}</span>`,
  text: (row) => row.stateRule,
};

const key: GridColumn = {
  id: 'key',
  title: 'Key',
  width: 104,
  grows: 3,
  cell: (row, { keyCharacters }) =>
    html`<bdi class="mono" title=${line(row.key)}>${visibleLine(shortenKey(row.key, keyCharacters))}</bdi>`,
  text: (row) => row.key,
};

const scope: GridColumn = {
  id: 'scope',
  title: 'Scope',
  width: 96,
  grows: 1.1,
  cell: (row) => optional(row.scope),
  text: (row) => row.scope ?? '',
};

const operation: GridColumn = {
  id: 'operation',
  title: 'Operation',
  width: 96,
  grows: 1.6,
  cell: (row) => optional(row.operation),
  text: (row) => row.operation ?? '',
};

const fingerprint: GridColumn = {
  id: 'fingerprint',
  title: 'Fingerprint',
  width: 114,
  grows: 0,
  cell: (row) =>
    row.fingerprint
      ? html`${swatch(row.fingerprintFull ?? row.fingerprint.short)}<bdi class="mono"
            >${visibleLine(fingerprintWords(row.fingerprint.short))}</bdi
          >`
      : none,
  text: (row) => row.fingerprintFull ?? '',
};

const created: GridColumn = {
  id: 'created',
  title: 'Created',
  width: 134,
  grows: 0,
  cell: (row, context) => timeCell(row.created, context),
  text: (row) => row.created?.raw ?? '',
};

const expires: GridColumn = {
  id: 'expires',
  title: 'Expires',
  width: 138,
  grows: 0,
  cell: expiryCell,
  text: (row) => row.expires?.raw ?? '',
};

const retry: GridColumn = {
  id: 'retry',
  title: 'A retry sent now gets',
  width: 228,
  grows: 2.7,
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

/** What is left out first where the grid is narrow; the detail has it all. State, key and answer always stay. */
const dispensable: GridColumn[] = [operation, created, scope, expires, fingerprint];

/** Those of the columns that fit. @param room in pixels, at a font of 13 pixels */
export function columnsThatFit(columns: GridColumn[], room: number): GridColumn[] {
  const kept = new Set(columns);
  const needed = (): number => [...kept].reduce((sum, column) => sum + column.width, 0);
  for (const column of dispensable) {
    if (needed() <= room) break;
    kept.delete(column);
  }
  return columns.filter((column) => kept.has(column));
}

/** The widths as CSS custom properties of the grid. @param scale the font's size over 13 pixels */
export function columnStyle(columns: GridColumn[], scale: number): string {
  const tracks = columns.map(({ width, grows }) => {
    const least = `${Math.round(width * scale)}px`;
    return grows === 0 ? least : `minmax(${least}, ${grows}fr)`;
  });
  const least = columns.reduce((sum, { width }) => sum + Math.round(width * scale), 0);
  return `--columns: ${tracks.join(' ')}; --least: ${least}px`;
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
