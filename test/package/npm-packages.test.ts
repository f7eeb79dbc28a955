import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { capture, temporaryFolder } from '../../scripts/lifetimes.ts';
import { packageLibraries } from '../../scripts/package-npm.ts';
import { toolPath } from '../../scripts/project.ts';

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

const wrongPayment = `const { randomUUID } = require('node:crypto');
async function pay(order) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await fetch('https://bank.example/charges', {
        method: 'POST',
        headers: { 'Idempotency-Key': randomUUID() },
        body: JSON.stringify(order),
      });
    } catch (error) {
      if (attempt === 4) throw error;
    }
  }
}
module.exports = { pay };
`;

const typedUse = `import plugin from 'eslint-plugin-idempotency';
import type { KeyRecord } from 'idempotency-inspector/protocol';

export const name: string = plugin.meta.name;
// @ts-expect-error: proof that the types of the package were found
export const wrong: number = plugin.configs.recommended;
// @ts-expect-error: likewise
export const record: KeyRecord = 'text';
`;

describe('the npm packages, installed into an empty project', function () {
  this.timeout(180_000);
  let project: string;

  const node = (...args: string[]): Promise<string> => capture(process.execPath, args, { cwd: project });

  before(async () => {
    const packages = await packageLibraries();
    project = temporaryFolder('consumer');
    fs.writeFileSync(path.join(project, 'package.json'), '{ "private": true, "type": "module" }');
    const flags = ['--prefer-offline', '--no-audit', '--no-fund'];
    await capture(npm, ['install', ...packages, 'eslint@10', ...flags], {
      cwd: project,
      shell: process.platform === 'win32',
    });
  });

  it('lint with the plugin', async () => {
    fs.writeFileSync(path.join(project, 'pay.cjs'), wrongPayment);
    fs.writeFileSync(
      path.join(project, 'eslint.config.js'),
      "import idempotency from 'eslint-plugin-idempotency';\nexport default [idempotency.configs.recommended];\n",
    );
    const output = await node('node_modules/eslint/bin/eslint.js', '--format=json', 'pay.cjs').catch(
      (error: Error) => error.message,
    );
    assert.match(output, /idempotency\/no-key-per-attempt/);
  });

  it('print a key table', async () => {
    const database = new Database(path.join(project, 'till.db'));
    database.exec(`
      CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, request TEXT, response TEXT);
      INSERT INTO idempotency_keys VALUES ('pay-order-1042', '{"order":1042}', '{"charge":"ch_7"}');
    `);
    database.close();
    const output = await node('node_modules/idempotency-inspector/dist/cli.js', 'till.db', '--json');
    const report = JSON.parse(output) as { records: { state: string }[] };
    assert.deepEqual(
      report.records.map(({ state }) => state),
      ['completed'],
    );
  });

  it('bring types', async () => {
    fs.writeFileSync(path.join(project, 'use.ts'), typedUse);
    const compilerOptions = { module: 'nodenext', strict: true, noEmit: true, skipLibCheck: true, types: [] };
    fs.writeFileSync(
      path.join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['use.ts'] }),
    );
    await node(toolPath('typescript', 'tsc'), '--project', '.');
  });

  it('hold no sources and nothing of the compiler', () => {
    for (const name of ['eslint-plugin-idempotency', 'idempotency-inspector']) {
      const folder = path.join(project, 'node_modules', name);
      const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
      assert.ok(
        files.includes('LICENSE') && files.includes('README.md'),
        `${name} lacks its licence or README`,
      );
      assert.deepEqual(
        files.filter((file) => /(?<!\.d)\.ts$|tsbuildinfo|^src/.test(file)),
        [],
      );
    }
  });
});
