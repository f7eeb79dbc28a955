import { html } from 'lit';
import type { TemplateResult } from 'lit';
import { fingerprintSwatch } from '../text/fingerprint-colour.ts';

/** A small square in the fingerprint's two colours. The text beside it says the same, so it is hidden from screen readers. */
export function swatch(fingerprint: string): TemplateResult {
  const { left, right } = fingerprintSwatch(fingerprint);
  return html`<span class="swatch" aria-hidden="true" data-left=${left} data-right=${right}></span>`;
}
