import assert from 'node:assert/strict';
import { Linter as ESLint10Linter, type Linter } from 'eslint';
import plugin from 'eslint-plugin-idempotency';
import { unlessTooDeep } from '../../eslint-plugin/src/too-deep.ts';
import { loadESLint, testedMajor } from './eslint-versions.ts';
import { parsers } from './parsers.ts';

const { Linter: ESLintLinter } = loadESLint(testedMajor);
const words = '/* idempotency key, insert, catch retry, POST, processed_events, event_id, unique */\n';
const sent = 'fetch(url, { method: "POST", headers: { "Idempotency-Key": key } });';

/** Code that nests as deep as it is told to. */
const deep: Record<string, (depth: number) => string> = {
  'a sum': (depth) => `const key = ${'part + '.repeat(depth)}email; ${sent}`,
  'calls in calls': (depth) => `${'insert('.repeat(depth)}key${')'.repeat(depth)};`,
  'a chain of calls': (depth) => `insert(key)${'.then(() => retry)'.repeat(depth)};`,
  'else if': (depth) => `if (a) { insert(key); }${' else if (b) { insert(key); }'.repeat(depth)}`,
  'elements in elements': (depth) => `const page = ${'<a>'.repeat(depth)}{key}${'</a>'.repeat(depth)};`,
  'blocks in blocks': (depth) => `${'{'.repeat(depth)}insert(key);${'}'.repeat(depth)}`,
  'functions in functions': (depth) => `const f = ${'() => '.repeat(depth)}insert(key);`,
  'objects in objects': (depth) => `const o = ${'{ headers: '.repeat(depth)}key${'}'.repeat(depth)};`,
  'choices in choices': (depth) => `const key = ${'a ? b : '.repeat(depth)}email; ${sent}`,
  'templates in templates': (depth) =>
    `const key = ${'`${'.repeat(depth)}email${'}`'.repeat(depth)}; ${sent}`,
  'assignments of assignments': (depth) => `${'a = '.repeat(depth)}key; ${sent}`,
  'tries in tries': (depth) =>
    `async function f() { ${'try { '.repeat(depth)}await insert(key);${' } catch { retry(); }'.repeat(depth)} }`,
};

const depths = [10_000, 5_000, 2_500, 1_000, 300];

function lint(code: string, languageOptions: Linter.LanguageOptions, rules: Linter.Config['rules']) {
  const config = {
    files: ['**/*.tsx'],
    plugins: { idempotency: plugin },
    rules,
    languageOptions,
  } as unknown as Linter.Config;
  return new ESLintLinter({ configType: 'flat' }).verify(code, [config], { filename: 'deep.tsx' });
}

/** Does ESLint, without any rule, get through this code? Some parsers throw, some say that it does not parse. */
function survives(code: string, languageOptions: Linter.LanguageOptions): boolean {
  try {
    return lint(code, languageOptions, {}).every(({ fatal }) => !fatal);
  } catch (error) {
    assert.ok(error instanceof RangeError, String(error));
    return false;
  }
}

/**
 * What ESLint says about a rule that throws; null where none does. Close to its limits the parser throws at one time
 * and not at the next, as the engine compiles it: that is not the rules' doing.
 */
function ruleThatEnds(code: string, languageOptions: Linter.LanguageOptions): string | null {
  try {
    lint(code, languageOptions, plugin.configs.strict.rules);
  } catch (error) {
    const { message } = error as Error;
    if (message.includes('idempotency/')) return message;
  }
  return null;
}

describe('deep code', function () {
  this.timeout(60_000);

  for (const [what, make] of Object.entries(deep)) {
    for (const name of ['TypeScript', "ESLint's own", "Babel's"] as const) {
      it(`${what} ends no run that ESLint gets through, with the parser ${name}`, () => {
        const languageOptions = { sourceType: 'module' as const, ...parsers[name] };
        const survived = depths.filter((depth) => survives(words + make(depth), languageOptions));
        assert.ok(survived.includes(300), 'ESLint itself gets through none of it');
        for (const depth of survived) {
          assert.equal(ruleThatEnds(words + make(depth), languageOptions), null);
        }
      });
    }
  }

  it('is no reason to miss a finding beside a sum of two thousand strings', () => {
    const sum = `const sql = ${"'a' + ".repeat(2_000)}'b';\n`;
    const code = `${sum}send({ idempotencyKey: \`pay-\${email}\` });`;
    const found = lint(code, parsers["ESLint's own"], plugin.configs.recommended.rules);
    assert.deepEqual(
      found.map(({ ruleId, line, column }) => ({ ruleId, line, column })),
      [{ ruleId: 'idempotency/no-sensitive-key', line: 2, column: 31 }],
    );
  });

  describe('where the stack does not suffice', () => {
    const overflow = (): never => {
      const again = (): number => 1 + again();
      again();
      throw new Error('an endless recursion ended');
    };
    const sourceCodeOf = (code: string): never => {
      const linter = new ESLint10Linter();
      assert.deepEqual(linter.verify(code, []), []);
      return linter.getSourceCode() as never;
    };

    it('passes a deep file over, for the rules that come after, too', () => {
      const sourceCode = sourceCodeOf(`x = ${'a + '.repeat(400)}b;`);
      assert.equal(
        unlessTooDeep(sourceCode, () => 'answer'),
        'answer',
      );
      assert.equal(unlessTooDeep(sourceCode, overflow), null);
      assert.equal(
        unlessTooDeep(sourceCode, () => 'answer'),
        null,
      );
    });

    it('does not hide a recursion without end in a file that is not deep', () => {
      const sourceCode = sourceCodeOf(`x = ${'a + '.repeat(40)}b;`);
      assert.throws(() => unlessTooDeep(sourceCode, overflow), RangeError);
      assert.equal(
        unlessTooDeep(sourceCode, () => 'answer'),
        'answer',
      );
    });

    it('hides no other error', () => {
      const sourceCode = sourceCodeOf(`x = ${'a + '.repeat(400)}b;`);
      const fail = (): never => {
        throw new RangeError('Invalid array length');
      };
      assert.throws(() => unlessTooDeep(sourceCode, fail), { message: 'Invalid array length' });
    });
  });
});
