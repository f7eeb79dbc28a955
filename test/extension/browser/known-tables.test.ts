/** The tables of the teaching texts and of the shop, read by eye in the page: from SQLite files and from PostgreSQL. */
import assert from 'node:assert/strict';
import path from 'node:path';
import type { FrameLocator } from 'playwright-core';
import { playStory } from '../../../examples/shop/src/play.ts';
import { copyToPostgres } from '../../inspector/copy-to-postgres.ts';
import { writePostgres } from '../../inspector/shared-postgres.ts';
import { teachingRows, teachingSchema, writeDatabase } from '../../inspector/teaching-tables.ts';
import { copyTestWorkspace } from '../harness/test-workspace.ts';
import { openWorkbench, type Workbench } from '../harness/workbench.ts';

describe('known tables in the page', function () {
  this.timeout(180_000);
  let workbench: Workbench;
  let page: FrameLocator;
  let shop: string;

  before(async () => {
    const folder = copyTestWorkspace();
    writeDatabase(folder, teachingSchema + teachingRows, 'teaching.db');
    shop = path.join(folder, 'shop');
    await playStory(shop, new Date());
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

  /** Chips with their counts, once these are known. */
  const countsByState = async (): Promise<string[]> => {
    const chips = page.getByRole('group', { name: 'Show rows by state' }).getByRole('button');
    await chips.filter({ hasText: 'All' }).filter({ hasText: /\d/ }).waitFor();
    return (await chips.allInnerTexts()).map((chip) => chip.replaceAll(/\s+/g, ' ').trim());
  };
  /** Each column with the role it was taken for, as the opened reading of the table shows them. */
  const rolesOfColumns = async (): Promise<Record<string, string>> => {
    const pill = page.getByRole('button', { name: /columns? understood/ });
    if ((await pill.getAttribute('aria-expanded')) !== 'true') await pill.click();
    const reading = page.getByRole('region', { name: 'How this table is read' });
    await reading.waitFor();
    const columns = await reading.locator('dt').allInnerTexts();
    const roles = await reading.locator('dd').allInnerTexts();
    return Object.fromEntries(columns.map((column, index) => [column.trim(), roles[index]?.trim() ?? '']));
  };

  const shopTables = [
    {
      file: 'shop.db',
      table: 'idempotency',
      roles: {
        account: 'scope',
        key: 'key',
        operation: 'operation',
        fingerprint: 'fingerprint',
        recovery_point: 'state',
        status: 'code',
        body: 'body',
        locked_at: 'locked',
        lock_owner: 'lock-owner',
        created_at: 'created',
        completed_at: 'completed',
        expires_at: 'expires',
      },
      counts: ['All 29', 'In progress 3', 'Stuck 2', 'Completed 26', 'Error answer 1', 'Expired 1'],
    },
    {
      file: 'bank.db',
      table: 'idempotency_keys',
      roles: { key: 'key', request: 'request', response: 'body', created_at: 'created' },
      counts: ['All 26', 'In progress 0', 'Stuck 0', 'Completed 26', 'Error answer 1'],
    },
    { file: 'stock.db', table: 'processed', roles: { event_id: 'key' }, counts: ['All 1', 'Completed 1'] },
  ];
  for (const { file, table, roles, counts } of shopTables) {
    const readShopTable = async (): Promise<void> => {
      await page.getByRole('grid', { name: `Keys in ${table}` }).waitFor();
      assert.deepEqual(await rolesOfColumns(), roles);
      assert.deepEqual(await countsByState(), counts);
    };

    it(`are the shop’s own in ${file}`, async () => {
      await openFile(file);
      await readShopTable();
    });

    it(`are the shop’s own in ${file}, on a server`, async () => {
      await openPostgres(await copyToPostgres(path.join(shop, file)));
      await readShopTable();
    });
  }
});
