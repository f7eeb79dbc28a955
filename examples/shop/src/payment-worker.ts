import { fork } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { CrashPoint } from './crash-point.ts';

export interface WorkerOptions {
  database: string;
  bankUrl: string;
  courierUrl?: string;
  accounts: ReadonlyMap<string, string>;
  /** The time at which the worker works. */
  now: Date;
  /** Where the worker is killed; without it, it lives until `stop()`. */
  crashAt?: CrashPoint;
  /** Use the twin that does not pass the key on to the bank. */
  noBankKey?: boolean;
  /** Use the twin that starts every attempt at the first step. */
  noRecoveryPoints?: boolean;
}

export interface PaymentWorker {
  url: string;
  /** Resolves with the signal that ended the process. */
  ended: Promise<NodeJS.Signals | null>;
  /** Kills the process if it still lives, and waits for its end. */
  stop(): Promise<void>;
}

/** Starts the payment service in a process of its own. Throws when it does not come up. */
export async function startPaymentWorker(options: WorkerOptions): Promise<PaymentWorker> {
  const flags = [
    `--database=${options.database}`,
    `--bank=${options.bankUrl}`,
    `--accounts=${JSON.stringify(Object.fromEntries(options.accounts))}`,
    `--now=${options.now.toISOString()}`,
  ];
  if (options.courierUrl !== undefined) flags.push(`--courier=${options.courierUrl}`);
  if (options.crashAt !== undefined) flags.push(`--crash-at=${options.crashAt}`);
  if (options.noBankKey) flags.push('--no-bank-key');
  if (options.noRecoveryPoints) flags.push('--no-recovery-points');

  const child = fork(fileURLToPath(new URL('payment-process.ts', import.meta.url)), flags, {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    execArgv: [],
  });
  const ended = once(child, 'exit').then(([, signal]) => signal as NodeJS.Signals | null);
  if (child.stdout === null) throw new Error('The payment process has no output.');
  const lines = createInterface({ input: child.stdout });
  const url = await Promise.race([
    once(lines, 'line').then(([line]) => String(line)),
    ended.then(() => {
      throw new Error('The payment process ended before it listened.');
    }),
  ]);
  return {
    url,
    ended,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
