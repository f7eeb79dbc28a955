import assert from 'node:assert/strict';
import fs from 'node:fs';
import Database from 'better-sqlite3';
import type { Page } from 'playwright-core';
import {
  teachingRows,
  teachingSchema,
  temporaryFolder,
  writeDatabase,
} from '../inspector/teaching-tables.ts';
import { eventually } from './stage/eventually.ts';
import { closePages, openPage, photograph, raiseStage, strikeStage } from './stage/inspector-stage.ts';
import { column, detail, grid, rowOf, searchBox } from './stage/seen.ts';
import { StoreHost } from './stage/store-host.ts';

describe('the inspector’s page on real SQLite tables', function () {
  this.timeout(60_000);
  before(raiseStage);
  after(strikeStage);

  let folder: string;
  let file: string;
  let host: StoreHost;
  let page: Page;
  beforeEach(async () => {
    folder = temporaryFolder();
    file = writeDatabase(folder, teachingSchema + teachingRows);
    host = await StoreHost.open(file, 'shop.db');
    page = await openPage(host, { clock: 'running' });
    await grid(page).waitFor();
  });
  afterEach(async () => {
    assert.deepEqual(await closePages(), []);
    await host.close();
    fs.rmSync(folder, { recursive: true });
  });

  const open = async (table: string): Promise<void> => {
    await page.getByLabel('Key table', { exact: true }).selectOption(table);
  };

  /** Key, state and what a retry gets, of each row. */
  const rows = async (): Promise<string[]> => {
    const [keys, states, answers] = [
      await column(page, 'key'),
      await column(page, 'state'),
      await column(page, 'retry'),
    ];
    return keys
      .map((key, index) => `${key}: ${states[index]!.replace(/ \d.*/, '')}: ${answers[index]}`)
      .sort();
  };

  it('shows the table of an API with its scope, and says why a row is in its state', async () => {
    await eventually(async () =>
      assert.deepEqual(await rows(), [
        'order-3: Stuck: 409, nobody works on it',
        'order-7: Completed: saved answer, 201',
        'order-7: Error answer: saved answer, 402',
        'order-9: In progress: 409, still working',
      ]),
    );
    await rowOf(page, 'order-9').click();
    await detail(page).getByText('in progress: status is NULL').waitFor();
    await rowOf(page, 'saved answer, 201').click();
    await detail(page).getByRole('button', { name: 'Reveal' }).click();
    await eventually(async () =>
      assert.equal(await detail(page).getByLabel('Body').innerText(), '{\n  "charge": 12\n}'),
    );
    await photograph(page, 'real-api-table');
  });

  it('shows the table of a shop whose fingerprint is the request itself, masked', async () => {
    await open('idempotency_keys');
    await eventually(async () =>
      assert.deepEqual(await rows(), [
        'buy-1: Completed: saved answer',
        'buy-2: In progress: 409, still working',
      ]),
    );
    await rowOf(page, 'buy-1').click();
    await detail(page).getByText('raw request').waitFor();
    assert.doesNotMatch(await detail(page).innerText(), /Show all rows with this request|"order": ?1/);
  });

  it('shows the table of a consumer, where present means done', async () => {
    await open('processed');
    await eventually(async () =>
      assert.deepEqual(await rows(), [
        'evt_1: Completed: nothing done again',
        'evt_2: Completed: nothing done again',
      ]),
    );
  });

  it('finds a key by a part of it', async () => {
    await searchBox(page).fill('order-9');
    await eventually(async () => assert.deepEqual(await column(page, 'key'), ['order-9']));
  });

  it('shows a row by itself when another program writes it', async () => {
    const writer = new Database(file);
    writer
      .prepare(`INSERT INTO idempotency (account, key, fingerprint) VALUES ('acme', 'order-10', 'f')`)
      .run();
    await rowOf(page, 'order-10').waitFor();
    writer.prepare(`UPDATE idempotency SET status = 201, body = '{}' WHERE key = 'order-10'`).run();
    await eventually(async () =>
      assert.match(await rowOf(page, 'order-10').innerText(), /saved answer, 201/),
    );
    writer.close();
  });
});
