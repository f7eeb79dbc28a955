import assert from 'node:assert/strict';
import fs from 'node:fs';
import Database from 'better-sqlite3';
import { openStore } from 'idempotency-inspector';
import type { KeyStore } from 'idempotency-inspector';
import { allRecords } from './all-records.ts';
import { temporaryFolder, writeDatabase } from './teaching-tables.ts';
import { sentencesOf } from './user-sentences.ts';

const table = { schema: null, table: 'idempotency_keys' };

describe('SQLite tables that are not as one expects', function () {
  this.timeout(60_000);
  let folder: string;
  let store: KeyStore | null = null;

  const opened = async (sql: string): Promise<KeyStore> => {
    store = await openStore(writeDatabase(folder, sql));
    return store;
  };

  beforeEach(() => {
    folder = temporaryFolder();
  });

  afterEach(async () => {
    await store?.close();
    store = null;
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('names rows by keys that are no valid Unicode, so that paging, counting and the audit end', async () => {
    // Read as a string such a key becomes U+FFFD, which stands before it: the next page would begin where this one did.
    const opening = await opened(`
      CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, response TEXT) WITHOUT ROWID;
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4500)
      INSERT INTO idempotency_keys SELECT CAST(x'f5' || CAST(i AS BLOB) AS TEXT), NULL FROM n;`);
    assert.equal((await opening.counts(table)).counts['in-progress'], 4500);
    const records = await allRecords(opening, table, 1000);
    assert.equal(new Set(records.map((record) => record.id)).size, 4500);
    assert.equal((await opening.detail(table, records[9]?.id ?? '', false)).record.key, records[9]?.key);
    assert.deepEqual(
      (await opening.audit(table)).map((finding) => finding.id),
      ['no-fingerprint'],
    );
  });

  it('pages by infinite numbers', async () => {
    const opening = await opened(`
      CREATE TABLE idempotency_keys (key REAL PRIMARY KEY, response TEXT) WITHOUT ROWID;
      INSERT INTO idempotency_keys VALUES (-9e999, NULL), (0.5, NULL), (9e999, NULL);`);
    assert.deepEqual(
      (await allRecords(opening, table, 1)).map((record) => record.key),
      ['-Infinity', '0.5', 'Infinity'],
    );
  });

  it('reads keys and answers beyond a NUL', async () => {
    const opening = await opened(`
      CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, response TEXT);
      INSERT INTO idempotency_keys VALUES ('a' || char(0) || 'b', 'x' || char(0) || 'y'), ('a' || char(0) || 'c', NULL);`);
    const records = (
      await opening.page({ table, states: [], search: '', after: null, limit: 9, reveal: true })
    ).records;
    assert.deepEqual(
      records.map((record) => [record.key, record.body]),
      [
        ['a\u0000c', null],
        ['a\u0000b', 'x\u0000y'],
      ],
    );
  });

  it('keeps columns whose names mean something to JavaScript', async () => {
    const opening = await opened(
      'CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, response TEXT, "__proto__" TEXT, "constructor" TEXT)',
    );
    const [summary] = JSON.parse(JSON.stringify(await opening.tables())) as { columns: object }[];
    assert.deepEqual(Object.entries(summary?.columns ?? {}), [
      ['key', 'key'],
      ['response', 'body'],
      ['__proto__', null],
      ['constructor', null],
    ]);
  });

  it('looks again at a table that was altered, and says which is gone', async () => {
    const opening = await opened(
      `CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, response TEXT); INSERT INTO idempotency_keys VALUES ('a', '{}')`,
    );
    const database = new Database(`${folder}/shop.db`);
    try {
      assert.equal((await allRecords(opening, table, 10))[0]?.stateRule, 'completed: response is saved');
      database.exec('ALTER TABLE idempotency_keys RENAME COLUMN response TO response_body');
      assert.equal((await allRecords(opening, table, 10))[0]?.stateRule, 'completed: response_body is saved');
      assert.equal((await opening.counts(table)).counts.completed, 1);
      database.exec('DROP TABLE idempotency_keys');
      assert.equal((await sentencesOf(opening.counts(table))).code, 'no-such-table');
    } finally {
      database.close();
    }
  });

  it('lists the others beside a table whose pages are damaged', async () => {
    const file = writeDatabase(
      folder,
      `CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, response TEXT);
       CREATE TABLE idempotency_broken (key TEXT PRIMARY KEY, status TEXT, response TEXT);
       INSERT INTO idempotency_keys VALUES ('a', '{}'); INSERT INTO idempotency_broken VALUES ('b', 'done', '{}');`,
    );
    const database = new Database(file, { readonly: true });
    const root = database
      .prepare("SELECT rootpage FROM sqlite_schema WHERE name = 'idempotency_broken'")
      .pluck()
      .get() as number;
    database.close();
    const bytes = fs.readFileSync(file);
    bytes.fill(0xa5, (root - 1) * 4096, root * 4096);
    fs.writeFileSync(file, bytes);
    store = await openStore(file);
    assert.deepEqual(
      (await store.tables()).map((one) => one.table),
      ['idempotency_broken', 'idempotency_keys'],
    );
    assert.equal((await allRecords(store, table, 10)).length, 1);
    const { code } = await sentencesOf(store.counts({ schema: null, table: 'idempotency_broken' }));
    assert.equal(code, 'corrupt');
  });

  it('ends a page early rather than hold many large answers at once', async () => {
    const opening = await opened(`
      CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, response TEXT);
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 50)
      INSERT INTO idempotency_keys SELECT 'key-' || i, hex(zeroblob(500000)) FROM n;`);
    const keys: string[] = [];
    let after: string | null = null;
    do {
      const page: Awaited<ReturnType<KeyStore['page']>> = await opening.page({
        table,
        states: [],
        search: '',
        after,
        limit: 1000,
        reveal: true,
      });
      assert.ok(page.records.length < 50);
      keys.push(...page.records.map((record) => record.key));
      after = page.next;
    } while (after !== null);
    assert.equal(new Set(keys).size, 50);
    assert.equal(keys.length, 50);
  });

  it('says the same of an empty answer in the state and in what a retry gets', async () => {
    const opening = await opened(`
      CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, response TEXT);
      INSERT INTO idempotency_keys VALUES ('a', '');`);
    const [record] = await allRecords(opening, table, 10);
    assert.equal(record?.stateRule, 'completed: response is saved');
    assert.equal(record?.retry.outcome, 'replay');
  });
});
