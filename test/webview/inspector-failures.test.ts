import assert from 'node:assert/strict';
import { eventually } from './stage/eventually.ts';
import { FakeHost } from './stage/fake-host.ts';
import { closePages, openPage, photograph, raiseStage, strikeStage } from './stage/inspector-stage.ts';
import { keyTable, manyRows, row, shopRows } from './stage/sample-rows.ts';
import { chip, column, detail, grid, rowOf, searchBox } from './stage/seen.ts';

const notADatabase = {
  code: 'not-a-database',
  what: 'notes.db is not a database.',
  why: 'Its first bytes are not those of a SQLite file.',
  action: 'Choose another file.',
};

describe('the inspector’s page: when something is missing or hostile', function () {
  this.timeout(60_000);
  before(raiseStage);
  after(strikeStage);

  let host: FakeHost;
  beforeEach(() => {
    host = new FakeHost();
    host.rows = shopRows();
  });
  afterEach(async () => {
    assert.deepEqual(await closePages(), []);
    assert.deepEqual(host.refused, []);
  });

  it('says why a source cannot be opened, and tries again', async () => {
    host.instead.set('tables', notADatabase);
    const page = await openPage(host);
    const alert = page.getByRole('alert');
    await alert.waitFor();
    assert.equal(
      (await alert.innerText()).replace(/\s+/g, ' ').trim(),
      'notes.db is not a database. Its first bytes are not those of a SQLite file. Choose another file. Try again',
    );
    await photograph(page, 'not-a-database');
    host.instead.delete('tables');
    await page.getByRole('button', { name: 'Try again' }).click();
    await rowOf(page, 'Stuck').waitFor();
  });

  it('says that it looks for tables, and that it reads, while the store is slow', async () => {
    host.instead.set('tables', 'wait');
    const page = await openPage(host);
    await page.getByText('Looking for key tables…').waitFor();
    await photograph(page, 'looking');
    host.instead.delete('tables');
    host.instead.set('page', 'wait');
    const reading = await openPage(host);
    await reading.getByText('Reading idempotency_keys…').waitFor();
  });

  it('shows rows before the counts have come', async () => {
    let counted = (): void => undefined;
    host.instead.set('counts', new Promise((resolve) => (counted = resolve)));
    const page = await openPage(host);
    await rowOf(page, 'Stuck').waitFor();
    assert.match(await chip(page, 'All').innerText(), /…/);
    counted();
    await eventually(async () => assert.match(await chip(page, 'All').innerText(), /8/));
  });

  it('says that there is no key table', async () => {
    host.tables = [];
    const page = await openPage(host);
    await page.getByText('There is no key table in shop.db.').waitFor();
    await photograph(page, 'no-table');
  });

  it('lets choose where no table is surely one', async () => {
    host.tables = [
      { ...keyTable, table: 'sessions', opens: false, evidence: ['id is unique and looks like a token'] },
      { ...keyTable, table: 'orders', opens: false, evidence: ['reference is unique'] },
    ];
    const page = await openPage(host);
    await page.getByText('No table here is surely a key table.').waitFor();
    await photograph(page, 'choice');
    assert.equal(host.requests('page').length, 0);
    await page.getByRole('button', { name: 'sessions' }).click();
    await rowOf(page, 'Stuck').waitFor();
    assert.equal(host.requests('page')[0]!.params.table.table, 'sessions');
  });

  it('says that a table is empty, and shows the first row when it comes', async () => {
    host.rows = [];
    const page = await openPage(host);
    await page.getByText('This table has no rows yet.').waitFor();
    await photograph(page, 'empty');
    host.rows = [row(1)];
    await host.event({ event: 'changed' });
    await rowOf(page, 'Completed').waitFor();
  });

  it('says that no row is in a state, and that a search went through chosen states only', async () => {
    host.rows = [row(1), row(2)];
    const page = await openPage(host);
    await chip(page, 'Stuck').click();
    await page.getByText('No row is stuck now.').waitFor();
    await searchBox(page).fill(host.rows[0]!.key);
    await page.getByText('Only rows of the chosen states were searched.').waitFor();
    await page.getByRole('button', { name: 'Search all states' }).click();
    await eventually(async () => assert.equal((await column(page, 'key')).length, 1));
  });

  it('keeps the rows when reading on fails, and reads on when asked', async () => {
    host.rows = manyRows(1_000);
    const page = await openPage(host);
    await rowOf(page, 'Stuck').waitFor();
    host.instead.set('page', {
      code: 'busy',
      what: 'The next rows could not be read.',
      why: 'The database is locked by another program.',
      action: 'Try again in a moment.',
    });
    await grid(page).evaluate((scroller) => scroller.scrollTo(0, 5_000));
    const alert = page.getByRole('alert');
    await alert.waitFor();
    assert.match(await alert.innerText(), /The next rows could not be read/);
    assert.ok((await column(page, 'key')).length > 20);
    await photograph(page, 'reading-on-failed');
    host.instead.delete('page');
    await alert.getByRole('button', { name: 'Try again' }).click();
    await alert.waitFor({ state: 'detached' });
    await eventually(async () => {
      await grid(page).evaluate((scroller) => scroller.scrollBy(0, 2_000));
      assert.ok(host.requests('page').some(({ params }) => params.after === 'row-400'));
    });
  });

  it('says that a row is gone', async () => {
    const page = await openPage(host);
    await rowOf(page, 'Stuck').waitFor();
    host.rows = host.rows.filter((each) => !each.stuck);
    await rowOf(page, 'Stuck').click();
    await detail(page).getByText('This row is not in the table any more.').waitFor();
  });

  describe('hostile content', () => {
    const script = '<img src=x onerror="window.pwned = 1"><script>window.pwned = 1</script>';

    beforeEach(() => {
      host.title = `shop${script}.db`;
      host.tables = [{ ...keyTable, table: `keys${script}`, evidence: [script] }];
      host.rows = [
        row(1, { key: script, scope: script, operation: script, stateRule: script, body: script }),
        row(2, { key: 'pay\u202egnp.exe', scope: 'line\nbreak\u0000\u001b[31m' }),
        row(3, { key: 'order\u200b-7' }),
        row(4, { key: 'مفتاح-1' }),
        row(5, { key: 'x'.repeat(100_000) }),
        row(6, { created: { raw: `soon${script}`, utc: null, assumed: null } }),
      ];
      host.bodies.set('row-1', script);
    });

    it('is text wherever it stands, and does nothing', async () => {
      const page = await openPage(host);
      await rowOf(page, '<img src=x').first().click();
      await detail(page).getByRole('button', { name: 'Reveal' }).click();
      await detail(page).getByText(script).first().waitFor();
      assert.equal(await page.evaluate(() => (window as unknown as { pwned?: number }).pwned), undefined);
      assert.equal(await page.locator('img').count(), 0);
      assert.equal(await page.locator('script').count(), 1);
      await photograph(page, 'hostile');
    });

    it('shows what cannot be seen, and stays in its cell', async () => {
      const page = await openPage(host);
      await rowOf(page, 'pay').waitFor();
      const keys = await column(page, 'key');
      assert.equal(keys[1], 'pay⟨U+202E⟩gnp.exe');
      assert.equal(keys[2], 'order⟨U+200B⟩-7');
      assert.equal(keys[3], 'مفتاح-1');
      assert.match(keys[4]!, /^x+…x+$/);
      assert.equal((await column(page, 'scope'))[1], 'line␊break␀␛[31m');
      const heights = await grid(page)
        .locator('.grid-body [role=row]')
        .evaluateAll((rows) => rows.map((each) => each.getBoundingClientRect().height));
      assert.deepEqual(new Set(heights), new Set([28]));
    });

    it('copies the key as it is, not as it is shown', async () => {
      const page = await openPage(host);
      await rowOf(page, 'pay').click();
      await detail(page).getByRole('button', { name: 'Copy the key' }).click();
      await eventually(() =>
        assert.deepEqual(host.received.at(-1), { command: 'copy', text: 'pay\u202egnp.exe' }),
      );
    });

    it('stays on its feet before an answer of megabytes', async () => {
      host.bodies.set('row-2', `{"text":"${'<b>'.repeat(1_000_000)}"}`);
      const page = await openPage(host);
      await rowOf(page, 'pay').click();
      await detail(page).getByRole('button', { name: 'Reveal' }).click();
      await detail(page).getByText('The first 100,000 of 3,000,011 characters are shown.').waitFor();
    });
  });
});
