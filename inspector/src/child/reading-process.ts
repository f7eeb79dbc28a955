import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { cancelled, InspectorError } from '../inspector-error.ts';
import type {
  InspectorEvent,
  InspectorMethod,
  InspectorMethods,
  InspectorReply,
  UserError,
} from '../protocol.ts';
import { storeClosed } from '../stores/key-store.ts';
import type { FromChild, OpenMessage, ToChild } from './child-messages.ts';

export interface ProcessOptions {
  /** Path of the program that the child runs. */
  entry: string;
  execArgv: readonly string[];
  open: OpenMessage['open'];
  openTimeoutMs: number;
  /** How long a withdrawn request may go on before its process is ended. */
  graceMs: number;
  /** How long a source that could not be opened again is left alone, while somebody watches it. */
  reviveMs: number;
  onEvent: (event: InspectorEvent) => void;
}

interface Pending {
  id: number;
  method: InspectorMethod;
  params: unknown;
  timeoutMs: number;
  resolve: (result: never) => void;
  reject: (error: unknown) => void;
  /** How often the process behind it has died. */
  deaths: number;
  timer: NodeJS.Timeout | null;
  withdrawn: boolean;
  /** The child that has it; a new one is asked anew. */
  asked: ChildProcess | null;
}

const asError = (error: UserError): InspectorError =>
  new InspectorError(error.code, error.what, error.why, error.action);

const timedOut = (): InspectorError =>
  new InspectorError(
    'timed-out',
    'The database did not answer in time.',
    'It is very large, locked, or on a slow drive or network.',
    'Try again, with fewer rows or a narrower search.',
  );

const died = (): InspectorError =>
  new InspectorError(
    'process-died',
    'The process that reads the database has ended by itself.',
    'It ran out of memory, was ended from outside, or met a file it cannot read.',
    'Try again; if it happens again, check the database file.',
  );

/** Variables of PostgreSQL's own programs must not reach the child: its store takes nothing from them. */
const childEnvironment = (): NodeJS.ProcessEnv => {
  const environment: NodeJS.ProcessEnv = {};
  for (const [name, value] of Object.entries(process.env))
    if (!/^PG[A-Z]|^NODE_OPTIONS$|^IDEMPOTENCY_DATABASE_URL$/.test(name)) environment[name] = value;
  if (process.versions.electron !== undefined) environment.ELECTRON_RUN_AS_NODE = '1';
  return environment;
};

/**
 * One child process with its open store: started when it is needed, ended when a call in it does not come back, and
 * started again. Requests are reads, so those that a death interrupted are simply asked again, once.
 */
export class ReadingProcess {
  readonly #options: ProcessOptions;
  readonly #pending = new Map<number, Pending>();
  #child: ChildProcess | null = null;
  #ready: Promise<void> | null = null;
  #watching = false;
  #lost = false;
  #disposed = false;
  #nextId = 1;
  /** Ends the wait for a child that is starting. */
  #failLaunch: (error: unknown) => void = () => {};

  constructor(options: ProcessOptions) {
    this.#options = options;
  }

  /** The child's process id; null while there is none. */
  get pid(): number | null {
    return this.#child?.pid ?? null;
  }

