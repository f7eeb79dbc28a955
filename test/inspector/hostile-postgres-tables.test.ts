import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { openStore } from 'idempotency-inspector';
import type { InspectorEvent } from 'idempotency-inspector';
import { allRecords } from './all-records.ts';
import { withClient, writePostgres } from './shared-postgres.ts';
import { sentencesOf } from './user-sentences.ts';

describe('PostgreSQL tables that are not as one expects', function () {
  this.timeout(60_000);

  it('pages tables without any key by the places of their rows, those with partitions and heirs too', async () => {
    const url = await writePostgres(`
      CREATE TABLE idempotency_keys (key text, response text);
      CREATE TABLE idempotency_parts (key text, response text) PARTITION BY HASH (key);
      CREATE TABLE idempotency_parts_0 PARTITION OF idempotency_parts FOR VALUES WITH (MODULUS 2, REMAINDER 0);
      CREATE TABLE idempotency_parts_1 PARTITION OF idempotency_parts FOR VALUES WITH (MODULUS 2, REMAINDER 1);
      CREATE TABLE idempotency_elders (key text PRIMARY KEY, response text);
      CREATE TABLE heirs () INHERITS (idempotency_elders);
      INSERT INTO idempotency_keys SELECT 'key-' || n, NULL FROM generate_series(1, 25) AS n;
      INSERT INTO idempotency_parts SELECT * FROM idempotency_keys;
      INSERT INTO idempotency_elders SELECT * FROM idempotency_keys LIMIT 15;
      INSERT INTO heirs SELECT * FROM idempotency_keys LIMIT 25;`);
    const store = await openStore(url);
    try {
      for (const [table, rows] of [
        ['idempotency_keys', 25],
        ['idempotency_parts', 25],
        ['idempotency_elders', 40],
      ] as const) {
        const records = await allRecords(store, { schema: 'public', table }, 10);
        assert.equal(records.length, rows, table);
        assert.equal(new Set(records.map((record) => record.id)).size, rows, table);
      }
    } finally {
      await store.close();
    }
  });

  it('pages by keys whose type is padded, or orders itself by operators of an extension', async () => {
    const url = await writePostgres(`
      CREATE EXTENSION citext; CREATE EXTENSION ltree;
      CREATE TABLE idempotency_padded (key char(36) PRIMARY KEY, response text);
      CREATE TABLE idempotency_caseless (key citext PRIMARY KEY, response text);
      CREATE TABLE idempotency_paths (key ltree PRIMARY KEY, response text);
      INSERT INTO idempotency_padded SELECT 'key-' || n, NULL FROM generate_series(1, 45) AS n;
      INSERT INTO idempotency_caseless SELECT (CASE n % 2 WHEN 0 THEN 'a' ELSE 'B' END) || n, NULL FROM generate_series(1, 45) AS n;
      INSERT INTO idempotency_paths SELECT ('a.b' || n)::ltree, NULL FROM generate_series(1, 45) AS n;`);
    const store = await openStore(url);
    try {
      for (const table of ['idempotency_padded', 'idempotency_caseless', 'idempotency_paths']) {
        const records = await allRecords(store, { schema: 'public', table }, 10);
        assert.equal(records.length, 45, table);
        assert.equal(new Set(records.map((record) => record.key)).size, 45, table);
        const [first] = records;
        const detail = await store.detail({ schema: 'public', table }, first?.id ?? '', false);
        assert.equal(detail.record.key, first?.key);
      }
    } finally {
      await store.close();
    }
  });

  it('says that row-level security may hide rows', async () => {
    const role = `reader_${randomBytes(4).toString('hex')}`;
    const url = await writePostgres(`
      CREATE TABLE idempotency_keys (key text PRIMARY KEY, owner text, response text);
      ALTER TABLE idempotency_keys ENABLE ROW LEVEL SECURITY;
      ALTER TABLE idempotency_keys FORCE ROW LEVEL SECURITY;
      CREATE ROLE ${role} LOGIN PASSWORD 'pw'; GRANT SELECT ON idempotency_keys TO ${role};`);
    const limited = new URL(url);
    limited.username = role;
    limited.password = 'pw';
    for (const [address, hidden] of [
      [url, false],
      [limited.href, true],
    ] as const) {
      const store = await openStore(address);
      try {
        const [summary] = await store.tables();
        assert.equal(
          summary?.evidence.some((line) => line.startsWith('row-level security chooses the rows')),
          hidden,
        );
      } finally {
        await store.close();
      }
    }
  });

  it('lists the others while one table is locked, and looks again at one that was altered', async () => {
    const url = await writePostgres(`
      CREATE TABLE idempotency_free (key text PRIMARY KEY, response text);
      CREATE TABLE idempotency_held (key text PRIMARY KEY, response text);
      INSERT INTO idempotency_free VALUES ('a', '{}');`);
    const store = await openStore(url);
    try {
      await withClient(url, async (client) => {
        await client.query('BEGIN; LOCK TABLE idempotency_held IN ACCESS EXCLUSIVE MODE');
        const tables = await store.tables();
        assert.deepEqual(
          tables.map((table) => [
            table.table,
            table.evidence.some((line) => /could not be looked at/.test(line)),
          ]),
          [
            ['idempotency_free', false],
            ['idempotency_held', true],
          ],
        );
        await client.query('ROLLBACK; ALTER TABLE idempotency_free RENAME COLUMN response TO response_body');
        const [record] = await allRecords(store, { schema: 'public', table: 'idempotency_free' }, 10);
        assert.equal(record?.stateRule, 'completed: response_body is saved');
        await client.query('DROP TABLE idempotency_free');
      });
      const { code } = await sentencesOf(store.counts({ schema: 'public', table: 'idempotency_free' }));
      assert.equal(code, 'no-such-table');
    } finally {
      await store.close();
    }
  });

  it('reads rows with large requests few at a time, each once', async () => {
    const url = await writePostgres(`
      CREATE TABLE idempotency_keys (key text PRIMARY KEY, request text, response text);
      INSERT INTO idempotency_keys SELECT 'key-' || n, '{"order": ' || n || '}', '{}' FROM generate_series(1, 150) AS n;`);
    const store = await openStore(url);
    try {
      const records = await allRecords(store, { schema: 'public', table: 'idempotency_keys' }, 100);
      assert.equal(records.length, 150);
      assert.equal(new Set(records.map((record) => record.fingerprintFull)).size, 150);
    } finally {
      await store.close();
    }
  });

  it('does not take a followed table that is dropped for a lost connection', async () => {
    const url = await writePostgres(`
      CREATE TABLE idempotency_one (key text PRIMARY KEY, response text);
      CREATE TABLE idempotency_two (key text PRIMARY KEY, response text);`);
    const store = await openStore(url);
    const events: InspectorEvent['event'][] = [];
    let arrived = (): void => {};
    const next = (): Promise<void> => new Promise((resolve) => (arrived = resolve));
    try {
      for (const table of ['idempotency_one', 'idempotency_two'])
        await store.page({
          table: { schema: 'public', table },
          states: [],
          search: '',
          after: null,
          limit: 1,
        });
      const first = next();
      store.watch(({ event }) => {
        events.push(event);
        arrived();
      });
      await withClient(url, async (client) => {
        const write = setInterval(() => {
          void client.query(`INSERT INTO idempotency_one VALUES (gen_random_uuid()::text, NULL)`);
        }, 200);
        await first;
        clearInterval(write);
        await client.query('DROP TABLE idempotency_two');
        const second = next();
        await second;
      });
      assert.deepEqual([...new Set(events)], ['changed']);
    } finally {
      await store.close();
    }
  });
});
