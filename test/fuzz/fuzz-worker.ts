/**
 * The process that lints for the fuzz run. Apart from the one that counts, so that a rule that never ends, or takes
 * all memory, can be ended with it; and with the stack that ESLint has, which a worker thread's is not.
 */
import fs from 'node:fs';
import { checkedLint, type Checked } from './checked-lint.ts';
import { mutantsOf, spotsOf, type Spots } from './mutants.ts';
import { mayMatter } from '../../eslint-plugin/src/model/trigger.ts';
import { readSettings } from '../../eslint-plugin/src/settings.ts';

/** A file to lint: as it is (`mutants: null`), or this many mutants of it, or the one mutant with this number. */
export interface Task {
  file: string;
  seed: number;
  mutants: null | { count: number } | { only: number };
}

/** `mutant` is null for the file as it is. */
export type Progress =
  | { kind: 'begins'; mutant: number | null }
  | { kind: 'linted'; mutant: number | null; lines: number; matters: boolean; checked: Checked }
  | { kind: 'done' };

const settings = readSettings(undefined);

function say(progress: Progress): void {
  process.send?.(progress);
}

function linted(mutant: number | null, text: string, checked: Checked): void {
  const matters = mayMatter(text, settings);
  say({ kind: 'linted', mutant, lines: text.split('\n').length, matters, checked });
}

/** Lints the mutant with this number; a text that yields none is passed over. */
function lintMutant(text: string, spots: Spots, { file, seed }: Task, mutant: number): string | null {
  say({ kind: 'begins', mutant });
  for (const changed of mutantsOf(text, spots, seed, mutant)) {
    const checked = checkedLint(changed, file);
    if (!checked.parsed) continue;
    linted(mutant, changed, checked);
    return changed;
  }
  return null;
}

function lintMutants(text: string, task: Task, mutants: NonNullable<Task['mutants']>): void {
  const spots = spotsOf(text, task.file);
  if ('only' in mutants) {
    console.log(lintMutant(text, spots, task, mutants.only) ?? 'No such mutant of this file parses.');
    return;
  }
  for (let mutant = 1; mutant <= mutants.count; mutant++) lintMutant(text, spots, task, mutant);
}

function work(task: Task): void {
  const text = fs.readFileSync(task.file, 'utf8');
  if (task.mutants) lintMutants(text, task, task.mutants);
  else {
    say({ kind: 'begins', mutant: null });
    linted(null, text, checkedLint(text, task.file));
  }
  say({ kind: 'done' });
}

process.on('message', (task: Task) => work(task));
process.on('disconnect', () => process.exit());
