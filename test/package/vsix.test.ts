import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { hasBrowser } from '../../scripts/browser.ts';
import { temporaryFolder } from '../../scripts/lifetimes.ts';
import { packageExtension } from '../../scripts/package-vsix.ts';
import { thisTarget } from '../../scripts/targets.ts';
import { installExtension, runsHere } from '../../scripts/vscode-server.ts';
import { openWorkbench, type Workbench } from '../extension/harness/workbench.ts';

const payment = `import { randomUUID } from 'node:crypto';

export async function pay(orderId: string, amount: number): Promise<Response> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await fetch('https://bank.example/charges', {
        method: 'POST',
        headers: { 'Idempotency-Key': randomUUID() },
        body: JSON.stringify({ orderId, amount }),
      });
    } catch (error) {
      if (attempt === 4) throw error;
    }
  }
}
`;

/** A workspace with one wrong file and one key table. */
function makeWorkspace(): string {
  const folder = path.join(temporaryFolder('installed'), 'till');
  fs.mkdirSync(folder);
  fs.writeFileSync(path.join(folder, 'pay.ts'), payment);
  const database = new Database(path.join(folder, 'till.db'));
  database.exec(`
    CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, request TEXT, response TEXT);
    INSERT INTO idempotency_keys VALUES ('pay-order-1042', '{"order":1042,"amount":450}', '{"charge":"ch_7"}');
  `);
  database.close();
  return folder;
}

function filesBelow(folder: string): string[] {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)).replaceAll('\\', '/'));
}

describe('the .vsix for this platform', function () {
  this.timeout(180_000);
  let vsix: string;

  before(async function () {
    // Installed by VS Code's server, and driven in a browser.
    if (!runsHere || !hasBrowser()) this.skip();
    [vsix = ''] = await packageExtension([thisTarget()]);
  });

  it('holds one SQLite binary, the bundles and the pages, and no sources', async () => {
    const extensions = temporaryFolder('extensions');
    await installExtension(vsix, extensions);
    const [folder] = fs.readdirSync(extensions).filter((name) => name.startsWith('idempotency.idempotency-'));
    const files = filesBelow(path.join(extensions, folder!));

    assert.deepEqual(
      files.filter((file) => file.endsWith('.node')),
      [`dist/sqlite/${process.platform}-${process.arch}.node`],
    );
    for (const file of ['extension.cjs', 'lint-server.cjs', 'store-process.cjs', 'webview/inspector.js']) {
      assert.ok(files.includes(`dist/${file}`), `dist/${file} is missing`);
    }
    assert.ok(files.includes('dist/docs/rules/no-key-per-attempt.md'), 'the rule pages are missing');
    assert.deepEqual(
      files.filter((file) => /\.(ts|tsx|map)$|node_modules|^test|^src/.test(file)),
      [],
    );
  });

  describe('installed', () => {
    let workbench: Workbench;

    before(async () => {
      workbench = await openWorkbench({ folder: makeWorkspace(), extension: { vsix } });
    });
    after(() => workbench?.close());

    it('shows a finding in the Problems panel', async () => {
      await workbench.openFile('pay.ts');
      const rows = await workbench.problems();
      await rows.filter({ hasText: 'no-key-per-attempt' }).first().waitFor();
      await workbench.screenshot('installed-problems');
    });

    it('shows a row of a key table', async () => {
      await workbench.runCommand('Idempotency: Open Key Table…');
      await workbench.choose('till.db');
      const page = workbench.webview();
      await page.getByRole('row').filter({ hasText: 'pay-order-1042' }).first().waitFor();
      await workbench.screenshot('installed-key-table');
    });
  });
});
