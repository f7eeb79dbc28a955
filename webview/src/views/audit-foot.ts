import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { Finding, KeyRecord } from 'idempotency-inspector/protocol';
import type { TableSession } from '../session/table-session.ts';
import { counted } from '../text/number-words.ts';
import { shortenKey } from '../text/shorten-key.ts';
import { visibleLine } from '../text/visible-text.ts';
import { codicon } from './codicon.ts';

interface AuditActions {
  /** Opens or closes a finding's rows; null closes. */
  open(id: string | null): void;
  showRow(record: KeyRecord): void;
  openPage(page: string): void;
}

const severityIcons: Record<Finding['severity'], string> = {
  error: 'error',
  warning: 'warning',
  info: 'info',
};

/** Several findings may be of one kind; the rows tell them apart, also after the audit has run again. */
const nameOf = (finding: Finding): string => `${finding.id} ${finding.examples[0]?.key ?? ''}`;

/** What is wrong with the table and its rows, always in sight. Nothing stands here where the store does not audit. */
export function auditFoot(
  session: TableSession,
  openId: string | null,
  actions: AuditActions,
): TemplateResult | typeof nothing {
  const answer = session.findings;
  if (!answer || answer.error?.code === 'unknown-method') return nothing;
  const findings = answer.value;
  const open = findings?.find((finding) => nameOf(finding) === openId);
  return html`<footer class="audit" aria-label="Audit">
    ${open ? findingPanel(open, actions) : nothing}
    <div class="audit-line">
      <h2>Audit</h2>
      <div class="findings">
        ${findings?.map(
          (finding) =>
            html`<button
              class="finding"
              data-severity=${finding.severity}
              aria-expanded=${nameOf(finding) === openId}
              @click=${() => actions.open(nameOf(finding) === openId ? null : nameOf(finding))}
            >
              ${codicon(severityIcons[finding.severity])}<span>${visibleLine(finding.sentence)}</span>
            </button>`,
        )}
        ${findings?.length === 0 ? html`<span class="dim">Nothing wrong was found in this table.</span>` : nothing}
        ${!findings && !answer.error ? html`<span class="dim">Reading the table as evidence…</span>` : nothing}
        ${answer.error ? html`<span role="alert">${visibleLine(answer.error.what)} ${visibleLine(answer.error.action)}</span>` : nothing}
      </div>
    </div>
  </footer>`;
}

function findingPanel(finding: Finding, actions: AuditActions): TemplateResult {
  const more = finding.rows - finding.examples.length;
  return html`<section class="finding-panel" aria-label="Finding">
    <div class="finding-head">
      <p>${visibleLine(finding.sentence)}</p>
      <button class="icon-button" aria-label="Close the finding" @click=${() => actions.open(null)}>
        ${codicon('close')}
      </button>
    </div>
    <ul class="finding-rows">
      ${finding.examples.map(
        (record) =>
          html`<li>
            <button class="link mono" @click=${() => actions.showRow(record)}>
              <bdi>${visibleLine(shortenKey(record.key, 40))}</bdi>
            </button>
            ${record.scope === null ? nothing : html`<bdi class="dim">${visibleLine(shortenKey(record.scope, 40))}</bdi>`}
          </li>`,
      )}
      ${more > 0 && finding.examples.length > 0 ? html`<li class="dim">and ${counted(more, 'more row')}</li>` : nothing}
    </ul>
    <button class="link" @click=${() => actions.openPage(finding.page)}>What it means and what to do</button>
    ${
      finding.rule === null
        ? nothing
        : html`·
            <button class="link" @click=${() => actions.openPage(finding.rule!)}>
              The rule that prevents it: ${visibleLine(finding.rule)}
            </button>`
    }
  </section>`;
}
