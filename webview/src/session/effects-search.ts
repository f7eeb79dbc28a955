import type { EffectsParams, EffectsReport, EffectTable, UserError } from 'idempotency-inspector/protocol';
import { userErrorOf, wasWithdrawn } from '../host/host-channel.ts';
import type { HostChannel } from '../host/host-channel.ts';
import { counted } from '../text/number-words.ts';
import { LatestAnswer } from './latest-answer.ts';

/** Reading a large business table takes long; in milliseconds. */
const longTimeout = 180_000;

/** A window that can be chosen, in seconds. */
export const windows: readonly [number, string][] = [
  [60, '1 minute'],
  [600, '10 minutes'],
  [3600, '1 hour'],
  [86_400, '1 day'],
  [604_800, '7 days'],
];

/**
 * The search for operations that stand more than once in a business table: which table and columns are chosen, and what
 * was found. Holds no DOM; `changed` is called whenever anything here is different.
 */
export class EffectsSearch {
  readonly tables: LatestAnswer<EffectTable[]>;
  readonly #host: HostChannel;
  readonly #changed: () => void;
  readonly #announce: (sentence: string) => void;
  #table: EffectTable | null = null;
  #operation = new Set<string>();
  #created: string | null = null;
  #windowSeconds = 600;
  #report: EffectsReport | null = null;
  #error: UserError | null = null;
  #asking: AbortController | null = null;

  constructor(host: HostChannel, changed: () => void, announce: (sentence: string) => void) {
    this.#host = host;
    this.#changed = changed;
    this.#announce = announce;
    this.tables = new LatestAnswer(
      async (signal) => (await host.request('effect-tables', {}, { signal })).effectTables,
      () => {
        const [first] = this.tables.value ?? [];
        if (!this.#table && first) this.choose(first);
        changed();
      },
    );
  }

  get table(): EffectTable | null {
    return this.#table;
  }
  get created(): string | null {
    return this.#created;
  }
  get windowSeconds(): number {
    return this.#windowSeconds;
  }
  get report(): EffectsReport | null {
    return this.#report;
  }
  get error(): UserError | null {
    return this.#error;
  }
  get asking(): boolean {
    return this.#asking !== null;
  }
  /** Is there enough to ask with? */
  get ready(): boolean {
    return this.#table !== null && this.#operation.size > 0;
  }

  defines(column: string): boolean {
    return this.#operation.has(column);
  }

  /** Chooses a table, with the columns that are suggested for it. */
  choose(table: EffectTable): void {
    this.#table = table;
    this.#operation = new Set(table.operation);
    this.#created = table.created;
    this.#forget();
  }

  toggle(column: string): void {
    if (!this.#operation.delete(column)) this.#operation.add(column);
    this.#forget();
  }

  setCreated(column: string): void {
    this.#created = column;
    this.#forget();
  }

  setWindow(seconds: number): void {
    this.#windowSeconds = seconds;
    this.#forget();
  }

  async look(): Promise<void> {
    const params = this.params;
    if (!params) return;
    this.#forget();
    const asking = new AbortController();
    this.#asking = asking;
    this.#changed();
    try {
      const { report } = await this.#host.request('effects', params, {
        signal: asking.signal,
        timeout: longTimeout,
      });
      if (this.#asking !== asking) return;
      this.#report = report;
      this.#announce(
        report.repeatsFound === 0
          ? 'No operation stands more than once.'
          : `${counted(report.repeatsFound, 'operation stands', 'operations stand')} more than once.`,
      );
    } catch (error) {
      if (wasWithdrawn(error) || this.#asking !== asking) return;
      this.#error = userErrorOf(error);
    }
    this.#asking = null;
    this.#changed();
  }

  /** Ends the search that runs. */
  stop(): void {
    this.#asking?.abort();
    this.#asking = null;
    this.#changed();
  }

  /** Saves the report through the host, which makes it anew. */
  export(format: 'markdown' | 'json'): void {
    if (this.params) this.#host.exportEffects(format, this.params);
  }

  dispose(): void {
    this.tables.dispose();
    this.#asking?.abort();
  }

  get params(): EffectsParams | null {
    if (!this.#table || this.#operation.size === 0) return null;
    const { schema, table, columns } = this.#table;
    return {
      table: { schema, table },
      operation: columns.map(({ name }) => name).filter((name) => this.#operation.has(name)),
      created: this.#created,
      windowSeconds: this.#windowSeconds,
    };
  }

  /** An answer to another question than the one that is chosen now is none. */
  #forget(): void {
    this.#asking?.abort();
    this.#asking = null;
    this.#report = null;
    this.#error = null;
    this.#changed();
  }
}
