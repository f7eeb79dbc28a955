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
   * @throws where the process cannot even begin: then no file is to blame
   */
  async run(task: Task, heard: (progress: Progress & { kind: 'linted' }) => void): Promise<Death | null> {
    const child = (this.#child ??= start(
      process.execPath,
      ['--max-old-space-size=2048', path.join(import.meta.dirname, 'fuzz-worker.ts')],
      { stdio: ['ignore', 'inherit', 'pipe', 'ipc'] },
    ));
    const begun = { yet: false, mutant: null as number | null };
    let complaint = '';
    const complain = (chunk: Buffer): void => {
      complaint = (complaint + chunk.toString()).slice(-20_000);
    };
    child.stderr?.on('data', complain);
    const death = await new Promise<Omit<Death, 'mutant'> | null>((resolve) => {
      const settle = (end: Omit<Death, 'mutant'> | null): void => {
        clearTimeout(timer);
        child.off('message', hear).off('exit', die);
        resolve(end);
      };
      const hang = (): void => settle({ how: 'hang', what: `not done after ${hangMs / 1000} seconds` });
      const hear = (progress: Progress): void => {
        timer.refresh();
        if (progress.kind === 'done') settle(null);
        else if (progress.kind === 'linted') heard(progress);
        else Object.assign(begun, { yet: true, mutant: progress.mutant });
      };
      const die = (code: number | null, signal: NodeJS.Signals | null): void =>
        settle({
          how: 'crash',
          what: `the process ended (${signal ?? `code ${code}`}) ${firstErrorIn(complaint)}`,
        });
      const timer = setTimeout(hang, hangMs);
      child.on('message', hear).on('exit', die);
      child.send(task);
    });
    child.stderr?.off('data', complain);
    if (!death) return null;
    await this.close();
    if (!begun.yet) throw new Error(`The process that lints does not begin: ${death.what}`);
    return { ...death, mutant: begun.mutant };
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
