import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Linter } from 'eslint';
import plugin from 'eslint-plugin-idempotency';
import { eslintPackages, loadESLint, type ESLintMajor } from './eslint-versions.ts';
import { languageOptions } from './rule-tester.ts';

const root = path.join(import.meta.dirname, '..', '..');
const fixtures = path.join(root, 'test', 'fixtures', 'eslint-plugin');

/** One finding a file, each of another rule: what any way of loading the plugin has to say. */
const expected = [
  'charge.ts:8 idempotency/no-key-per-attempt',
  'checkout.tsx:5 idempotency/no-sensitive-key',
  'hook.js:5 idempotency/no-check-then-insert',
];

interface LintedFile {
  filePath: string;
  messages: { line: number; ruleId: string | null; message: string }[];
}

function findings(files: readonly LintedFile[]): string[] {
  return files
    .flatMap(({ filePath, messages }) =>
      messages.map(({ line, ruleId, message }) => `${path.basename(filePath)}:${line} ${ruleId ?? message}`),
    )
    .sort();
}

/** Runs a command that may end with 1, as linters do when they find something. */
function outputOf(command: string, args: string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(command, args, { cwd, timeout: 60_000 }, (error, stdout, stderr) => {
      if (error && error.code !== 1) reject(new Error(`${stderr}\n${stdout}`, { cause: error }));
      else resolve(stdout);
    });
  });
}

for (const major of [9, 10] as ESLintMajor[]) {
  describe(`in ESLint ${major}`, () => {
    for (const preset of ['recommended', 'strict'] as const) {
      it(`lints TypeScript, TSX and JavaScript with the config "${preset}"`, async () => {
        const { ESLint } = loadESLint(major);
        const eslint = new ESLint({
          cwd: fixtures,
          overrideConfigFile: true,
          overrideConfig: [
            { files: ['**/*.{ts,tsx,js}'], languageOptions },
            plugin.configs[preset] as Linter.Config,
          ],
        });
        assert.deepEqual(findings(await eslint.lintFiles(['.'])), expected);
      });
    }

    it('is found by the command through a flat config file', async () => {
      const project = await mkdtemp(path.join(tmpdir(), 'idempotency-eslint-'));
      try {
        await mkdir(path.join(project, 'node_modules'));
        await symlink(fixtures, path.join(project, 'src'), 'junction');
        const config = [
          `import idempotency from ${JSON.stringify(pathToFileURL(path.join(root, 'eslint-plugin/src/index.ts')).href)};`,
          `import parser from ${JSON.stringify(pathToFileURL(path.join(root, 'node_modules/@typescript-eslint/parser/dist/index.js')).href)};`,
          `export default [{ files: ['**/*.{ts,tsx,js}'], languageOptions: { parser } }, idempotency.configs.recommended];`,
        ];
        await writeFile(path.join(project, 'eslint.config.mjs'), config.join('\n'));
        const bin = path.join(root, 'node_modules', eslintPackages[major], 'bin', 'eslint.js');
        const output = await outputOf(
          process.execPath,
          [bin, '--format', 'json', 'src/charge.ts', 'src/checkout.tsx', 'src/hook.js', 'src/right.ts'],
          project,
        );
        assert.deepEqual(findings(JSON.parse(output) as LintedFile[]), expected);
      } finally {
        await rm(project, { recursive: true, force: true });
      }
    });
  });
}
