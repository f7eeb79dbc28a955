import '@vscode-elements/elements/dist/vscode-textfield/index.js';
import { LitElement, html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { codicon } from '../views/codicon.ts';

/** Time without typing after which the search begins, in milliseconds. */
const pause = 150;

/** Characters the host takes for a search. */
const mostCharacters = 10_000;

/**
 * The search field. Fires `search-changed` with the text once typing rests, and `search-left` for the arrow down and Enter.
 */
export class SearchBox extends LitElement {
  static override properties = { text: { attribute: false } };

  /** What is searched now; the field follows it when it is changed from outside. */
  declare text: string;

  #timer: ReturnType<typeof setTimeout> | null = null;

  protected override createRenderRoot(): this {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    if (this.#timer) clearTimeout(this.#timer);
  }

  /** Puts the focus into the field and selects what is there, so that a pasted key replaces it. */
  async focusField(): Promise<void> {
    await this.updateComplete;
    await this.#field?.updateComplete;
    this.#field?.focus();
    this.#input?.select();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('text') && this.#field && this.#field.value !== this.text) this.#field.value = this.text;
  }

  protected override render(): TemplateResult {
    return html`<vscode-textfield
      type="search"
      .label=${'Search keys, scopes and fingerprints'}
      placeholder="Find a key, scope or fingerprint"
      autocomplete="off"
      .maxLength=${mostCharacters}
      @input=${this.#typed}
      @keydown=${this.#keyDown}
    >
      <span slot="content-before" class="search-icon">${codicon('search')}</span>
      ${
        this.text === ''
          ? html`<kbd slot="content-after" aria-hidden="true" title="Press / to search">/</kbd>`
          : nothing
      }
    </vscode-textfield>`;
  }

  get #field(): HTMLElementTagNameMap['vscode-textfield'] | null {
    return this.querySelector('vscode-textfield');
  }

  get #input(): HTMLInputElement | null {
    return this.#field?.shadowRoot?.querySelector('input') ?? null;
  }

  #typed(): void {
    if (this.#timer) clearTimeout(this.#timer);
    if (this.#field!.value === '') this.#search();
    else this.#timer = setTimeout(() => this.#search(), pause);
  }

  #search(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.dispatchEvent(
      new CustomEvent('search-changed', { bubbles: true, detail: { text: this.#field!.value.trim() } }),
    );
  }

  #keyDown(event: KeyboardEvent): void {
    if (event.key === 'Escape' && this.#field!.value !== '') {
      event.preventDefault();
      this.#field!.value = '';
      this.#search();
    } else if (event.key === 'Enter' || event.key === 'ArrowDown') {
      event.preventDefault();
      if (this.#timer) this.#search();
      this.dispatchEvent(new CustomEvent('search-left', { bubbles: true }));
    }
  }
}

customElements.define('search-box', SearchBox);
