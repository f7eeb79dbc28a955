import assert from 'node:assert/strict';
import fs from 'node:fs';
import { openStore } from 'idempotency-inspector';
import type { DecodedTime } from 'idempotency-inspector';
import { bothDatabases, toldByPostgres, toldBySqlite } from './rows-told.ts';
import type { Told } from './rows-told.ts';
import { withClient, writePostgres } from './shared-postgres.ts';
import { temporaryFolder, writeDatabase } from './teaching-tables.ts';

const at = '2026-01-05T08:00:00.000Z';
const noZone = 'no zone: read as UTC';

const created = ({ rows }: Told): (DecodedTime | null)[] => rows.map((row) => row.created);

/** A table whose rows were created at these values, each an SQL expression. */
const table = (type: string, values: readonly string[]): string =>
  `CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, created_at ${type}, response TEXT);
   INSERT INTO idempotency_keys VALUES ${values.map((value, index) => `('k${index}', ${value}, '{}')`).join(', ')};`;

interface Form {
  name: string;
  type: string;
  /** SQL expression of the value, and what is shown of it. */
  values: [string, string, string | null, string | null][];
}

const inBoth: Form[] = [
  {
    name: 'text of CURRENT_TIMESTAMP or datetime(), which is UTC',
    type: 'TEXT',
    values: [["'2026-01-05 08:00:00'", '2026-01-05 08:00:00', at, noZone]],
  },
  {
    name: 'ISO 8601 text, as strftime, toISOString and Prisma write it',
    type: 'TEXT',
    values: [
      ["'2026-01-05T08:00:00Z'", '2026-01-05T08:00:00Z', at, null],
      ["'2026-01-05T08:00:00.000Z'", '2026-01-05T08:00:00.000Z', at, null],
      ["'2026-01-05T08:00:00.000+00:00'", '2026-01-05T08:00:00.000+00:00', at, null],
      ["'2026-01-05T10:00:00.5+02:00'", '2026-01-05T10:00:00.5+02:00', '2026-01-05T08:00:00.500Z', null],
    ],
  },
  {
    name: 'ISO 8601 text with a T and no zone, which is ambiguous and marked so',
    type: 'TEXT',
    values: [["'2026-01-05T08:00:00'", '2026-01-05T08:00:00', at, noZone]],
  },
  {
    name: 'whole seconds',
    type: 'BIGINT',
    values: [
      ['100000000', '100000000', '1973-03-03T09:46:40.000Z', null],
      ['1767600000', '1767600000', at, null],
    ],
  },
  {
    name: 'whole milliseconds',
    type: 'BIGINT',
    values: [
      ['1767600000000', '1767600000000', at, null],
      ['1767600000250', '1767600000250', '2026-01-05T08:00:00.250Z', null],
    ],
  },
  {
    name: 'whole microseconds',
    type: 'BIGINT',
    values: [['1767600000250999', '1767600000250999', '2026-01-05T08:00:00.250Z', null]],
  },
  {
    name: 'whole nanoseconds, more than a number of JavaScript can hold',
    type: 'BIGINT',
    values: [['1767600000250999999', '1767600000250999999', '2026-01-05T08:00:00.250Z', null]],
  },
  {
    name: 'seconds with a fraction',
    type: 'DOUBLE PRECISION',
    values: [['1767600000.25', '1767600000.25', '2026-01-05T08:00:00.250Z', null]],
  },
  {
    name: 'a Julian day',
    type: 'DOUBLE PRECISION',
    values: [['2461045.75', '2461045.75', '2026-01-05T06:00:00.000Z', 'a Julian day']],
  },
  {
    name: 'what MySQL and .NET write, where it was copied as text',
    type: 'TEXT',
    values: [
      ["'2026-01-05 08:00:00.123456'", '2026-01-05 08:00:00.123456', '2026-01-05T08:00:00.123Z', noZone],
      ["'2026-01-05 08:00:00.1234567'", '2026-01-05 08:00:00.1234567', '2026-01-05T08:00:00.123Z', noZone],
    ],
  },
  {
    name: 'what is no time is shown as it stands',
    type: 'TEXT',
    values: [
      ["'rabbitmq://queue'", 'rabbitmq://queue', null, null],
      ["'2026-02-30 00:00:00'", '2026-02-30 00:00:00', null, null],
    ],
  },
];

