/**
 * The process that reads. It is started by `child_process.fork`, opens one store and answers requests over the pipe,
 * so that a call which hangs inside a database can be ended by ending the process. It ends itself when its parent is gone.
 */
import fs from 'node:fs';
import { toUserError } from '../inspector-error.ts';
import type { InspectorMethod, InspectorMethods, InspectorRequest } from '../protocol.ts';
import type { KeyStore } from '../stores/key-store.ts';
import { openStore } from '../stores/open-store.ts';
import type { FromChild, OpenMessage, ToChild } from './child-messages.ts';

let opening: Promise<KeyStore> | null = null;
let stopWatching: (() => void) | null = null;
let tempFolder: string | null = null;
const running = new Map<number, AbortController>();

const say = (message: FromChild): void => {
  if (process.connected) process.send?.(message);
};

const answer = async (
  store: KeyStore,
  request: InspectorRequest,
  signal: AbortSignal,
): Promise<InspectorMethods[InspectorMethod]['result']> => {
  switch (request.method) {
    case 'tables':
      return { source: store.source, tables: await store.tables(signal) };
    case 'counts':
      return store.counts(request.params.table, signal);
    case 'page':
      return store.page(request.params, signal);
    case 'detail':
      return store.detail(request.params.table, request.params.id, request.params.reveal, signal);
    case 'audit':
      return { findings: await store.audit(request.params.table, signal) };
    case 'effect-tables':
      return { effectTables: await store.effectTables(signal) };
    case 'effects':
      return { report: await store.effects(request.params, signal) };
  }
};

const serve = async (request: InspectorRequest): Promise<void> => {
  const controller = new AbortController();
  running.set(request.id, controller);
  try {
    if (opening === null) throw new Error('asked before opened');
    const result = await answer(await opening, request, controller.signal);
    say({ id: request.id, result });
  } catch (error) {
    say({ id: request.id, error: toUserError(error) });
  } finally {
    running.delete(request.id);
  }
};

const open = async ({ open: where }: OpenMessage): Promise<void> => {
  tempFolder = where.tempFolder ?? null;
  opening = openStore(where.source, where);
  try {
    await opening;
    say({ opened: true });
  } catch (error) {
    say({ openError: toUserError(error) });
  }
};

const leave = async (): Promise<void> => {
  stopWatching?.();
  for (const controller of running.values()) controller.abort();
  try {
    await (await opening)?.close();
  } catch {
    // It never opened, or is gone: there is nothing left to give back.
  }
  // Whoever started this process may be gone and cannot tidy up.
  if (!process.connected && tempFolder !== null) fs.rmSync(tempFolder, { recursive: true, force: true });
  process.exit(0);
};

process.on('message', (message: ToChild) => {
  if ('open' in message) void open(message);
  else if ('cancel' in message) running.get(message.cancel)?.abort();
  else if ('watch' in message)
    void opening?.then((store) => (stopWatching ??= store.watch(say))).catch(() => {});
  else if ('close' in message) void leave();
  else void serve(message);
});
process.on('disconnect', () => void leave());
// Ctrl+C in a terminal reaches the whole group of processes; the parent decides what it means.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {});
