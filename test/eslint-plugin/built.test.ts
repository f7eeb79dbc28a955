import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from '../../scripts/build.ts';
import { node20 } from '../../scripts/node-20.ts';
import { root, toolPath } from '../../scripts/project.ts';

const fixtures = path.join(root, 'test', 'fixtures', 'eslint-plugin');
const built = path.join(root, 'eslint-plugin', 'dist', 'index.js');

const expected = [
  'charge.ts:8 idempotency/no-key-per-attempt',
  'checkout.tsx:5 idempotency/no-sensitive-key',
  'hook.js:5 idempotency/no-check-then-insert',
];

/** The output of a command; linters end with 1 when they find something. */
function outputOf(command: string, args: string[], cwd: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(command, args, { cwd, timeout: 60_000 }, (error, stdout, stderr) => {
      if (error && error.code !== 1) reject(new Error(`${stderr}\n${stdout}`, { cause: error }));
      else resolve(stdout);
    });
  });
}

describe('the built plugin', function () {
  this.timeout(180_000);

  before(() => build(['plugin']));

  describe('on Node.js 20.19', () => {
    let node: string;

    before(async function () {
      // The registry has this version's binary as a package for Linux only.
      if (process.platform !== 'linux') return this.skip();
      node = await node20();
    });

    for (const [major, name] of [
      [9, 'eslint-9'],
      [10, 'eslint'],
    ] as const) {
      it(`lints in ESLint ${major}, loaded by import and by require`, async () => {
        const script = [
          `import { createRequire } from 'node:module';`,
          `import imported from 'eslint-plugin-idempotency';`,
          `import * as parser from '@typescript-eslint/parser';`,
          `const require = createRequire(${JSON.stringify(path.join(root, 'package.json'))});`,
          `const required = require('eslint-plugin-idempotency');`,
          `const { ESLint } = require(${JSON.stringify(name)});`,
          `const eslint = new ESLint({ cwd: ${JSON.stringify(fixtures)}, overrideConfigFile: true, overrideConfig: [`,
          `  { files: ['**/*.{ts,tsx,js}'], languageOptions: { parser } }, required.configs.recommended] });`,
          `const results = await eslint.lintFiles(['.']);`,
          `const findings = results.flatMap(({ filePath, messages }) =>`,
          `  messages.map(({ line, ruleId, message }) => filePath.split(/[\\\\/]/).at(-1) + ':' + line + ' ' + (ruleId ?? message)));`,
          `console.log(JSON.stringify({ node: process.version, same: imported === required, findings: findings.sort() }));`,
        ].join('\n');
        const output = await outputOf(node, ['--input-type=module', '--eval', script], root);
        assert.deepEqual(JSON.parse(output), { node: 'v20.19.6', same: true, findings: expected });
      });
    }
  });

  it('has pages and a rules table that eslint-doc-generator would write the same', async () => {
    const folder = path.join(root, 'eslint-plugin');
    await new Promise<void>((resolve, reject) => {
      const args = [toolPath('eslint-doc-generator'), '--check'];
      execFile(process.execPath, args, { cwd: folder, timeout: 60_000 }, (error, stdout, stderr) =>
        error ? reject(new Error(`run "npm run docs"\n${stdout}${stderr}`, { cause: error })) : resolve(),
      );
    });
  });

  it('reports in oxlint as a JS plugin', async () => {
    const project = await mkdtemp(path.join(tmpdir(), 'idempotency-oxlint-'));
    try {
      await cp(fixtures, path.join(project, 'src'), { recursive: true });
      const rules = {
        'no-check-then-insert': 'error',
        'no-key-per-attempt': 'error',
        'no-sensitive-key': 'error',
      };
      const config = {
        jsPlugins: [built],
        plugins: [],
        categories: { correctness: 'off' },
        rules: Object.fromEntries(
          Object.entries(rules).map(([name, level]) => [`idempotency/${name}`, level]),
        ),
      };
      await writeFile(path.join(project, '.oxlintrc.json'), JSON.stringify(config));
      await writeFile(
        path.join(project, 'src', 'silenced.ts'),
        "export const pay = (email: string) => fetch('/pay', {\n  method: 'POST',\n" +
          '  // idempotency-disable-next-line no-sensitive-key: a test account\n' +
          "  headers: { 'Idempotency-Key': `pay-${email}` },\n});\n",
      );
      const bin = toolPath('oxlint');
      const output = await outputOf(process.execPath, [bin, '--format', 'json', 'src'], project);
      const { diagnostics } = JSON.parse(output) as {
        diagnostics: { code: string; filename: string; labels: { span: { line: number } }[] }[];
      };
      const findings = diagnostics.map(({ code, filename, labels }) => {
        const rule = code.replace(/^(\w+)\((.+)\)$/, '$1/$2');
        return `${path.basename(filename)}:${labels[0]?.span.line} ${rule}`;
      });
      assert.deepEqual(findings.sort(), expected);
    } finally {
      await rm(project, { recursive: true, force: true });
    }
  });
});
