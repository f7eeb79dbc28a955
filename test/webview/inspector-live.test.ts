import assert from 'node:assert/strict';
import { eventually } from './stage/eventually.ts';
import { FakeHost } from './stage/fake-host.ts';
import { closePages, openPage, photograph, raiseStage, strikeStage } from './stage/inspector-stage.ts';
import { manyRows, now, row, time } from './stage/sample-rows.ts';
import { chip, column, detail, focused, grid, rowOf } from './stage/seen.ts';

const lost = {
  code: 'connection-lost',
  what: 'The connection to the database is lost.',
  why: 'The server ended it.',
  action: 'The page asks again as soon as the server answers.',
};

describe('the inspector’s page: a table that changes', function () {
  this.timeout(60_000);
  before(raiseStage);
  after(strikeStage);

  let host: FakeHost;
  let nextId = 20_000;
  const newRow = (differing = {}) =>
    row(nextId++, {
      created: time(now - 1000),
      completed: time(now - 500),
      expires: time(now + 3_600_000),
      ...differing,
    });

  beforeEach(() => {
    host = new FakeHost();
    host.rows = manyRows(1_000);
  });
  afterEach(async () => {
    assert.deepEqual(await closePages(), []);
    assert.deepEqual(host.refused, []);
  });

  it('shows a new row and the new counts, marks the row and says so', async () => {
    const page = await openPage(host);
    await rowOf(page, 'Stuck').waitFor();
    const added = newRow();
    host.rows.unshift(added);
    await host.event({ event: 'changed' });
    await eventually(async () =>
      assert.equal(
        await chip(page, 'All')
          .innerText()
          .then((text) => text.match(/[\d,]+/)?.[0]),
        '1,001',
      ),
    );
    await eventually(async () => assert.equal((await column(page, 'created'))[0], '1 s ago'));
    assert.equal(await grid(page).locator('.fresh').count(), 1);
    assert.match(await grid(page).locator('.fresh').innerText(), /1 s ago/);
    await eventually(async () =>
      assert.equal(await page.getByRole('status').first().innerText(), '1 new row.'),
    );
    await page.getByText('last change now').waitFor();
    await photograph(page, 'new-row');
  });

  it('keeps selection, focus and what is in sight while rows come in above', async () => {
    const page = await openPage(host);
    await rowOf(page, 'Stuck').click();
    await detail(page).waitFor();
    await eventually(async () => assert.match(await focused(page), /^row: Stuck/));
    for (let count = 0; count < 3; count++) host.rows.unshift(newRow());
    await host.event({ event: 'changed' });
    await eventually(async () => assert.equal(await rowOf(page, 'Stuck').getAttribute('aria-rowindex'), '8'));
    assert.equal(await rowOf(page, 'Stuck').getAttribute('aria-selected'), 'true');
    await eventually(async () => assert.match(await focused(page), /^row: Stuck/));
  });

  it('does not move the rows a person reads further down', async () => {
    const page = await openPage(host);
    await rowOf(page, 'Stuck').waitFor();
    await grid(page).evaluate((scroller) => scroller.scrollTo(0, 60 * 28));
    const reading = host.rows[65]!.key.slice(0, 8);
    await rowOf(page, reading).waitFor();
    const before = (await rowOf(page, reading).boundingBox())!.y;
    for (let count = 0; count < 4; count++) host.rows.unshift(newRow());
    await host.event({ event: 'changed' });
    await eventually(async () =>
      assert.equal(await rowOf(page, reading).getAttribute('aria-rowindex'), '71'),
    );
    await eventually(async () => assert.equal((await rowOf(page, reading).boundingBox())!.y, before));
  });

  it('shows that a row got its answer, in the grid and in its detail', async () => {
    const page = await openPage(host);
    await rowOf(page, 'In progress').click();
    await detail(page).getByText('the work is still going on').waitFor();
    host.rows[0] = row(1, { created: host.rows[0]!.created, fingerprintFull: host.rows[0]!.fingerprintFull });
    await host.event({ event: 'changed' });
    await detail(page).getByText('A retry sent now gets the saved answer, 201.').waitFor();
    await eventually(async () => assert.equal((await column(page, 'state'))[0], 'Completed'));
    assert.equal(await grid(page).locator('.fresh').count(), 1);
  });

  it('reads again once for many changes at once', async () => {
    const page = await openPage(host);
    await rowOf(page, 'Stuck').waitFor();
    await eventually(async () => assert.equal(await grid(page).getAttribute('aria-busy'), 'false'));
    const before = host.requests('page').length;
    for (let count = 0; count < 50; count++) {
      host.rows.unshift(newRow());
      await host.event({ event: 'changed' });
    }
    await eventually(async () => assert.match(await chip(page, 'All').innerText(), /1,050/));
    const asked = host.requests('page').length - before;
    assert.ok(asked <= 10, `50 changes made ${asked} requests for rows`);
  });

  it('stands still when paused, and catches up', async () => {
    const page = await openPage(host);
    await rowOf(page, 'Stuck').waitFor();
    await page.getByRole('button', { name: 'Follow changes' }).click();
    const asked = host.requests('page').length;
    host.rows.unshift(newRow());
    await host.event({ event: 'changed' });
    await page.getByText('changes are waiting').waitFor();
    await photograph(page, 'paused');
    assert.equal(host.requests('page').length, asked);
    await page.getByRole('button', { name: 'Follow changes' }).click();
    await eventually(async () => assert.equal((await column(page, 'created'))[0], '1 s ago'));
  });

  it('keeps the last rows when the connection is lost, and goes on when it is back', async () => {
    const page = await openPage(host);
    await rowOf(page, 'Stuck').waitFor();
    await host.event({ event: 'lost', error: lost });
    const banner = page.getByRole('alert');
    await banner.waitFor();
    assert.equal(
      (await banner.innerText()).replace(/\s+/g, ' ').trim(),
      'The connection to the database is lost. The server ended it. The page asks again as soon as the server answers.',
    );
    assert.ok((await column(page, 'key')).length > 20);
    await photograph(page, 'lost');
    host.rows.unshift(newRow());
    await host.event({ event: 'restored' });
    await banner.waitFor({ state: 'detached' });
    await eventually(async () => assert.equal((await column(page, 'created'))[0], '1 s ago'));
  });

  it('takes rows away that were deleted', async () => {
    const page = await openPage(host);
    await rowOf(page, 'Stuck').waitFor();
    host.rows = host.rows.filter((each) => !each.stuck);
    await host.event({ event: 'changed' });
    await eventually(async () => assert.equal(await rowOf(page, 'Stuck').count(), 0));
    assert.equal(await grid(page).locator('.fresh').count(), 0);
  });

  it('asks again when a key in sight expires', async () => {
    host.rows.unshift(newRow({ expires: time(now + 2_000) }));
    const page = await openPage(host);
    await rowOf(page, 'Stuck').waitFor();
    assert.equal((await column(page, 'expires'))[0], '2 s');
    host.rows[0] = {
      ...host.rows[0]!,
      expired: true,
      retry: { outcome: 'runs-again', code: null, why: 'The key has expired.' },
    };
    await page.clock.setFixedTime(now + 3_000);
    await eventually(async () => assert.equal((await column(page, 'state'))[0], 'Expired'));
    assert.equal((await column(page, 'expires'))[0], '1 s ago');
  });
});
