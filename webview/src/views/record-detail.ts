import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { DecodedTime, DetailField, Finding, KeyRecord, RecordRow } from 'idempotency-inspector/protocol';
import type { TableSession } from '../session/table-session.ts';
import { instantOf } from '../rows/instants.ts';
import { retrySentence, retryTone, stateKind, stateWords } from '../text/record-words.ts';
import { shortenKey } from '../text/shorten-key.ts';
import { dateTimeWords, relativeWords } from '../text/time-words.ts';
import type { TimeStyle } from '../text/time-words.ts';
import { visibleLine, visibleLines } from '../text/visible-text.ts';
import { codicon } from './codicon.ts';
import { errorNotice } from './notice.ts';
import { recordTimeline } from './record-timeline.ts';
import { savedAnswer } from './saved-answer.ts';
import { stateDot } from './state-dot.ts';
import { swatch } from './swatch.ts';

interface DetailActions {
  close(): void;
  copy(text: string, what: string): void;
  search(text: string): void;
  openPage(page: string): void;
}

interface DetailState {
  now: number;
  timeStyle: TimeStyle;
  /** Was something put on the clipboard a moment ago? */
  justCopied: boolean;
}

const mostKeyCharacters = 600;
const mostFieldCharacters = 4_000;

/** The story of the selected row: what a retry gets, when things happened, the evidence, the columns, the saved answer. */
export function recordDetail(
  session: TableSession,
  row: RecordRow,
  { now, timeStyle, justCopied }: DetailState,
  actions: DetailActions,
): TemplateResult {
  const { selection } = session;
  const { detail } = selection;
  return html`<aside class="detail" aria-label="Selected row" aria-busy=${selection.asking}>
    <div class="detail-head">
      <h2 class="mono" tabindex="-1"><bdi>${visibleLine(shortenKey(row.key, mostKeyCharacters))}</bdi></h2>
      <button
        class="icon-button"
        title="Copy the key"
        aria-label="Copy the key"
        @click=${() => actions.copy(row.key, 'Key')}
      >
        ${codicon(justCopied ? 'check' : 'copy')}
      </button>
      <button class="icon-button" title="Close" aria-label="Close the detail" @click=${actions.close}>
        ${codicon('close')}
      </button>
    </div>
    <p class="whose">${stateDot(stateKind(row))}${stateWords(row, now)}${whose(session, row)}</p>
    <div class="say" data-tone=${retryTone(row)}>
      <p><strong>${retrySentence(row)}</strong></p>
      <p class="dim"><bdi>${visibleLine(row.retry.why)}</bdi></p>
      <p class="dim mono"><bdi>${visibleLine(row.stateRule)}</bdi></p>
    </div>
    ${recordTimeline(row, now, timeStyle === 'utc' ? 'utc' : 'local')} ${evidence(session, row, actions)}
    ${
      selection.error
        ? errorNotice(selection.error, { label: 'Try again', press: () => selection.refresh() })
        : nothing
    }
    ${
      detail
        ? html`${fingerprintLine(detail.record, actions)} ${savedAnswer(selection, detail)}
            <section class="columns">
              <h3>Columns</h3>
              <dl class="pairs">
                ${detail.fields.filter((field) => field.role !== 'body').map((field) => fieldPair(field, row, now))}
              </dl>
            </section>`
        : selection.error
          ? nothing
          : html`<p class="dim">Reading the row…</p>`
    }
  </aside>`;
}

function whose(session: TableSession, row: RecordRow): TemplateResult {
  const columns = Object.entries(session.table?.columns ?? {});
  const scopes = columns.filter(([, role]) => role === 'scope').map(([column]) => column);
  const scopeName = scopes.length === 1 ? visibleLine(scopes[0]!) : 'scope';
  return html`${
    row.scope === null
      ? nothing
      : html`<span class="dim"> · <bdi>${scopeName}</bdi> </span
          ><bdi>${visibleLine(shortenKey(row.scope, 100))}</bdi>`
  }${
    row.operation === null
      ? nothing
      : html`<span class="dim"> · </span><bdi>${visibleLine(shortenKey(row.operation, 100))}</bdi>`
  }`;
}

/** The audit's findings that name this row. */
function evidence(session: TableSession, row: RecordRow, actions: DetailActions): TemplateResult[] {
  const sameRow = (example: KeyRecord): boolean =>
    example.key === row.key && example.scope === row.scope && example.operation === row.operation;
  const findings = (session.findings?.value ?? []).filter((finding) => finding.examples.some(sameRow));
  return findings.map(
    (finding: Finding) =>
      html`<div
        class="say"
        data-tone=${finding.severity === 'error' ? 'bad' : finding.severity === 'warning' ? 'warning' : 'neutral'}
      >
        <p>${visibleLine(finding.sentence)}</p>
        <p>
          <button class="link" @click=${() => actions.openPage(finding.page)}>Why, and what to do</button>
        </p>
      </div>`,
  );
}

/** A raw request is compared by a hash that stands in no column, so it cannot be searched. */
function fingerprintLine(record: RecordRow, actions: DetailActions): TemplateResult | typeof nothing {
  if (!record.fingerprint) return nothing;
  const full = record.fingerprintFull;
  return html`<p class="fingerprint-line">
    ${swatch(full ?? record.fingerprint.short)}<span class="dim"
      >${visibleLine(record.fingerprint.kind)}</span
    >
    <bdi class="mono">${visibleLine(shortenKey(full ?? record.fingerprint.short, 28))}</bdi>
    ${
      full === null || record.fingerprint.kind === 'raw request'
        ? nothing
        : html`<button class="link" @click=${() => actions.search(full)}>
            Show all rows with this request
          </button>`
    }
  </p>`;
}

const timesByRole = (row: KeyRecord): Partial<Record<string, DecodedTime | null>> => ({
  created: row.created,
  locked: row.locked,
  completed: row.completed,
  expires: row.expires,
});

function fieldPair(field: DetailField, row: KeyRecord, now: number): TemplateResult {
  const time = field.role === null ? null : timesByRole(row)[field.role];
  const isTime = time != null && field.text !== null && time.raw === field.text;
  return html`<dt title=${field.role ?? 'plays no part'}><bdi>${visibleLine(field.column)}</bdi></dt>
    <dd>${isTime ? timeValue(time, now) : fieldValue(field)}</dd>`;
}

function fieldValue({ text, masked }: DetailField): TemplateResult {
  if (text === null) return html`<span class="dim">NULL</span>`;
  if (text === '') return html`<span class="dim">empty text</span>`;
  const shown = visibleLines(shortenKey(text, mostFieldCharacters));
  return html`<bdi class="mono value"
    >${masked ? html`<span class="mask" title="Masked">${shown}</span>` : shown}</bdi
  >`;
}

/** A time in every form a person may look for; the raw text is the proof. */
function timeValue(time: DecodedTime, now: number): TemplateResult {
  const at = instantOf(time);
  const raw = html`raw <bdi class="mono">${visibleLine(shortenKey(time.raw, 80))}</bdi>`;
  if (at === null) return html`${raw}<span class="dim">, which could not be read as a time</span>`;
  const local = dateTimeWords(at, 'local');
  const utc = dateTimeWords(at, 'utc');
  const sameDay = local.slice(0, 10) === utc.slice(0, 10);
  return html`<span class="number">${local} local · ${sameDay ? utc.slice(11) : utc} UTC</span>
    <span class="dim times"
      >${relativeWords(at, now)} ·
      ${raw}${time.assumed === null ? nothing : html` (${visibleLine(time.assumed)})`}</span
    >`;
}
