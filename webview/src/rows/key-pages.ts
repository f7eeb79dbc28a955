import type { PageResult, RecordRow } from 'idempotency-inspector/protocol';

interface KeyPage {
  /** The cursor this page follows; null for the first. */
  after: string | null;
  /** Null once dropped to save memory; the page can be asked again by its cursor. */
  rows: RecordRow[] | null;
  /** Rows on it when it was last seen. */
  length: number;
  /** The table has changed since it was read. */
  stale: boolean;
}

/** What reading a page again brought. */
export interface PageChange {
  /** Ids of rows that were not on any page before. */
  fresh: string[];
  /** Ids of rows that were there and now say something else. */
  changed: string[];
}

/**
 * The pages of a table read by keyset: each page is known by the cursor it follows, so it can be dropped and read again.
 * Pages are read one after another; the `keep` pages around the one read last hold their rows, so a range that is looked
 * at must be shorter than those.
 */
export class KeyPages {
  readonly pageSize: number;
  readonly #keep: number;
  #pages: KeyPage[] = [];
  /** Index of the first row of each page, and after the last page the number of all rows. */
  #starts: number[] = [0];
  #next: string | null = null;
  #begun = false;

  constructor(pageSize: number, keep: number) {
    this.pageSize = pageSize;
    this.#keep = keep;
  }

  /** Rows known so far, dropped ones included. */
  get length(): number {
    return this.#starts.at(-1)!;
  }

  /** Has any page been read? */
  get begun(): boolean {
    return this.#begun;
  }

  /** Has the last page been read, so that `length` is the number of all rows? */
  get complete(): boolean {
    return this.#begun && this.#next === null;
  }

  /** The row, or undefined where its page is not in memory. */
  rowAt(index: number): RecordRow | undefined {
    const page = this.#pageOf(index);
    return this.#pages[page]?.rows?.[index - this.#starts[page]!];
  }

  /** Where the row stands, or -1 where it is not in memory. */
  indexOf(id: string): number {
    for (const [index, page] of this.#pages.entries()) {
      const place = page.rows?.findIndex((row) => row.id === id) ?? -1;
      if (place >= 0) return this.#starts[index]! + place;
    }
    return -1;
  }

  /** Rows in memory, in their order. */
  *loaded(): Iterable<RecordRow> {
    for (const page of this.#pages) if (page.rows) yield* page.rows;
  }

  /**
   * The page to read next so that rows `first` to `last` (inclusive) can be shown, or null when nothing is missing.
   * Reading goes forward: a page that is stale comes before the ones whose cursors hang on it.
   */
  wanted(first: number, last: number): { page: number; after: string | null } | null {
    if (!this.#begun) return { page: 0, after: null };
    // An empty last page, and one that a shrunken table no longer reaches, may have rows by now.
    const from = Math.min(this.#pageOf(Math.max(0, first)), this.#pages.length - 1);
    for (let page = from; page < this.#pages.length && this.#starts[page]! <= last; page++) {
      const { rows, stale, after } = this.#pages[page]!;
      if (rows === null || stale) return { page, after };
    }
    if (last >= this.length && this.#next !== null) return { page: this.#pages.length, after: this.#next };
    return null;
  }

  /** Takes in a page that was read. */
  store(page: number, result: PageResult): PageChange {
    const known = this.#pages[page];
    const change = known?.rows ? this.#compare(known.rows, result) : { fresh: [], changed: [] };
    const kept: KeyPage = {
      after: known?.after ?? (page === 0 ? null : this.#next),
      rows: result.records,
      length: result.records.length,
      stale: false,
    };
    this.#pages[page] = kept;
    this.#begun = true;
    const follower = this.#pages[page + 1];
    if (result.next === null) {
      this.#pages.length = page + 1;
      this.#next = null;
    } else if (!follower) {
      this.#next = result.next;
    } else if (follower.after !== result.next) {
      // Rows came or went on this page, so the pages after it begin elsewhere now.
      follower.after = result.next;
      follower.stale = true;
      if (this.#pages.length > page + 2) {
        this.#next = this.#pages[page + 2]!.after;
        this.#pages.length = page + 2;
      }
    }
    this.#dropFarFrom(page);
    this.#measure();
    return change;
  }

  /** The table has changed: every page is to be read again before it is shown as it is now. */
  markStale(): void {
    for (const page of this.#pages) page.stale = true;
  }

  #pageOf(index: number): number {
    let low = 0;
    let high = this.#pages.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#starts[middle + 1]! <= index) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  #measure(): void {
    this.#starts = [0];
    for (const page of this.#pages) this.#starts.push(this.#starts.at(-1)! + page.length);
  }

  #dropFarFrom(page: number): void {
    const inMemory = this.#pages.flatMap((each, index) => (each.rows ? [index] : []));
    inMemory.sort((left, right) => Math.abs(left - page) - Math.abs(right - page));
    for (const index of inMemory.slice(this.#keep)) this.#pages[index]!.rows = null;
  }

  /** A row that moved up from the next page is not new: only what stands before a known row, or on the last page, is. */
  #compare(before: RecordRow[], result: PageResult): PageChange {
    const known = new Map<string, RecordRow>();
    for (const row of this.loaded()) known.set(row.id, row);
    for (const row of before) known.set(row.id, row);
    const lastKnown = result.records.findLastIndex((row) => known.has(row.id));
    const end = result.next === null ? result.records.length : lastKnown;
    const change: PageChange = { fresh: [], changed: [] };
    for (const [index, row] of result.records.entries()) {
      const earlier = known.get(row.id);
      if (earlier && JSON.stringify(earlier) !== JSON.stringify(row)) change.changed.push(row.id);
      if (!earlier && index < end) change.fresh.push(row.id);
    }
    return change;
  }
}
