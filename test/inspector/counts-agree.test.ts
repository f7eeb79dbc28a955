import assert from 'node:assert/strict';
import fs from 'node:fs';
import { openStore } from 'idempotency-inspector';
import type {
  KeyStore,
  Overlay,
  OverlayCounts,
  RecordRow,
  RecordState,
  StateCounts,
  TableName,
} from 'idempotency-inspector';
import { knownTables } from './known-schemas.ts';
import type { KnownColumn, KnownTable } from './known-schemas.ts';
import { writePostgres } from './shared-postgres.ts';
import { temporaryFolder, writeDatabase } from './teaching-tables.ts';

const ROWS = 20;
const states: RecordState[] = ['in-progress', 'completed', 'failed', 'unknown'];

/** Values that real tables hold in a column of this role, one per row and then round again. */
const textValues: Record<string, (string | null)[]> = {
  state: [
    'processing',
    'COMPLETED',
    'failed',
    null,
    'In-Progress',
    'started',
    'finished',
    'expired',
    'odd',
    ' Done ',
  ],
  code: ['200', null, '0', '402', '503', '99', '600'],
  body: ['{"id":1}', null, '', '{}', 'text'],
  locked: [null, '2026-01-05 08:00:00', '1970-01-01T00:00:00.000Z', '2026-01-05T08:00:00+02:00'],
  'lock-expires': [null, '2026-01-05 08:00:00', '2999-01-01 00:00:00'],
  'lock-owner': [null, 'worker-1'],
  completed: [null, '2026-01-05 08:00:01', null],
  created: ['2026-01-05 08:00:00', '2999-01-01T00:00:00Z', '2024-02-29T12:00:00.123456Z', '2026-01-05'],
  expires: [
    '2026-01-06 08:00:00',
    '2999-01-01 00:00:00',
    null,
    '2026-01-06T08:00:00.5+05:30',
    '9999-12-31 23:59:59',
    'infinity',
    '-infinity',
    '12026-01-01 00:00:00',
    '0044-03-15 00:00:00 BC',
  ],
  'last-run': [null, '2026-01-05 08:00:00'],
  error: [null, 'boom', null],
};
/** The same for columns that hold text of any kind, where a time may be anything. */
const looseTimes = [
  '1767600000',
  '1767600000000',
  '1767600000000000',
  '2026-02-30 00:00:00',
  'now',
  '',
  '12:00',
  '2400-02-29',
  '1900-02-29',
];
const integerTimes = [
  '1767600000',
  '1767600000000',
  '32503680000000',
  '1767600000000000000',
  '5',
  '-1',
  null,
];

const timeRoles = new Set([
  'locked',
  'lock-expires',
  'completed',
  'created',
  'expires',
  'last-run',
  'updated',
]);

const valueFor = (column: KnownColumn, row: number): string | null => {
  const role = column.role ?? '';
  const kind = /int|serial/.test(column.type)
    ? 'integer'
    : /real|numeric/.test(column.type)
      ? 'real'
      : column.type;
  const turn = (values: readonly (string | null)[]): string | null =>
    values[(row + column.name.length) % values.length] ?? null;
  if (/^bool/.test(kind)) return ['true', 'false', null][(row + column.name.length) % 3] ?? null;
  if (kind === 'uuid')
    return column.primary || role === 'key' || row % 3 > 0
      ? `00000000-0000-4000-8000-${String(row).padStart(12, '0')}`
      : null;
  if (/json/.test(kind))
    return ['{"id":1}', null, '{}', '{"status":"COMPLETE"}'][(row + column.name.length) % 4] ?? null;
  if (/bytea|blob/.test(kind)) return row % 3 === 0 ? null : `bytes ${row}`;
  if (kind === 'bit') return null;
  if (column.primary) return String(row + 1);
  if (kind === 'integer' || kind === 'real') {
    if (timeRoles.has(role))
      return column.type === 'bigint' || column.type === 'integer' || kind === 'real'
        ? turn(integerTimes)
        : null;
    return role === 'code' || role === 'state' ? turn(textValues.code ?? []) : String(row + 1);
  }
  const known = textValues[role];
  if (known !== undefined) {
    const loose = timeRoles.has(role) && /char|text/.test(kind) ? [...known, ...looseTimes] : known;
    return turn(loose);
  }
  if (/^(timestamp|datetime|date)/.test(kind)) return '2026-01-05 08:00:00';
  return `${column.name}-${row}`;
};

const required = (column: KnownColumn): boolean => column.primary || column.role === 'key';

const rowsOf = (known: KnownTable): (string | null)[][] =>
  Array.from({ length: ROWS }, (_unused, row) =>
    known.columns.map((column) => {
      const value = valueFor(column, row);
      return value ?? (required(column) ? `${row}` : null);
    }),
  );

