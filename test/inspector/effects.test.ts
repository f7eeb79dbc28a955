import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import plugin from 'eslint-plugin-idempotency';
import { effectsMarkdown, InspectorError, openStore } from 'idempotency-inspector';
import type { EffectRepeat, EffectsParams, EffectsReport, EffectTable } from 'idempotency-inspector';
import { RepeatedOperations } from '../../inspector/src/effects/repeated-operations.ts';
import { playStory } from '../../examples/shop/src/play.ts';
import { copyToPostgres } from './copy-to-postgres.ts';
import { writePostgres } from './shared-postgres.ts';
import { temporaryFolder, writeDatabase } from './teaching-tables.ts';

type Asked = Partial<Omit<EffectsParams, 'table'>>;

/** The report on a table, with what is suggested where nothing is asked for. */
const reportOf = async (source: string, table: string, asked: Asked = {}): Promise<EffectsReport> => {
  const store = await openStore(source);
  try {
    const schema = source.startsWith('postgres') ? 'public' : null;
    return await store.effects({
      operation: [],
      created: null,
      windowSeconds: 600,
      ...asked,
      table: { schema, table },
    });
  } finally {
    await store.close();
  }
};

const tablesOf = async (source: string): Promise<EffectTable[]> => {
  const store = await openStore(source);
  try {
    return await store.effectTables();
  } finally {
    await store.close();
  }
};

const codeOf = (run: Promise<unknown>): Promise<string> =>
  run.then(
    () => 'nothing',
    (error: unknown) => (error instanceof InspectorError ? error.userError.code : String(error)),
  );

/** Rows by their ids, the place of each row's key, and what made the second one. */
const told = ({ rows, keys, cause }: EffectRepeat): unknown[] => [
  rows.map((row) => row.values.id),
  keys.map((record) => record.key).sort(),
  cause,
];

const payments = `CREATE TABLE payments (id integer PRIMARY KEY, account text, order_id text, amount integer,
  status text, created_at text);`;
const keys = `CREATE TABLE idempotency_keys (account text, key text, request_hash text, response_code integer,
  response_body text, created_at text, completed_at text, expires_at text, PRIMARY KEY (account, key));`;

const payment = (id: number, order: string, at: string, status = 'succeeded', account = 'acme'): string =>
  `INSERT INTO payments VALUES (${id}, '${account}', '${order}', 450, '${status}', '2026-01-05 ${at}');`;

interface Key {
  key: string;
  request?: string;
  code?: number | null;
  body?: string | null;
  at: string;
  done?: string | null;
  expires?: string;
  account?: string;
}

const keyRow = ({
  key,
  request = '7',
  code = 201,
  body = '{"order":"1042"}',
  at,
  done = at,
  expires = '2999-01-01 00:00:00',
  account = 'acme',
}: Key): string => {
  const time = (text: string | null): string | null => (text === null ? null : `2026-01-05 ${text}`);
  const values = [account, key, request.repeat(64), code, code === null ? null : body, time(at), code === null ? null : time(done), expires]; // prettier-ignore
  return `INSERT INTO idempotency_keys VALUES (${values.map((value) => (value === null ? 'NULL' : `'${value}'`)).join(', ')});`;
};

