import assert from 'node:assert/strict';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { FrameLocator, Locator } from 'playwright-core';
import { completedKey, keyTableCounts, writeKeyTable } from '../harness/key-table-file.ts';
import { copyTestWorkspace } from '../harness/test-workspace.ts';
import { openWorkbench, type Workbench } from '../harness/workbench.ts';

describe('the key table, seen and used by hand', function () {
  this.timeout(120_000);
  let workbench: Workbench;
  let folder: string;
  let page: FrameLocator;

  const rows = (): Locator =>
    page
      .getByRole('grid')
      .getByRole('row')
      .filter({ has: page.getByRole('gridcell') });
  const chip = (name: string): Locator =>
    page.getByRole('button', { name: new RegExp(`^${name}\\s+[\\d,]`) });
  const choose = (name: string): Promise<void> =>
    workbench.page.locator('.quick-input-widget:visible .monaco-list-row').filter({ hasText: name }).click();

  before(async () => {
    folder = copyTestWorkspace();
    fs.mkdirSync(path.join(folder, 'data'));
    writeKeyTable(path.join(folder, 'data/shop.db'), new Date());
    fs.writeFileSync(
      path.join(folder, 'data/notes.db'),
      'Not a database, whatever its name says. '.repeat(128),
    );
    workbench = await openWorkbench({ folder });
    page = workbench.webview();
  });
  after(() => workbench?.close());

  it('opens from the list of database files that the workspace holds', async () => {
    await workbench.runCommand('Idempotency: Open Key Table…');
    const files = workbench.page.locator('.quick-input-widget:visible .monaco-list-row');
    await files.filter({ hasText: 'shop.db' }).waitFor();
    assert.equal(await files.filter({ hasText: 'notes.db' }).count(), 0);
    await workbench.screenshot('open-key-table');
    await choose('shop.db');
    await page.getByRole('grid').waitFor();
    await rows().first().waitFor();
    const all = keyTableCounts.completed + keyTableCounts.inProgress;
    assert.equal(await rows().count(), all);
  });

  it('says what a retry gets now', async () => {
    const row = rows().filter({ hasText: '201' }).first();
    await row.waitFor();
    assert.match(await row.innerText(), /saved answer, 201/);
    await rows().filter({ hasText: '409' }).first().waitFor();
  });

  it('counts rows by state, and shows those of one state', async () => {
    await chip('Completed')
      .filter({ hasText: String(keyTableCounts.completed) })
      .waitFor();
    await chip('Stuck').click();
    await page.locator('[role=grid][aria-rowcount="2"]').waitFor();
    assert.equal(await rows().count(), keyTableCounts.stuck);
    await chip('All').click();
    await page.locator('[role=grid][aria-rowcount="7"]').waitFor();
  });

  it('finds a key, and shows its saved answer when it is asked to', async () => {
    await page.getByRole('searchbox').fill(completedKey.slice(0, 8));
    await page.locator('[role=grid][aria-rowcount="2"]').waitFor();
    await rows().first().click();
    await page.getByText(completedKey).first().waitFor();
    await page.getByText('•').first().waitFor();
    assert.equal(await page.getByText('ch_7').count(), 0);
    await page
      .getByRole('button', { name: /reveal/i })
      .first()
      .click();
    await page.getByText('ch_7').first().waitFor();
    await page.getByRole('searchbox').fill('');
    await page.locator('[role=grid][aria-rowcount="7"]').waitFor();
  });

  it('shows a row that another program adds', async () => {
    const database = new Database(path.join(folder, 'data/shop.db'));
    database
      .prepare('INSERT INTO idempotency_keys VALUES (?, ?, ?, ?, ?, ?, ?, ?)')
      .run(
        'acme',
        'added-while-open',
        'f'.repeat(64),
        201,
        '{}',
        null,
        new Date().toISOString(),
        new Date(Date.now() + 3_600_000).toISOString(),
      );
    database.close();
    await page.locator('[role=grid][aria-rowcount="8"]').waitFor();
  });

  it('says in the page that the file has vanished, and keeps the rows it has read', async () => {
    const file = path.join(folder, 'data/shop.db');
    fs.renameSync(file, `${file}.away`);
    await page.getByRole('alert').first().waitFor();
    assert.ok((await rows().count()) > 0);
    await workbench.screenshot('file-vanished');
    fs.renameSync(`${file}.away`, file);
    await page.getByRole('alert').first().waitFor({ state: 'detached' });
  });

  it('says in the page that a file is no database', async () => {
    await workbench.runCommand('View: Close All Editors');
    await workbench.openFile('data/notes.db');
    await workbench.runCommand('View: Reopen Editor With...');
    await choose('Idempotency Key Table');
    const alert = page.getByRole('alert');
    await alert.waitFor();
    assert.match(await alert.innerText(), /database/i);
    await workbench.screenshot('not-a-database');
  });

  it('shows the host before it connects, and says in the page that it is refused', async () => {
    const server = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as net.AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    await workbench.runCommand('View: Close All Editors');
    await workbench.runCommand('Idempotency: Open Key Table…');
    await choose('PostgreSQL connection…');
    const input = workbench.page.locator('.quick-input-widget:visible input');
    await workbench.page.locator('.quick-input-widget:visible input[type=password]').waitFor();
    await input.fill(`postgres://ann:hunter2@127.0.0.1:${port}/shop`);
    await workbench.page.keyboard.press('Enter');
    const dialog = workbench.page.getByRole('dialog').filter({ hasText: 'Connect to 127.0.0.1?' });
    await dialog.waitFor();
    await workbench.screenshot('connect-to-host');
    await dialog.getByRole('button', { name: 'Connect' }).click();
    const alert = page.getByRole('alert');
    await alert.waitFor();
    const said = await alert.innerText();
    assert.doesNotMatch(said, /hunter2|ann|Error:/);
    await workbench.page
      .locator('.tab.active')
      .filter({ hasText: `127.0.0.1:${port}/shop` })
      .waitFor();
    assert.doesNotMatch(await workbench.page.content(), /hunter2/);
    await workbench.screenshot('server-refuses');
  });
});
