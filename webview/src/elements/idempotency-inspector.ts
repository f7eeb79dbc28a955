import '@vscode-elements/elements/dist/vscode-button/index.js';
import '@vscode-elements/elements/dist/vscode-progress-bar/index.js';
import './key-grid.ts';
import './pane-splitter.ts';
import './search-box.ts';
import { LitElement, html, nothing } from 'lit';
import type { PropertyValues, TemplateResult } from 'lit';
import type { KeyRecord, RecordRow } from 'idempotency-inspector/protocol';
import { HostChannel } from '../host/host-channel.ts';
import { keepState, readKeptState, vscodePort } from '../host/vscode-port.ts';
import { instantOf } from '../rows/instants.ts';
import { layoutFrom } from '../session/kept-layout.ts';
import type { KeptLayout } from '../session/kept-layout.ts';
import { TableSession } from '../session/table-session.ts';
import { counted } from '../text/number-words.ts';
import { auditFoot } from '../views/audit-foot.ts';
import { errorBar } from '../views/notice.ts';
import { pageHeader, tableReading } from '../views/page-header.ts';
import { recordDetail } from '../views/record-detail.ts';
import { stateChips } from '../views/state-chips.ts';
import { tablePlace } from '../views/table-place.ts';
import type { CellCopied, KeyGrid, RowChosen } from './key-grid.ts';
import type { ShareChanged } from './pane-splitter.ts';
import type { SearchBox } from './search-box.ts';

/** Below this width, in pixels, the detail goes under the grid. */
const stackBelow = 820;

/** How long the copy button shows that it has copied, in milliseconds. */
const copiedFor = 1_500;
/** Characters the host takes for the clipboard. */
const mostCopied = 1_048_576;

