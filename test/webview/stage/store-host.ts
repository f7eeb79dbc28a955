import type { InspectorMethods, InspectorRequest } from 'idempotency-inspector/protocol';
import { openStore, toUserError } from 'idempotency-inspector';
import type { KeyStore } from 'idempotency-inspector';
import type { StageHost } from './inspector-stage.ts';

/** A host that answers the page from a real store. */
export class StoreHost implements StageHost {
  send: (message: unknown) => Promise<void> = () => Promise.reject(new Error('No page is open.'));
  readonly #store: KeyStore;
  readonly #title: string;
  readonly #stopWatching: () => void;

  private constructor(store: KeyStore, title: string) {
    this.#store = store;
    this.#title = title;
    this.#stopWatching = store.watch((event) => void this.send(event).catch(() => undefined));
  }

  static async open(source: string, title: string): Promise<StoreHost> {
    return new StoreHost(await openStore(source), title);
  }

  async receive(message: unknown): Promise<void> {
    if ((message as { command?: string }).command === 'ready') {
      return await this.send({ event: 'init', title: this.#title, table: null });
    }
    const request = message as InspectorRequest;
    if (typeof request.id !== 'number') return;
    try {
      await this.send({ id: request.id, result: await this.#answer(request) });
    } catch (error) {
      await this.send({ id: request.id, error: toUserError(error) });
    }
  }

  async close(): Promise<void> {
    this.#stopWatching();
    await this.#store.close();
  }

  async #answer({
    method,
    params,
  }: InspectorRequest): Promise<InspectorMethods[InspectorRequest['method']]['result']> {
    switch (method) {
      case 'tables':
        return { source: this.#store.source, tables: await this.#store.tables() };
      case 'counts':
        return await this.#store.counts(params.table);
      case 'page':
        return await this.#store.page(params);
      case 'detail':
        return await this.#store.detail(params.table, params.id, params.reveal);
      case 'audit':
        return { findings: await this.#store.audit(params.table) };
      case 'effect-tables':
        return { effectTables: await this.#store.effectTables() };
      case 'effects':
        return { report: await this.#store.effects(params) };
    }
  }
}
