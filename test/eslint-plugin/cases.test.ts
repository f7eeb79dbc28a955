import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eslintPackages, testedMajor } from './eslint-versions.ts';

const root = path.join(import.meta.dirname, '..', '..');

interface Score {
  expected: number;
  hit: number;
  falseAlarms: number;
}

/** What today's rules reach on `test/cases`: may only be raised. */
const floor: Record<string, Score> = {
  'no-check-then-insert': { expected: 25, hit: 25, falseAlarms: 0 },
  'no-key-per-attempt': { expected: 26, hit: 26, falseAlarms: 0 },
  'no-sensitive-key': { expected: 17, hit: 17, falseAlarms: 0 },
  'require-key-on-retry': { expected: 21, hit: 21, falseAlarms: 0 },
};

/** Runs `score.mjs`, which lints every marked case and compares the reports with the marks. */
async function score(): Promise<{ rules: ({ rule: string } & Score)[]; notes: string[] }> {
  // The script takes `eslint` from a folder's node_modules; this one offers the major under test.
  const folder = await mkdtemp(path.join(tmpdir(), 'idempotency-cases-'));
  try {
    const modules = path.join(folder, 'node_modules');
    await mkdir(path.join(modules, '@typescript-eslint'), { recursive: true });
    const link = (from: string, to: string) =>
      symlink(path.join(root, 'node_modules', from), path.join(modules, to), 'junction');
    await link(eslintPackages[testedMajor], 'eslint');
    await link('@typescript-eslint/parser', '@typescript-eslint/parser');
    const cases = path.join(root, 'test', 'cases');
    const args = ['--conditions=idempotency-source', path.join(cases, 'score.mjs'), '--json', '--misses'];
    args.push(
      '--plugin',
      path.join(root, 'eslint-plugin', 'src', 'index.ts'),
      '--cases',
      cases,
      '--from',
      folder,
    );
    const output = await new Promise<string>((resolve, reject) => {
      execFile(
        process.execPath,
        args,
        { cwd: root, maxBuffer: 1 << 26, timeout: 120_000 },
        (error, stdout, stderr) => (error ? reject(new Error(stderr, { cause: error })) : resolve(stdout)),
      );
    });
    return JSON.parse(output) as { rules: ({ rule: string } & Score)[]; notes: string[] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((100 * part) / whole).toFixed(1)} %`;

describe(`marked cases in ESLint ${testedMajor}`, function () {
  this.timeout(120_000);

  let scores: Map<string, Score>;
  let notes: string[];

  before(async () => {
    const result = await score();
    scores = new Map(result.rules.map(({ rule, ...rest }) => [rule, rest]));
    notes = result.notes;
  });

  it('all lint', () => {
    assert.deepEqual(
      notes.filter((note) => note.includes('does not lint')),
      [],
    );
  });

  for (const [rule, least] of Object.entries(floor)) {
    it(`keep what ${rule} has reached`, () => {
      const got = scores.get(rule) ?? { expected: 0, hit: 0, falseAlarms: 0 };
      console.log(
        `      ${rule}: recall ${percent(got.hit, got.expected)} (${got.hit} of ${got.expected}), ` +
          `precision ${percent(got.hit, got.hit + got.falseAlarms)} (${got.falseAlarms} false alarms)`,
      );
      const about = notes.filter((note) => note.includes(rule)).join('\n');
      assert.equal(got.expected, least.expected, 'the number of marks has changed; set the floor anew');
      assert.ok(got.hit >= least.hit, `${rule} finds fewer than before:\n${about}`);
      assert.ok(got.falseAlarms <= least.falseAlarms, `${rule} has more false alarms than before:\n${about}`);
    });
  }
});