const quoted = (name: string): string => `"${name}"`;
const literal = (value: string | null): string =>
  value === null ? 'NULL' : `'${value.replaceAll("'", "''")}'`;

const postgresType = (type: string): string =>
  type === 'enum' || type === 'longtext' || type === 'bit'
    ? 'text'
    : type === 'datetime'
      ? 'timestamp'
      : type === 'char'
        ? 'varchar'
        : type === 'blob'
          ? 'bytea'
          : type === 'int' || type === 'integer'
            ? 'bigint'
            : type;

const definition = (known: KnownTable, schema: string | null, typeOf: (type: string) => string): string => {
  const name = schema === null ? quoted(known.table) : `${quoted(schema)}.${quoted(known.table)}`;
  const columns = known.columns.map(
    (column) => `${quoted(column.name)} ${typeOf(column.type)}${required(column) ? ' NOT NULL' : ''}`,
  );
  const primary = known.columns.filter((column) => column.primary).map((column) => quoted(column.name));
  if (primary.length > 0) columns.push(`PRIMARY KEY (${primary.join(', ')})`);
  const values = rowsOf(known).map((row) => `(${row.map(literal).join(', ')})`);
  return `CREATE TABLE ${name} (${columns.join(', ')}); INSERT INTO ${name} VALUES ${values.join(', ')};`;
};

const allRows = async (
  store: KeyStore,
  table: TableName,
  filter: (RecordState | Overlay)[],
): Promise<RecordRow[]> => {
  const rows: RecordRow[] = [];
  let after: string | null = null;
  do {
    const page = await store.page({ table, states: filter, search: '', after, limit: 5 });
    rows.push(...page.records);
    after = page.next;
  } while (after !== null);
  return rows;
};

const tally = (rows: RecordRow[]): { counts: StateCounts; overlays: OverlayCounts } => {
  const counts: StateCounts = { 'in-progress': 0, completed: 0, failed: 0, unknown: 0 };
  const overlays: OverlayCounts = { stuck: 0, expired: 0, 'error-answer': 0 };
  for (const row of rows) {
    counts[row.state] += 1;
    if (row.stuck) overlays.stuck += 1;
    if (row.expired === true) overlays.expired += 1;
    if (row.state === 'completed' && (row.code ?? 0) >= 400) overlays['error-answer'] += 1;
  }
  return { counts, overlays };
};

/** Reads a table in every way there is and sees that all of them tell the same. */
const seeAgreement = async (store: KeyStore, table: TableName, source: string): Promise<void> => {
  const rows = await allRows(store, table, []);
  assert.equal(rows.length, ROWS, `${source}: every row once`);
  assert.equal(new Set(rows.map((row) => row.id)).size, ROWS, `${source}: no row twice`);
  assert.deepEqual(await store.counts(table), tally(rows), `${source}: counts`);
  for (const state of states)
    assert.deepEqual(
      (await allRows(store, table, [state])).map((row) => row.id),
      rows.filter((row) => row.state === state).map((row) => row.id),
      `${source}: rows ${state}`,
    );
  assert.deepEqual(
    (await allRows(store, table, ['stuck', 'expired'])).map((row) => row.id),
    rows.filter((row) => row.stuck || row.expired === true).map((row) => row.id),
    `${source}: rows stuck or expired`,
  );
};

describe('counts, filters and rows tell the same, over the tables of 178 real projects', function () {
  this.timeout(180_000);
  const known = knownTables('key-table-schemas.tsv').filter(
    (table) => table.family === 'http' || table.family === 'inbox',
  );

  it('in SQLite', async () => {
    const folder = temporaryFolder();
    try {
      for (const [index, table] of known.entries()) {
        const file = writeDatabase(
          folder,
          definition(table, null, (type) => type),
          `${index}.db`,
        );
        const store = await openStore(file);
        try {
          assert.deepEqual(
            (await store.tables()).map((one) => one.table),
            [table.table],
            table.source,
          );
          await seeAgreement(store, { schema: null, table: table.table }, `${table.table} ${table.source}`);
        } finally {
          await store.close();
        }
      }
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  });

  it('in PostgreSQL', async () => {
    const url = await writePostgres(
      known
        .map((table, index) => `CREATE SCHEMA s${index}; ${definition(table, `s${index}`, postgresType)}`)
        .join('\n'),
    );
    const store = await openStore(url);
    try {
      assert.equal((await store.tables()).length, known.length);
      for (const [index, table] of known.entries())
        await seeAgreement(
          store,
          { schema: `s${index}`, table: table.table },
          `${table.table} ${table.source}`,
        );
    } finally {
      await store.close();
    }
  });
});
