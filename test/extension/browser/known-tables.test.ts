/** The tables of the teaching texts and of the shop, read by eye in the page: from SQLite files and from PostgreSQL. */
import assert from 'node:assert/strict';
import path from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { playStory } from '../../../examples/shop/src/play.ts';
import { writePostgres } from '../../inspector/shared-postgres.ts';
import { teachingRows, teachingSchema, writeDatabase } from '../../inspector/teaching-tables.ts';
import { copyTestWorkspace } from '../harness/test-workspace.ts';
import { openWorkbench, type Workbench } from '../harness/workbench.ts';

describe('known tables in the page', function () {
  this.timeout(180_000);
  let workbench: Workbench;
  let page: FrameLocator;

  before(async () => {
    const folder = copyTestWorkspace();
    writeDatabase(folder, teachingSchema + teachingRows, 'teaching.db');
    await playStory(path.join(folder, 'shop'), new Date());
    workbench = await openWorkbench({ folder });
    page = workbench.webview();
  });
  after(() => workbench?.close());
  afterEach(() => workbench.runCommand('View: Close All Editors'));

  const openFile = async (name: string): Promise<void> => {
    await workbench.runCommand('Idempotency: Open Key Table…');
    await workbench.choose(name);
  };
  const openPostgres = async (url: string): Promise<void> => {
    await workbench.runCommand('Idempotency: Open Key Table…');
    await workbench.choose('PostgreSQL connection…');
    await workbench.page.locator('.quick-input-widget:visible input[type=password]').fill(url);
    await workbench.page.keyboard.press('Enter');
    await workbench.page.getByRole('dialog').getByRole('button', { name: 'Connect' }).click();
  };
  const chooseTable = async (name: string): Promise<void> => {
    await page.getByRole('combobox', { name: 'Key table' }).selectOption({ label: name });
    await page.getByRole('grid', { name: `Keys in ${name.split('.').at(-1)}` }).waitFor();
  };
  /** The cells of some columns, row by row, when there are as many rows as expected. */
  const read = async (rows: number, ...columns: string[]): Promise<string[][]> => {
    await page.locator(`[role=grid][aria-rowcount="${rows + 1}"]`).waitFor();
    const found = page.getByRole('row').filter({ has: page.getByRole('gridcell') });
    await found.nth(rows - 1).waitFor();
    const cells: string[][] = [];
    for (let index = 0; index < rows; index++) {
      const row = found.nth(index);
      cells.push(
        await Promise.all(
          columns.map(async (column) =>
            (await row.locator(`[role=gridcell][data-column=${column}]`).innerText()).trim(),
          ),
        ),
      );
    }
    return cells.sort((a, b) => a.join().localeCompare(b.join()));
  };

  /** The age of a stuck row grows with the calendar: only that it is stuck is compared. */
  const withoutAge = (rows: string[][]): string[][] =>
    rows.map((cells) => cells.map((cell) => cell.replace(/^Stuck .*/, 'Stuck')));

  async function readTeachingTables(prefix: string): Promise<void> {
    await page.getByRole('grid').waitFor();
    const names = await page.getByRole('combobox', { name: 'Key table' }).locator('option').allInnerTexts();
    assert.deepEqual(
      names.map((name) => name.trim()).sort(),
      ['idempotency', 'idempotency_keys', 'processed'].map((name) => prefix + name),
    );

    await chooseTable(`${prefix}idempotency_keys`);
    assert.deepEqual(await read(2, 'key', 'state', 'retry'), [
      ['buy-1', 'Completed', 'saved answer'],
      ['buy-2', 'In progress', '409, still working'],
    ]);

    await chooseTable(`${prefix}idempotency`);
    assert.deepEqual(withoutAge(await read(4, 'scope', 'key', 'state')), [
      ['acme', 'order-3', 'Stuck'],
      ['acme', 'order-7', 'Completed'],
      ['acme', 'order-9', 'In progress'],
      ['zeta', 'order-7', 'Error answer'],
    ]);

    await chooseTable(`${prefix}processed`);
    assert.deepEqual(await read(2, 'key', 'state'), [
      ['evt_1', 'Completed'],
      ['evt_2', 'Completed'],
    ]);
  }

  it('are the three of the teaching texts in a file', async () => {
    await openFile('teaching.db');
    await readTeachingTables('');
  });

  it('are the three of the teaching texts on a server', async () => {
    const schema = teachingSchema.replace('created_at TEXT DEFAULT', 'created_at TIMESTAMP DEFAULT');
    await openPostgres(await writePostgres(schema + teachingRows));
    await readTeachingTables('public.');
  });

  it('are the shop’s own', async () => {
    await openFile('shop.db');
    await page.getByRole('heading', { name: 'idempotency' }).waitFor();
    const chips = page.getByRole('group', { name: 'Show rows by state' }).getByRole('button');
    await chips.filter({ hasText: 'Completed' }).filter({ hasText: /\d/ }).waitFor();
    const counts = (await chips.allInnerTexts()).map((chip) => chip.replaceAll(/\s+/g, ' ').trim());
    assert.deepEqual(counts, [
      'All 29',
      'In progress 3',
      'Stuck 2',
      'Completed 26',
      'Error answer 1',
      'Expired 1',
    ]);
  });
});
