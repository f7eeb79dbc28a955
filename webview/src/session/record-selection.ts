import type { RecordDetail, RecordRow, TableName, UserError } from 'idempotency-inspector/protocol';
import { userErrorOf, wasWithdrawn } from '../host/host-channel.ts';
import type { HostChannel } from '../host/host-channel.ts';

/** While the selection runs over rows, the detail is asked at most this often, in milliseconds. */
const askEvery = 150;

/** The selected row and its detail. A saved answer is revealed for one row, until another is selected. */
export class RecordSelection {
  readonly #host: HostChannel;
  readonly #changed: () => void;
  #table: TableName | null = null;
  #row: RecordRow | null = null;
  #detail: RecordDetail | null = null;
  #error: UserError | null = null;
  #revealed = false;
  #asking: AbortController | null = null;
  #lastAsked = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(host: HostChannel, changed: () => void) {
    this.#host = host;
    this.#changed = changed;
  }

  get row(): RecordRow | null {
    return this.#row;
  }
  /** Null until it has come. */
  get detail(): RecordDetail | null {
    return this.#detail;
  }
  get error(): UserError | null {
    return this.#error;
  }
  get revealed(): boolean {
    return this.#revealed;
  }
  get asking(): boolean {
    return this.#asking !== null;
  }

  select(table: TableName, row: RecordRow): void {
    if (this.#row?.id === row.id) return;
    this.#table = table;
    this.#row = row;
    this.#detail = null;
    this.#revealed = false;
    this.#withdraw();
    const rest = askEvery - (performance.now() - this.#lastAsked);
    if (rest <= 0) void this.#ask();
    else this.#timer = setTimeout(() => void this.#ask(), rest);
    this.#changed();
  }

  clear(): void {
    if (!this.#row) return;
    this.#withdraw();
    this.#row = null;
    this.#detail = null;
    this.#revealed = false;
    this.#changed();
  }

  /** Asks for the detail again, with the saved answer in clear or masked. */
  reveal(revealed: boolean): void {
    this.#revealed = revealed;
    // Nothing that was in clear stays on the screen until the masked answer comes.
    if (!revealed) this.#detail = null;
    void this.#ask();
  }

  /** The table has changed, or the answer failed to come. */
  refresh(): void {
    if (this.#row) void this.#ask();
  }

  #withdraw(): void {
    if (this.#timer) clearTimeout(this.#timer);
    this.#timer = null;
    this.#asking?.abort();
    this.#asking = null;
    this.#error = null;
  }

  async #ask(): Promise<void> {
    this.#withdraw();
    this.#lastAsked = performance.now();
    const asking = new AbortController();
    this.#asking = asking;
    this.#changed();
    try {
      const detail = await this.#host.request(
        'detail',
        { table: this.#table!, id: this.#row!.id, reveal: this.#revealed },
        { signal: asking.signal },
      );
      this.#detail = detail;
      this.#row = detail.record;
    } catch (error) {
      if (wasWithdrawn(error)) return;
      this.#error = userErrorOf(error);
    }
    this.#asking = null;
    this.#changed();
  }
}
