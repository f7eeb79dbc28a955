import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { TableSummary } from 'idempotency-inspector/protocol';
import type { RowList } from '../rows/row-list.ts';
import type { TableSession } from '../session/table-session.ts';
import { stateNames } from '../text/record-words.ts';
import { shortenKey } from '../text/shorten-key.ts';
import { visibleLine } from '../text/visible-text.ts';
import { errorBar, errorNotice, notice } from './notice.ts';
import { tableName } from './page-header.ts';

interface PlaceActions {
  clearFilter(): void;
  clearSearch(): void;
}

/** The rows, or what stands in their place: a failure, a choice of tables, "reading", "nothing here". */
export function tablePlace(
  session: TableSession,
  actions: PlaceActions,
  grid: (rows: RowList, table: TableSummary) => TemplateResult,
): TemplateResult {
  const { table, rows, tables } = session;
  const again = { label: 'Try again', press: () => void session.openTables() };
  if (!table || !rows) {
    if (tables.error) return errorNotice(tables.error, again);
    if (tables.value)
      return tables.value.length > 0 ? tableChoice(session, tables.value) : noTable(session, again);
    return reading('Looking for key tables…');
  }
  const readAgain = { label: 'Try again', press: () => session.refresh() };
  if (!rows.begun) {
    return rows.error ? errorNotice(rows.error, readAgain) : reading(`Reading ${tableName(table)}…`);
  }
  // While the connection is lost, its own sentence stands at the top.
  const error = rows.error && !session.lost ? errorBar(rows.error, readAgain) : nothing;
  if (rows.complete && rows.length === 0) return html`${error}${emptyNotice(session, rows, actions)}`;
  return html`${error}${grid(rows, table)}`;
}

const reading = (sentence: string): TemplateResult =>
  html`<div class="notice">
    <vscode-progress-bar indeterminate aria-label=${sentence}></vscode-progress-bar>
    <p class="dim" role="status">${sentence}</p>
  </div>`;

const noTable = (session: TableSession, again: { label: string; press(): void }): TemplateResult =>
  notice(
    `There is no key table in ${visibleLine(session.title)}.`,
    'No table here has a column for an idempotency key and a rule that makes it unique. ' +
      'If your service makes its tables when it starts, start it and try again.',
    again,
  );

function tableChoice(session: TableSession, tables: TableSummary[]): TemplateResult {
  return html`<div class="notice">
    <p class="notice-title">No table here is surely a key table.</p>
    <p class="dim">Choose the one you mean:</p>
    <ul class="choice">
      ${tables.map(
        (table) =>
          html`<li>
            <button class="link" @click=${() => session.openTable(table)}>${tableName(table)}</button>
            <span class="dim"><bdi>${visibleLine(table.evidence[0] ?? '')}</bdi></span>
          </li>`,
      )}
    </ul>
  </div>`;
}

function emptyNotice(session: TableSession, { filter }: RowList, actions: PlaceActions): TemplateResult {
  if (filter.search !== '') {
    return notice(
      `No key, scope or fingerprint contains “${visibleLine(shortenKey(filter.search, 60))}”.`,
      filter.states.length > 0
        ? 'Only rows of the chosen states were searched.'
        : 'A key that was pruned, or was sent to another service, is not in this table.',
      filter.states.length > 0
        ? { label: 'Search all states', press: actions.clearFilter }
        : { label: 'Clear the search', press: actions.clearSearch },
    );
  }
  if (filter.states.length > 0) {
    const names = filter.states.map((state) => stateNames[state].toLowerCase()).join(' or ');
    return notice(`No row is ${names} now.`, 'Rows appear here by themselves when that changes.', {
      label: 'Show all rows',
      press: actions.clearFilter,
    });
  }
  return notice(
    'This table has no rows yet.',
    session.live
      ? 'The first key appears here by itself when your service claims it.'
      : 'Changes are paused; press “Paused” above to follow them.',
  );
}
