import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { AST, Rule } from 'eslint';
import { root } from '../../scripts/project.ts';
import { checkedLint, isSlow, typescript } from '../fuzz/checked-lint.ts';
import { mutantsOf, spotsOf } from '../fuzz/mutants.ts';

/** What the check says about a rule that reports, or fails, at each call of `pay()`. */
function faultsOf(atCall: (node: Rule.Node, context: Rule.RuleContext) => void): string[] {
  const rule: Rule.RuleModule = {
    meta: { hasSuggestions: true },
    create: (context) => ({ CallExpression: (node) => atCall(node, context) }),
  };
  const subject = { plugin: { rules: { probe: rule } }, rules: { 'idempotency/probe': 'error' } as const };
  const { faults, parsed } = checkedLint('const key = 1;\npay(key);\n', 'pay.ts', typescript, subject);
  assert.ok(parsed);
  return faults.map(({ kind, what }) => `${kind}: ${what}`);
}

const at = (line: number, column: number, endLine: number, endColumn: number): AST.SourceLocation => ({
  start: { line, column },
  end: { line: endLine, column: endColumn },
});

function suggesting(range: AST.Range, text: string) {
  return (node: Rule.Node, context: Rule.RuleContext): void =>
    context.report({
      node,
      message: 'No.',
      suggest: [{ desc: 'Better', fix: (fixer) => fixer.replaceTextRange(range, text) }],
    });
}

describe('the fuzz run', () => {
  it('finds nothing wrong with a sound report and a sound suggestion', () => {
    assert.deepEqual(faultsOf(suggesting([15, 18], 'charge')), []);
  });

  it('sees a rule that throws', () => {
    const faults = faultsOf(() => {
      throw new Error('no such property\nOccurred while linting');
    });
    assert.deepEqual(faults, ['crash: no such property']);
  });

  it('sees positions outside the text, and ends before their beginnings', () => {
    const report = (loc: AST.SourceLocation) =>
      faultsOf((_node, context) => context.report({ loc, message: 'No.' }));
    assert.deepEqual(report(at(2, 0, 2, 3)), []);
    assert.deepEqual(report(at(7, 0, 7, 3)), [
      'broken position: idempotency/probe at 7:1 to 7:4 begins outside the text',
    ]);
    assert.deepEqual(report(at(2, 0, 2, 40)), [
      'broken position: idempotency/probe at 2:1 to 2:41 ends outside the text',
    ]);
    assert.deepEqual(report(at(2, 3, 2, 3)), [
      'broken position: idempotency/probe at 2:4 to 2:4 ends before it begins',
    ]);
  });

  it('sees a message with a hole in it', () => {
    assert.deepEqual(
      faultsOf((node, context) => context.report({ node, message: 'Retried (by undefined).' })),
      ['broken message: idempotency/probe at 2:1 says "undefined"'],
    );
  });

  it('sees suggestions that change nothing, edit outside the text or leave what is no code', () => {
    const said = (fault: string) => [`broken suggestion: idempotency/probe at 2:1 "Better" ${fault}`];
    assert.deepEqual(faultsOf(suggesting([15, 18], 'pay')), said('changes nothing'));
    assert.deepEqual(faultsOf(suggesting([15, 19], 'charge')), said('leaves code that does not parse'));
    assert.deepEqual(faultsOf(suggesting([15, 400], 'charge();')), said('edits 15 to 400, outside the text'));
  });

  it('calls slow what takes many times as long as the parser, and more than a busy machine makes of nothing', () => {
    const slow = (ms: number, parseMs: number) => isSlow({ rule: 'probe', ms, parseMs });
    assert.deepEqual(
      [slow(400, 0.1), slow(600, 1), slow(600, 10), slow(60_000, 1_000), slow(600, 2)],
      [false, true, false, true, false],
    );
  });

  it('makes the same mutants for the same seed and others for another', () => {
    const code = 'if (a) { pay(b, c); } else { wait(); }\nretry(() => { pay(a); });\n';
    const texts = (seed: number, mutant: number) => [...mutantsOf(code, spotsOf(code, 'a.ts'), seed, mutant)];
    assert.deepEqual(texts(1, 1), texts(1, 1));
    assert.notDeepEqual(texts(1, 1), texts(2, 1));
    assert.notDeepEqual(texts(1, 1), texts(1, 2));
    assert.ok(!texts(1, 1).includes(code));
  });

  describe('as a command', function () {
    this.timeout(60_000);
    let folder: string;

    before(() => {
      folder = mkdtempSync(path.join(os.tmpdir(), 'idempotency-fuzz-'));
      mkdirSync(path.join(folder, 'node_modules'));
      writeFileSync(
        path.join(folder, 'pay.ts'),
        'export const pay = (email) => send({ idempotencyKey: email });',
      );
      writeFileSync(path.join(folder, 'broken.js'), 'export const = ;');
      writeFileSync(path.join(folder, 'node_modules', 'left-out.js'), 'send({ idempotencyKey: email });');
    });

    after(() => rmSync(folder, { recursive: true, force: true }));

    const run = (...args: string[]) => {
      const script = path.join(root, 'test/fuzz/lint-fuzz.ts');
      return spawnSync(process.execPath, [script, ...args], { cwd: folder, encoding: 'utf8' });
    };

    it('lints files and mutants and adds up what it found', () => {
      const { status, stdout } = run('--files', '1', '--mutants', '2', '.');
      assert.match(stdout, /^Seed 1, 2 files,/);
      assert.match(
        stdout,
        /\nFiles: 1, 1 lines; 1 with a trigger word\n {2}do not parse: 1\n {2}findings: 1, /,
      );
      assert.match(stdout, /\nMutants of 1 files, 2 of each of 1: 2, /);
      assert.match(stdout, /\nFaults: crash 0, hang 0, broken position 0, .*slow 0\n$/);
      assert.equal(status, 0);
    });

    it('makes one mutant again and shows it', () => {
      const { status, stdout } = run('--seed', '4', '--mutant', '2', 'pay.ts');
      assert.match(stdout, /\nMutants: 1, /);
      assert.equal(status, 0);
      assert.equal(
        run('--seed', '4', '--mutant', '2', 'pay.ts').stdout.split('\n')[1],
        stdout.split('\n')[1],
      );
    });

    it('says what is wrong with how it is called', () => {
      assert.deepEqual(
        [run(), run('nowhere'), run('--mutant', '0', 'pay.ts')].map(({ status, stderr }) => [status, stderr]),
        [
          [2, 'Name a folder of code: npm run fuzz -- <folder>...\n'],
          [2, 'There is no nowhere. Name folders or files of JavaScript or TypeScript code.\n'],
          [2, '--mutant is not a whole number from 1.\n'],
        ],
      );
    });
  });
});
