import assert from 'node:assert/strict';
import fs from 'node:fs';
import { openStore } from 'idempotency-inspector';
import type { KeyStore, RecordRow } from 'idempotency-inspector';
import { teachingRows, teachingSchema, temporaryFolder, writeDatabase } from './teaching-tables.ts';

const rowsOf = async (store: KeyStore, table: string): Promise<RecordRow[]> =>
  (await store.page({ table: { schema: null, table }, states: [], search: '', after: null, limit: 100 }))
    .records;

describe('the tables of the teaching texts in SQLite', () => {
  let folder: string;
  let store: KeyStore;

  before(async () => {
    folder = temporaryFolder();
    store = await openStore(writeDatabase(folder, teachingSchema + teachingRows));
  });

  after(async () => {
    await store.close();
    fs.rmSync(folder, { recursive: true });
  });

  it('opens the three key tables and none of their neighbours', async () => {
    const tables = await store.tables();
    assert.deepEqual(
      tables.map((table) => [table.table, table.opens, table.columns]),
      [
        [
          'idempotency',
          true,
          {
            account: 'scope',
            key: 'key',
            fingerprint: 'fingerprint',
            status: 'code',
            body: 'body',
            created_at: 'created',
          },
        ],
        ['idempotency_keys', true, { key: 'key', request: 'request', response: 'body' }],
        ['processed', true, { event_id: 'key' }],
      ],
    );
  });

  it('tells the state of every row, and by which rule', async () => {
    const shown = (records: RecordRow[]): string[][] =>
      records.map((record) => [record.scope ?? '', record.key, record.stateRule, record.retry.outcome]);
    assert.deepEqual(shown(await rowsOf(store, 'idempotency')), [
      ['acme', 'order-3', 'in progress: status is NULL; stuck: created_at is more than 5 minutes ago', '409'],
      ['acme', 'order-9', 'in progress: status is NULL', '409'],
      ['zeta', 'order-7', 'completed: status is 402', 'replay'],
      ['acme', 'order-7', 'completed: status is 201', 'replay'],
    ]);
    assert.deepEqual(shown(await rowsOf(store, 'idempotency_keys')), [
      ['', 'buy-2', 'in progress: response is NULL', '409'],
      ['', 'buy-1', 'completed: response is saved', 'replay'],
    ]);
    assert.deepEqual(shown(await rowsOf(store, 'processed')), [
      ['', 'evt_2', 'completed: the row is there, and this table keeps no state', 'replay'],
      ['', 'evt_1', 'completed: the row is there, and this table keeps no state', 'replay'],
    ]);
  });

  it('counts every row once, an error answer as completed', async () => {
    assert.deepEqual(await store.counts({ schema: null, table: 'idempotency' }), {
      counts: { 'in-progress': 2, completed: 2, failed: 0, unknown: 0 },
      overlays: { stuck: 1, expired: 0, 'error-answer': 1 },
    });
  });

  it('reads times without a zone as UTC and says so', async () => {
    const record = (await rowsOf(store, 'idempotency')).find((row) => row.key === 'order-3');
    assert.deepEqual(record?.created, {
      raw: '2026-01-05 08:00:00',
      utc: '2026-01-05T08:00:00.000Z',
      assumed: 'no zone: read as UTC',
    });
  });

  it('masks saved answers until they are revealed', async () => {
    const table = { schema: null, table: 'idempotency' };
    const [record] = (
      await store.page({ table, states: ['error-answer'], search: '', after: null, limit: 10 })
    ).records;
    assert.equal(record?.body, '{"error":"•••"}');
    const detail = await store.detail(table, record?.id ?? '', true);
    assert.equal(detail.record.body, '{"error": "card declined"}');
    const masked = await store.detail(table, record?.id ?? '', false);
    assert.deepEqual(
      masked.fields.map((field) => [field.column, field.text]),
      [
        ['account', 'zeta'],
        ['key', 'order-7'],
        ['fingerprint', '8'.repeat(64)],
        ['status', '402'],
        ['body', '{"error":"•••"}'],
        ['created_at', detail.fields.at(-1)?.text],
      ],
    );
  });
});
