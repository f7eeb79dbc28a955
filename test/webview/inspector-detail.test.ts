import assert from 'node:assert/strict';
import { eventually } from './stage/eventually.ts';
import { FakeHost } from './stage/fake-host.ts';
import { closePages, openPage, photograph, raiseStage, strikeStage } from './stage/inspector-stage.ts';
import { row, shopRows } from './stage/sample-rows.ts';
import { column, detail, rowOf, searchBox } from './stage/seen.ts';

describe('the inspector’s page: the selected row and the audit', function () {
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

  it('tells the row’s story', async () => {
    const page = await openPage(host);
    await rowOf(page, '13:00:29').click();
    await detail(page).getByText('A retry sent now gets the saved answer, 201.').waitFor();
    assert.equal(await detail(page).getByRole('heading', { level: 2 }).innerText(), host.rows[2]!.key);
    await detail(page).getByText('completed: response_code is set').waitFor();
    assert.deepEqual(
      (await detail(page).getByRole('list', { name: 'Timeline' }).getByRole('listitem').allInnerTexts()).map(
        (text) => text.replace('\n', ' '),
      ),
      ['created 13:00:29', 'answered +0.8 s', 'now', 'expires in 23 h 57 m'],
    );
    const text = (await detail(page).innerText()).replace(/\s+/g, ' ');
    assert.match(text, /account acme · POST \/v1\/charges/);
    assert.match(
      text,
      /created_at\s+2026-11-30 13:00:29 local · 12:00:29 UTC\s+2 m 4 s ago · raw 2026-11-30 12:00:29 \(no zone: read as UTC\)/,
    );
    assert.match(text, /locked_at\s+NULL/);
    assert.match(text, /trace\s+tr_81/);
    await photograph(page, 'detail');
  });

  it('marks the rows of the same request', async () => {
    const page = await openPage(host);
    await rowOf(page, '13:00:29').click();
    await eventually(async () => {
      assert.match(await rowOf(page, '13:00:33').innerText(), /same request as the selected row/);
      assert.equal(await rowOf(page, 'same request as the selected row').count(), 1);
    });
    await detail(page).getByRole('button', { name: 'Show all rows with this request' }).click();
    await eventually(async () => assert.equal((await column(page, 'key')).length, 2));
    assert.equal(await searchBox(page).inputValue(), host.rows[2]!.fingerprintFull);
  });

  it('masks the saved answer until it is asked for in clear, and again for the next row', async () => {
    host.bodies.set('row-3', '{"charge":"ch_1","order":101,"amount":9007199254740993}');
    const page = await openPage(host);
    await rowOf(page, '13:00:29').click();
    const body = detail(page).getByLabel('Body');
    await body.waitFor();
    assert.equal(await body.innerText(), '{\n  "charge": "•••",\n  "order": "•••",\n  "amount": "•••"\n}');
    assert.ok(host.requests('detail').every(({ params }) => !params.reveal));
    await detail(page).getByRole('button', { name: 'Reveal' }).click();
    await eventually(async () =>
      assert.equal(
        await body.innerText(),
        '{\n  "charge": "ch_1",\n  "order": 101,\n  "amount": 9007199254740993\n}',
      ),
    );
    await photograph(page, 'revealed');
    await detail(page).getByRole('button', { name: 'Hide' }).click();
    await eventually(async () => assert.match(await body.innerText(), /"charge": "•••"/));
    await detail(page).getByRole('button', { name: 'Reveal' }).click();
    await eventually(async () => assert.match(await body.innerText(), /ch_1/));
    await rowOf(page, '13:00:33').click();
    await eventually(async () => assert.match(await detail(page).innerText(), new RegExp(host.rows[1]!.key)));
    await body.waitFor();
    assert.doesNotMatch(await detail(page).innerText(), /ch_1/);
    assert.equal(host.requests('detail').at(-1)!.params.reveal, false);
  });

  it('says what is not there: no answer yet, no body kept, an empty body', async () => {
    host.rows.push(
      row(20, { body: null, bodyBytes: null }),
      row(21, { body: '', bodyBytes: 0, created: null }),
    );
    const page = await openPage(host);
    await rowOf(page, 'Stuck').click();
    await detail(page).getByText('Nothing is saved yet.').waitFor();
    await rowOf(page, host.rows[8]!.key.slice(0, 6)).click();
    await detail(page).getByText('The table keeps the status and no body.').waitFor();
    await rowOf(page, host.rows[9]!.key.slice(0, 6)).click();
    await detail(page).getByText('The body is empty.').waitFor();
  });

  it('copies the whole key', async () => {
    const page = await openPage(host);
    await rowOf(page, '13:00:29').click();
    await detail(page).getByRole('button', { name: 'Copy the key' }).click();
    await eventually(() =>
      assert.deepEqual(host.received.at(-1), { command: 'copy', text: host.rows[2]!.key }),
    );
    await eventually(async () =>
      assert.equal(await page.getByRole('status').first().innerText(), 'Key copied.'),
    );
  });

  it('says why a row’s detail cannot be shown, and tries again', async () => {
    host.instead.set('detail', {
      code: 'busy',
      what: 'The row could not be read.',
      why: 'The database is locked by another program.',
      action: 'Try again in a moment.',
    });
    const page = await openPage(host);
    await rowOf(page, 'Stuck').click();
    const alert = detail(page).getByRole('alert');
    await alert.waitFor();
    assert.match(
      await alert.innerText(),
      /The row could not be read\.\s+The database is locked by another program\.\s+Try again in a moment\./,
    );
    await photograph(page, 'detail-failed');
    host.instead.delete('detail');
    await detail(page).getByRole('button', { name: 'Try again' }).click();
    await detail(page).getByText('Nothing is saved yet.').waitFor();
  });

  describe('the audit', () => {
    beforeEach(() => {
      host.findings = [
        {
          id: 'same-request-other-key',
          severity: 'error',
          table: 'idempotency_keys',
          sentence: '1 request came under two keys, 4 s apart: the client makes a key for each attempt.',
          rows: 2,
          examples: [host.rows[1]!, host.rows[2]!],
          page: 'same-request-other-key',
          rule: 'no-key-per-attempt',
        },
        {
          id: 'stuck-rows',
          severity: 'warning',
          table: 'idempotency_keys',
          sentence: '3 keys are stuck: nobody works on them.',
          rows: 3,
          examples: [host.rows[3]!],
          page: 'stuck-rows',
          rule: null,
        },
        {
          id: 'never-swept',
          severity: 'info',
          table: 'idempotency_keys',
          sentence: '287,973 expired keys were never swept.',
          rows: 287_973,
          examples: [],
          page: 'never-swept',
          rule: null,
        },
      ];
    });

    it('stands at the foot and opens each finding with its rows and its page', async () => {
      const page = await openPage(host);
      const foot = page.getByRole('contentinfo', { name: 'Audit' });
      const finding = foot.getByRole('button', { name: '1 request came under two keys' });
      await finding.click();
      const panel = foot.getByRole('region', { name: 'Finding' });
      await panel.waitFor();
      await photograph(page, 'finding');
      await panel.getByRole('button', { name: 'What it means and what to do' }).click();
      await panel.getByRole('button', { name: 'The rule that prevents it: no-key-per-attempt' }).click();
      await eventually(() =>
        assert.deepEqual(host.received.slice(-2), [
          { command: 'open-page', page: 'same-request-other-key' },
          { command: 'open-page', page: 'no-key-per-attempt' },
        ]),
      );
      await panel.getByRole('button', { name: host.rows[2]!.key }).click();
      await eventually(async () => assert.equal((await column(page, 'key')).length, 1));
      await foot.getByRole('button', { name: '3 keys are stuck' }).click();
      await panel.getByText('and 2 more rows').waitFor();
    });

    it('stands beside the row it speaks of', async () => {
      const page = await openPage(host);
      await rowOf(page, '13:00:29').click();
      await detail(page).getByText('1 request came under two keys, 4 s apart').waitFor();
      await photograph(page, 'evidence');
      await detail(page).getByRole('button', { name: 'Why, and what to do' }).click();
      await eventually(() =>
        assert.deepEqual(host.received.at(-1), { command: 'open-page', page: 'same-request-other-key' }),
      );
      await rowOf(page, 'Expired').click();
      await eventually(async () => assert.doesNotMatch(await detail(page).innerText(), /two keys/));
    });

    it('says that nothing was found', async () => {
      host.findings = [];
      const page = await openPage(host);
      await page.getByText('Nothing wrong was found in this table.').waitFor();
    });

    it('is not there where the store does not audit', async () => {
      host.findings = null;
      const page = await openPage(host);
      await rowOf(page, 'Stuck').waitFor();
      await eventually(async () => assert.equal(await page.getByRole('contentinfo').count(), 0));
    });
  });
});
