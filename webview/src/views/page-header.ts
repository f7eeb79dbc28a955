import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { TableSummary } from 'idempotency-inspector/protocol';
import { sameTable } from '../rows/row-list.ts';
import type { TableSession } from '../session/table-session.ts';
import { counted } from '../text/number-words.ts';
import { relativeWords } from '../text/time-words.ts';
import type { TimeStyle } from '../text/time-words.ts';
import { visibleLine } from '../text/visible-text.ts';
import { codicon } from './codicon.ts';

interface HeaderActions {
  openTable(table: TableSummary): void;
  setTimeStyle(style: TimeStyle): void;
  follow(live: boolean): void;
  toggleReading(): void;
}

interface HeaderState {
  now: number;
  timeStyle: TimeStyle;
  /** Is it shown how the table is read? */
  readingShown: boolean;
}

/** Which table this is, how well it is understood, and whether it is followed. */
export function pageHeader(
  session: TableSession,
  state: HeaderState,
  actions: HeaderActions,
): TemplateResult {
  const { table } = session;
  return html`<header class="page-header">
    <div class="title">
      <span class="dim"><bdi>${visibleLine(session.title)}</bdi> ›</span>
      ${tableSwitcher(session, actions)}
    </div>
    ${table ? pills(table, state, actions) : nothing}
    <span class="grow"></span>
    ${table ? following(session, state, actions) : nothing}
  </header>`;
}

/** One name where there is no choice; else a list in which tables that may be none stand apart. */
function tableSwitcher(session: TableSession, actions: HeaderActions): TemplateResult {
  const { table } = session;
  const tables = session.tables.value ?? [];
  if (tables.length === 0) return html`<h1>Key tables</h1>`;
  if (table && tables.length === 1) return html`<h1><bdi>${tableName(table)}</bdi></h1>`;
  const sure = tables.filter((each) => each.opens);
  const unsure = tables.filter((each) => !each.opens);
  const option = (each: TableSummary): TemplateResult =>
    html`<option value=${tables.indexOf(each)} ?selected=${sameTable(each, table)}>
      ${tableName(each)}
    </option>`;
  return html`<h1>
    <select
      class="select table-select"
      aria-label="Key table"
      @change=${(event: Event) => {
        const chosen = tables[Number((event.target as HTMLSelectElement).value)];
        if (chosen) actions.openTable(chosen);
      }}
    >
      ${table ? nothing : html`<option value="" selected disabled>Choose a table…</option>`}
      ${sure.length > 0 ? html`<optgroup label="Key tables">${sure.map(option)}</optgroup>` : nothing}
      ${unsure.length > 0 ? html`<optgroup label="Perhaps key tables">${unsure.map(option)}</optgroup>` : nothing}
    </select>
  </h1>`;
}

export const tableName = ({ schema, table }: { schema: string | null; table: string }): string =>
  visibleLine(schema === null ? table : `${schema}.${table}`);

function pills(table: TableSummary, { readingShown }: HeaderState, actions: HeaderActions): TemplateResult {
  const columns = Object.values(table.columns);
  const understood = columns.filter((role) => role !== null).length;
  const unique = table.unique[0];
  return html`<button
      class="pill"
      aria-expanded=${readingShown}
      aria-controls="table-reading"
      title="How this table is read"
      @click=${actions.toggleReading}
    >
      ${understood} of ${counted(columns.length, 'column')} understood
      ${codicon(readingShown ? 'chevron-up' : 'chevron-down')}
    </button>
    ${
      unique
        ? html`<span class="pill">unique: <bdi>${unique.map(visibleLine).join(', ')}</bdi></span>`
        : html`<span class="pill warning">${codicon('warning')} no unique rule</span>`
    }`;
}

function following(session: TableSession, state: HeaderState, actions: HeaderActions): TemplateResult {
  const styles: [TimeStyle, string][] = [
    ['local', 'Local time'],
    ['utc', 'UTC'],
    ['relative', 'Time ago'],
  ];
  const { live, lost, lastChange } = session;
  const status = lost
    ? 'disconnected'
    : !live && session.missed
      ? 'changes are waiting'
      : lastChange === null
        ? ''
        : `last change ${relativeWords(lastChange, state.now)}`;
  return html`<span class="dim last-change">${status}</span>
    <button
      class="live"
      data-live=${live && !lost}
      aria-pressed=${live}
      aria-label="Follow changes"
      title=${live ? 'Changes are shown as they come. Press to pause.' : 'Changes are not shown. Press to follow them.'}
      @click=${() => actions.follow(!live)}
    >
      ${codicon(live ? 'debug-pause' : 'debug-start')} ${live ? 'Live' : 'Paused'}
    </button>
    <select
      class="select"
      aria-label="How times are shown"
      @change=${(event: Event) => actions.setTimeStyle((event.target as HTMLSelectElement).value as TimeStyle)}
    >
      ${styles.map(
        ([value, label]) =>
          html`<option value=${value} ?selected=${state.timeStyle === value}>${label}</option>`,
      )}
    </select>`;
}

/** Which column plays which role, and why the table is taken for a key table. */
export function tableReading(table: TableSummary): TemplateResult {
  return html`<section id="table-reading" class="table-reading" aria-label="How this table is read">
    <div>
      <h2>Columns</h2>
      <dl class="pairs">
        ${Object.entries(table.columns).map(
          ([column, role]) =>
            html`<dt class="mono"><bdi>${visibleLine(column)}</bdi></dt>
              <dd class=${role ? '' : 'dim'}>${role ?? 'plays no part'}</dd>`,
        )}
      </dl>
    </div>
    <div>
      <h2>Why it is taken for a key table</h2>
      <ul>
        ${table.evidence.map((line) => html`<li><bdi>${visibleLine(line)}</bdi></li>`)}
      </ul>
      <h2>Unique rules</h2>
      <ul>
        ${
          table.unique.length === 0
            ? html`<li>None: two requests can claim the same key at once.</li>`
            : table.unique.map((columns) => html`<li><bdi>${columns.map(visibleLine).join(', ')}</bdi></li>`)
        }
      </ul>
    </div>
  </section>`;
}
