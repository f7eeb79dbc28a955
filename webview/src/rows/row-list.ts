import type { PageParams, RecordRow, TableName, UserError } from 'idempotency-inspector/protocol';
import { userErrorOf, wasWithdrawn } from '../host/host-channel.ts';
import type { HostChannel } from '../host/host-channel.ts';
import { KeyPages } from './key-pages.ts';
import type { PageChange } from './key-pages.ts';

const pageSize = 200;
/** 8,000 rows: more than anyone scrolls back over, and a few megabytes. */
const pagesKept = 40;
/** Rows read ahead of the last one in sight. */
const ahead = 60;
/** A grid taller than 33.5 million pixels is more than Chromium can lay out; no row is higher than 33. */
const mostRows = 1_000_000;

/** The rows of one table under one filter, read as far as they are looked at. */
export class RowList {
  readonly filter: Pick<PageParams, 'table' | 'states' | 'search'>;
  readonly #host: HostChannel;
  readonly #changed: (change: PageChange) => void;
  readonly #pages = new KeyPages(pageSize, pagesKept);
  readonly #end = new AbortController();
  #sight = { first: 0, last: 0 };
  #reading = false;
  #error: UserError | null = null;

  /** @param changed called after each page, and after a failure, with what a page read again has brought */
  constructor(host: HostChannel, filter: RowList['filter'], changed: (change: PageChange) => void) {
    this.#host = host;
    this.filter = filter;
    this.#changed = changed;
  }

  get length(): number {
    return Math.min(this.#pages.length, mostRows);
  }

  /** Is `length` the number of all rows? */
  get complete(): boolean {
    return this.#pages.complete;
  }

  /** Are there more rows than the grid can show? */
  get capped(): boolean {
    return this.#pages.length >= mostRows && !this.#pages.complete;
  }

  /** Has the first page come? */
  get begun(): boolean {
    return this.#pages.begun;
  }

  get reading(): boolean {
    return this.#reading;
  }

  /** Why reading stopped; it goes on with {@link retry}. */
  get error(): UserError | null {
    return this.#error;
  }

  rowAt(index: number): RecordRow | undefined {
    return this.#pages.rowAt(index);
  }

  indexOf(id: string): number {
    return this.#pages.indexOf(id);
  }

  loaded(): Iterable<RecordRow> {
    return this.#pages.loaded();
  }

  /** Says which rows are in sight (indices, inclusive); what is missing of them is read. */
  show(first: number, last: number): void {
    this.#sight = { first, last };
    void this.#read();
  }

  /** The table has changed: reads again what is in sight, and the rest when it comes in sight. */
  refresh(): void {
    this.#pages.markStale();
    this.retry();
  }

  /** Goes on after an error. */
  retry(): void {
    this.#error = null;
    void this.#read();
  }

  /** Withdraws what is being read; nothing is reported afterwards. */
  dispose(): void {
    this.#end.abort();
  }

  async #read(): Promise<void> {
    if (this.#reading || this.#error || this.#end.signal.aborted || !this.#wanted()) return;
    this.#reading = true;
    try {
      for (let wanted = this.#wanted(); wanted; wanted = this.#wanted()) {
        const params: PageParams = { ...this.filter, after: wanted.after, limit: pageSize };
        const result = await this.#host.request('page', params, { signal: this.#end.signal });
        this.#changed(this.#pages.store(wanted.page, result));
      }
    } catch (error) {
      if (wasWithdrawn(error)) return;
      this.#error = userErrorOf(error);
    } finally {
      this.#reading = false;
    }
    this.#changed({ fresh: [], changed: [] });
  }

  #wanted(): ReturnType<KeyPages['wanted']> {
    return this.#pages.wanted(this.#sight.first, Math.min(this.#sight.last + ahead, mostRows - 1));
  }
}

/** The same table under the same name? */
export const sameTable = (left: TableName | null, right: TableName | null): boolean =>
  left?.table === right?.table && left?.schema === right?.schema;
