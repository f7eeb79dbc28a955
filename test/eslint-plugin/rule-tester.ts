import * as parser from '@typescript-eslint/parser';
import type { Linter, Rule, RuleTester as ESLintRuleTester } from 'eslint';
import { loadESLint, testedMajor } from './eslint-versions.ts';

const { RuleTester } = loadESLint(testedMajor);

/** How every rule of this plugin is parsed in tests: TypeScript's parser, JSX by file name (`.tsx`, `.jsx`, `.js`). */
export const languageOptions: Linter.LanguageOptions = {
  parser: parser as Linter.Parser,
  ecmaVersion: 'latest',
  sourceType: 'module',
  parserOptions: { ecmaFeatures: { jsx: true } },
};

const tester = new RuleTester({ languageOptions });

/** A position and the message it stands for: a test that leaves one out does not compile. */
export interface ExpectedError {
  messageId: string;
  line: number;
  column: number;
  endLine: number;
  endColumn: number;
  data?: Record<string, string | number>;
  suggestions?: ESLintRuleTester.SuggestionOutput[] | undefined;
}

export interface InvalidCase extends Omit<ESLintRuleTester.InvalidTestCase, 'errors' | 'filename'> {
  errors: ExpectedError[];
  /** Decides the syntax: `.ts` (the default), `.tsx`, `.js`, `.mjs`. */
  filename?: string;
}

export interface ValidCase extends Omit<ESLintRuleTester.ValidTestCase, 'filename'> {
  filename?: string;
}

/**
 * Runs a rule over literal cases with ESLint's own RuleTester, as mocha tests.
 * @param rule a rule of this plugin; typescript-eslint's rule type and ESLint's differ only in their declarations.
 */
export function testRule(
  name: string,
  rule: unknown,
  cases: { valid: (string | ValidCase)[]; invalid: InvalidCase[] },
): void {
  const named = <Case extends ValidCase>(testCase: Case) => ({ filename: 'case.ts', ...testCase });
  tester.run(name, rule as Rule.RuleModule, {
    // Only ESLint 10 knows these; ESLint 9 ignores the property, and the types above ask for the same.
    ...{ assertionOptions: { requireMessage: 'messageId', requireLocation: true } },
    valid: cases.valid.map((testCase) => named(typeof testCase === 'string' ? { code: testCase } : testCase)),
    invalid: cases.invalid.map(named),
  });
}
