import { html } from 'lit';
import type { TemplateResult } from 'lit';

/** An icon that only repeats what the text beside it, or its button's label, says. */
export const codicon = (name: string): TemplateResult =>
  html`<span class="codicon codicon-${name}" aria-hidden="true"></span>`;
