import type {
  InspectorEvent,
  InspectorMethod,
  InspectorMethods,
  InspectorReply,
  TableName,
  UserError,
} from 'idempotency-inspector/protocol';

/** The way to the extension host: VS Code's message port in the page, anything like it in a test. */
export interface HostPort {
  post(message: unknown): void;
  /** @returns a function that ends the listening */
  listen(receive: (message: unknown) => void): () => void;
}

/** What the host says unasked: the first answer to `ready`, then the store's events. */
export type HostEvent = { event: 'init'; title: string; table: TableName | null } | InspectorEvent;

/** A request that failed, in words for the user. */
export class HostError extends Error {
  readonly user: UserError;

  constructor(user: UserError) {
    super(user.what);
    this.name = 'HostError';
    this.user = user;
  }
}

interface OpenRequest {
  resolve(result: unknown): void;
  reject(reason: unknown): void;
  settled(): void;
}

interface RequestOptions {
  /** Withdraws the request; the promise then rejects with the signal's reason. */
  signal?: AbortSignal;
  /** Milliseconds until the request is withdrawn and fails with a `timeout` error; 60,000 unless told. */
  timeout?: number;
}

/** Requests to the host and its events, typed by the inspector's protocol. */
export class HostChannel {
  readonly #port: HostPort;
  readonly #open = new Map<number, OpenRequest>();
  readonly #stop: () => void;
  #lastId = 0;

  constructor(port: HostPort, onEvent: (event: HostEvent) => void) {
    this.#port = port;
    this.#stop = port.listen((message) => {
      if (isReply(message)) this.#settle(message);
      else if (isEvent(message)) onEvent(message);
    });
  }

  /**
   * Asks the store.
   * @throws {HostError} when the host answers with an error or not in time; the signal's reason when withdrawn
   */
  request<M extends InspectorMethod>(
    method: M,
    params: InspectorMethods[M]['params'],
    { signal, timeout = 60_000 }: RequestOptions = {},
  ): Promise<InspectorMethods[M]['result']> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const id = ++this.#lastId;
      const withdraw = (reason: unknown): void => {
        if (!this.#open.has(id)) return;
        this.#port.post({ cancel: id });
        this.#open.get(id)!.settled();
        reject(reason as Error);
      };
      const aborted = (): void => withdraw(signal!.reason);
      const timer = setTimeout(() => withdraw(new HostError(noAnswer(timeout))), timeout);
      this.#open.set(id, {
        resolve: resolve as (result: unknown) => void,
        reject,
        settled: () => {
          this.#open.delete(id);
          clearTimeout(timer);
          signal?.removeEventListener('abort', aborted);
        },
      });
      signal?.addEventListener('abort', aborted);
      this.#port.post({ id, method, params });
    });
  }

  /** Says that the page listens; the host answers with `init`. */
  ready(): void {
    this.#port.post({ command: 'ready' });
  }

  /** Puts text on the clipboard. */
  copy(text: string): void {
    this.#port.post({ command: 'copy', text });
  }

  /** Opens the page of a rule or an audit finding, by its name without extension. */
  openPage(page: string): void {
    this.#port.post({ command: 'open-page', page });
  }

  /** Stops listening and withdraws what is open. */
  dispose(): void {
    this.#stop();
    for (const [id, request] of [...this.#open]) {
      this.#port.post({ cancel: id });
      request.settled();
      request.reject(new DOMException('The page was closed.', 'AbortError'));
    }
  }

  #settle(reply: InspectorReply): void {
    const request = this.#open.get(reply.id);
    if (!request) return;
    request.settled();
    if ('error' in reply) request.reject(new HostError(reply.error));
    else request.resolve(reply.result);
  }
}

/** The words for any failure; an unexpected one is described without its text, which might hold a row's content. */
export function userErrorOf(error: unknown): UserError {
  if (error instanceof HostError) return error.user;
  return {
    code: 'page-failed',
    what: 'The page could not show this answer.',
    why: 'It met something in the answer that it does not understand.',
    action: 'Close this panel and open the table again.',
  };
}

/** Was the request withdrawn on purpose? */
export const wasWithdrawn = (error: unknown): boolean =>
  error instanceof DOMException && error.name === 'AbortError';

const noAnswer = (timeout: number): UserError => ({
  code: 'timeout',
  what: 'The database did not answer.',
  why: `No answer came within ${Math.round(timeout / 1000)} seconds; it may be busy, locked or far away.`,
  action: 'Try again, or narrow the search.',
});

const isReply = (message: unknown): message is InspectorReply =>
  typeof message === 'object' &&
  message !== null &&
  'id' in message &&
  ('result' in message || 'error' in message);

const isEvent = (message: unknown): message is HostEvent =>
  typeof message === 'object' && message !== null && 'event' in message;
