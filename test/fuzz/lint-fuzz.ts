/**
 * Looks for crashes, broken positions, broken suggestions and slowness on code that nobody wrote for the rules:
 * `npm run fuzz -- [--seed 1] [--files 1000] [--mutants 10] [--workers 1] [--mutant N] <folder or file>...`.
 *
 * First every JavaScript and TypeScript file of the folders (node_modules left out) is linted as it is, with all rules
 * of `strict`. Then so are mutants of some of them, which the seed chooses: three of four hold a word that the rules
 * look for. Each fault is printed with the command that shows it again. With `--mutant` the mutant with that number is
 * printed and linted, and nothing else. Exits with 1 where there was a fault.
 */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { slownessText, type Checked, type Fault, type Slowness } from './checked-lint.ts';
import type { Task } from './fuzz-worker.ts';
import { LintProcess } from './lint-process.ts';
import { seededNumbers, shuffled } from './seeded-numbers.ts';

type Kind = Fault['kind'] | 'hang';

interface Totals {
  texts: number;
  lines: number;
  unparsed: number;
  withTrigger: number;
  findings: number;
  suggestions: number;
  slowest: (Slowness & { file: string }) | null;
  /** How many texts each file made. */
  of: Map<string, number>;
}

const pattern = '**/*.{ts,tsx,mts,cts,js,jsx,mjs,cjs}';
const kinds: Kind[] = ['crash', 'hang', 'broken position', 'broken message', 'broken suggestion', 'slow'];

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seed: { type: 'string', default: '1' },
    files: { type: 'string', default: '1000' },
    mutants: { type: 'string', default: '10' },
    workers: { type: 'string', default: String(Math.max(1, os.availableParallelism() - 1)) },
    mutant: { type: 'string' },
  },
});

function quit(why: string): never {
  console.error(why);
  process.exit(2);
}

function number(name: 'seed' | 'files' | 'mutants' | 'workers' | 'mutant', least: number): number {
  const value = Number(values[name]);
  return Number.isSafeInteger(value) && value >= least
    ? value
    : quit(`--${name} is not a whole number from ${least}.`);
}

function filesIn(place: string): string[] {
  const found = fs.statSync(place, { throwIfNoEntry: false });
  if (!found) return quit(`There is no ${place}. Name folders or files of JavaScript or TypeScript code.`);
  if (found.isFile()) return [path.resolve(place)];
  return fs
    .globSync(pattern, { cwd: place, exclude: (name) => path.basename(name) === 'node_modules' })
    .map((file) => path.resolve(place, file))
    .filter((file) => fs.statSync(file, { throwIfNoEntry: false })?.isFile())
    .sort();
}

if (positionals.length === 0) quit('Name a folder of code: npm run fuzz -- <folder>...');
const seed = number('seed', 0);
const [files, mutants, workers] = [number('files', 0), number('mutants', 0), number('workers', 1)];
const faults: Record<Kind, number> = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<
  Kind,
  number
>;
const linters = Array.from({ length: workers }, () => new LintProcess());
const matters = new Set<string>();
const parsed = new Set<string>();

const none = (): Totals => ({
  texts: 0,
  lines: 0,
  unparsed: 0,
  withTrigger: 0,
  findings: 0,
  suggestions: 0,
  slowest: null,
  of: new Map(),
});

function report(kind: Kind, what: string, file: string, mutant: number | null): void {
  faults[kind]++;
  console.log(`\n${kind}: ${what}\n  in ${file}${mutant === null ? '' : `, mutant ${mutant}`}`);
  const which = mutant === null ? '--files 0' : `--seed ${seed} --mutant ${mutant}`;
  console.log(`  npm run fuzz -- ${which} ${file}`);
}

function add(totals: Totals, checked: Checked, file: string, lines: number): void {
  if (!checked.parsed) {
    totals.unparsed++;
    return;
  }
  totals.texts++;
  totals.of.set(file, (totals.of.get(file) ?? 0) + 1);
  totals.lines += lines;
  totals.findings += checked.findings;
  totals.suggestions += checked.suggestions;
  const { slowest } = checked;
  if (slowest && slowest.ms > (totals.slowest?.ms ?? 0)) totals.slowest = { ...slowest, file };
}

/** Lints the tasks' files, some at a time, and adds to the totals. */
async function lintAll(tasks: readonly Task[], totals = none()): Promise<Totals> {
  const left = [...tasks].reverse();
  const work = async (linter: LintProcess): Promise<void> => {
    for (let task = left.pop(); task; task = left.pop()) {
      const { file } = task;
      const death = await linter.run(task, ({ mutant, checked, lines, matters: speaks }) => {
        add(totals, checked, file, lines);
        if (checked.parsed) parsed.add(file);
        if (speaks) matters.add(file);
        if (checked.parsed && speaks) totals.withTrigger++;
        for (const { kind, what } of checked.faults) report(kind, what, file, mutant);
      });
      if (death) report(death.how, death.what, file, death.mutant);
    }
  };
  await Promise.all(linters.map(work));
  return totals;
}

function print(title: string, totals: Totals): void {
  const { texts, lines, unparsed, withTrigger, findings, suggestions, slowest } = totals;
  console.log(`\n${title}: ${texts}, ${lines} lines; ${withTrigger} with a trigger word`);
  if (unparsed > 0) console.log(`  do not parse: ${unparsed}`);
  console.log(`  findings: ${findings}, suggestions: ${suggestions}`);
  if (slowest) console.log(`  slowest: ${slownessText(slowest)} (${slowest.file})`);
}

/** The files of which mutants are made, best first: three of four with a trigger word, as far as there are so many. */
function order(): string[] {
  const files = shuffled(
    all.filter((file) => parsed.has(file)),
    seededNumbers(seed),
  );
  const speaking = files.filter((file) => matters.has(file));
  const silent = files.filter((file) => !matters.has(file));
  const ordered: string[] = [];
  while (speaking.length + silent.length > 0) {
    const next = ordered.length % 4 === 3 ? [silent, speaking] : [speaking, silent];
    ordered.push((next[0]?.pop() ?? next[1]?.pop()) as string);
  }
  return ordered;
}

async function lintFilesAndMutants(): Promise<void> {
  print('Files', await lintAll(all.map((file) => ({ file, seed, mutants: null }))));
  if (mutants === 0 || files === 0) return;
  const totals = none();
  const whole = (): number => [...totals.of.values()].filter((made) => made === mutants).length;
  // Files of which too few mutants parse (a list of exports, say) are made up for by others.
  for (let left = order(); left.length > 0 && whole() < files;) {
    const some = left.slice(0, files - whole());
    left = left.slice(some.length);
    await lintAll(
      some.map((file) => ({ file, seed, mutants: { count: mutants } })),
      totals,
    );
  }
  print(`Mutants of ${totals.of.size} files, ${mutants} of each of ${whole()}`, totals);
}

const all = [...new Set(positionals.flatMap(filesIn))];
if (all.length === 0) quit('There are no JavaScript or TypeScript files in there.');
console.log(`Seed ${seed}, ${all.length} files, ${workers} at a time`);
try {
  if (values.mutant === undefined) await lintFilesAndMutants();
  else {
    const only = number('mutant', 1);
    print('Mutants', await lintAll(all.map((file) => ({ file, seed, mutants: { only } }))));
  }
} finally {
  await Promise.all(linters.map((linter) => linter.close()));
}
console.log(`\nFaults: ${kinds.map((kind) => `${kind} ${faults[kind]}`).join(', ')}`);
process.exitCode = kinds.some((kind) => faults[kind] > 0) ? 1 : 0;