describe('every way in which tables write a time', () => {
  for (const { name, type, values } of inBoth)
    describe(name, () => {
      for (const [database, read] of bothDatabases)
        it(database, async () => {
          assert.deepEqual(
            created(
              await read(
                table(
                  type,
                  values.map(([value]) => value),
                ),
              ),
            ),
            values.map(([, raw, utc, assumed]) => ({ raw, utc, assumed })),
          );
        });
    });

  it('timestamptz is an instant, wherever server and machine stand', async () => {
    const url = await writePostgres(
      table('TIMESTAMPTZ', ["'2026-01-05 03:00:00-05'", "'2026-01-05 08:00:00.123456Z'", "'infinity'"]),
    );
    await withClient(url, (client) =>
      client.query(`ALTER DATABASE ${new URL(url).pathname.slice(1)} SET timezone = 'America/New_York'`),
    );
    const store = await openStore(url);
    const zone = process.env.TZ;
    process.env.TZ = 'Asia/Kolkata';
    try {
      const [summary] = await store.tables();
      assert.ok(summary !== undefined);
      const page = await store.page({ table: summary, states: [], search: '', after: null, limit: 10 });
      assert.deepEqual(
        page.records.sort((a, b) => (a.key < b.key ? -1 : 1)).map((row) => row.created),
        [
          { raw: '2026-01-05 08:00:00+00', utc: at, assumed: null },
          { raw: '2026-01-05 08:00:00.123456+00', utc: '2026-01-05T08:00:00.123Z', assumed: null },
          { raw: 'infinity', utc: null, assumed: null },
        ],
      );
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
      await store.close();
    }
  });

  it('timestamp without a zone is shown as it stands, and read as UTC', async () => {
    assert.deepEqual(created(await toldByPostgres(table('TIMESTAMP', ["'2026-01-05 08:00:00'"]))), [
      { raw: '2026-01-05 08:00:00', utc: at, assumed: noZone },
    ]);
  });

  it('text, whole numbers and fractions mixed in one column: each value decides for itself', async () => {
    const told = await toldBySqlite(
      table('', [
        "'2026-01-05 08:00:00'",
        '1767600000',
        '1767600000000',
        '1767600000.5',
        "'1767600000'",
        'NULL',
      ]),
    );
    assert.deepEqual(created(told), [
      { raw: '2026-01-05 08:00:00', utc: at, assumed: noZone },
      { raw: '1767600000', utc: at, assumed: null },
      { raw: '1767600000000', utc: at, assumed: null },
      { raw: '1767600000.5', utc: '2026-01-05T08:00:00.500Z', assumed: null },
      { raw: '1767600000', utc: at, assumed: null },
      null,
    ]);
  });

  it('units that disagree inside one row: Powertools’ seconds beside its milliseconds', async () => {
    for (const [, read] of bothDatabases) {
      const told =
        await read(`CREATE TABLE idempotency_store (id TEXT PRIMARY KEY, status TEXT, expiration BIGINT,
          in_progress_expiration BIGINT, data TEXT, validation TEXT);
        INSERT INTO idempotency_store VALUES ('a', 'INPROGRESS', 32503680000, 1767600000000, NULL, 'f'),
          ('b', 'INPROGRESS', 32503680000, 32503680000000, NULL, 'f'), ('c', 'COMPLETED', 1767600000, NULL, '{}', 'f');`);
      assert.deepEqual(
        told.rows.map((row) => [row.stateRule, row.stuck, row.expired, row.expires?.utc]),
        [
          [
            "in progress: status is 'INPROGRESS'; stuck: in_progress_expiration has passed",
            true,
            false,
            '3000-01-01T00:00:00.000Z',
          ],
          ["in progress: status is 'INPROGRESS'", false, false, '3000-01-01T00:00:00.000Z'],
          ["completed: status is 'COMPLETED'", false, true, at],
        ],
      );
    }
  });

  it('a filter and a count read each value of a mixed column as the row shows it', async () => {
    const folder = temporaryFolder();
    const values = [
      "'2020-01-01 00:00:00'",
      "'2999-01-01T00:00:00Z'",
      '1577836800',
      '32503680000',
      '1577836800000',
    ];
    const more = ['32503680000000', '1577836800.5', '2458849.5', "'never'", 'NULL'];
    const file = writeDatabase(
      folder,
      `CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, response TEXT, expires_at);
       INSERT INTO idempotency_keys VALUES ${[...values, ...more].map((value, index) => `('k${index}', '{}', ${value})`).join(', ')};`,
    );
    const store = await openStore(file);
    try {
      const [summary] = await store.tables();
      assert.ok(summary !== undefined);
      const { overlays } = await store.counts(summary);
      assert.equal(overlays.expired, 5);
      const page = await store.page({
        table: summary,
        states: ['expired'],
        search: '',
        after: null,
        limit: 100,
      });
      assert.deepEqual(page.records.map((row) => row.key).sort(), ['k0', 'k2', 'k4', 'k6', 'k7']);
    } finally {
      await store.close();
      fs.rmSync(folder, { recursive: true });
    }
  });

  it('a column that is no time although its name says so has no retention', async () => {
    const told = await toldBySqlite(
      "CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, response TEXT, expires_at); INSERT INTO idempotency_keys VALUES ('a', '{}', 'never');",
    );
    assert.equal(told.rows[0]?.expired, null);
  });
});
