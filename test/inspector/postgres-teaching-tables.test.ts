import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { openStore } from 'idempotency-inspector';
import type { InspectorEvent, KeyStore, RecordRow } from 'idempotency-inspector';
import { withClient, writePostgres } from './shared-postgres.ts';
import { fingerprint7, teachingRows, teachingSchema } from './teaching-tables.ts';

/** The teaching tables as PostgreSQL takes them: a time where SQLite writes one as text. */
const schema = teachingSchema.replace('created_at TEXT DEFAULT', 'created_at TIMESTAMP DEFAULT');

const rowsOf = async (store: KeyStore, table: string): Promise<RecordRow[]> =>
  (await store.page({ table: { schema: 'public', table }, states: [], search: '', after: null, limit: 100 }))
    .records;

describe('the tables of the teaching texts in PostgreSQL', function () {
  this.timeout(60_000);
  let url: string;
  let store: KeyStore;

  before(async () => {
    url = await writePostgres(schema + teachingRows);
    store = await openStore(url);
  });

  after(() => store.close());

  it('opens the three key tables and none of their neighbours', async () => {
    assert.deepEqual(
      (await store.tables()).map((table) => [table.schema, table.table, table.opens, table.columns]),
      [
        [
          'public',
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
        ['public', 'idempotency_keys', true, { key: 'key', request: 'request', response: 'body' }],
        ['public', 'processed', true, { event_id: 'key' }],
      ],
    );
  });

  it('tells the state of every row, newest first where the table tells, and by which rule', async () => {
    const shown = (records: RecordRow[]): string[][] =>
      records.map((record) => [record.scope ?? '', record.key, record.stateRule, record.retry.outcome]);
    assert.deepEqual(shown(await rowsOf(store, 'idempotency')).sort(), [
      ['acme', 'order-3', 'in progress: status is NULL; stuck: created_at is more than 5 minutes ago', '409'],
      ['acme', 'order-7', 'completed: status is 201', 'replay'],
      ['acme', 'order-9', 'in progress: status is NULL', '409'],
      ['zeta', 'order-7', 'completed: status is 402', 'replay'],
    ]);
    assert.equal((await rowsOf(store, 'idempotency')).at(-1)?.key, 'order-3');
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
    assert.deepEqual(await store.counts({ schema: 'public', table: 'idempotency' }), {
      counts: { 'in-progress': 2, completed: 2, failed: 0, unknown: 0 },
      overlays: { stuck: 1, expired: 0, 'error-answer': 1 },
    });
  });

  it('finds rows by a part of their key, scope or fingerprint, in any case of letters', async () => {
    const found = async (search: string): Promise<string[]> =>
      (
        await store.page({
          table: { schema: 'public', table: 'idempotency' },
          states: [],
          search,
          after: null,
          limit: 10,
        })
      ).records
        .map((record) => `${record.scope} ${record.key}`)
        .sort();
    assert.deepEqual(await found('RDER-7'), ['acme order-7', 'zeta order-7']);
    assert.deepEqual(await found('zet'), ['zeta order-7']);
    assert.deepEqual(await found(fingerprint7.slice(0, 8)), ['acme order-7']);
    assert.deepEqual(await found("'; DROP TABLE idempotency; --"), []);
    assert.deepEqual(await found('%'), []);
  });

  it('reads a time without a zone as it stands, whatever the zone of the machine', async () => {
    const zone = process.env.TZ;
    process.env.TZ = 'America/New_York';
    try {
      const record = (await rowsOf(store, 'idempotency')).find((row) => row.key === 'order-3');
      assert.deepEqual(record?.created, {
        raw: '2026-01-05 08:00:00',
        utc: '2026-01-05T08:00:00.000Z',
        assumed: 'no zone: read as UTC',
      });
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  it('tells of a new row within seconds', async () => {
    const events: InspectorEvent[] = [];
    const stop = store.watch((event) => events.push(event));
    await withClient(url, async (client) => {
      for (let turn = 0; turn < 500 && events.length === 0; turn += 1) {
        await client.query('INSERT INTO processed VALUES ($1)', [`evt_more_${turn}`]);
        await pause(20);
      }
    });
    stop();
    assert.deepEqual(events[0], { event: 'changed' });
  });

  it('cannot write, by the server’s own refusal', async () => {
    const { PostgresConnections } = await import('../../inspector/src/stores/postgres-connection.ts');
    const { readAddress } = await import('../../inspector/src/stores/postgres-address.ts');
    const connections = await PostgresConnections.open(readAddress(url));
    try {
      await assert.rejects(
        connections.read(1000, (query) => query('DELETE FROM public.processed')),
        (error: Error) => (error.cause as { code?: string }).code === '25006',
      );
    } finally {
      await connections.close();
    }
  });
});

describe('unusual tables in PostgreSQL', function () {
  this.timeout(60_000);

  it('opens names that need quoting, enums, domains and bytes', async () => {
    const url = await writePostgres(`
      CREATE SCHEMA "My Shop";
      CREATE TYPE "My Shop"."State" AS ENUM ('PROCESSING', 'DONE');
      CREATE DOMAIN "My Shop".hash AS bytea;
      CREATE TABLE "My Shop"."Idempotency""Key" (
        "idempotencyKey" uuid PRIMARY KEY, "userId" bigint, "requestHash" "My Shop".hash,
        "state" "My Shop"."State" NOT NULL, "createdAt" timestamptz NOT NULL, "expiresAt" timestamptz);
      INSERT INTO "My Shop"."Idempotency""Key" VALUES
        ('00000000-0000-4000-8000-000000000001', 9007199254740993, '\\x${'ab'.repeat(32)}', 'DONE',
          '2026-01-05 08:00:00+01', 'infinity'),
        ('00000000-0000-4000-8000-000000000002', NULL, NULL, 'PROCESSING', '2026-01-05 09:00:00+01', NULL);`);
    const store = await openStore(url);
    try {
      const [table] = await store.tables();
      assert.ok(table !== undefined);
      const { records } = await store.page({ table, states: [], search: '', after: null, limit: 1 });
      assert.equal(records[0]?.state, 'in-progress');
      const next = await store.page({
        table,
        states: [],
        search: '',
        after: records[0]?.id ?? null,
        limit: 1,
      });
      const [row] = next.records;
      assert.equal(row?.scope, '9007199254740993');
      assert.deepEqual(row?.fingerprint, { kind: 'sha-256 (bytes)', short: 'abababab' });
      assert.equal(row?.created?.utc, '2026-01-05T07:00:00.000Z');
      assert.deepEqual(row?.expires, { raw: 'infinity', utc: null, assumed: null });
      assert.equal((await store.detail(table, row?.id ?? '', false)).record.key, row?.key);
    } finally {
      await store.close();
    }
  });

  it('never reads a view', async () => {
    const url = await writePostgres(`
      CREATE TABLE idempotency_keys (key text PRIMARY KEY, response text);
      CREATE VIEW idempotency_view AS SELECT key, response, pg_sleep(30)::text AS slept FROM idempotency_keys;
      CREATE MATERIALIZED VIEW idempotency_copy AS SELECT * FROM idempotency_keys;`);
    const store = await openStore(url);
    try {
      assert.deepEqual(
        (await store.tables()).map((table) => table.table),
        ['idempotency_keys'],
      );
    } finally {
      await store.close();
    }
  });
});
