import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { RecordDetail } from 'idempotency-inspector/protocol';
import type { RecordSelection } from '../session/record-selection.ts';
import { bytesWords, countWords } from '../text/number-words.ts';
import { prettyJson } from '../text/pretty-json.ts';
import { visibleLines } from '../text/visible-text.ts';
import { codicon } from './codicon.ts';

/** Characters of an answer that are shown; a page with millions of them would stand still. */
const mostShown = 100_000;

/** The answer a retry would get, masked until it is asked for in clear. */
export function savedAnswer(selection: RecordSelection, detail: RecordDetail): TemplateResult {
  const { record } = detail;
  if (record.body === null && record.code === null) {
    return html`<section class="answer">
      <h3>Saved answer</h3>
      <p class="dim">Nothing is saved yet.</p>
    </section>`;
  }
  const facts = [
    record.code === null ? null : String(record.code),
    record.bodyBytes === null ? null : bytesWords(record.bodyBytes),
  ].filter((fact) => fact !== null);
  return html`<section class="answer" aria-label="Saved answer">
    <div class="answer-head">
      <h3>Saved answer</h3>
      <span class="dim">${facts.join(' · ')}</span>
      <span class="grow"></span>
      ${
        record.body === null
          ? nothing
          : html`<button class="link" @click=${() => selection.reveal(!selection.revealed)}>
              ${codicon(selection.revealed ? 'eye-closed' : 'eye')} ${selection.revealed ? 'Hide' : 'Reveal'}
            </button>`
      }
    </div>
    ${record.body === null ? html`<p class="dim">The table keeps the status and no body.</p>` : answerText(record.body)}
  </section>`;
}

function answerText(body: string): TemplateResult {
  if (body === '') return html`<p class="dim">The body is empty.</p>`;
  const shown = visibleLines(prettyJson(body) ?? body.slice(0, mostShown)).slice(0, mostShown);
  return html`<pre class="text-block" tabindex="0" aria-label="Body">
${shown.split(/(•+)/).map((part) => (part.startsWith('•') ? html`<span class="mask">${part}</span>` : part))}</pre>
    ${
      body.length > mostShown
        ? html`<p class="dim">
            The first ${countWords(mostShown)} of ${countWords(body.length)} characters are shown.
          </p>`
        : nothing
    }`;
}
