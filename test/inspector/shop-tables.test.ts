import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { openStore } from 'idempotency-inspector';
import type { KeyStore, RecordRow, TableName } from 'idempotency-inspector';
import { playStory } from '../../examples/shop/src/play.ts';
import { copyToPostgres } from './copy-to-postgres.ts';
import { temporaryFolder } from './teaching-tables.ts';

const allRows = async (store: KeyStore, table: TableName): Promise<RecordRow[]> =>
  (await store.page({ table, states: [], search: '', after: null, limit: 1000 })).records;

/** What is told of a row, whichever database it stands in. */
const told = (records: RecordRow[]): unknown[] =>
  records
    .map(({ scope, operation, key, fingerprint, state, stateRule, stuck, expired, code, body, retry }) => {
      return { scope, operation, key, fingerprint, state, stateRule, stuck, expired, code, body, retry };
    })
    .sort((a, b) => `${a.scope} ${a.key}`.localeCompare(`${b.scope} ${b.key}`));

describe('the tables of the example shop', function () {
  this.timeout(120_000);
  let folder: string;
  const files = ['shop.db', 'bank.db', 'stock.db'];

  before(async () => {
    folder = temporaryFolder();
    await playStory(folder, new Date());
  });

  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  it('open with the right roles', async () => {
    const roles: Record<string, unknown> = {};
    for (const file of files) {
      const store = await openStore(path.join(folder, file));
      for (const table of await store.tables())
        roles[`${file} ${table.table} ${table.opens}`] = table.columns;
      await store.close();
    }
    assert.deepEqual(roles, {
      'shop.db idempotency true': {
        account: 'scope',
        key: 'key',
        operation: 'operation',
        fingerprint: 'fingerprint',
        recovery_point: 'state',
        status: 'code',
        body: 'body',
        locked_at: 'locked',
        lock_owner: 'lock-owner',
        created_at: 'created',
        completed_at: 'completed',
        expires_at: 'expires',
      },
      'bank.db idempotency_keys true': {
        key: 'key',
        request: 'request',
        response: 'body',
        created_at: 'created',
      },
      'stock.db processed true': { event_id: 'key' },
    });
  });

  it('show keys in progress, stuck, completed, declined and expired, each with what a retry gets', async () => {
    const store = await openStore(path.join(folder, 'shop.db'));
    try {
      const rows = await allRows(store, { schema: null, table: 'idempotency' });
      const outcomes = (wanted: (row: RecordRow) => boolean): string[] => [
        ...new Set(rows.filter(wanted).map((row) => `${row.retry.outcome} ${row.retry.code ?? ''}`.trim())),
      ];
      assert.deepEqual(
        outcomes((row) => row.expired === true),
        ['runs-again'],
      );
      assert.deepEqual(
        outcomes((row) => row.state === 'completed' && row.expired === false && row.code === 201),
        ['replay 201'],
      );
      assert.deepEqual(
        outcomes((row) => row.code === 402),
        ['replay 402'],
      );
      assert.deepEqual(
        outcomes((row) => row.state === 'in-progress' && !row.stuck),
        ['409'],
      );
      assert.deepEqual(
        outcomes((row) => row.stuck),
        ['unknown'],
      );
    } finally {
      await store.close();
    }
  });

  it('carry the mark of the client that makes a key per attempt, in the shop and at the bank', async () => {
    for (const [file, table] of [
      ['shop.db', 'idempotency'],
      ['bank.db', 'idempotency_keys'],
    ] as const) {
      const store = await openStore(path.join(folder, file));
      const finding = (await store.audit({ schema: null, table })).find(
        (one) => one.id === 'same-request-under-several-keys',
      );
      await store.close();
      assert.ok(finding !== undefined && finding.rows >= 2, file);
      assert.equal(finding.rule, 'no-key-per-attempt');
      const examples = finding.examples.slice(0, 2);
      assert.equal(examples[0]?.fingerprint?.short, examples[1]?.fingerprint?.short);
      assert.notEqual(examples[0]?.key, examples[1]?.key);
    }
  });

  for (const file of files)
    it(`tell the same of every row in PostgreSQL (${file})`, async () => {
      const url = await copyToPostgres(path.join(folder, file));
      const [sqlite, postgres] = [await openStore(path.join(folder, file)), await openStore(url)];
      try {
        const [table] = await sqlite.tables();
        const [copy] = await postgres.tables();
        assert.ok(table !== undefined && copy !== undefined);
        assert.deepEqual(copy.columns, table.columns);
        const [expected, actual] = [await allRows(sqlite, table), await allRows(postgres, copy)];
        assert.ok(expected.length > 0);
        assert.deepEqual(told(actual), told(expected));
        assert.deepEqual(await postgres.counts(copy), await sqlite.counts(table));
      } finally {
        await sqlite.close();
        await postgres.close();
      }
    });
});
