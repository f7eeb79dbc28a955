import { createRequire } from 'node:module';
import * as typescriptParser from '@typescript-eslint/parser';
import type { Linter } from 'eslint';

const require = createRequire(import.meta.url);

/** Babel's parser for ESLint, told its plugins here: it reads no configuration of the machine. */
function babel(...plugins: string[]): Linter.LanguageOptions {
  return {
    parser: require('@babel/eslint-parser') as Linter.Parser,
    parserOptions: {
      requireConfigFile: false,
      babelOptions: { babelrc: false, configFile: false, parserOpts: { plugins } },
    },
  };
}

const jsx = { parserOptions: { ecmaFeatures: { jsx: true } } };

/** The parsers that people lint with, each with JSX. */
export const parsers = {
  TypeScript: { parser: typescriptParser as Linter.Parser, ...jsx },
  "ESLint's own": jsx,
  "Babel's": babel('jsx', 'decorators', 'decoratorAutoAccessors', 'explicitResourceManagement'),
  "Babel's with types": babel('jsx', 'typescript', 'decorators', 'decoratorAutoAccessors'),
  "Babel's with Flow": babel('jsx', 'flow', 'flowComments'),
} satisfies Record<string, Linter.LanguageOptions>;

export type ParserName = keyof typeof parsers;
