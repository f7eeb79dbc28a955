import { createRequire } from 'node:module';

type ESLintModule = typeof import('eslint');

const require = createRequire(import.meta.url);

/** The two majors of ESLint this plugin supports; `eslint-9` is a package alias of the root manifest. */
export const eslintPackages = { 9: 'eslint-9', 10: 'eslint' } as const;

export type ESLintMajor = keyof typeof eslintPackages;

/** Loads one major of ESLint. */
export function loadESLint(major: ESLintMajor): ESLintModule {
  return require(eslintPackages[major]) as ESLintModule;
}

/** The major that RuleTester runs on: 10, or 9 when `IDEMPOTENCY_ESLINT=9`. */
export const testedMajor: ESLintMajor = process.env['IDEMPOTENCY_ESLINT'] === '9' ? 9 : 10;