describe('effects', function () {
  this.timeout(120_000);
  let folder: string;
  before(() => (folder = temporaryFolder()));
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  let files = 0;
  const sqlite = (sql: string): string =>
    writeDatabase(folder, `BEGIN;${sql}COMMIT;`, `effects-${(files += 1)}.db`);

  describe('of the example shop', () => {
    before(() => playStory(folder, new Date()));

    for (const place of ['SQLite', 'PostgreSQL'] as const) {
      const source = (file: string): Promise<string> | string =>
        place === 'SQLite' ? path.join(folder, file) : copyToPostgres(path.join(folder, file));

      it(`explain the double charge of a fresh key per try, with its two rows and two keys, in ${place}`, async () => {
        const report = await reportOf(await source('shop.db'), 'payments');
        assert.deepEqual(report.operation, ['account', 'order_id', 'amount']);
        assert.equal(report.rowsRead, 25);
        const twice = report.repeats.find((repeat) => repeat.operation.order_id === '1042');
        assert.equal(
          twice?.sentence,
          'Two keys, one fingerprint: the client made a new key for its next try 2 seconds later, so that it was taken for a new operation and done again.',
        );
        assert.deepEqual([twice.cause, twice.rule], ['fresh-key', 'no-key-per-attempt']);
        assert.deepEqual(
          twice.rows.map((row) => [row.values, row.key]),
          [
            [{ id: '10' }, 0],
            [{ id: '11' }, 1],
          ],
        );
        assert.deepEqual(twice.gapSeconds, [2]);
        assert.equal(twice.keys.length, 2);
        assert.equal(twice.keys[0]?.fingerprint?.short, twice.keys[1]?.fingerprint?.short);
        assert.notEqual(twice.keys[0]?.key, twice.keys[1]?.key);
        assert.deepEqual(
          twice.keys.map((record) => record.body),
          ['{"order":"•••","amount":"•••","charge":"•••"}', '{"order":"•••","amount":"•••","charge":"•••"}'],
        );
      });

      it(`tell each other double effect from it, in ${place}`, async () => {
        const causes = async (file: string, table: string): Promise<unknown[]> =>
          (await reportOf(await source(file), table)).repeats
            .map(({ operation, gapSeconds, cause }) => [operation.order_id, gapSeconds, cause])
            .sort();
        assert.deepEqual(await causes('shop.db', 'payments'), [
          ['1042', [2], 'fresh-key'],
          ['1052', [0], 'two-at-once'],
          ['1053', [0], 'two-at-once'],
          ['1111', [20], 'fresh-key'],
        ]);
        assert.deepEqual(await causes('bank.db', 'charges'), [
          ['1041', [2], 'no-key'],
          ['1042', [2], 'fresh-key'],
          ['1053', [0], 'no-key'],
          ['1071', [0], 'different-owners'],
          ['1091', [61], 'no-key'],
          ['1111', [20], 'fresh-key'],
        ]);
      });
    }
  });

  for (const place of ['SQLite', 'PostgreSQL'] as const)
    describe(`beside their keys in ${place}`, () => {
      const database = (sql: string): Promise<string> | string =>
        place === 'SQLite' ? sqlite(sql) : writePostgres(sql);
      const repeatsOf = async (rows: string, asked: Asked = {}): Promise<unknown[]> =>
        (await reportOf(await database(payments + keys + rows), 'payments', asked)).repeats.map(told);
      const twice = payment(1, '1042', '08:00:00') + payment(2, '1042', '08:01:30');

      it('are no repeats where rows differ, lie apart, had no effect, or hold NULL', async () => {
        const others =
          payment(1, '1042', '08:00:00') +
          payment(2, '1043', '08:00:01') +
          payment(3, '1042', '08:10:01') +
          payment(4, '1042', '08:00:02', 'Declined') +
          payment(5, '1042', '08:00:02', 'succeeded', 'zeta') +
          "INSERT INTO payments VALUES (6, 'acme', NULL, 450, 'succeeded', '2026-01-05 08:00:00');" +
          "INSERT INTO payments VALUES (7, 'acme', NULL, 450, 'succeeded', '2026-01-05 08:00:01');" +
          "INSERT INTO payments VALUES (8, 'acme', '1042', 450, 'succeeded', 'soon');";
        const report = await reportOf(await database(payments + keys + others), 'payments');
        assert.deepEqual(report.repeats, []);
        assert.deepEqual(report.notes, [
          '1 row without a time that can be read was not compared.',
          '1 row whose state says that nothing was done was not compared.',
        ]);
        assert.deepEqual(await repeatsOf(others, { windowSeconds: 601 }), [[['1', '3'], [], 'no-key']]);
      });

      it('come from a fresh key per try, also where answers name nothing', async () => {
        assert.deepEqual(
          await repeatsOf(
            twice +
              keyRow({ key: 'k-1', body: '{}', at: '08:00:00' }) +
              keyRow({ key: 'k-2', body: '{}', at: '08:01:30' }) +
              keyRow({ key: 'k-3', request: '8', body: '{}', at: '08:01:31' }),
          ),
          [[['1', '2'], ['k-1', 'k-2'], 'fresh-key']],
        );
      });

      it('come from no key at all, where the keys of that time are of other orders', async () => {
        const other = keyRow({ key: 'k-9', body: '{"order":"1099"}', at: '08:00:30' });
        const [repeat] = (await reportOf(await database(payments + keys + twice + other), 'payments'))
          .repeats;
        assert.deepEqual(
          [repeat?.cause, repeat?.keys, repeat?.keysNear, repeat?.rule],
          ['no-key', [], 1, 'require-key-on-retry'],
        );
        assert.deepEqual(await repeatsOf(twice + keyRow({ key: 'late', at: '09:30:00' })), [
          [['1', '2'], [], 'no-key'],
        ]);
      });

      it('come from a key that expired between the rows', async () => {
        assert.deepEqual(
          await repeatsOf(twice + keyRow({ key: 'k-1', at: '08:00:00', expires: '2026-01-05 08:01:00' })),
          [[['1', '2'], ['k-1'], 'key-expired']],
        );
        // The expired key was made anew by the second try.
        const again = keyRow({ key: 'k-1', at: '08:01:30', expires: '2026-01-05 08:02:30' });
        assert.deepEqual(await repeatsOf(twice + again), [[['1', '2'], ['k-1'], 'key-expired']]);
      });

      it('come from a key that is stuck in progress, by its text', async () => {
        const stuck = keyRow({ key: 'order-1042', code: null, at: '08:00:00' });
        const [repeat] = (await reportOf(await database(payments + keys + twice + stuck), 'payments'))
          .repeats;
        assert.deepEqual([repeat?.cause, repeat?.page], ['key-in-progress', 'stuck']);
        assert.match(
          repeat?.sentence ?? '',
          /^The key is stuck in progress: .* done again 90 seconds later\.$/,
        );
      });

      it('come from a first attempt that was cut off, from another way in, and from two copies at once', async () => {
        const one = (rows: string, done: string): Promise<unknown[]> =>
          repeatsOf(rows + keyRow({ key: 'k-1', at: '08:00:00', done }));
        assert.deepEqual(await one(twice, '08:01:30'), [[['1', '2'], ['k-1'], 'cut-off']]);
        assert.deepEqual(await one(twice, '08:00:01'), [[['1', '2'], ['k-1'], 'key-ignored']]);
        const atOnce = payment(1, '1042', '08:00:00') + payment(2, '1042', '08:00:01');
        assert.deepEqual(await one(atOnce, '08:00:01'), [[['1', '2'], ['k-1'], 'two-at-once']]);
      });

      it('come from one key for two requests, or from one that is not unique', async () => {
        const loose = keys.replace(', PRIMARY KEY (account, key)', '');
        const both = async (request: string): Promise<unknown[]> =>
          (
            await reportOf(
              await database(
                payments +
                  loose +
                  twice +
                  keyRow({ key: 'k-1', at: '08:00:00' }) +
                  keyRow({ key: 'k-1', request, at: '08:01:30' }),
              ),
              'payments',
            )
          ).repeats.map(told);
        assert.deepEqual(await both('8'), [[['1', '2'], ['k-1', 'k-1'], 'key-other-request']]);
        assert.deepEqual(await both('7'), [[['1', '2'], ['k-1', 'k-1'], 'key-not-unique']]);
      });

      it('stay unexplained where nothing tells, which is said', async () => {
        const [silent] = (
          await reportOf(
            await database(payments + keys + twice + keyRow({ key: 'k-1', body: '{}', at: '08:00:00' })),
            'payments',
          )
        ).repeats;
        assert.deepEqual([silent?.cause, silent?.keys.length], ['unknown', 1]);
        const [alone] = (await reportOf(await database(payments + twice), 'payments')).repeats;
        assert.equal(alone?.cause, 'unknown');
        assert.match(alone.sentence, /^No key table stands in this database/);
      });

      it('are found in the teaching tables, which keep no times', async () => {
        const report = await reportOf(
          await database(`CREATE TABLE idempotency_keys (key text PRIMARY KEY, request text, response text);
            CREATE TABLE charges (id integer PRIMARY KEY, order_id text, amount integer);
            INSERT INTO charges VALUES (11, '1', 450), (12, '2', 450), (13, '2', 450);
            INSERT INTO idempotency_keys VALUES ('buy-1', '{"order": "1"}', '{"charge": 11}'),
              ('buy-2', '{"order": "2"}', '{"charge": 12}'), ('buy-3', '{"order": "2"}', '{"charge": 13}');`),
          'charges',
        );
        assert.equal(report.created, null);
        assert.deepEqual(report.repeats.map(told), [[['12', '13'], ['buy-2', 'buy-3'], 'fresh-key']]);
        assert.deepEqual(report.repeats[0]?.gapSeconds, [null]);
      });

      it('take names that need quoting, and cells that want to be more than text', async () => {
        const name = 'char"ges; --';
        const quoted = `"${name.replaceAll('"', '""')}"`;
        const cell = "<img src=x>|`a`\u001b[31m@all\u202e'";
        const value = `'${cell.replaceAll("'", "''")}'`;
        const source = await database(
          `CREATE TABLE ${quoted} ("i d" integer PRIMARY KEY, "order""id" text, "made at" text);
           INSERT INTO ${quoted} VALUES (1, ${value}, '2026-01-05 08:00:00'), (2, ${value}, '2026-01-05 08:00:05');`,
        );
        const report = await reportOf(source, name, { operation: ['order"id'], created: 'made at' });
        assert.deepEqual(
          report.repeats.map((repeat) => repeat.operation),
          [{ 'order"id': cell }],
        );
        const markdown = effectsMarkdown(report);
        assert.match(markdown, /``<img src=x>\|`a`@all'``/);
        assert.doesNotMatch(markdown, /[\u001b\u202e]/);
      });

      it('refuse a table, a column and a window that there is not, each in a sentence', async () => {
        const source = await database(payments + keys);
        assert.equal(await codeOf(reportOf(source, 'refunds')), 'no-such-table');
        assert.equal(await codeOf(reportOf(source, 'idempotency_keys')), 'no-such-table');
        assert.equal(await codeOf(reportOf(source, 'payments', { operation: ['orders'] })), 'no-such-column');
        assert.equal(await codeOf(reportOf(source, 'payments', { created: 'made' })), 'no-such-column');
        assert.equal(await codeOf(reportOf(source, 'payments', { windowSeconds: 0 })), 'bad-window');
        assert.equal(await codeOf(reportOf(source, 'payments', { windowSeconds: NaN })), 'bad-window');
      });

      it('can be withdrawn', async () => {
        const store = await openStore(await database(payments + keys + twice));
        try {
          const params = {
            table: { schema: place === 'SQLite' ? null : 'public', table: 'payments' },
            operation: [],
            created: null,
            windowSeconds: 600,
          };
          assert.equal(await codeOf(store.effects(params, AbortSignal.abort())), 'cancelled');
        } finally {
          await store.close();
        }
      });
    });

  it('suggest tables and columns, with the reasons', async () => {
    const tables = await tablesOf(
      sqlite(`${payments}${keys}
        CREATE TABLE orders (id INTEGER PRIMARY KEY, customer_id INT, sku TEXT, quantity INT, total_cents INT,
          payment_intent_id TEXT UNIQUE, note TEXT, inserted_at INT, updated_at INT);
        CREATE TABLE deliveries (account TEXT, order_id TEXT, PRIMARY KEY (account, order_id));
        CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT);
        CREATE VIEW charges AS SELECT * FROM payments;`),
    );
    assert.deepEqual(
      tables.map(({ table, likely, operation, created }) => [table, likely, operation, created]),
      [
        ['orders', true, ['customer_id', 'sku', 'quantity', 'total_cents'], 'inserted_at'],
        ['payments', true, ['account', 'order_id', 'amount'], 'created_at'],
        ['deliveries', false, ['account', 'order_id'], null],
        ['settings', false, [], null],
      ],
    );
    assert.ok(tables[0]?.evidence.includes('total_cents is part of the operation: an amount'));
    assert.ok(tables[0]?.evidence.some((line) => line.startsWith('no column names an order')));
    assert.ok(
      tables[2]?.evidence.includes('account, order_id are unique: no operation can stand here twice'),
    );
  });

  it('are found in a large table, and the newest are shown', async () => {
    const file = sqlite(`${payments}${keys}
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300000)
      INSERT INTO payments SELECT i, 'acme', CASE WHEN i % 2000 = 0 THEN i - 1 ELSE i END, 450, 'succeeded',
        strftime('%Y-%m-%d %H:%M:%S', 1767600000 + i, 'unixepoch') FROM n;`);
    const report = await reportOf(file, 'payments');
    assert.equal(report.rowsRead, 300_000);
    assert.equal(report.repeatsFound, 150);
    assert.equal(report.repeats.length, 100);
    assert.deepEqual(
      report.repeats[0]?.rows.map((row) => row.values.id),
      ['299999', '300000'],
    );
    assert.deepEqual(report.notes, []);
  });

  it('say where rows in no order may hide repeats, and are silent where order tells', () => {
    const operations = new RepeatedOperations<number>(1000);
    for (let row = 0; row < 200_000; row += 1) operations.add(row, [String(row)], row * 10);
    assert.deepEqual([operations.rows, operations.found, operations.overflowed], [200_000, 0, false]);
    operations.add(-1, ['5'], 50);
    assert.equal(operations.overflowed, true);
  });

  it('name pages and rules that there are', () => {
    const source = fs.readFileSync(
      new URL('../../inspector/src/effects/explain-repeat.ts', import.meta.url),
      'utf8',
    );
    const named = [
      ...source.matchAll(/'([a-z-]+)',\s*(null|'([a-z-]+)'),\s*(?:\[\]|own|keys|pair|possible)/g),
    ];
    assert.equal(named.length, 20);
    for (const [, page = '', , rule] of named) {
      assert.ok(fs.existsSync(new URL(`../../inspector/docs/audit/${page}.md`, import.meta.url)), page);
      assert.ok(rule === undefined || rule in plugin.rules, rule);
    }
  });
});
