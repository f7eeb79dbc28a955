import type {
  Finding,
  Overlay,
  OverlayCounts,
  RecordState,
  StateCounts,
  TableName,
  TableSummary,
  UserError,
} from 'idempotency-inspector/protocol';
import type { HostChannel, HostEvent } from '../host/host-channel.ts';
import { RowList, sameTable } from '../rows/row-list.ts';
import type { PageChange } from '../rows/key-pages.ts';
import { counted } from '../text/number-words.ts';
import { LatestAnswer } from './latest-answer.ts';
import { RecordSelection } from './record-selection.ts';

interface TableCounts {
  counts: StateCounts;
  overlays: OverlayCounts;
}

/** How long a row that came or changed stays marked, in milliseconds. */
const freshFor = 20_000;
/** `changed` may come many times a second; the table is read again at most this often, in milliseconds. */
const refreshEvery = 400;
/** Counting and auditing ten million rows takes long, and the rows are there meanwhile; in milliseconds. */
const longTimeout = 180_000;
/** The audit reads much of the table; it is asked again at most this often, in milliseconds. */
const auditEvery = 5_000;

/**
 * One key store as the page shows it: its tables, the chosen table's counts, rows and findings, the filter, the selection,
 * and whether changes are followed. Holds no DOM; `changed` is called whenever anything here is different.
 */
export class TableSession {
  readonly selection: RecordSelection;
  readonly #host: HostChannel;
  readonly #changed: () => void;
  #title = '';
  #firstTable: TableName | null = null;
  readonly #tables: LatestAnswer<TableSummary[]>;
  #table: TableSummary | null = null;
  #states: (RecordState | Overlay)[];
  #search = '';
  #counts: LatestAnswer<TableCounts> | null = null;
  #findings: LatestAnswer<Finding[]> | null = null;
  #rows: RowList | null = null;
  /** The list before, on the screen until the first page of the new one comes. */
  #rowsBefore: RowList | null = null;
  #resultUnspoken = false;
  readonly #fresh = new Map<string, number>();
  #live: boolean;
  #missed = false;
  #lost: UserError | null = null;
  #lastChange: number | null = null;
  #refreshTimer: ReturnType<typeof setTimeout> | null = null;
  #announcement = '';

