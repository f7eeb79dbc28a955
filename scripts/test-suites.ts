/** The test suites that `npm test` runs. */

export interface Suite {
  name: string;
  title: string;
  /** A script of this repository, or the files mocha runs. */
  runs: { script: string } | { mocha: string };
  env?: Record<string, string>;
}

/** The browser's VS Code needs the packaged Chromium, which there is for Linux on x64; elsewhere a desktop is downloaded. */
const hasBrowser =
  process.platform === 'linux' && (process.arch === 'x64' || Boolean(process.env.CHROMIUM_PATH));

/** In the order in which they run. */
export const suites: Suite[] = [
  { name: 'architecture', title: 'architecture', runs: { mocha: 'test/architecture/**/*.test.ts' } },
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
  { name: 'shop', title: 'shop', runs: { mocha: 'test/shop/**/*.test.ts' } },
  { name: 'webview', title: "inspector's page", runs: { mocha: 'test/webview/**/*.test.ts' } },
  {
    name: 'extension',
    title: "extension in VS Code's extension host",
    runs: { script: `test/extension/run-in-${hasBrowser ? 'server' : 'desktop'}.ts` },
  },
  ...(hasBrowser
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
