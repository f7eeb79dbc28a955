import { LitElement } from 'lit';
import type { PropertyValues } from 'lit';

/** The new share of the second pane, 0.15 to 0.85. */
export type ShareChanged = CustomEvent<{ share: number }>;

const least = 0.15;
const most = 0.85;
const step = 0.02;

/**
 * The bar between two panes, moved by pointer or by arrow keys. (`vscode-split-layout` knows no keyboard.)
 * Fires `share-changed`.
 */
class PaneSplitter extends LitElement {
  static override properties = {
    share: { attribute: false },
    stacked: { attribute: false },
  };

  /** Part of the parent that the pane after the bar takes. */
  declare share: number;
  /** Are the panes one below the other? */
  declare stacked: boolean;

  constructor() {
    super();
    this.addEventListener('keydown', (event) => this.#keyDown(event));
    this.addEventListener('pointerdown', (event) => this.#grab(event));
    this.addEventListener('pointermove', (event) => this.#drag(event));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.role = 'separator';
    this.tabIndex = 0;
    this.ariaLabel = 'Size of the detail';
    this.ariaValueMin = String(least * 100);
    this.ariaValueMax = String(most * 100);
  }

  protected override updated(_: PropertyValues<this>): void {
    this.ariaOrientation = this.stacked ? 'horizontal' : 'vertical';
    this.ariaValueNow = String(Math.round(this.share * 100));
  }

  #keyDown(event: KeyboardEvent): void {
    const [larger, smaller] = this.stacked ? ['ArrowUp', 'ArrowDown'] : ['ArrowLeft', 'ArrowRight'];
    const shares: Partial<Record<string, number>> = {
      [larger!]: this.share + step,
      [smaller!]: this.share - step,
      Home: least,
      End: most,
    };
    const share = shares[event.key];
    if (share === undefined) return;
    event.preventDefault();
    this.#change(share);
  }

  #grab(event: PointerEvent): void {
    this.setPointerCapture(event.pointerId);
    event.preventDefault();
    this.focus();
  }

  #drag(event: PointerEvent): void {
    if (!this.hasPointerCapture(event.pointerId)) return;
    const whole = this.parentElement!.getBoundingClientRect();
    this.#change(
      this.stacked
        ? (whole.bottom - event.clientY) / whole.height
        : (whole.right - event.clientX) / whole.width,
    );
  }

  #change(share: number): void {
    const within = Math.max(least, Math.min(most, share));
    this.dispatchEvent(new CustomEvent('share-changed', { bubbles: true, detail: { share: within } }));
  }
}

customElements.define('pane-splitter', PaneSplitter);