  constructor(
    host: HostChannel,
    kept: { states: (RecordState | Overlay)[]; live: boolean },
    changed: () => void,
  ) {
    this.#host = host;
    this.#states = kept.states;
    this.#live = kept.live;
    this.#changed = changed;
    this.selection = new RecordSelection(host, changed);
    this.#tables = new LatestAnswer(
      async (signal) => (await host.request('tables', {}, { signal })).tables,
      changed,
    );
  }

  /** The source's name for the user: a file's name, or host, port and database. */
  get title(): string {
    return this.#title;
  }
  get tables(): LatestAnswer<TableSummary[]> {
    return this.#tables;
  }
  get table(): TableSummary | null {
    return this.#table;
  }
  get states(): readonly (RecordState | Overlay)[] {
    return this.#states;
  }
  get search(): string {
    return this.#search;
  }
  get counts(): LatestAnswer<TableCounts> | null {
    return this.#counts;
  }
  get findings(): LatestAnswer<Finding[]> | null {
    return this.#findings;
  }
  get rows(): RowList | null {
    const usable = this.#rows && (this.#rows.begun || this.#rows.error);
    return usable ? this.#rows : (this.#rowsBefore ?? this.#rows);
  }
  /** Are changes shown as they come? */
  get live(): boolean {
    return this.#live;
  }
  /** Did the table change while changes were not followed? */
  get missed(): boolean {
    return this.#missed;
  }
  /** Why the connection is lost; null while it holds. */
  get lost(): UserError | null {
    return this.#lost;
  }
  /** When the table last changed, in milliseconds since 1970; null: not since it was opened. */
  get lastChange(): number | null {
    return this.#lastChange;
  }
  /** The sentence a screen reader should say now. */
  get announcement(): string {
    return this.#announcement;
  }

  /** Rows in the table under the chosen states, where the counts tell; the search is not looked at. */
  get total(): number | null {
    const all = this.#counts?.value;
    if (!all) return null;
    if (this.#states.length === 0) return Object.values(all.counts).reduce((sum, count) => sum + count, 0);
    const [only, ...others] = this.#states;
    return others.length > 0 ? null : { ...all.counts, ...all.overlays }[only!];
  }

  isFresh(id: string): boolean {
    return this.#fresh.has(id);
  }

  receive(event: HostEvent): void {
    switch (event.event) {
      case 'init':
        this.#title = event.title;
        this.#firstTable = event.table;
        void this.openTables();
        break;
      case 'changed':
        this.#lastChange = Date.now();
        if (this.#live) this.#refreshSoon();
        else this.#missed = true;
        break;
      case 'lost':
        this.#lost = event.error;
        break;
      case 'restored':
        this.#lost = null;
        this.announce('The connection is back.');
        void this.openTables();
        if (this.#table) this.#refreshSoon();
        break;
    }
    this.#changed();
  }

  /** Lists the tables; when none is open, opens the one the host named, else the first that is surely a key table. */
  async openTables(): Promise<void> {
    await this.#tables.ask();
    const tables = this.#tables.value ?? [];
    if (this.#tables.error) return;
    if (this.#table) {
      this.#table = tables.find((table) => sameTable(table, this.#table)) ?? this.#table;
      this.#changed();
      return;
    }
    const named = tables.find((table) => sameTable(table, this.#firstTable));
    const first = named ?? tables.find((table) => table.opens);
    if (first) this.openTable(first);
  }

  /** Shows another table, with no search. */
  openTable(summary: TableSummary): void {
    this.#table = summary;
    this.#search = '';
    this.#fresh.clear();
    this.selection.clear();
    this.#rows?.dispose();
    this.#rows = null;
    this.#rowsBefore = null;
    const table = { schema: summary.schema, table: summary.table };
    this.#counts?.dispose();
    this.#counts = new LatestAnswer(
      (signal) => this.#host.request('counts', { table }, { signal, timeout: longTimeout }),
      this.#changed,
    );
    this.#findings?.dispose();
    this.#findings = new LatestAnswer(
      async (signal) =>
        (await this.#host.request('audit', { table }, { signal, timeout: longTimeout })).findings,
      this.#changed,
      auditEvery,
    );
    this.#readRows();
    void this.#counts.ask();
    void this.#findings.ask();
  }

  filter(states: (RecordState | Overlay)[]): void {
    this.#states = states;
    this.#readRows();
  }

  searchFor(text: string): void {
    if (text === this.#search) return;
    this.#search = text;
    this.#readRows();
  }

  /** Follows changes, or stops; changes missed meanwhile are shown at once. */
  follow(live: boolean): void {
    this.#live = live;
    if (live && this.#missed) this.refresh();
    this.#changed();
  }

  /** Reads again what is in sight, the counts, the detail and the findings. */
  refresh(): void {
    this.#missed = false;
    this.#rows?.refresh();
    this.selection.refresh();
    void this.#counts?.ask();
    void this.#findings?.ask();
  }

  /** Forgets the marks of rows that are no longer new. */
  ageFreshRows(now: number): void {
    for (const [id, since] of this.#fresh) if (now - since > freshFor) this.#fresh.delete(id);
  }

  announce(sentence: string): void {
    this.#announcement = sentence;
    this.#changed();
  }

  dispose(): void {
    this.#tables.dispose();
    this.#counts?.dispose();
    this.#findings?.dispose();
    this.#rows?.dispose();
    this.selection.clear();
    if (this.#refreshTimer) clearTimeout(this.#refreshTimer);
  }

  /** The first change is shown at once, those that follow it closely together. */
  #refreshSoon(): void {
    if (this.#refreshTimer) {
      this.#missed = true;
      return;
    }
    this.refresh();
    this.#refreshTimer = setTimeout(() => {
      this.#refreshTimer = null;
      if (this.#missed && this.#live) this.#refreshSoon();
    }, refreshEvery);
  }

  #readRows(): void {
    this.#rows?.dispose();
    this.#rowsBefore = this.rows;
    const { schema, table } = this.#table!;
    const filter = { table: { schema, table }, states: [...this.#states], search: this.#search };
    const rows = new RowList(this.#host, filter, (change) => this.#rowsChanged(rows, change));
    this.#rows = rows;
    this.#resultUnspoken = this.#search !== '' || this.#states.length > 0;
    rows.show(0, 0);
    this.#changed();
  }

  #rowsChanged(rows: RowList, { fresh, changed }: PageChange): void {
    const now = Date.now();
    for (const id of [...fresh, ...changed]) this.#fresh.set(id, now);
    if (fresh.length > 0) this.#announcement = `${counted(fresh.length, 'new row')}.`;
    else if (this.#resultUnspoken && rows.begun && !rows.reading) {
      this.#resultUnspoken = false;
      this.#announcement = rows.complete
        ? `${counted(rows.length, 'row')}.`
        : `More than ${counted(rows.length, 'row')}.`;
    }
    this.#changed();
  }
}
