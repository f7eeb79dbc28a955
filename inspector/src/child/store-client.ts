import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { cancelled, stopIfCancelled } from '../inspector-error.ts';
import type {
  EffectsParams,
  EffectsReport,
  EffectTable,
  Finding,
  InspectorEvent,
  OverlayCounts,
  PageParams,
  PageResult,
  RecordDetail,
  StateCounts,
  TableName,
  TableSummary,
} from '../protocol.ts';
import type { KeyStore } from '../stores/key-store.ts';
import { publicSource } from '../stores/open-store.ts';
import { ReadingProcess } from './reading-process.ts';
import type { ProcessOptions } from './reading-process.ts';

export interface StoreClientOptions {
  /** The password for a PostgreSQL address that has none in it. */
  password?: string;
  /** Path of the program that the children run; this package's own otherwise. */
  entry?: string;
  /** Arguments of Node for the children; none otherwise, whatever this process was started with. */
  execArgv?: readonly string[];
  /** Path of better-sqlite3's binary, for bundles that carry it elsewhere. */
  nativeBinding?: string;
  /** Time for opening, for a page or a row, and for counts and the audit, in milliseconds. */
  openTimeoutMs?: number;
  pageTimeoutMs?: number;
  countTimeoutMs?: number;
  /** Counts and audits in the same process as pages: for callers who ask one thing after the other. */
  oneProcess?: boolean;
  /** How long a withdrawn request may go on before its process is ended, in milliseconds. */
  graceMs?: number;
  signal?: AbortSignal;
}

/** The child's program, beside this file in the sources and below the bundle in the package. */
const ownEntry = (): string => {
  const here = fileURLToPath(import.meta.url);
  return here.endsWith('.ts')
    ? path.join(path.dirname(here), 'store-process.ts')
    : path.join(path.dirname(here), 'child', 'store-process.js');
};

/**
 * A store in processes of its own. Pages and rows are read by one, counts and the audit by another, so that a long
 * count never keeps a page waiting; either is ended and started again when a call in it does not come back.
 */
export class StoreClient implements KeyStore {
  readonly source: string;
  readonly #pages: ReadingProcess;
  readonly #counts: ReadingProcess;
  readonly #tempFolder: string;
  readonly #listeners = new Set<(event: InspectorEvent) => void>();
  readonly #pageTimeout: number;
  readonly #countTimeout: number;
  #closing: Promise<void> | null = null;

  private constructor(source: string, options: StoreClientOptions) {
    this.source = publicSource(source);
    this.#tempFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'idempotency-inspector-'));
    this.#pageTimeout = options.pageTimeoutMs ?? 20_000;
    this.#countTimeout = options.countTimeoutMs ?? 120_000;
    const shared: Omit<ProcessOptions, 'onEvent'> = {
      entry: options.entry ?? ownEntry(),
      execArgv: options.execArgv ?? [],
      open: {
        source,
        tempFolder: this.#tempFolder,
        ...(options.password === undefined ? {} : { password: options.password }),
        ...(options.nativeBinding === undefined ? {} : { nativeBinding: options.nativeBinding }),
      },
      openTimeoutMs: options.openTimeoutMs ?? 20_000,
      graceMs: options.graceMs ?? 2000,
      reviveMs: 2000,
    };
    this.#pages = new ReadingProcess({
      ...shared,
      onEvent: (event) => {
        for (const listener of this.#listeners) listener(event);
      },
    });
    this.#counts =
      options.oneProcess === true ? this.#pages : new ReadingProcess({ ...shared, onEvent: () => {} });
  }

  /**
   * Opens a file or a `postgres://` address in a process of its own.
   * @throws InspectorError as `openStore` does, and when the process cannot be started
   */
  static async open(source: string, options: StoreClientOptions = {}): Promise<StoreClient> {
    const client = new StoreClient(source, options);
    const stop = (): void => void client.close();
    options.signal?.addEventListener('abort', stop, { once: true });
    try {
      await client.#pages.start();
      stopIfCancelled(options.signal);
      return client;
    } catch (error) {
      await client.close();
      throw options.signal?.aborted === true ? cancelled() : error;
    } finally {
      options.signal?.removeEventListener('abort', stop);
    }
  }

  /** Ids of the processes behind this client, those that run. */
  get pids(): number[] {
    return [...this.#processes].map((one) => one.pid).filter((pid) => pid !== null);
  }

  get #processes(): Set<ReadingProcess> {
    return new Set([this.#pages, this.#counts]);
  }

  async tables(signal?: AbortSignal): Promise<TableSummary[]> {
    return (await this.#pages.request('tables', {}, this.#pageTimeout, signal)).tables;
  }

  counts(table: TableName, signal?: AbortSignal): Promise<{ counts: StateCounts; overlays: OverlayCounts }> {
    return this.#counts.request('counts', { table }, this.#countTimeout, signal);
  }

  page(params: PageParams, signal?: AbortSignal): Promise<PageResult> {
    return this.#pages.request('page', params, this.#pageTimeout, signal);
  }

  detail(table: TableName, id: string, reveal: boolean, signal?: AbortSignal): Promise<RecordDetail> {
    return this.#pages.request('detail', { table, id, reveal }, this.#pageTimeout, signal);
  }

  async audit(table: TableName, signal?: AbortSignal): Promise<Finding[]> {
    return (await this.#counts.request('audit', { table }, this.#countTimeout, signal)).findings;
  }

  async effectTables(signal?: AbortSignal): Promise<EffectTable[]> {
    return (await this.#pages.request('effect-tables', {}, this.#pageTimeout, signal)).effectTables;
  }

  async effects(params: EffectsParams, signal?: AbortSignal): Promise<EffectsReport> {
    return (await this.#counts.request('effects', params, this.#countTimeout, signal)).report;
  }

  watch(listener: (event: InspectorEvent) => void): () => void {
    if (this.#listeners.size === 0) this.#pages.watch();
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  close(): Promise<void> {
    this.#closing ??= (async () => {
      this.#listeners.clear();
      await Promise.all([...this.#processes].map((one) => one.dispose()));
      fs.rmSync(this.#tempFolder, { recursive: true, force: true });
    })();
    return this.#closing;
  }
}
