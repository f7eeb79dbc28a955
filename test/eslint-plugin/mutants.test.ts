import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as parser from '@typescript-eslint/parser';
import type { Linter } from 'eslint';
import plugin from 'eslint-plugin-idempotency';
import { loadESLint, testedMajor } from './eslint-versions.ts';
import { languageOptions } from './rule-tester.ts';

const { Linter: ESLintLinter } = loadESLint(testedMajor);
const cases = path.join(import.meta.dirname, '..', 'cases');
const mutantsPerFile = 2;
const linter = new ESLintLinter({ configType: 'flat' });

const config = {
  files: ['**/*.{ts,tsx,js,jsx,mjs,cjs}'],
  plugins: { idempotency: plugin },
  rules: {
    ...Object.fromEntries(Object.keys(plugin.rules).map((name) => [`idempotency/${name}`, 'error'])),
    'idempotency/no-sensitive-key': ['error', { checkHashed: true }],
  },
  languageOptions,
} as unknown as Linter.Config;

interface Spot {
  type: string;
  range: [number, number];
}

/** What is done to a statement; the text has to parse afterwards, which is tried. */
const onStatements: readonly ((text: string) => string)[] = [
  () => '',
  (text) => `${text}\n${text}`,
  (text) => `for (let attempt = 0; attempt < 3; attempt++) { try { ${text}\nbreak; } catch (error) {} }`,
  (text) => `try { ${text} } catch (error) { ${text} }`,
  (text) => `retry(async (bail, attempt) => { ${text} });`,
  (text) => `again: while (true) { if (done) continue again; ${text} }`,
  (text) => `switch (action.type) { case 'RETRY': ${text} break; default: }`,
];

/** What is done to a call or to what is awaited. */
const onCalls: readonly ((text: string) => string)[] = [
  () => 'undefined',
  (text) => `pRetry(() => ${text})`,
  (text) => `(${text})?.catch(() => ${text})`,
  (text) => `[...[${text}]]`,
  (text) => `fetch(\`/\${attempt}\`, { method: 'POST', headers: { 'Idempotency-Key': ${text} } })`,
  (text) => `({ idempotencyKey: ${text} }).idempotencyKey`,
];

/** Numbers that are the same at each run (a linear congruential generator). */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    // The low bits of such a generator repeat soon.
    return (state >>> 8) % below;
  };
}

function parses(code: string): boolean {
  try {
    parser.parseForESLint(code, { range: true, ecmaFeatures: { jsx: true } });
    return true;
  } catch {
    return false;
  }
}

/** The statements of blocks and the calls of a program, as ranges of its text. */
function spotsOf(code: string): { statements: Spot[]; calls: Spot[] } {
  const statements: Spot[] = [];
  const calls: Spot[] = [];
  const { ast, visitorKeys } = parser.parseForESLint(code, { range: true, ecmaFeatures: { jsx: true } });
  const visit = (node: Spot): void => {
    for (const key of visitorKeys[node.type] ?? []) {
      const held = (node as unknown as Record<string, unknown>)[key];
      for (const child of (Array.isArray(held) ? held : [held]) as (Spot | null | undefined)[]) {
        if (!child) continue;
        if (node.type === 'BlockStatement') statements.push(child);
        if (child.type === 'CallExpression' || child.type === 'AwaitExpression') calls.push(child);
        visit(child);
      }
    }
  };
  visit(ast as unknown as Spot);
  return { statements, calls };
}

/** Changes one place of a program. */
function mutantOf(
  code: string,
  { statements, calls }: ReturnType<typeof spotsOf>,
  next: (below: number) => number,
): string {
  const onStatement = next(2) === 0;
  const spots = onStatement ? statements : calls;
  const changes = onStatement ? onStatements : onCalls;
  const spot = spots[next(Math.max(spots.length, 1))];
  const change = changes[next(changes.length)];
  if (!spot || !change) return code;
  const [start, end] = spot.range;
  return code.slice(0, start) + change(code.slice(start, end)) + code.slice(end);
}

/** Lints, and complains about what an editor or a reader would stumble over. */
function check(code: string, filename: string): number {
  const lines = code.split(/\r\n|[\r\n\u2028\u2029]/);
  const messages = linter.verify(code, [config], { filename });
  for (const { fatal, message, line, column, endLine, endColumn, suggestions } of messages) {
    const about = `${filename}:${line}:${column} ${message}\n${code}`;
    assert.ok(!fatal, about);
    assert.ok(line >= 1 && column >= 1 && column <= (lines[line - 1]?.length ?? -1) + 1, about);
    assert.ok(endLine !== undefined && endColumn !== undefined && endLine <= lines.length, about);
    assert.ok(endLine > line || (endLine === line && endColumn > column), about);
    assert.doesNotMatch(message, /undefined|\[object |\{\{/, about);
    for (const { fix } of suggestions ?? []) {
      const after = code.slice(0, fix.range[0]) + fix.text + code.slice(fix.range[1]);
      assert.notEqual(after, code, about);
      assert.ok(parses(after), `the suggestion leaves code that does not parse: ${about}\n${after}`);
    }
  }
  return messages.length;
}

describe('mutants of the marked cases', function () {
  this.timeout(60_000);

  it('lint without a throw, with sound positions and with suggestions that parse', () => {
    let linted = 0;
    let reports = 0;
    for (const [number, file] of readdirSync(cases).sort().entries()) {
      if (!/^\d.*\.[jt]sx?$/.test(file)) continue;
      const code = readFileSync(path.join(cases, file), 'utf8');
      const next = numbers(number + 1);
      const spots = spotsOf(code);
      // JSX and `<T>` casts exclude each other; the cases have no casts.
      const filename = file.replace(/\.(?:spec|test)\./, '.').replace(/\.ts$/, '.tsx');
      for (let mutant = 0; mutant < mutantsPerFile; mutant++) {
        const changed = mutantOf(code, spots, next);
        if (changed === code || !parses(changed)) continue;
        linted++;
        reports += check(changed, filename);
      }
    }
    assert.ok(linted > 200 && reports > 40, `only ${linted} mutants with ${reports} reports`);
  });
});
