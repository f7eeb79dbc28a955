import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { eventually } from './stage/eventually.ts';
import { FakeHost } from './stage/fake-host.ts';
import { closePages, openPage, photograph, raiseStage, strikeStage } from './stage/inspector-stage.ts';
import { manyRows } from './stage/sample-rows.ts';
import { column, detail, focused, grid, rowOf } from './stage/seen.ts';

describe('the inspector’s page: keyboard only', function () {
  this.timeout(60_000);
  before(raiseStage);
  after(strikeStage);

  let host: FakeHost;
  let page: Page;
  beforeEach(async () => {
    host = new FakeHost();
    host.rows = manyRows(10_000);
    page = await openPage(host);
    await rowOf(page, 'Stuck').waitFor();
  });
  afterEach(async () => {
    assert.deepEqual(await closePages(), []);
    assert.deepEqual(host.refused, []);
  });

  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const focusedRow = (): Promise<number> =>
    page.evaluate(() => Number(document.activeElement!.closest('[role=row]')?.getAttribute('aria-rowindex')));

  it('is in the search field at once: a pasted key and Enter end at its row', async () => {
    await eventually(async () => assert.match(await focused(page), /^vscode-textfield/));
    await page.keyboard.insertText(host.rows[7_000]!.key);
    await press('Enter');
    await eventually(async () => assert.equal((await column(page, 'key')).length, 1));
    await eventually(async () => assert.match(await focused(page), /^row: Completed/));
    await press('Enter');
    await detail(page).waitFor();
    await eventually(async () => assert.equal(await focused(page), `h2: ${host.rows[7_000]!.key}`));
  });

  it('goes over rows, pages and ends, with the focus always on a row in sight', async () => {
    await press('ArrowDown');
    await eventually(async () => assert.equal(await focusedRow(), 2));
    await press('ArrowDown', 'ArrowDown');
    await eventually(async () => assert.match(await focused(page), /^row: Completed/));
    assert.equal(await focusedRow(), 4);
    await press('PageDown', 'PageDown');
    await eventually(async () => assert.ok((await focusedRow()) > 40));
    await press('End');
    await eventually(async () => assert.equal(await focusedRow(), 201));
    const visible = async (): Promise<boolean> => {
      const [row, view] = await Promise.all([page.locator(':focus').boundingBox(), grid(page).boundingBox()]);
      return row!.y >= view!.y + 28 && row!.y + row!.height <= view!.y + view!.height + 1;
    };
    await eventually(async () => assert.ok(await visible()));
    await eventually(async () => {
      await press('End');
      assert.ok((await focusedRow()) >= 401);
    });
    await press('Home');
    await eventually(async () => assert.equal(await focusedRow(), 2));
    await eventually(async () => assert.ok(await visible()));
  });

  it('keeps the focused row in the document when it is scrolled out of sight', async () => {
    await press('ArrowDown');
    await eventually(async () => assert.equal(await focusedRow(), 2));
    await grid(page).evaluate((scroller) => scroller.scrollTo(0, 4_000));
    await eventually(async () => assert.ok((await column(page, 'key')).length > 20));
    assert.equal(await focusedRow(), 2);
    await press('ArrowDown');
    await eventually(async () => assert.equal(await focusedRow(), 3));
  });

  it('goes into a row’s cells and copies what is under the focus', async () => {
    await press('ArrowDown');
    await eventually(async () => assert.equal(await focusedRow(), 2));
    await press('ArrowRight');
    await eventually(async () => assert.match(await focused(page), /^gridcell: In progress/));
    await press('End');
    await eventually(async () => assert.equal(await focused(page), 'gridcell: 409, still working'));
    await press('ArrowDown');
    await eventually(async () => assert.equal(await focused(page), 'gridcell: saved answer, 201'));
    await press('ArrowLeft', 'ArrowLeft', 'Control+c');
    await eventually(() =>
      assert.deepEqual(host.received.at(-1), { command: 'copy', text: host.rows[1]!.created!.raw }),
    );
    await press('Escape');
    await eventually(async () => assert.match(await focused(page), /^row: /));
    await press('Control+c');
    await eventually(() =>
      assert.deepEqual(host.received.at(-1), { command: 'copy', text: host.rows[1]!.key }),
    );
  });

  it('opens the detail with Enter, walks through it, and comes back with Escape', async () => {
    await press('ArrowDown');
    await eventually(async () => assert.equal(await focusedRow(), 2));
    await press('ArrowDown', 'ArrowDown', 'Enter');
    await eventually(async () => assert.equal(await focused(page), `h2: ${host.rows[2]!.key}`));
    assert.equal(await rowOf(page, '13:00:29').getAttribute('aria-selected'), 'true');
    await detail(page).getByLabel('Body').waitFor();
    const stops: string[] = [];
    for (let stop = 0; stop < 5; stop++) {
      await press('Tab');
      stops.push(
        await page.evaluate(() => {
          const active = document.activeElement as HTMLElement;
          return active.ariaLabel ?? active.innerText.trim();
        }),
      );
    }
    assert.deepEqual(stops, [
      'Copy the key',
      'Close the detail',
      'Show all rows with this request',
      'Reveal',
      'Body',
    ]);
    await press('Escape');
    await eventually(async () => assert.equal(await focusedRow(), 4));
    await press('ArrowDown');
    await eventually(async () => assert.match(await detail(page).innerText(), /nobody works on it/));
    await press('Escape');
    await detail(page).waitFor({ state: 'detached' });
    await eventually(async () => assert.equal(await focusedRow(), 5));
  });

  it('does not ask for the detail of every row it runs over', async () => {
    await press('ArrowDown');
    await eventually(async () => assert.equal(await focusedRow(), 2));
    await press(' ');
    await detail(page).waitFor();
    for (let count = 0; count < 20; count++) await press('ArrowDown');
    await eventually(() => assert.equal(host.requests('detail').at(-1)!.params.id, 'row-21'));
    await eventually(async () =>
      assert.match(await detail(page).innerText(), new RegExp(host.rows[20]!.key)),
    );
    const asked = host.requests('detail').length;
    assert.ok(asked < 15, `21 rows made ${asked} requests`);
  });

  it('sizes the detail', async () => {
    await press('ArrowDown');
    await eventually(async () => assert.equal(await focusedRow(), 2));
    await press('Enter');
    await eventually(async () => assert.match(await focused(page), /^h2/));
    const splitter = page.getByRole('separator', { name: 'Size of the detail' });
    const before = (await detail(page).boundingBox())!.width;
    await press('Shift+Tab');
    await eventually(async () => assert.match(await focused(page), /^separator/));
    await press('ArrowLeft', 'ArrowLeft');
    await eventually(async () => assert.equal(await splitter.getAttribute('aria-valuenow'), '34'));
    assert.ok((await detail(page).boundingBox())!.width > before + 40);
    await press('Home');
    await eventually(async () => assert.equal(await splitter.getAttribute('aria-valuenow'), '15'));
  });

  it('reaches everything by Tab, in the order it is read', async () => {
    await eventually(async () => assert.match(await focused(page), /^vscode-textfield/));
    const stops: string[] = [];
    for (let stop = 0; stop < 7; stop++) {
      await press('Tab');
      stops.push(await focused(page));
    }
    assert.deepEqual(stops, [
      'button: All 10,000',
      'button: In progress 2',
      'button: Stuck 1',
      'button: Completed 9,998',
      'button: Error answer 2',
      'button: Expired 1',
      `row: In progress ${host.rows[0]!.key} acme POST /v1/charges ca52 b626 2 s ago 23 h 59 m 409, still working`,
    ]);
    await press('Shift+Tab', 'Shift+Tab');
    assert.equal(await focused(page), 'button: Error answer 2');
  });

  it('comes to the search field from anywhere by /, and clears it by Escape', async () => {
    await press('ArrowDown');
    await eventually(async () => assert.equal(await focusedRow(), 2));
    await press('/');
    await eventually(async () => assert.match(await focused(page), /^vscode-textfield/));
    await page.keyboard.type('acme/no');
    await page.getByText('contains “acme/no”').waitFor();
    await press('Escape');
    await rowOf(page, 'Stuck').waitFor();
    await photograph(page, 'search-focused');
  });

  it('toggles a state by Space', async () => {
    await eventually(async () => assert.match(await focused(page), /^vscode-textfield/));
    await press('Tab', 'Tab', 'Tab', 'Space');
    await eventually(async () => assert.deepEqual(await column(page, 'state'), ['Stuck 47 m']));
    await eventually(async () => assert.match(await focused(page), /^button: Stuck/));
  });
});
