/**
 * What must not outlive this process: child processes and temporary folders. They end when it ends, however it ends
 * short of SIGKILL: on its own, by Ctrl+C, by a signal, by an error nobody caught, or when the parent that passed an
 * IPC channel dies.
 */
import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const running = new Set<ChildProcess>();
const folders = new Set<string>();
const endings = new Set<() => Promise<unknown>>();
const stopping = new Set<ChildProcess>();
/** How long a stopped child may take, and then what it started: it has folders to remove and children to end. */
const graceMs = 5_000;
const groupGraceMs = 8_000;
let watching = false;
let ending = false;

const isAlive = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null;

/** Sends a signal to a child and to all that it started. */
function signalTree(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  if (process.platform === 'win32') {
    spawnSync('taskkill', ['/pid', String(child.pid), '/T', '/F'], { stdio: 'ignore' });
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch (error) {
    // ESRCH: the whole group has gone already.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function removeFolder(folder: string): void {
  fs.rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

function endEverything(): void {
  for (const child of running) signalTree(child, 'SIGKILL');
  for (const folder of folders) removeFolder(folder);
}

async function endBySignal(code: number): Promise<void> {
  if (ending) return;
  ending = true;
  const polite = Promise.allSettled([...endings].map((close) => close()));
  await Promise.race([polite, delay(graceMs)]);
  await Promise.all([...running].map(stop));
  process.exit(code);
}

function watchProcess(): void {
  if (watching) return;
  watching = true;
  process.on('exit', endEverything);
  for (const [signal, code] of [
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const) {
    process.on(signal, () => void endBySignal(code));
  }
  if (process.channel) {
    process.channel.unref();
    process.on('disconnect', () => void endBySignal(143));
  }
}

/**
 * Starts a process that ends with this one, together with all that it starts.
 * @param options as for `spawn`; the child always leads a process group of its own
 */
export function start(
  command: string,
  args: string[],
  options: Omit<SpawnOptions, 'detached'> = {},
): ChildProcess {
  watchProcess();
  const child = spawn(command, args, { ...options, detached: process.platform !== 'win32' });
  running.add(child);
  child.once('exit', () => {
    // What it left behind in its group ends too.
    if (!stopping.has(child)) signalTree(child, 'SIGKILL');
    running.delete(child);
  });
  child.once('error', () => running.delete(child));
  return child;
}

/**
 * Whether anything still runs of what a child started. On Linux the dead that nobody has collected do not count: in a
 * container without an init process they stay for ever.
 */
function groupIsAlive(child: ChildProcess): boolean {
  if (process.platform === 'win32') return false;
  try {
    process.kill(-child.pid!, 0);
  } catch {
    return false;
  }
  if (process.platform !== 'linux') return true;
  return fs.readdirSync('/proc').some((name) => {
    if (!/^\d+$/.test(name)) return false;
    try {
      // "pid (name) state parent group ...": proc_pid_stat(5).
      const [state, , group] = fs.readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
      return group === String(child.pid) && state !== 'Z';
    } catch {
      // It ended between the listing and the reading.
      return false;
    }
  });
}

/** Settles when a child ends that nobody here has asked to. */
export function endedByItself(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => {
      if (!stopping.has(child)) resolve();
    });
  });
}

/** Ends a child that `start` returned and all that it started: politely first, then by force. */
export async function stop(child: ChildProcess): Promise<void> {
  if (!isAlive(child) || child.pid === undefined) return;
  stopping.add(child);
  const gone = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  signalTree(child, 'SIGTERM');
  const force = setTimeout(() => signalTree(child, 'SIGKILL'), graceMs);
  await gone;
  clearTimeout(force);
  const deadline = Date.now() + groupGraceMs;
  while (groupIsAlive(child) && Date.now() < deadline) await delay(50);
  signalTree(child, 'SIGKILL');
  stopping.delete(child);
}

/**
 * Waits until a child has ended.
 * @returns its exit code; 1 when a signal ended it
 * @throws when it could not be started
 */
export async function exitCode(child: ChildProcess): Promise<number> {
  return await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve(code ?? 1));
  });
}

/** Runs a process to its end, as `start` and `exitCode` do; what it prints is shown. */
export async function run(
  command: string,
  args: string[],
  options: Omit<SpawnOptions, 'detached'> = {},
): Promise<number> {
  return await exitCode(start(command, args, { stdio: 'inherit', ...options }));
}

/**
 * Runs a process to its end and keeps what it prints.
 * @throws when it cannot be started, or ends with another code than 0: then with the end of its output.
 */
export async function capture(
  command: string,
  args: string[],
  options: Omit<SpawnOptions, 'detached' | 'stdio'> = {},
): Promise<string> {
  const child = start(command, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const code = await exitCode(child);
  if (code !== 0) {
    const end = output.trim().split('\n').slice(-15).join('\n');
    throw new Error(
      `${path.basename(command)} ${args.slice(0, 2).join(' ')} ended with code ${code}:\n${end}`,
    );
  }
  return output;
}

/**
 * Has something closed when a signal ends this process.
 * @returns a function that takes this back, for when it has been closed already
 */
export function closeBeforeEnd(close: () => Promise<unknown>): () => void {
  watchProcess();
  endings.add(close);
  return () => endings.delete(close);
}

/** Makes a temporary folder that is removed when this process ends. Returns its real, absolute path. */
export function temporaryFolder(name: string): string {
  watchProcess();
  const folder = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), `idempotency-${name}-`)));
  folders.add(folder);
  return folder;
}

/** Removes a folder that `temporaryFolder` made, before this process ends. */
export function removeTemporaryFolder(folder: string): void {
  removeFolder(folder);
  folders.delete(folder);
}
