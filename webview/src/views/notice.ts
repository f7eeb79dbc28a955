import { html, nothing } from 'lit';
import type { TemplateResult } from 'lit';
import type { UserError } from 'idempotency-inspector/protocol';
import { visibleLine } from '../text/visible-text.ts';
import { codicon } from './codicon.ts';

interface NoticeButton {
  label: string;
  press(): void;
}

/** What stands in a place that has nothing to show: a sentence, why, and what helps. */
export function notice(title: string, text: string, button?: NoticeButton): TemplateResult {
  return html`<div class="notice">
    <p class="notice-title">${title}</p>
    <p class="dim">${text}</p>
    ${buttonOf(button)}
  </div>`;
}

/** A failure: what happened, why, what to do. */
export function errorNotice(error: UserError, button?: NoticeButton): TemplateResult {
  return html`<div class="notice" role="alert">
    <p class="notice-title">${codicon('error')} ${visibleLine(error.what)}</p>
    <p class="dim">${visibleLine(error.why)}</p>
    <p>${visibleLine(error.action)}</p>
    ${buttonOf(button)}
  </div>`;
}

/** The same in one line over what is still shown. */
export function errorBar(error: UserError, button?: NoticeButton): TemplateResult {
  return html`<div class="error-bar" role="alert">
    ${codicon('warning')}
    <span
      ><strong>${visibleLine(error.what)}</strong> ${visibleLine(error.why)}
      ${visibleLine(error.action)}</span
    >
    ${buttonOf(button)}
  </div>`;
}

const buttonOf = (button: NoticeButton | undefined): TemplateResult | typeof nothing =>
  button ? html`<vscode-button secondary @click=${button.press}>${button.label}</vscode-button>` : nothing;
