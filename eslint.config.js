import { fileURLToPath } from 'node:url';
import { defineConfig, globalIgnores } from 'eslint/config';
import eslintPlugin from 'eslint-plugin-eslint-plugin';
import globals from 'globals';
import tseslint from 'typescript-eslint';
import idempotency from './eslint-plugin/src/index.ts';

/** `no-restricted-imports` with one message per forbidden arrow of ARCHITECTURE.md. */
const forbid = (...patterns) => ({
  rules: {
    'no-restricted-imports': 'off',
    '@typescript-eslint/no-restricted-imports': ['error', { patterns }],
  },
});
const vscode = { regex: '^vscode$', message: 'Only the extension runs inside VS Code.' };
const extension = { regex: '(^|/)extension/', message: 'Nothing imports from the extension.' };
const webview = { regex: '(^|/)webview/', message: 'The page is loaded by the extension, never imported.' };
const inspector = {
  regex: '^idempotency-inspector(/|$)|/inspector/',
  message: 'There is no arrow to the inspector from here.',
};
const inspectorButProtocol = {
  regex: '^idempotency-inspector(?!/protocol$)|/inspector/',
  message: 'The page takes only types, only from idempotency-inspector/protocol.',
};
const protocolTypes = {
  regex: '^idempotency-inspector/protocol$',
  allowTypeImports: true,
  message: 'The page takes only types from the protocol.',
};
const plugin = {
  regex: '^eslint-plugin-idempotency(/|$)|/eslint-plugin/',
  message: 'There is no arrow to the ESLint plugin from here.',
};

export default defineConfig([
  globalIgnores([
    '**/node_modules/',
    '**/dist/',
    'out/',
    '.vscode-test/',
    'test-output/',
    'coverage/',
    // Wrong on purpose, or input of tests.
    'test/cases/',
    'test/fixtures/',
    'test/eslint-plugin/suggestions/sources/',
  ]),
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  tseslint.configs.recommended,
  {
    rules: {
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      'no-console': 'off',
    },
  },
  {
    files: ['**/*.{js,mjs,cjs}'],
    languageOptions: { globals: globals.node },
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
  {
    files: ['{eslint-plugin,inspector,extension}/src/**/*.ts', 'examples/shop/src/**/*.ts'],
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: fileURLToPath(new URL('.', import.meta.url)) },
    },
    rules: {
      // The two typed rules that find real faults in code full of requests.
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/no-misused-promises': 'error',
    },
  },
  {
    files: ['eslint-plugin/src/rules/**/*.ts'],
    extends: [eslintPlugin.configs.recommended],
    rules: {
      'eslint-plugin/require-meta-docs-description': 'error',
      // The address is added by createRule; suggestions are made in src/suggestions, out of the rule's sight.
      'eslint-plugin/require-meta-docs-url': 'off',
      'eslint-plugin/require-meta-has-suggestions': 'off',
      'eslint-plugin/require-meta-schema-description': 'error',
      'eslint-plugin/require-meta-default-options': 'error',
    },
  },
  { extends: [idempotency.configs.recommended] },
  {
    // The wrong twins are the exhibits: what our rules say about them is printed by `npm start`.
    files: ['examples/shop/src/wrong/**'],
    rules: Object.fromEntries(Object.keys(idempotency.rules).map((name) => [`idempotency/${name}`, 'off'])),
  },
  { files: ['eslint-plugin/**/*.ts'], ...forbid(vscode, extension, webview, inspector) },
  { files: ['inspector/**/*.ts'], ...forbid(vscode, extension, webview, plugin) },
  { files: ['webview/**/*.ts'], ...forbid(vscode, extension, plugin, inspectorButProtocol, protocolTypes) },
  { files: ['examples/**/*.ts'], ...forbid(vscode, extension, webview, inspector, plugin) },
  { files: ['extension/**/*.ts'], ...forbid(webview) },
]);
