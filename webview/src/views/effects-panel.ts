import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { EffectRepeat, EffectTable, KeyRecord } from 'idempotency-inspector/protocol';
import { windows } from '../session/effects-search.ts';
import type { EffectsSearch } from '../session/effects-search.ts';
import { fingerprintWords } from '../text/fingerprint-words.ts';
import { counted } from '../text/number-words.ts';
import { shortenKey } from '../text/shorten-key.ts';
import { spanWords } from '../text/time-words.ts';
import { visibleLine } from '../text/visible-text.ts';
import { codicon } from './codicon.ts';
import { errorBar } from './notice.ts';
import { tableName } from './page-header.ts';

export interface EffectsActions {
  close(): void;
  showRow(record: KeyRecord): void;
  openPage(page: string): void;
  timeOf(time: EffectRepeat['rows'][number]['created']): string;
}

/** The search for double charges: choose a table and its columns, read off what made the second row. */
export function effectsPanel(search: EffectsSearch, actions: EffectsActions): TemplateResult {
  const { tables, table, report, error } = search;
  return html`<section id="effects" class="effects" aria-label="Double charges">
    <div class="effects-head">
      <h2 tabindex="-1">Double charges</h2>
      <p class="dim">
        Operations that stand more than once in a business table, beside the keys of their time.
      </p>
      <button class="icon-button" aria-label="Close double charges" @click=${() => actions.close()}>
        ${codicon('close')}
      </button>
    </div>
    ${tables.error ? errorBar(tables.error, { label: 'Try again', press: () => void tables.ask() }) : nothing}
    ${!tables.value && !tables.error ? html`<p class="dim">Looking for tables…</p>` : nothing}
    ${tables.value?.length === 0 ? html`<p>There is no other table in this database.</p>` : nothing}
    ${table ? question(search, table, tables.value ?? []) : nothing}
    ${error ? errorBar(error, { label: 'Try again', press: () => void search.look() }) : nothing}
    ${report ? answer(search, actions) : nothing}
  </section>`;
}

function question(search: EffectsSearch, table: EffectTable, tables: readonly EffectTable[]): TemplateResult {
  const likely = tables.filter((each) => each.likely);
  const others = tables.filter((each) => !each.likely);
  const option = (each: EffectTable): TemplateResult =>
    html`<option
      value=${tables.indexOf(each)}
      ?selected=${each.schema === table.schema && each.table === table.table}
    >
      ${tableName(each)}
    </option>`;
  return html`<form
    class="effects-question"
    @submit=${(event: Event) => {
      event.preventDefault();
      void search.look();
    }}
  >
    <label>
      Table
      <select
        class="select"
        @change=${(event: Event) => {
          const chosen = tables[Number((event.target as HTMLSelectElement).value)];
          if (chosen) search.choose(chosen);
        }}
      >
        ${likely.length > 0 ? html`<optgroup label="Likely">${likely.map(option)}</optgroup>` : nothing}
        ${others.length > 0 ? html`<optgroup label="Others">${others.map(option)}</optgroup>` : nothing}
      </select>
    </label>
    <fieldset>
      <legend>One operation: the same</legend>
      ${table.columns.map(
        ({ name }) =>
          html`<label class="check">
            <input type="checkbox" .checked=${search.defines(name)} @change=${() => search.toggle(name)} />
            <bdi class="mono">${visibleLine(name)}</bdi>
          </label>`,
      )}
    </fieldset>
    <label>
      Made at
      <select
        class="select"
        @change=${(event: Event) => search.setCreated((event.target as HTMLSelectElement).value)}
      >
        ${search.created === null ? html`<option value="" selected disabled>no time: compare all</option>` : nothing}
        ${table.columns.map(
          ({ name }) =>
            html`<option value=${name} ?selected=${name === search.created}>${visibleLine(name)}</option>`,
        )}
      </select>
    </label>
    <label>
      Within
      <select
        class="select"
        @change=${(event: Event) => search.setWindow(Number((event.target as HTMLSelectElement).value))}
      >
        ${windows.map(
          ([seconds, label]) =>
            html`<option value=${seconds} ?selected=${seconds === search.windowSeconds}>${label}</option>`,
        )}
      </select>
    </label>
    ${
      search.asking
        ? html`<button type="button" class="button secondary" @click=${() => search.stop()}>Stop</button>
            <span class="dim" role="status">Reading ${tableName(table)}…</span>`
        : html`<button type="submit" class="button" ?disabled=${!search.ready}>Look for repeats</button>`
    }
    <details class="effects-why">
      <summary>Why these columns</summary>
      <ul>
        ${table.evidence.map((line) => html`<li><bdi>${visibleLine(line)}</bdi></li>`)}
      </ul>
    </details>
  </form>`;
}