  /** Starts the child and waits until its store is open. */
  start(): Promise<void> {
    if (this.#disposed) return Promise.reject(storeClosed());
    this.#ready ??= this.#launch();
    return this.#ready;
  }

  /** Makes one request. It fails with the code `timed-out` after the given time, and `cancelled` when the signal is raised. */
  request<M extends InspectorMethod>(
    method: M,
    params: InspectorMethods[M]['params'],
    timeoutMs: number,
    signal?: AbortSignal,
  ): Promise<InspectorMethods[M]['result']> {
    if (this.#disposed) return Promise.reject(storeClosed());
    if (signal?.aborted) return Promise.reject(cancelled());
    return new Promise<InspectorMethods[M]['result']>((resolve, reject) => {
      const id = this.#nextId++;
      const pending: Pending = {
        id,
        method,
        params,
        timeoutMs,
        resolve,
        reject,
        deaths: 0,
        timer: null,
        withdrawn: false,
        asked: null,
      };
      const withdraw = (): void => this.#withdraw(pending, cancelled());
      const settle = (): void => {
        if (pending.timer !== null) clearTimeout(pending.timer);
        signal?.removeEventListener('abort', withdraw);
      };
      pending.resolve = (result) => (settle(), resolve(result));
      pending.reject = (error) => (settle(), reject(error as Error));
      this.#pending.set(id, pending);
      signal?.addEventListener('abort', withdraw, { once: true });
      this.start().then(
        () => this.#ask(pending),
        (error: unknown) => this.#finish(pending, error),
      );
    });
  }

  /** Asks the store to tell of changes from now on, after a restart too. */
  watch(): void {
    this.#watching = true;
    this.start().then(
      () => this.#tell({ watch: true }),
      () => {},
    );
  }

  /** Ends the child; open requests fail with the code `closed`. */
  async dispose(): Promise<void> {
    this.#disposed = true;
    for (const pending of [...this.#pending.values()]) this.#finish(pending, storeClosed());
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    this.#tell({ close: true });
    const impatience = setTimeout(() => child.kill('SIGKILL'), 1000);
    await ended;
    clearTimeout(impatience);
  }

  #launch(): Promise<void> {
    const child = fork(this.#options.entry, [], {
      execArgv: [...this.#options.execArgv],
      env: childEnvironment(),
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child = child;
    return new Promise<void>((resolve, reject) => {
      let opened = false;
      const fail = (error: unknown): void => {
        clearTimeout(timer);
        if (this.#child === child) {
          this.#child = null;
          this.#ready = null;
        }
        child.kill('SIGKILL');
        reject(error as Error);
      };
      this.#failLaunch = fail;
      const timer = setTimeout(() => fail(timedOut()), this.#options.openTimeoutMs);
      child.on('message', (message: FromChild) => {
        if ('opened' in message) {
          opened = true;
          clearTimeout(timer);
          if (this.#lost) this.#options.onEvent({ event: 'restored' });
          this.#lost = false;
          resolve();
        } else if ('openError' in message) fail(asError(message.openError));
        else if ('event' in message) this.#options.onEvent(message);
        else this.#receive(message);
      });
      child.on('error', () => fail(died()));
      child.once('exit', () => {
        fail(died());
        if (opened) this.#revive(died());
      });
      child.send({ open: this.#options.open } satisfies ToChild, () => {});
    });
  }

  #receive(reply: InspectorReply): void {
    const pending = this.#pending.get(reply.id);
    if (pending === undefined) return;
    if ('error' in reply) this.#finish(pending, asError(reply.error));
    else {
      this.#pending.delete(pending.id);
      pending.resolve(reply.result as never);
    }
  }

  #finish(pending: Pending, error: unknown): void {
    this.#pending.delete(pending.id);
    pending.reject(error);
  }

  /** The caller has its answer at once; the child gets a little time to stop by itself. */
  #withdraw(pending: Pending, error: InspectorError): void {
    if (pending.withdrawn || !this.#pending.has(pending.id)) return;
    pending.withdrawn = true;
    pending.reject(error);
    this.#tell({ cancel: pending.id });
    const child = this.#child;
    const grace = setTimeout(() => {
      if (this.#pending.delete(pending.id) && this.#child === child) this.#kill(timedOut());
    }, this.#options.graceMs);
    grace.unref();
  }

  /** Sends a request whose store is open; its time runs from now. */
  #ask(pending: Pending): void {
    if (!this.#pending.has(pending.id) || pending.withdrawn || pending.asked === this.#child) return;
    pending.asked = this.#child;
    if (pending.timer !== null) clearTimeout(pending.timer);
    pending.timer = setTimeout(() => {
      this.#finish(pending, timedOut());
      this.#kill(timedOut());
    }, pending.timeoutMs);
    this.#tell({ id: pending.id, method: pending.method, params: pending.params } as ToChild);
  }

  #tell(message: ToChild): void {
    if (this.#child?.connected === true) this.#child.send(message, () => {});
  }

  #kill(reason: InspectorError): void {
    const child = this.#child;
    if (child === null) return;
    child.removeAllListeners('exit');
    child.removeAllListeners('message');
    this.#child = null;
    this.#ready = null;
    this.#failLaunch(reason);
    child.kill('SIGKILL');
    this.#revive(reason);
  }

  /** After a death: what was withdrawn is forgotten, what was not is asked again, and a second death is told. */
  #revive(reason: InspectorError): void {
    if (this.#disposed) return;
    for (const pending of [...this.#pending.values()]) {
      pending.deaths += 1;
      if (pending.withdrawn) this.#pending.delete(pending.id);
      else if (pending.deaths > 1) this.#finish(pending, died());
    }
    if (!this.#watching && this.#pending.size === 0) return;
    if (this.#watching && !this.#lost) {
      this.#lost = true;
      this.#options.onEvent({ event: 'lost', error: reason.userError });
    }
    this.start().then(
      () => {
        if (this.#watching) this.#tell({ watch: true });
        for (const { id, method, params } of this.#pending.values())
          this.#tell({ id, method, params } as ToChild);
      },
      (error: unknown) => {
        for (const pending of [...this.#pending.values()]) this.#finish(pending, error);
        if (this.#watching) setTimeout(() => this.#revive(reason), this.#options.reviveMs).unref();
      },
    );
  }
}
