import { html } from 'lit';
import type { TemplateResult } from 'lit';
import type { StateKind } from '../text/record-words.ts';

/** The state's mark: told apart by shape as well as by colour. The state's name always stands beside it. */
export const stateDot = (kind: StateKind): TemplateResult =>
  html`<span class="dot" data-state=${kind} aria-hidden="true"></span>`;
