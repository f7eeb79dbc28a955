import {
  Virtualizer,
  defaultRangeExtractor,
  elementScroll,
  observeElementOffset,
  observeElementRect,
} from '@tanstack/virtual-core';
import type { Range, VirtualizerOptions } from '@tanstack/virtual-core';
import { LitElement, html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { RecordRow, TableSummary } from 'idempotency-inspector/protocol';
import type { RowList } from '../rows/row-list.ts';
import { stateKind } from '../text/record-words.ts';
import type { TimeStyle } from '../text/time-words.ts';
import { visibleLine } from '../text/visible-text.ts';
import { columnStyle, columnsThatFit, gridColumns } from './grid-columns.ts';
import type { GridColumn } from './grid-columns.ts';
import { moved } from './grid-keys.ts';
import type { GridPlace } from './grid-keys.ts';

/** A row was chosen; `enter`: by Enter, so the focus should go on into its detail. */
export type RowChosen = CustomEvent<{ row: RecordRow; enter: boolean }>;
/** A cell's or row's text should go to the clipboard. */
export type CellCopied = CustomEvent<{ text: string; what: string }>;

/**
 * The rows as a grid for assistive technology, of which only the ones in sight are in the document. The focus roves over
 * rows, and with the right arrow over a row's cells.
 * Fires `row-chosen`, `cell-copied` and `grid-left` (Escape).
 */
export class KeyGrid extends LitElement {
  static override properties = {
    rows: { attribute: false },
    table: { attribute: false },
    total: { attribute: false },
    selectedId: { attribute: false },
    twinOf: { attribute: false },
    isFresh: { attribute: false },
    follows: { attribute: false },
    now: { attribute: false },
    timeStyle: { attribute: false },
    revision: { attribute: false },
  };

  declare rows: RowList;
  declare table: TableSummary;
  /** Rows under the filter where that is known, null where not. */
  declare total: number | null;
  declare selectedId: string | null;
  /** Rows with this fingerprint are marked as the selected row's twins; null: none. */
  declare twinOf: string | null;
  declare isFresh: (id: string) => boolean;
  /** Does the selection go with the focus? (While the detail is open.) */
  declare follows: boolean;
  declare now: number;
  declare timeStyle: TimeStyle;
  /** Counts up when the rows have changed. */
  declare revision: number;

  /** All that have something to say, and those of them that fit. */
  #allColumns: GridColumn[] = [];
  #columns: GridColumn[] = [];
  #room = Infinity;
  #fontScale = 1;
  #keyCharacters = 22;
  #place: GridPlace = { row: 0, column: null };
  #activeId: string | null = null;
  #anchor: { id: string; index: number } | null = null;
  #takeFocus = false;
  #rowHeight = 28;
  #shown: RowList | null = null;
  readonly #virtualizer = new Virtualizer<HTMLElement, HTMLElement>(this.#options(0));
  #unmount: (() => void) | null = null;
  readonly #resized = new ResizeObserver(() => this.#measure());

  protected override createRenderRoot(): this {
    return this;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#unmount?.();
    this.#unmount = null;
    this.#resized.disconnect();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    if (this.hasUpdated) this.#mount();
  }

  /** Puts the focus on the row it was on last, at first on the first row. */
  focusRow(): void {
    this.#takeFocus = true;
    this.requestUpdate();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (this.#shown !== this.rows) {
      this.#shown = this.rows;
      this.#place = { row: 0, column: null };
      this.#activeId = null;
      this.#anchor = null;
      if (this.#scroller) this.#scroller.scrollTop = 0;
    }
    if (changed.has('revision') || changed.has('rows')) {
      this.#allColumns = gridColumns(this.table, this.rows.loaded());
    }
    this.#columns = columnsThatFit(this.#allColumns, this.#room / this.#fontScale);
    if (this.#place.column !== null && this.#place.column >= this.#columns.length) {
      this.#place = { ...this.#place, column: null };
    }
    // A row keeps the focus when rows come in above it.
    if (this.#activeId !== null && this.rows.rowAt(this.#place.row)?.id !== this.#activeId) {
      const now = this.rows.indexOf(this.#activeId);
      if (now >= 0) this.#place = { ...this.#place, row: now };
    }
    this.#place = { ...this.#place, row: Math.max(0, Math.min(this.#place.row, this.rows.length - 1)) };
    this.#activeId = this.rows.rowAt(this.#place.row)?.id ?? this.#activeId;
    this.#takeFocus ||= this.#hasFocus;
    this.#virtualizer.setOptions(this.#options(this.rows.length + (this.rows.complete ? 0 : 1)));
    this.#virtualizer._willUpdate();
  }

  protected override render(): TemplateResult {
    const columns = this.#columns;
    return html`<div
      class="grid"
      role="grid"
      aria-label=${`Keys in ${visibleLine(this.table.table)}`}
      aria-rowcount=${this.#rowCount}
      aria-colcount=${this.#allColumns.length}
      aria-busy=${this.rows.reading}
      .style=${`${columnStyle(columns, this.#fontScale)}; --row-height: ${this.#rowHeight}px`}
      @keydown=${this.#keyDown}
      @copy=${this.#copy}
    >
      <div
        class="grid-rows"
        role="presentation"
        .style=${`block-size: ${this.#virtualizer.getTotalSize()}px`}
      >
        <div class="grid-head" role="rowgroup">
          <div class="grid-row" role="row" aria-rowindex="1">
            ${columns.map(
              (column) =>
                html`<div
                  class="cell"
                  role="columnheader"
                  data-column=${column.id}
                  aria-colindex=${this.#columnIndex(column)}
                >
                  ${column.title}
                </div>`,
            )}
          </div>
        </div>
        <div class="grid-body" role="rowgroup">
          ${repeat(
            this.#virtualizer.getVirtualItems(),
            ({ index }) => this.rows.rowAt(index)?.id ?? index,
            ({ index, start }) => this.#row(index, start),
          )}
        </div>
      </div>
    </div>`;
  }

  protected override firstUpdated(): void {
    this.#fontScale = parseFloat(getComputedStyle(this).fontSize) / 13;
    this.#rowHeight = Math.max(28, Math.min(33, Math.round(28 * this.#fontScale)));
    this.#mount();
    this.#measure();
    this.requestUpdate();
  }

  protected override updated(): void {
    const scroller = this.#scroller!;
    const anchor = this.#anchor;
    if (anchor && scroller.scrollTop > 0 && this.rows.rowAt(anchor.index)?.id !== anchor.id) {
      const now = this.rows.indexOf(anchor.id);
      if (now >= 0) scroller.scrollTop += (now - anchor.index) * this.#rowHeight;
    }
    const first = Math.floor(scroller.scrollTop / this.#rowHeight);
    const last = first + Math.ceil(scroller.clientHeight / this.#rowHeight);
    const firstRow = this.rows.rowAt(first);
    this.#anchor = firstRow ? { id: firstRow.id, index: first } : null;
    this.rows.show(first, last);
    this.#measure();
    if (this.#takeFocus) {
      this.#takeFocus = false;
      const target = this.querySelector<HTMLElement>('.grid-body [tabindex="0"]');
      if (target !== document.activeElement) target?.focus({ preventScroll: true });
    }
  }

  get #scroller(): HTMLElement | null {
    return this.querySelector<HTMLElement>('.grid');
  }

  get #hasFocus(): boolean {
    return this.contains(document.activeElement);
  }

  /** The header counts as a row; -1 says to assistive technology that nobody knows the number. */
  get #rowCount(): number {
    if (this.rows.complete) return this.rows.length + 1;
    return this.rows.filter.search === '' && this.total !== null ? this.total + 1 : -1;
  }

  #mount(): void {
    this.#unmount ??= this.#virtualizer._didMount();
    this.#virtualizer._willUpdate();
    this.#resized.observe(this);
  }

  #columnIndex(column: GridColumn): number {
    return this.#allColumns.indexOf(column) + 1;
  }

  /** Which columns fit, and how much of a key, follows from the room there is; both settle after one more update. */
  #measure(): void {
    const room = this.#scroller!.clientWidth;
    const keyCell = this.querySelector('.grid-head [data-column=key]');
    // A character of a monospaced font is three fifths of its height wide; 20 pixels are the cell's padding.
    const characterWidth = 0.93 * 13 * this.#fontScale * 0.605;
    const keyCharacters = Math.max(8, Math.floor(((keyCell?.clientWidth ?? 0) - 20) / characterWidth));
    if (room === this.#room && keyCharacters === this.#keyCharacters) return;
    this.#room = room;
    this.#keyCharacters = keyCharacters;
    this.requestUpdate();
  }

  #options(count: number): VirtualizerOptions<HTMLElement, HTMLElement> {
    const rowHeight = this.#rowHeight;
    return {
      count,
      getScrollElement: () => this.#scroller,
      estimateSize: () => rowHeight,
      scrollToFn: elementScroll,
      observeElementRect,
      observeElementOffset,
      onChange: () => this.requestUpdate(),
      overscan: 12,
      // The header sticks to the top and covers one row's height there.
      paddingStart: rowHeight,
      scrollPaddingStart: rowHeight,
      rangeExtractor: (range: Range) => this.#withActive(range),
    };
  }

  /** The row that has the focus stays in the document when it is scrolled out of sight, or the focus would be lost. */
  #withActive(range: Range): number[] {
    const indices = defaultRangeExtractor(range);
    const active = this.#place.row;
    if (active >= range.count || indices.includes(active)) return indices;
    return [...indices, active].sort((left, right) => left - right);
  }

  #row(index: number, start: number): TemplateResult {
    const row = this.rows.rowAt(index);
    const active = index === this.#place.row;
    const tabIndex = active && this.#place.column === null ? 0 : -1;
    const position = `transform: translateY(${start}px)`;
    if (!row) {
      const more = index >= this.rows.length && !this.rows.capped;
      return html`<div
        class="grid-row waiting"
        role="row"
        aria-rowindex=${index + 2}
        tabindex=${tabIndex}
        .style=${position}
      >
        <div class="cell" role="gridcell" aria-colindex="1" aria-colspan=${this.#allColumns.length}>
          ${this.rows.capped ? 'More rows than a list can show: search or choose a state to see them.' : more ? 'Reading more rows…' : 'Reading…'}
        </div>
      </div>`;
    }
    const selected = row.id === this.selectedId;
    const twin = !selected && this.twinOf !== null && row.fingerprintFull === this.twinOf;
    return html`<div
      class="grid-row ${selected ? 'selected' : ''} ${twin ? 'twin' : ''} ${this.isFresh(row.id) ? 'fresh' : ''}"
      role="row"
      aria-rowindex=${index + 2}
      aria-selected=${selected}
      tabindex=${tabIndex}
      data-state=${stateKind(row)}
      .style=${position}
      @click=${() => this.#clicked(index)}
    >
      ${this.#columns.map((column, place) => this.#cell(column, place, row, active, twin))}
    </div>`;
  }

  #cell(column: GridColumn, place: number, row: RecordRow, active: boolean, twin: boolean): TemplateResult {
    return html`<div
      class="cell"
      role="gridcell"
      data-column=${column.id}
      aria-colindex=${this.#columnIndex(column)}
      tabindex=${active && this.#place.column === place ? 0 : -1}
    >
      ${column.cell(row, {
        now: this.now,
        timeStyle: this.timeStyle,
        keyCharacters: this.#keyCharacters,
      })}${
        twin && column.id === 'fingerprint'
          ? html`<span class="unseen">, same request as the selected row</span>`
          : nothing
      }
    </div>`;
  }

  #clicked(index: number): void {
    this.#moveTo({ row: index, column: null });
    this.#choose(false);
  }

  #keyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      this.#choose(event.key === 'Enter');
      return;
    }
    if (event.key === 'Escape') {
      event.preventDefault();
      if (this.#place.column !== null) this.#moveTo({ ...this.#place, column: null });
      else this.dispatchEvent(new CustomEvent('grid-left', { bubbles: true }));
      return;
    }
    const height = this.#scroller!.clientHeight - this.#rowHeight;
    const next = moved(this.#place, event, {
      rows: this.rows.length,
      columns: this.#columns.length,
      pageRows: Math.max(1, Math.floor(height / this.#rowHeight) - 1),
    });
    if (!next) return;
    event.preventDefault();
    this.#moveTo(next);
    if (this.follows) this.#choose(false);
  }

  #moveTo(place: GridPlace): void {
    this.#place = place;
    this.#activeId = this.rows.rowAt(place.row)?.id ?? null;
    this.#takeFocus = true;
    this.#virtualizer.scrollToIndex(place.row, { align: 'auto' });
    this.requestUpdate();
  }

  #choose(enter: boolean): void {
    const row = this.rows.rowAt(this.#place.row);
    if (row) this.dispatchEvent(new CustomEvent('row-chosen', { bubbles: true, detail: { row, enter } }));
  }

  /** Without a text selection, copying takes the whole value of the focused cell, or the row's key. */
  #copy(event: ClipboardEvent): void {
    const row = this.rows.rowAt(this.#place.row);
    if (!row || getSelection()?.toString()) return;
    event.preventDefault();
    const column = this.#place.column === null ? undefined : this.#columns[this.#place.column];
    const detail = column ? { text: column.text(row), what: column.title } : { text: row.key, what: 'Key' };
    this.dispatchEvent(new CustomEvent('cell-copied', { bubbles: true, detail }));
  }
}

customElements.define('key-grid', KeyGrid);

declare global {
  interface HTMLElementTagNameMap {
    'key-grid': KeyGrid;
  }
}
