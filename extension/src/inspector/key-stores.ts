import path from 'node:path';
import type * as vscode from 'vscode';
import { StoreClient, toUserError, type KeyStore } from 'idempotency-inspector';
import type {
  InspectorEvent,
  InspectorMethod,
  InspectorMethods,
  InspectorReply,
  InspectorRequest,
} from 'idempotency-inspector/protocol';
import type { KeyStoreConnection } from './inspector-page.ts';

/**
 * Opens a source, read-only, in child processes of its own that start with the first request. A source that cannot be
 * opened answers each request with the reason, and is tried again with the next.
 * @param source path of an SQLite file, or a `postgres://` address
 */
export function openKeyStore(extensionPath: string, source: string): KeyStoreConnection & vscode.Disposable {
  const dist = path.join(extensionPath, 'dist');
  return new LazyStore(() =>
    StoreClient.open(source, {
      entry: path.join(dist, 'store-process.cjs'),
      nativeBinding: path.join(dist, 'sqlite', `${process.platform}-${process.arch}.node`),
    }),
  );
}

class LazyStore implements KeyStoreConnection {
  readonly #connect: () => Promise<KeyStore>;
  readonly #listeners = new Set<(event: InspectorEvent) => void>();
  #opening: Promise<KeyStore> | undefined;
  #disposed = false;

  constructor(connect: () => Promise<KeyStore>) {
    this.#connect = connect;
  }

  async request(request: InspectorRequest, signal: AbortSignal): Promise<InspectorReply> {
    try {
      const store = await this.#open();
      return { id: request.id, result: await answer(store, request, signal) };
    } catch (error) {
      return { id: request.id, error: toUserError(error) };
    }
  }

  onEvent(listener: (event: InspectorEvent) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  dispose(): void {
    this.#disposed = true;
    this.#listeners.clear();
    void this.#opening?.then((store) => store.close()).catch(() => undefined);
  }

  #open(): Promise<KeyStore> {
    this.#opening ??= this.#connect().then(
      (store) => {
        if (this.#disposed) void store.close();
        else
          store.watch((event) => {
            for (const listener of this.#listeners) listener(event);
          });
        return store;
      },
      (error: unknown) => {
        this.#opening = undefined;
        throw error;
      },
    );
    return this.#opening;
  }
}

async function answer(
  store: KeyStore,
  { method, params }: InspectorRequest,
  signal: AbortSignal,
): Promise<InspectorMethods[InspectorMethod]['result']> {
  switch (method) {
    case 'tables':
      return { source: store.source, tables: await store.tables(signal) };
    case 'counts':
      return store.counts(params.table, signal);
    case 'page':
      return store.page(params, signal);
    case 'detail':
      return store.detail(params.table, params.id, params.reveal, signal);
    case 'audit':
      return { findings: await store.audit(params.table, signal) };
    case 'effect-tables':
      return { effectTables: await store.effectTables(signal) };
    case 'effects':
      return { report: await store.effects(params, signal) };
  }
}
