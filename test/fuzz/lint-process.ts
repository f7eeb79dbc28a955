import type { ChildProcess } from 'node:child_process';
import path from 'node:path';
import { start, stop } from '../../scripts/lifetimes.ts';
import type { Progress, Task } from './fuzz-worker.ts';

/** Longer than any file takes on a busy machine: whoever is not done by then never will be. */
const hangMs = 60_000;

/** How a task ended that the process did not survive. */
export interface Death {
  mutant: number | null;
  how: 'crash' | 'hang';
  what: string;
}

/** One process that lints, one task after the other; made anew when it hangs or dies. */
export class LintProcess {
  #child: ChildProcess | undefined;

  /**
   * Runs one task to its end.
   * @param heard is told each text that was linted
   * @returns how the process died where it did; whatever of the task came after that is lost
   */
  async run(task: Task, heard: (progress: Progress & { kind: 'linted' }) => void): Promise<Death | null> {
    const child = (this.#child ??= start(
      process.execPath,
      ['--max-old-space-size=2048', path.join(import.meta.dirname, 'fuzz-worker.ts')],
      { stdio: ['ignore', 'inherit', 'pipe', 'ipc'] },
    ));
    let mutant: number | null = null;
    let complaint = '';
    const complain = (chunk: Buffer): void => {
      complaint = (complaint + chunk.toString()).slice(-20_000);
    };
    const death = await new Promise<Death | null>((resolve) => {
      const hang = (): void =>
        resolve({ mutant, how: 'hang', what: `not done after ${hangMs / 1000} seconds` });
      let timer = setTimeout(hang, hangMs);
      const hear = (progress: Progress): void => {
        clearTimeout(timer);
        if (progress.kind === 'linted') heard(progress);
        else if (progress.kind === 'done') return settle(null);
        else mutant = progress.mutant;
        timer = setTimeout(hang, hangMs);
      };
      const die = (code: number | null, signal: NodeJS.Signals | null): void =>
        settle({
          mutant,
          how: 'crash',
          what: `the process ended (${signal ?? `code ${code}`}) ${firstErrorIn(complaint)}`,
        });
      const settle = (end: Death | null): void => {
        clearTimeout(timer);
        child.off('message', hear).off('exit', die);
        resolve(end);
      };
      child.on('message', hear).on('exit', die);
      child.stderr?.on('data', complain);
      child.send(task);
    });
    child.stderr?.off('data', complain);
    if (death) await this.close();
    return death;
  }

  /** Ends the process, politely or not. */
  async close(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (child) await stop(child);
  }
}

/** The line of a stack trace that names the error. */
function firstErrorIn(text: string): string {
  return /^.*(?:Error|FATAL).*$/m.exec(text)?.[0] ?? '';
}
