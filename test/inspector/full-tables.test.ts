import assert from 'node:assert/strict';
import { toldOfFullTables } from './full-tables-told.ts';
import { fullTables } from './full-tables.ts';
import { asPostgres, toldByPostgres, toldBySqlite } from './rows-told.ts';

/** The findings that are judged here; others may stand beside them. */
const judged = new Set([
  'cannot-show-progress', 'email-as-key', 'expired-not-swept', 'key-too-long', 'no-fingerprint', 'no-sweep-index',
  'no-unique-rule', 'one-key-several-requests', 'partly-unique', 'same-request-under-several-keys', 'saved-fault',
  'short-retention', 'state-defaults-to-done', 'stuck', 'unique-without-scope', 'unlogged-table',
]); // prettier-ignore

/** PostgreSQL shows a flag as true and false, SQLite as 1 and 0. */
const oneSpelling = (rule: string): string =>
  rule.replace(/ is 'true'$/, ' is 1').replace(/ is 'false'$/, ' is 0');

describe('databases with all that their engines have, from the table to the last row', () => {
  it('are all described', () => {
    assert.deepEqual(
      fullTables.map(({ name }) => name),
      Object.keys(toldOfFullTables),
    );
    assert.ok(fullTables.length >= 20);
  });

  for (const { name, databases, sql } of fullTables)
    describe(name, () => {
      for (const database of databases)
        it(database, async () => {
          const told =
            database === 'SQLite' ? await toldBySqlite(sql) : await toldByPostgres(asPostgres(sql));
          assert.deepEqual(
            {
              opens: told.tables.filter((table) => table.opens).map((table) => table.table),
              rows: told.rows.map((row) => [
                row.key,
                oneSpelling(row.stateRule),
                `${row.retry.outcome} ${row.retry.code ?? ''}`.trim(),
                row.retry.why,
              ]),
              findings: told.findings
                .filter((finding) => judged.has(finding.id))
                .map((finding) => `${finding.id}: ${finding.rows}`)
                .sort(),
            },
            toldOfFullTables[name],
          );
        });
    });
});