function answer(search: EffectsSearch, actions: EffectsActions): TemplateResult {
  const report = search.report!;
  const { repeats, repeatsFound } = report;
  return html`<div class="effects-result">
      <strong>
        ${
          repeatsFound === 0
            ? 'No operation stands more than once'
            : `${counted(repeatsFound, 'operation stands', 'operations stand')} more than once`
        }
      </strong>
      <span class="dim">${counted(report.rowsRead, 'row')} read</span>
      <span class="grow"></span>
      ${
        repeatsFound > 0
          ? html`<button class="button secondary" @click=${() => search.export('markdown')}>
                Export as Markdown…
              </button>
              <button class="button secondary" @click=${() => search.export('json')}>Export as JSON…</button>`
          : nothing
      }
    </div>
    ${report.notes.map((note) => html`<p class="dim">${note}</p>`)}
    <ol class="repeats" aria-label="Operations that stand more than once">
      ${repeats.map((repeat) => html`<li>${repeatView(repeat, actions)}</li>`)}
    </ol>
    ${
      repeatsFound > repeats.length
        ? html`<p class="dim">The newest ${repeats.length} are shown.</p>`
        : nothing
    }`;
}

function repeatView(repeat: EffectRepeat, actions: EffectsActions): TemplateResult {
  const placed = new Set(repeat.rows.map((row) => row.key));
  const others = repeat.keys.filter((_record, place) => !placed.has(place));
  const more = repeat.rowCount - repeat.rows.length;
  return html`<h3>
      ${Object.entries(repeat.operation).map(
        ([column, value], index) =>
          html`${index > 0 ? ' · ' : ''}<span class="dim"><bdi>${visibleLine(column)}</bdi></span>
            <bdi class="mono">${visibleLine(shortenKey(value, 60))}</bdi>`,
      )}
    </h3>
    <p class="repeat-sentence">
      ${codicon(repeat.cause === 'different-owners' || repeat.cause === 'unknown' ? 'info' : 'error')}
      ${repeat.sentence}
    </p>
    <table>
      <thead>
        <tr>
          <th scope="col">Row</th>
          <th scope="col">Made</th>
          <th scope="col">After</th>
          <th scope="col">Its key</th>
          <th scope="col">Fingerprint</th>
          <th scope="col">Key made</th>
          <th scope="col">State</th>
        </tr>
      </thead>
      <tbody>
        ${repeat.rows.map(
          (row, index) =>
            html`<tr>
              <td>
                ${Object.entries(row.values).map(
                  ([column, value]) =>
                    html`<span class="dim"><bdi>${visibleLine(column)}</bdi></span>
                      <bdi class="mono">${visibleLine(shortenKey(value ?? 'NULL', 40))}</bdi> `,
                )}
              </td>
              <td class="number">${actions.timeOf(row.created)}</td>
              <td class="number gap">${index === 0 ? '' : gapWords(repeat.gapSeconds[index - 1] ?? null)}</td>
              ${keyCells(row.key === null ? undefined : repeat.keys[row.key], actions)}
            </tr>`,
        )}
        ${others.map(
          (record) =>
            html`<tr>
              <td class="dim" colspan="3">not told which row</td>
              ${keyCells(record, actions)}
            </tr>`,
        )}
      </tbody>
    </table>
    <p class="dim repeat-foot">
      ${more > 0 ? html`and ${counted(more, 'more row')} · ` : nothing}${counted(repeat.keysNear, 'key')} of
      that time ·
      <button class="link" @click=${() => actions.openPage(repeat.page)}>What it means and what to do</button>
      ${
        repeat.rule === null
          ? nothing
          : html`·
              <button class="link" @click=${() => actions.openPage(repeat.rule!)}>
                The rule that prevents it: ${repeat.rule}
              </button>`
      }
    </p>`;
}

function keyCells(record: KeyRecord | undefined, actions: EffectsActions): TemplateResult {
  if (!record)
    return html`<td class="dim">none</td>
      <td></td>
      <td></td>
      <td></td>`;
  const marks = [
    `${record.state.replace('-', ' ')}${record.code === null ? '' : ` ${record.code}`}`,
    record.stuck ? 'stuck' : '',
    record.expired === true ? 'expired' : '',
  ].filter((mark) => mark !== '');
  return html`<td>
      <button class="link mono" @click=${() => actions.showRow(record)}>
        <bdi>${visibleLine(shortenKey(record.key, 24))}</bdi>
      </button>
    </td>
    <td class="mono">
      ${record.fingerprint === null ? '–' : visibleLine(fingerprintWords(record.fingerprint.short))}
    </td>
    <td class="number">${actions.timeOf(record.created)}</td>
    <td>${marks.join(', ')}</td>`;
}

const gapWords = (seconds: number | null): string =>
  seconds === null ? '–' : seconds < 1 ? 'at once' : spanWords(seconds * 1000);
