/** The test suites that `npm test` runs. */

import { hasBrowser } from './browser.ts';
import { runsHere } from './vscode-server.ts';

export interface Suite {
  name: string;
  title: string;
  /** A script of this repository, or the files mocha runs. */
  runs: { script: string } | { mocha: string };
  env?: Record<string, string>;
}

/** VS Code's server from the registry is known to run on Linux; elsewhere a desktop VS Code is downloaded. */
const inBrowser = runsHere && hasBrowser();

/** In the order in which they run. */
export const suites: Suite[] = [
  { name: 'architecture', title: 'architecture', runs: { mocha: 'test/architecture/**/*.test.ts' } },
  { name: 'scripts', title: 'scripts', runs: { mocha: 'test/scripts/**/*.test.ts' } },
  { name: 'plugin', title: 'plugin, ESLint 10', runs: { mocha: 'test/eslint-plugin/**/*.test.ts' } },
  {
    name: 'plugin-eslint9',
    title: 'plugin, ESLint 9',
    runs: { mocha: 'test/eslint-plugin/**/*.test.ts' },
    env: { IDEMPOTENCY_ESLINT: '9' },
  },
  {
    name: 'inspector',
    title: 'inspector, SQLite and PostgreSQL',
    runs: { mocha: 'test/inspector/**/*.test.ts' },
  },
  {
    name: 'proof',
    title: 'proof by execution of the rules',
    runs: { mocha: 'test/proof/**/*.test.ts' },
  },
  { name: 'shop', title: 'shop', runs: { mocha: 'test/shop/**/*.test.ts' } },
  { name: 'webview', title: "inspector's page", runs: { mocha: 'test/webview/**/*.test.ts' } },
  {
    name: 'extension',
    title: "extension in VS Code's extension host",
    runs: { script: `test/extension/run-in-${inBrowser ? 'server' : 'desktop'}.ts` },
  },
  ...(inBrowser
    ? [
        {
          name: 'browser',
          title: 'extension in VS Code, driven from outside',
          runs: { mocha: 'test/extension/browser/**/*.test.ts' },
        },
      ]
    : []),
  { name: 'package', title: 'packages', runs: { mocha: 'test/package/**/*.test.ts' } },
];

/** What a suite needs built; the others run from the sources. */
export const needsBuild = new Set([
  'webview',
  'extension',
  'browser',
  'package',
  'plugin',
  'plugin-eslint9',
  'inspector',
]);
