/**
 * Builds, runs every test suite and adds their results up: what `npm test` runs. `npm test -- plugin shop` runs the
 * named suites only. The last line is `N passed, N failed`, with `, N skipped` where some were.
 */
import path from 'node:path';
import { parseArgs, styleText } from 'node:util';
import { build } from './build.ts';
import { exitCode, start, stop, temporaryFolder } from './lifetimes.ts';
import { root, toolPath } from './project.ts';
import { readResults, resultsVariable, type SuiteResults } from './suite-results.ts';
import { needsBuild, suites, type Suite } from './test-suites.ts';

/** A suite that leaves something open would otherwise keep the run from ending. */
const suiteMinutes = 15;

interface Outcome extends SuiteResults {
  title: string;
  seconds: number;
  /** Why the suite counts as failed although no test of it did. */
  fault?: string;
}

const heading = (text: string): void => console.log(`\n${styleText('bold', text)}`);

async function runSuite({ name, title, runs, env }: Suite, folder: string): Promise<Outcome> {
  heading(title);
  const begun = performance.now();
  const resultsFile = path.join(folder, `${name}.json`);
  const args =
    'script' in runs
      ? [runs.script]
      : [toolPath('mocha'), '--reporter', path.join(root, 'scripts/suite-reporter.ts'), runs.mocha];
  const child = start(process.execPath, args, {
    cwd: root,
    env: { ...process.env, ...env, [resultsVariable]: resultsFile },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    void stop(child);
  }, suiteMinutes * 60_000);
  const code = await exitCode(child);
  clearTimeout(timer);
  const results = readResults(resultsFile);
  const outcome = {
    ...(results ?? { passed: 0, failed: 0, skipped: 0 }),
    title,
    seconds: (performance.now() - begun) / 1000,
  };
  if (late)
    return { ...outcome, failed: outcome.failed + 1, fault: `did not end within ${suiteMinutes} minutes` };
  if (!results) return { ...outcome, failed: 1, fault: `ended with code ${code} before its tests did` };
  if (outcome.passed + outcome.failed === 0) return { ...outcome, failed: 1, fault: 'ran no test' };
  if (code !== 0 && outcome.failed === 0) return { ...outcome, failed: 1, fault: `ended with code ${code}` };
  return outcome;
}

function printOutcome({ title, passed, failed, skipped, seconds, fault }: Outcome): void {
  const mark = failed === 0 ? styleText('green', '✔') : styleText('red', '✖');
  const counts = `${String(passed).padStart(6)} passed ${String(failed).padStart(4)} failed`;
  const rest = [skipped > 0 ? `${skipped} skipped` : '', `${seconds.toFixed(0)} s`, fault ?? ''].filter(
    Boolean,
  );
  console.log(`${mark} ${title.padEnd(44)}${counts}   ${rest.join(', ')}`);
}

async function buildFirst(): Promise<Outcome> {
  heading('build');
  const begun = performance.now();
  const outcome = { title: 'build', passed: 0, skipped: 0, failed: 0 };
  try {
    await build();
  } catch (error) {
    console.error((error as Error).message);
    Object.assign(outcome, { failed: 1, fault: (error as Error).message.split('\n')[0] });
  }
  return { ...outcome, seconds: (performance.now() - begun) / 1000 };
}

const { positionals } = parseArgs({ allowPositionals: true });
const unknown = positionals.filter((name) => !suites.some((suite) => suite.name === name));
if (unknown.length > 0) {
  const names = suites.map((suite) => suite.name).join(', ');
  console.error(`There is no suite "${unknown.join('", "')}"; the suites are ${names}.`);
  process.exit(2);
}

const chosen = positionals.length > 0 ? suites.filter((suite) => positionals.includes(suite.name)) : suites;
const folder = temporaryFolder('tests');
const outcomes: Outcome[] = [];
if (chosen.some((suite) => needsBuild.has(suite.name))) outcomes.push(await buildFirst());
for (const suite of chosen) outcomes.push(await runSuite(suite, folder));

heading('results');
outcomes.forEach(printOutcome);
const sum = (what: 'passed' | 'failed' | 'skipped'): number =>
  outcomes.reduce((total, each) => total + each[what], 0);
const skipped = sum('skipped');
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exitCode = sum('failed') > 0 ? 1 : 0;
