import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from 'playwright-core';
import { playStory } from '../../examples/shop/src/play.ts';
import { readPageMessage } from '../../extension/src/inspector/page-messages.ts';
import { temporaryFolder } from '../inspector/teaching-tables.ts';
import { eventually } from './stage/eventually.ts';
import { FakeHost } from './stage/fake-host.ts';
import { closePages, openPage, photograph, raiseStage, strikeStage } from './stage/inspector-stage.ts';
import { shopRows } from './stage/sample-rows.ts';
import { focused, grid, searchBox } from './stage/seen.ts';
import { StoreHost } from './stage/store-host.ts';
import { themes } from './stage/themes.ts';
import type { ThemeName } from './stage/themes.ts';

const panel = (page: Page): Locator => page.getByRole('region', { name: 'Double charges' });
const opener = (page: Page): Locator => page.getByRole('button', { name: 'Look for double charges' });
const repeats = (page: Page): Locator =>
  page.getByRole('list', { name: 'Operations that stand more than once' }).locator('> li');

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let tries = 0; tries < 80; tries += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  assert.fail(`Tab does not lead there; the focus is on ${await focused(page)}`);
}

describe('double charges in the inspector’s page', function () {
  this.timeout(60_000);
  let folder: string;
  let host: StoreHost;

  before(async () => {
    await raiseStage();
    folder = temporaryFolder();
    await playStory(folder, new Date());
    host = await StoreHost.open(path.join(folder, 'shop.db'), 'shop.db');
  });
  after(async () => {
    await host.close();
    await strikeStage();
    fs.rmSync(folder, { recursive: true });
  });
  afterEach(async () => assert.deepEqual(await closePages(), []));

  const look = async (page: Page): Promise<void> => {
    await opener(page).click();
    await panel(page).getByRole('button', { name: 'Look for repeats' }).click();
    await repeats(page).first().waitFor();
  };

  for (const theme of Object.keys(themes) as ThemeName[])
    it(`explain the shop’s double charge with its two rows and two keys, and axe finds nothing, in ${theme}`, async () => {
      const page = await openPage(host, { clock: 'running', theme, height: 900 });
      await grid(page).waitFor();
      await look(page);
      const twice = repeats(page).filter({ hasText: '1042' });
      assert.match(
        await twice.innerText(),
        /Two keys, one fingerprint: the client made a new key for its next try 2 seconds later, so that it was taken for a new operation and done again\./,
      );
      const rows = await twice
        .locator('tbody tr')
        .evaluateAll((all) =>
          all.map((row) => [...(row as HTMLTableRowElement).cells].map((cell) => cell.innerText.trim())),
        );
      assert.deepEqual(
        rows.map(([row, , after, , , , state]) => [row, after, state]),
        [
          ['id 10', '', 'completed 201'],
          ['id 11', '2 s', 'completed 201'],
        ],
      );
      assert.equal(rows[0]?.[4], rows[1]?.[4]);
      assert.notEqual(rows[0]?.[3], rows[1]?.[3]);
      await twice.scrollIntoViewIfNeeded();
      await photograph(page, `effects-${theme.toLowerCase().replaceAll(' ', '-')}`);
      const { violations } = await new AxeBuilder({ page }).analyze();
      assert.deepEqual(
        violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.target.join(' ')}`)),
        [],
      );
    });

  it('are found by keyboard alone: open, choose columns, look, show a key, leave', async () => {
    const page = await openPage(host, { clock: 'running' });
    await grid(page).waitFor();
    await tabTo(page, opener(page));
    await page.keyboard.press('Enter');
    assert.match(await focused(page), /Double charges/);
    const account = panel(page).getByRole('checkbox', { name: 'account' });
    await tabTo(page, account);
    assert.equal(await account.isChecked(), true);
    await page.keyboard.press('Space');
    const charge = panel(page).getByRole('checkbox', { name: 'charge_id' });
    await tabTo(page, charge);
    await page.keyboard.press('Space');
    await tabTo(page, panel(page).getByRole('button', { name: 'Look for repeats' }));
    await page.keyboard.press('Enter');
    // With the provider's charge as a part of the operation, only one charge stands in two rows.
    await eventually(async () => assert.equal(await repeats(page).count(), 1));
    await eventually(async () =>
      assert.equal(await page.getByRole('status').last().innerText(), '1 operation stands more than once.'),
    );
    const key = repeats(page).locator('button.mono').first();
    await tabTo(page, key);
    await page.keyboard.press('Enter');
    await eventually(async () => assert.match(await searchBox(page).inputValue(), /^[0-9a-f-]{36}$/));
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    assert.match(await focused(page), /Look for double charges/);
  });

  it('stay usable in a narrow panel', async () => {
    const page = await openPage(host, { clock: 'running', width: 480, height: 900 });
    await grid(page).waitFor();
    await look(page);
    await panel(page).getByText('Why these columns').click();
    await panel(page).evaluate((element) => element.parentElement?.scrollTo(0, 0));
    await photograph(page, 'effects-narrow');
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 480);
  });

  it('are gone from the page as soon as the question is another one', async () => {
    const page = await openPage(host, { clock: 'running' });
    await grid(page).waitFor();
    await look(page);
    await panel(page).getByLabel('Within').selectOption('1 hour');
    assert.equal(await repeats(page).count(), 0);
  });

  it('are exported by the host, which is told the question and not the text', async () => {
    const fake = new FakeHost();
    fake.rows = shopRows();
    fake.effectTables = [
      {
        schema: null, table: 'charges', likely: true, operation: ['order_id'], created: 'created_at',
        columns: [{ name: 'order_id', type: 'text' }, { name: 'created_at', type: 'text' }], evidence: ['made up'],
      },
    ]; // prettier-ignore
    const store = await StoreHost.open(path.join(folder, 'bank.db'), 'bank.db');
    let answered: unknown;
    store.send = (message) => Promise.resolve(void (answered = message));
    await store.receive({
      id: 1,
      method: 'effects',
      params: { table: { schema: null, table: 'charges' }, operation: [], created: null, windowSeconds: 600 },
    });
    await store.close();
    fake.effects = (answered as { result: { report: NonNullable<FakeHost['effects']> } }).result.report;
    const page = await openPage(fake);
    await look(page);
    await page.getByRole('button', { name: 'Export as Markdown…' }).click();
    await page.getByRole('button', { name: 'Export as JSON…' }).click();
    const params = {
      table: { schema: null, table: 'charges' },
      operation: ['order_id'],
      created: 'created_at',
      windowSeconds: 600,
    };
    await eventually(() =>
      assert.deepEqual(
        fake.received.slice(-2).map((message) => readPageMessage(message)),
        [
          { kind: 'export-effects', format: 'markdown', params },
          { kind: 'export-effects', format: 'json', params },
        ],
      ),
    );
    assert.deepEqual(fake.refused, []);
  });

  it('say what went wrong, and can be stopped', async () => {
    const fake = new FakeHost();
    fake.rows = shopRows();
    fake.effectTables = [
      { schema: null, table: 'charges', likely: true, operation: ['id'], created: null, columns: [{ name: 'id', type: '' }], evidence: [] },
    ]; // prettier-ignore
    fake.instead.set('effects', 'wait');
    const page = await openPage(fake);
    await opener(page).click();
    await panel(page).getByRole('button', { name: 'Look for repeats' }).click();
    await panel(page).getByRole('button', { name: 'Stop' }).click();
    await eventually(() =>
      assert.deepEqual(
        fake.cancelled,
        fake.requests('effects').map(({ id }) => id),
      ),
    );
    fake.instead.delete('effects');
    await panel(page).getByRole('button', { name: 'Look for repeats' }).click();
    await panel(page).getByText('Prepare one.').waitFor();
  });
});
