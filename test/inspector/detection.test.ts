import assert from 'node:assert/strict';
import { knownTables, sqliteOwnTypes, sqliteStatements } from './known-schemas.ts';
import type { KnownTable } from './known-schemas.ts';
import { figuresLine, listedInPostgres, listedInSqlite, measure } from './measured-schemas.ts';
import type { Figures } from './measured-schemas.ts';

interface Fixture {
  file: string;
  what: string;
  /** Tables of each family, so that none is lost on the way. */
  tables: { http: number; inbox: number; others: number; columns: number };
  /** What the inspector told when these tables were first shown to it, before anything was changed for them. */
  firstRun: { httpOpened: number; inboxOpened: number; othersOpened: number; rightColumns: number } | null;
  /** What is told wrong now, each one known and none but these. */
  misses: string[];
}

const fixtures: Fixture[] = [
  {
    file: 'key-table-schemas.tsv',
    what: 'tables of public projects, which the rules were made with',
    tables: { http: 145, inbox: 33, others: 37, columns: 1213 },
    firstRun: null,
    misses: [
      'http acidic_job_runs (L:acidic09) awaited_by_id: reference, not null',
      // The table holds no key: it lets every webhook in twice. Its id is the best there is to show.
      'inbox inbound_webhooks (Lago) id: key, not id',
    ],
  },
  {
    file: 'key-table-conventions.tsv',
    what: 'tables written as the habits of many frameworks would have them, odd spellings among them',
    tables: { http: 26, inbox: 16, others: 28, columns: 306 },
    firstRun: { httpOpened: 23, inboxOpened: 7, othersOpened: 0, rightColumns: 229 },
    misses: [
      'http command_dedup (axon-like) aggregate_id: reference, not scope',
      'http command_dedup (axon-like) result_type: content-type, not result-type',
      'inbox processed_kafka_records (kafka-offsets) topic: operation, not scope',
      'inbox github_deliveries (probot) event: request, not operation',
      'inbox processed_callbacks (adyen) merchant_account: null, not scope',
    ],
  },
  {
    file: 'key-table-sample.tsv',
    what: 'tables of public projects, drawn by the text of their statements after the rules were made',
    tables: { http: 15, inbox: 15, others: 24, columns: 175 },
    firstRun: { httpOpened: 15, inboxOpened: 14, othersOpened: 0, rightColumns: 170 },
    misses: [],
  },
  {
    file: 'key-table-second-sample.tsv',
    what: 'a second draw, for which nothing was changed',
    tables: { http: 15, inbox: 8, others: 5, columns: 129 },
    firstRun: { httpOpened: 15, inboxOpened: 8, othersOpened: 0, rightColumns: 127 },
    misses: [
      'http idempotency_keys (69439063709) operacion: scope, not operation',
      'http idempotency_keys (69439063709) hash_cuerpo: null, not fingerprint',
    ],
  },
];

/** The table as PostgreSQL folds its names when nobody quotes them: `requestHash` becomes `requesthash`. */
const folded = (known: KnownTable): KnownTable => ({
  ...known,
  table: known.table.toLowerCase(),
  columns: known.columns.map((column) => ({ ...column, name: column.name.toLowerCase() })),
});

const builds: [string, (tables: readonly KnownTable[]) => ReturnType<typeof listedInPostgres>][] = [
  ['SQLite', (tables) => listedInSqlite(tables, sqliteStatements)],
  ['SQLite, in its own four types', (tables) => listedInSqlite(tables, sqliteOwnTypes)],
  ['PostgreSQL', listedInPostgres],
];

describe('finding key tables', () => {
  it('opens them and knows their columns when PostgreSQL folded the names too', async function () {
    this.timeout(60_000);
    for (const { file, tables: expected } of fixtures) {
      const tables = knownTables(file).map(folded);
      const figures = measure(tables, await listedInPostgres(tables));
      console.log([figuresLine(`    ${file}, folded`, figures), ...figures.misses].join('\n      missed: '));
      assert.equal(figures.httpOpened, expected.http);
      assert.ok(figures.inboxOpened >= 0.9 * expected.inbox);
      assert.equal(figures.othersOpened, 0);
      assert.ok(figures.rightColumns >= 0.97 * expected.columns);
    }
  });

  for (const { file, what, tables: expected, firstRun, misses } of fixtures)
    describe(`${file}: ${what}`, () => {
      for (const [database, build] of builds)
        it(`${database}: every key table is opened, nothing else is, and the columns have their roles`, async function () {
          this.timeout(60_000);
          const tables = knownTables(file);
          const figures: Figures = measure(tables, await build(tables));
          console.log(
            [figuresLine(`      ${database}`, figures), ...figures.misses].join('\n        missed: '),
          );
          const { http, inbox, others, columns } = figures;
          assert.deepEqual({ http, inbox, others, columns }, expected);
          assert.equal(figures.httpOpened, expected.http);
          assert.ok(figures.inboxOpened >= 0.9 * expected.inbox);
          assert.equal(figures.othersOpened, 0);
          assert.ok(figures.rightColumns >= 0.97 * expected.columns);
          assert.deepEqual(figures.misses, misses);
          if (firstRun !== null) {
            console.log(
              `        at first: ${firstRun.httpOpened} HTTP, ${firstRun.inboxOpened} inbox, ` +
                `${firstRun.othersOpened} look-alikes, ${firstRun.rightColumns} columns`,
            );
            for (const [figure, then] of Object.entries(firstRun))
              assert.ok(
                figure === 'othersOpened'
                  ? figures.othersOpened <= then
                  : figures[figure as keyof typeof firstRun] >= then,
                figure,
              );
          }
        });
    });
});
