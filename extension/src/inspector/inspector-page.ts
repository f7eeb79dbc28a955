import * as vscode from 'vscode';
import type {
  InspectorEvent,
  InspectorReply,
  InspectorRequest,
  TableName,
  UserError,
} from 'idempotency-inspector/protocol';
import { openPage } from '../pages/rule-pages.ts';
import { pageHtml, pageRoot } from './page-html.ts';
import { readPageMessage } from './page-messages.ts';

/** An open key table source: a child process that owns the database, or what stands in for one that cannot open. */
export interface KeyStoreConnection {
  /** Never rejects: a failure is a reply. */
  request(request: InspectorRequest, signal: AbortSignal): Promise<InspectorReply>;
  /** @returns what ends the listening */
  onEvent(listener: (event: InspectorEvent) => void): () => void;
  /** Ends whatever runs behind it. */
  dispose(): unknown;
}

/** What the page is told first. `title` names the source without user or password. */
export interface PageStart {
  title: string;
  table: TableName | null;
}

/** More open requests than any page needs. */
const mostOpenRequests = 64;

/**
 * Wires one page to one key store: the page's requests go to the store after a check, replies and events go back. Used
 * by the custom editor and by the panel alike. Disposing it ends the store's process.
 */
export class InspectorPage implements vscode.Disposable {
  readonly #webview: vscode.Webview;
  readonly #store: KeyStoreConnection;
  readonly #start: PageStart;
  readonly #extensionUri: vscode.Uri;
  readonly #log: vscode.LogOutputChannel;
  readonly #subscription: vscode.Disposable;
  readonly #stopListening: () => void;
  /** The requests of the page as it is loaded now; a page that loads again starts with none. */
  #open = new Map<number, AbortController>();
  #disposed = false;

  constructor(
    webview: vscode.Webview,
    store: KeyStoreConnection,
    start: PageStart,
    extensionUri: vscode.Uri,
    log: vscode.LogOutputChannel,
  ) {
    this.#webview = webview;
    this.#store = store;
    this.#start = start;
    this.#extensionUri = extensionUri;
    this.#log = log;
    webview.options = { enableScripts: true, localResourceRoots: [pageRoot(extensionUri)] };
    this.#subscription = webview.onDidReceiveMessage((message: unknown) => this.#received(message));
    this.#stopListening = store.onEvent((event) => this.#post(event));
    webview.html = pageHtml(webview, extensionUri);
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    this.#subscription.dispose();
    this.#stopListening();
    this.#withdrawAll();
    this.#store.dispose();
  }

  #received(value: unknown): void {
    const message = readPageMessage(value);
    switch (message?.kind) {
      case undefined:
        this.#log.warn('The key table page sent a message that is none; it is left out.');
        return;
      case 'ready':
        this.#withdrawAll();
        this.#post({ event: 'init', ...this.#start });
        return;
      case 'request':
        void this.#forward(message.request);
        return;
      case 'cancel':
        this.#open.get(message.id)?.abort();
        return;
      case 'copy':
        void vscode.env.clipboard.writeText(message.text);
        return;
      case 'open-page':
        void openPage(this.#extensionUri, message.page);
        return;
    }
  }

  async #forward(request: InspectorRequest): Promise<void> {
    const open = this.#open;
    const { id } = request;
    if (open.has(id)) return;
    if (open.size >= mostOpenRequests) {
      this.#post({ id, error: tooManyRequests });
      return;
    }
    const controller = new AbortController();
    open.set(id, controller);
    const reply = await this.#store.request(request, controller.signal);
    open.delete(id);
    // A page that has been loaded again counts from the start: an old reply would answer another question.
    if (open === this.#open && !controller.signal.aborted) this.#post(reply);
  }

  #withdrawAll(): void {
    for (const controller of this.#open.values()) controller.abort();
    this.#open = new Map();
  }

  #post(message: InspectorReply | InspectorEvent | ({ event: 'init' } & PageStart)): void {
    // A hidden page cannot be reached; it asks for everything again when it is shown.
    if (!this.#disposed) void this.#webview.postMessage(message);
  }
}

const tooManyRequests: UserError = {
  code: 'too-many-requests',
  what: 'The page has asked for too much at once.',
  why: `No more than ${mostOpenRequests} requests are answered at a time.`,
  action: 'Wait a moment and try again.',
};

/** A source that cannot even be tried: every request is answered with the reason. */
export function refusing(error: UserError): KeyStoreConnection {
  return {
    request: ({ id }) => Promise.resolve({ id, error }),
    onEvent: () => () => undefined,
    dispose: () => undefined,
  };
}
