import assert from 'node:assert/strict';
import { eventually } from './stage/eventually.ts';
import { FakeHost } from './stage/fake-host.ts';
import {
  closePages,
  keptBy,
  openPage,
  photograph,
  raiseStage,
  strikeStage,
} from './stage/inspector-stage.ts';
import { keyTable, manyRows, row, shopRows } from './stage/sample-rows.ts';
import { chip, column, detail, grid, rowOf, searchBox } from './stage/seen.ts';

describe('the inspector’s page: rows, filter, search', function () {
  this.timeout(60_000);
  before(raiseStage);
  after(strikeStage);

  let host: FakeHost;
  beforeEach(() => {
    host = new FakeHost();
    host.rows = manyRows(10_000);
  });
  afterEach(async () => {
    assert.deepEqual(await closePages(), []);
    assert.deepEqual(host.refused, []);
  });

  it('shows rows with their state, fingerprint, expiry and what a retry gets', async () => {
    const page = await openPage(host);
    await rowOf(page, 'Stuck').waitFor();
    assert.deepEqual((await column(page, 'state')).slice(0, 8), [
      'In progress',
      'Completed',
      'Completed',
      'Stuck 47 m',
      'Error answer',
      'Expired',
      'Error answer',
      'Completed',
    ]);
    assert.deepEqual((await column(page, 'retry')).slice(0, 8), [
      '409, still working',
      'saved answer, 201',
      'saved answer, 201',
      '409, nobody works on it',
      'saved answer, 500, every time',
      'runs again, as if new',
      'saved answer, 402',
      'saved answer, 201',
    ]);
    assert.deepEqual((await column(page, 'expires')).slice(0, 6), [
      '23 h 59 m',
      '23 h 58 m',
      '23 h 57 m',
      '23 h 13 m',
      '22 h 56 m',
      '3 h ago',
    ]);
    assert.deepEqual((await column(page, 'created')).slice(0, 6), [
      '2 s ago',
      '13:00:33',
      '13:00:29',
      '12:15:33',
      '11:58:33',
      'yesterday 10:02',
    ]);
    assert.equal((await column(page, 'fingerprint'))[1], 'e3b0 c442');
    await photograph(page, 'rows');
  });

  it('is a grid whose numbers of rows and columns assistive technology can read', async () => {
    const page = await openPage(host);
    await rowOf(page, 'Stuck').waitFor();
    await eventually(async () => assert.equal(await grid(page).getAttribute('aria-rowcount'), '10001'));
    assert.equal(await grid(page).getAttribute('aria-colcount'), '8');
    assert.deepEqual(await grid(page).getByRole('columnheader').allInnerTexts(), [
      'State',
      'Key',
      'Scope',
      'Operation',
      'Fingerprint',
      'Created',
      'Expires',
      'A retry sent now gets',
    ]);
    assert.equal(await rowOf(page, 'Stuck').getAttribute('aria-rowindex'), '5');
    assert.equal(await rowOf(page, 'Stuck').getByRole('gridcell').count(), 8);
    assert.equal(await grid(page).locator('.grid-body [tabindex="0"]').count(), 1);
  });

  it('holds a window of rows in the document, wherever it is scrolled to, and reads on by keyset', async () => {
    const page = await openPage(host);
    await rowOf(page, 'Stuck').waitFor();
    assert.deepEqual(
      host.requests('page').map(({ params }) => params.after),
      [null],
    );
    for (let step = 0; step < 12; step++) {
      await grid(page).evaluate((scroller) => scroller.scrollBy(0, 2_000));
      await eventually(async () => assert.equal(await grid(page).getAttribute('aria-busy'), 'false'));
      assert.ok((await grid(page).getByRole('row').count()) < 80);
    }
    // A step that meets the end of what is loaded goes less far.
    await eventually(async () => {
      await grid(page).evaluate((scroller) => scroller.scrollBy(0, 2_000));
      const indices = await grid(page)
        .locator('.grid-body [role=row]')
        .evaluateAll((rows) => rows.map((each) => Number(each.getAttribute('aria-rowindex'))));
      assert.ok(Math.max(...indices) > 800, `the last row in sight is ${Math.max(...indices)}`);
    });
    const cursors = host.requests('page').map(({ params }) => params.after);
    assert.deepEqual(cursors.slice(0, 4), [null, 'row-200', 'row-400', 'row-600']);
    assert.ok(host.requests('page').every(({ params }) => params.limit === 200));
  });

  it('comes to the last row, and knows that it is the last', async () => {
    host.rows = manyRows(450);
    const page = await openPage(host);
    await rowOf(page, 'Stuck').waitFor();
    await eventually(async () => {
      await grid(page).evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight));
      assert.equal(await grid(page).locator('[aria-rowindex="451"]').count(), 1);
    });
    assert.equal(await grid(page).getAttribute('aria-rowcount'), '451');
  });

  it('shows the states with their counts, and only those that make sense', async () => {
    const page = await openPage(host);
    await eventually(async () => {
      const chips = page.getByRole('group', { name: 'Show rows by state' }).getByRole('button');
      assert.deepEqual(
        (await chips.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim()),
        ['All 10,000', 'In progress 2', 'Stuck 1', 'Completed 9,998', 'Error answer 2', 'Expired 1'],
      );
    });
  });

  it('filters by state, adds states up, and goes back to all', async () => {
    const page = await openPage(host);
    await chip(page, 'Stuck').click();
    await eventually(async () => assert.deepEqual(await column(page, 'state'), ['Stuck 47 m']));
    assert.equal(await chip(page, 'Stuck').getAttribute('aria-pressed'), 'true');
    assert.equal(await chip(page, 'All').getAttribute('aria-pressed'), 'false');
    assert.equal(await grid(page).getAttribute('aria-rowcount'), '2');
    await chip(page, 'Error answer').click();
    await eventually(async () =>
      assert.deepEqual(await column(page, 'state'), ['Stuck 47 m', 'Error answer', 'Error answer']),
    );
    await photograph(page, 'filtered');
    await chip(page, 'All').click();
    await eventually(async () => assert.equal(await grid(page).getAttribute('aria-rowcount'), '10001'));
  });

  it('keeps layout and filter for its next life, and nothing of the table', async () => {
    const page = await openPage(host);
    await chip(page, 'Stuck').click();
    await searchBox(page).fill('77aa-secret');
    await page.getByLabel('How times are shown').selectOption('UTC');
    assert.deepEqual(await keptBy(page), {
      states: ['stuck'],
      detailShare: 0.3,
      stackedShare: 0.5,
      timeStyle: 'utc',
      live: true,
    });
    const next = await openPage(host, { kept: await keptBy(page) });
    await eventually(async () => assert.deepEqual(await column(next, 'state'), ['Stuck 47 m']));
    assert.deepEqual(await column(next, 'created'), ['11:15:33']);
    assert.equal(await searchBox(next).inputValue(), '');
  });

  it('finds a key as it is typed, and withdraws what is no longer wanted', async () => {
    const [wanted] = host.rows.slice(5_000);
    const page = await openPage(host);
    await rowOf(page, 'Stuck').waitFor();
    host.instead.set('page', 'wait');
    await searchBox(page).fill(wanted!.key.slice(0, 6));
    await eventually(() =>
      assert.equal(host.requests('page').at(-1)!.params.search, wanted!.key.slice(0, 6)),
    );
    const superseded = host.requests('page').at(-1)!.id;
    host.instead.delete('page');
    await searchBox(page).fill(wanted!.key);
    await eventually(async () => assert.equal((await column(page, 'key')).length, 1));
    assert.ok(host.cancelled.includes(superseded));
    assert.equal(await page.getByText('1 row', { exact: true }).count(), 1);
    await eventually(async () => assert.equal(await page.getByRole('status').first().innerText(), '1 row.'));
  });

  it('says so when nothing is found, and helps out of it', async () => {
    const page = await openPage(host);
    await searchBox(page).fill('no-such-key');
    await page.getByText('No key, scope or fingerprint contains “no-such-key”.').waitFor();
    await photograph(page, 'nothing-found');
    await page.getByRole('button', { name: 'Clear the search' }).click();
    await rowOf(page, 'Stuck').waitFor();
    assert.equal(await searchBox(page).inputValue(), '');
  });

  it('has fewer columns for a table that says less', async () => {
    host.tables = [
      {
        ...keyTable,
        table: 'processed',
        columns: { event_id: 'key' },
        unique: [['event_id']],
        preset: 'processed-events',
      },
    ];
    host.rows = [1, 2].map((id) =>
      row(id, {
        scope: null,
        operation: null,
        fingerprint: null,
        fingerprintFull: null,
        code: null,
        body: null,
        created: null,
        completed: null,
        expires: null,
        expired: null,
        retry: { outcome: 'replay', code: null, why: 'This message is recorded as done.' },
      }),
    );
    const page = await openPage(host);
    await rowOf(page, 'Completed').first().waitFor();
    assert.deepEqual(await grid(page).getByRole('columnheader').allInnerTexts(), [
      'State',
      'Key',
      'A retry sent now gets',
    ]);
    await eventually(async () => {
      const chips = page.getByRole('group', { name: 'Show rows by state' }).getByRole('button');
      assert.deepEqual(
        (await chips.allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim()),
        ['All 2', 'Completed 2'],
      );
    });
    await photograph(page, 'events-only');
  });

  it('switches between key tables, and keeps those that may be none apart', async () => {
    host.tables = [
      keyTable,
      { ...keyTable, table: 'refund_keys', unique: [] },
      { ...keyTable, table: 'sessions', opens: false },
    ];
    host.rows = shopRows();
    const page = await openPage(host);
    const switcher = page.getByLabel('Key table', { exact: true });
    await switcher.waitFor();
    assert.deepEqual(
      await switcher
        .locator('optgroup')
        .evaluateAll((groups) =>
          groups.map((group) => [
            (group as HTMLOptGroupElement).label,
            ...[...group.children].map((option) => option.textContent!.trim()),
          ]),
        ),
      [
        ['Key tables', 'idempotency_keys', 'refund_keys'],
        ['Perhaps key tables', 'sessions'],
      ],
    );
    await switcher.selectOption('refund_keys');
    await page.getByText('no unique rule').waitFor();
    await eventually(() =>
      assert.deepEqual(host.requests('page').at(-1)!.params.table, { schema: null, table: 'refund_keys' }),
    );
  });

  it('opens the table the host names', async () => {
    host.tables = [keyTable, { ...keyTable, schema: 'billing', table: 'refund_keys' }];
    host.table = { schema: 'billing', table: 'refund_keys' };
    const page = await openPage(host);
    await rowOf(page, 'Stuck').waitFor();
    assert.deepEqual(host.requests('page')[0]!.params.table, host.table);
    assert.equal(await page.getByLabel('Key table', { exact: true }).inputValue(), '1');
  });

  it('tells how the table is read', async () => {
    const page = await openPage(host);
    const pill = page.getByRole('button', { name: '11 of 12 columns understood' });
    await pill.click();
    const reading = page.getByRole('region', { name: 'How this table is read' });
    await reading.getByText('request_hash holds 64 hexadecimal digits in every row: sha-256').waitFor();
    assert.match(await reading.innerText(), /account\s+scope/);
    assert.match(await reading.innerText(), /trace\s+plays no part/);
    await photograph(page, 'table-reading');
    await pill.click();
    await reading.waitFor({ state: 'detached' });
  });

  it('leaves out what the detail shows anyway when the grid gets narrow, and never the answer', async () => {
    const page = await openPage(host, { width: 1020 });
    await rowOf(page, 'Stuck').click();
    await detail(page).waitFor();
    await eventually(async () => {
      const titles = await grid(page).getByRole('columnheader').allInnerTexts();
      assert.deepEqual(titles, ['State', 'Key', 'Fingerprint', 'Expires', 'A retry sent now gets']);
    });
    assert.equal(await grid(page).getAttribute('aria-colcount'), '8');
    assert.equal(await grid(page).getByRole('columnheader').last().getAttribute('aria-colindex'), '8');
    await photograph(page, 'narrow');
  });
});