/** The whole page: it owns the session and the layout, and hands both down. */
class IdempotencyInspector extends LitElement {
  #layout: KeptLayout = layoutFrom(readKeptState());
  readonly #host = new HostChannel(vscodePort, (event) => this.#session.receive(event));
  readonly #session = new TableSession(this.#host, this.#layout, () => this.#sessionChanged());
  #revision = 0;
  #now = Date.now();
  #readingShown = false;
  #openFinding: string | null = null;
  #stacked = false;
  #clock: ReturnType<typeof setInterval> | null = null;
  #focusDetail = false;
  #searchOffered = false;
  #copiedAt = -Infinity;
  readonly #resized = new ResizeObserver(([entry]) =>
    this.#setStacked(entry!.contentRect.width < stackBelow),
  );
  readonly #keyPressed = (event: KeyboardEvent): void => this.#keyDown(event);

  protected override createRenderRoot(): this {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#resized.observe(this);
    document.addEventListener('keydown', this.#keyPressed);
    this.#clock = setInterval(() => this.#tick(), 1000);
    this.#host.ready();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#resized.disconnect();
    document.removeEventListener('keydown', this.#keyPressed);
    if (this.#clock) clearInterval(this.#clock);
    this.#session.dispose();
    this.#host.dispose();
  }

  protected override updated(_: PropertyValues<this>): void {
    // Whoever opens a key table has, more often than not, a key on the clipboard.
    if (!this.#searchOffered && this.#search) {
      this.#searchOffered = true;
      if (document.activeElement === document.body) void this.#search.focusField();
    }
    if (this.#focusDetail && this.#session.selection.row) {
      this.#focusDetail = false;
      this.querySelector<HTMLElement>('.detail-head h2')?.focus();
    }
  }

  protected override render(): TemplateResult {
    const session = this.#session;
    const { table, selection } = session;
    const state = { now: this.#now, timeStyle: this.#layout.timeStyle, readingShown: this.#readingShown };
    return html`${session.lost ? errorBar(session.lost) : nothing}
      ${pageHeader(session, state, {
        openTable: (chosen) => session.openTable(chosen),
        setTimeStyle: (timeStyle) => this.#keep({ timeStyle }),
        follow: (live) => {
          this.#keep({ live });
          session.follow(live);
        },
        toggleReading: () => {
          this.#readingShown = !this.#readingShown;
          this.requestUpdate();
        },
      })}
      ${table && this.#readingShown ? tableReading(table) : nothing} ${table ? this.#tools() : nothing}
      <main
        class=${this.#stacked ? 'panes stacked' : 'panes'}
        .style=${`--detail: ${(this.#share * 100).toFixed(1)}%`}
        @share-changed=${(event: ShareChanged) => this.#setShare(event.detail.share)}
      >
        <section class="table-pane" aria-label="Rows">
          ${tablePlace(
            session,
            { clearFilter: () => this.#filter([]), clearSearch: () => session.searchFor('') },
            (rows, opened) =>
              html`<key-grid
                .rows=${rows}
                .table=${opened}
                .total=${session.total}
                .selectedId=${selection.row?.id ?? null}
                .twinOf=${selection.row?.fingerprintFull ?? null}
                .isFresh=${(id: string) => session.isFresh(id)}
                .follows=${selection.row !== null}
                .now=${this.#now}
                .timeStyle=${this.#layout.timeStyle}
                .revision=${this.#revision}
                @row-chosen=${(event: RowChosen) => this.#choose(event.detail.row, event.detail.enter)}
                @cell-copied=${(event: CellCopied) => this.#copy(event.detail.text, event.detail.what)}
                @grid-left=${() => this.#closeDetail()}
              ></key-grid>`,
          )}
        </section>
        ${
          selection.row
            ? html`<pane-splitter .share=${this.#share} .stacked=${this.#stacked}></pane-splitter>
                ${this.#detail(selection.row)}`
            : nothing
        }
      </main>
      ${auditFoot(session, this.#openFinding, {
        open: (id) => {
          this.#openFinding = id;
          this.requestUpdate();
        },
        showRow: (record) => this.#showRow(record),
        openPage: (page) => this.#host.openPage(page),
      })}
      <div class="unseen" role="status">${session.announcement}</div>`;
  }

  #tools(): TemplateResult {
    const session = this.#session;
    return html`<div class="tools" role="search">
      <search-box
        .text=${session.search}
        @search-changed=${(event: CustomEvent<{ text: string }>) => session.searchFor(event.detail.text)}
        @search-left=${() => this.#grid?.focusRow()}
      ></search-box>
      ${stateChips(session, (states) => this.#filter(states))}
      <span class="result dim">${this.#resultWords}</span>
    </div>`;
  }

  #detail(row: RecordRow): TemplateResult {
    return recordDetail(
      this.#session,
      row,
      {
        now: this.#now,
        timeStyle: this.#layout.timeStyle,
        justCopied: performance.now() - this.#copiedAt < copiedFor,
      },
      {
        close: () => this.#closeDetail(),
        copy: (text, what) => this.#copy(text, what),
        search: (text) => this.#session.searchFor(text),
        openPage: (page) => this.#host.openPage(page),
      },
    );
  }

  get #grid(): KeyGrid | null {
    return this.querySelector('key-grid');
  }

  get #search(): SearchBox | null {
    return this.querySelector<SearchBox>('search-box');
  }

  /** How many rows the search or filter found, as far as that is known. */
  get #resultWords(): string {
    const { rows, search, states, total } = this.#session;
    if (!rows?.begun || (search === '' && states.length === 0)) return '';
    if (rows.complete) return counted(rows.length, 'row');
    return search === '' && total !== null ? counted(total, 'row') : `${counted(rows.length, 'row')} so far`;
  }

  #sessionChanged(): void {
    this.#revision++;
    this.requestUpdate();
  }

  #keep(change: Partial<KeptLayout>): void {
    this.#layout = { ...this.#layout, ...change };
    keepState(this.#layout);
    this.requestUpdate();
  }

  #filter(states: KeptLayout['states']): void {
    this.#keep({ states });
    this.#session.filter(states);
  }

  #choose(row: RecordRow, enter: boolean): void {
    const { schema, table } = this.#session.table!;
    this.#focusDetail = enter;
    this.#session.selection.select({ schema, table }, row);
    this.requestUpdate();
  }

  #closeDetail(): void {
    const hadFocus = this.querySelector('.detail')?.contains(document.activeElement);
    this.#session.selection.clear();
    if (hadFocus) this.#grid?.focusRow();
  }

  #copy(text: string, what: string): void {
    if (text.length > mostCopied) {
      this.#session.announce(`${what} not copied: it is longer than a million characters.`);
      return;
    }
    this.#host.copy(text);
    this.#copiedAt = performance.now();
    this.#session.announce(`${what} copied.`);
  }

  /** A finding's example has no place in the list, so its key is searched. */
  #showRow(record: KeyRecord): void {
    if (this.#session.states.length > 0) this.#filter([]);
    this.#session.searchFor(record.key);
  }

  get #share(): number {
    return this.#stacked ? this.#layout.stackedShare : this.#layout.detailShare;
  }

  #setShare(share: number): void {
    this.#keep(this.#stacked ? { stackedShare: share } : { detailShare: share });
  }

  #setStacked(stacked: boolean): void {
    if (stacked === this.#stacked) return;
    this.#stacked = stacked;
    this.requestUpdate();
  }

  /** Words that tell a time grow old; a key in sight that expires meanwhile has another state, which only the store knows. */
  #tick(): void {
    if (document.hidden) return;
    const before = this.#now;
    this.#now = Date.now();
    this.#session.ageFreshRows(this.#now);
    for (const row of this.#session.rows?.loaded() ?? []) {
      const expires = instantOf(row.expires);
      if (expires === null || expires <= before || expires > this.#now) continue;
      this.#session.refresh();
      break;
    }
    this.requestUpdate();
  }

  #keyDown(event: KeyboardEvent): void {
    const target = event.composedPath()[0] as HTMLElement;
    const typing = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    const find = event.key === 'f' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
    if (find || (event.key === '/' && !typing)) {
      event.preventDefault();
      void this.#search?.focusField();
    } else if (event.key === 'Escape' && !event.defaultPrevented && target.closest('.detail')) {
      this.#grid?.focusRow();
    } else if (event.key === 'Escape' && !event.defaultPrevented && target.closest('.audit')) {
      this.#openFinding = null;
      this.requestUpdate();
    }
  }
}

customElements.define('idempotency-inspector', IdempotencyInspector);
