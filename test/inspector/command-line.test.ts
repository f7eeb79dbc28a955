import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { node20 } from '../../scripts/node-20.ts';
import { assertReport } from './report-contract.ts';
import { cli, inspect, keysOf, reportOf, runProgram } from './run-command.ts';
import { sharedPostgres, writePostgres } from './shared-postgres.ts';
import { teachingRows, teachingSchema, temporaryFolder, writeDatabase } from './teaching-tables.ts';

describe('the command idempotency-inspect', function () {
  this.timeout(60_000);
  let folder: string;
  let file: string;

  before(() => {
    folder = temporaryFolder();
    file = writeDatabase(folder, teachingSchema + teachingRows);
  });

  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  it('lists tables with roles and evidence, counts, rows with what a retry gets, and findings', async () => {
    const { code, out, errors } = await inspect(file);
    assert.deepEqual([code, errors], [0, '']);
    assert.match(out, /shop\.db {2}3 key tables/);
    assert.match(
      out,
      /roles: account scope · key key · fingerprint fingerprint · status code · body body · created_at created/,
    );
    assert.match(out, /why: the table’s name says idempotency; a column holds a fingerprint of the request/);
    assert.match(
      out,
      /● 2 in progress {3}● 2 completed {3}● 0 failed {3}● 0 unknown {3}of them 1 stuck, 1 error answer/,
    );
    assert.match(out, /STATE +KEY +SCOPE +FINGERPRINT +ANSWER +CREATED +A RETRY NOW GETS/);
    assert.match(out, /● completed +ord… +zeta +88888888 +402 \{"error":"•••"\} .* the saved 402 again/);
    assert.match(out, /● in progress, stuck +ord… +acme +33333333 .* 409, wait and send again/);
    assert.match(out, /warning: 1 key is stuck in progress/);
    assert.match(out, /idempotency · stuck\n/);
  });

  it('aligns its columns', async () => {
    const { out } = await inspect(file, '--table', 'idempotency');
    const lines = out.split('\n').filter((line) => /FINGERPRINT|●.*(acme|zeta)/.test(line));
    assert.equal(lines.length, 5);
    const start = lines[0]?.indexOf('SCOPE');
    for (const line of lines.slice(1)) assert.match(line.slice(start), /^(acme|zeta) /);
  });

  it('shortens keys, and has no colour and no escape, where its output goes into a file', async () => {
    const { out } = await inspect(file);
    assert.doesNotMatch(out, /order-7|buy-1/);
    assert.doesNotMatch(out, /\u001b/);
  });

  it('shows keys whole and in colour on a terminal', async function () {
    if (process.platform !== 'linux' || !fs.existsSync('/usr/bin/script')) this.skip();
    const command = `${process.execPath} ${cli} ${file}`;
    const { out } = await runProgram('/usr/bin/script', ['-qec', command, '/dev/null'], { TERM: 'xterm' });
    assert.match(out, /order-7/);
    assert.match(out, /\u001b\[/u);
    const plain = await runProgram('/usr/bin/script', ['-qec', command, '/dev/null'], {
      TERM: 'xterm',
      NO_COLOR: '1',
    });
    assert.doesNotMatch(plain.out, /\u001b\[\d/u);
  });

  it('leaves of an e-mail address as a key no more than its first letter there', async () => {
    const mails = writeDatabase(
      folder,
      "CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, response TEXT); INSERT INTO idempotency_keys VALUES ('meera@example.com-200', '{}');",
      'mails.db',
    );
    const { out } = await inspect(mails);
    assert.match(out, /● completed +m…@… /);
    assert.doesNotMatch(out, /meera/);
  });

  it('says that no row matches', async () => {
    const { out } = await inspect(file, '--key', 'nowhere');
    assert.equal(out.match(/^ {2}No row matches\.$/gm)?.length, 3);
    assert.doesNotMatch((await inspect(file)).out, /No row matches/);
  });

  it('says of a stuck key with a lock what its server may answer', async () => {
    const locked = writeDatabase(
      folder,
      "CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, status INTEGER, body TEXT, locked_at TEXT); INSERT INTO idempotency_keys VALUES ('k-1', NULL, NULL, '2026-01-05 08:00:00');",
      'locked.db',
    );
    assert.match((await inspect(locked)).out, /● in progress, stuck .* 409, or runs again/);
  });

  it('tells the whole story of a key', async () => {
    const { out } = await inspect(file, '--key', 'order-3');
    assert.match(out, /state +in progress: status is NULL; stuck: created_at is more than 5 minutes ago/);
    assert.match(out, /created +2026-01-05T08:00:00\.000Z \(no zone: read as UTC\)/);
    assert.match(out, /a retry now +409, wait and send again\. Its worker is most likely gone/);
  });

  it('--json keeps to its contract, whole keys and masked answers', async () => {
    const report = await reportOf(file);
    assert.equal(report.source, file);
    assert.deepEqual(
      report.tables.map((table) => [table.table, table.counts]),
      [
        ['idempotency', { 'in-progress': 2, completed: 2, failed: 0, unknown: 0 }],
        ['idempotency_keys', { 'in-progress': 1, completed: 1, failed: 0, unknown: 0 }],
        ['processed', { 'in-progress': 0, completed: 2, failed: 0, unknown: 0 }],
      ],
    );
    assert.deepEqual(keysOf(report.records), [
      'order-3',
      'order-9',
      'order-7',
      'order-7',
      'buy-2',
      'buy-1',
      'evt_2',
      'evt_1',
    ]);
    assert.equal(report.records[3]?.body, '{"charge":"•••"}');
    assert.deepEqual(
      report.findings.map((finding) => [finding.id, finding.page, finding.examples.length]),
      [['stuck', 'stuck', 1]],
    );
  });

  it('--table, --state, --key, --limit and --reveal choose and show', async () => {
    assert.deepEqual(keysOf((await reportOf(file, '--table', 'processed')).records), ['evt_2', 'evt_1']);
    assert.deepEqual(keysOf((await reportOf(file, '--state', 'stuck')).records), ['order-3']);
    assert.deepEqual(keysOf((await reportOf(file, '--state', 'error-answer', '--state', 'stuck')).records), [
      'order-3',
      'order-7',
    ]);
    assert.deepEqual(keysOf((await reportOf(file, '--key', 'order-7')).records), ['order-7', 'order-7']);
    assert.deepEqual(keysOf((await reportOf(file, '--table', 'idempotency', '--limit', '1')).records), [
      'order-3',
    ]);
    const [, , , revealed] = (await reportOf(file, '--table', 'idempotency', '--reveal')).records;
    assert.equal(revealed?.body, '{"charge": 12}');
  });

  it('reads PostgreSQL, and never shows user or password', async () => {
    const url = await writePostgres(
      teachingSchema.replace('created_at TEXT', 'created_at TIMESTAMP') + teachingRows,
    );
    const { password, port } = await sharedPostgres();
    const { code, out, errors } = await inspect(url, '--json');
    assert.equal(code, 0);
    assert.match(errors, /^Warning: other users of this machine can see a password in a command line\./);
    assert.ok(!`${out}${errors}`.includes(password));
    const report: unknown = JSON.parse(out);
    assertReport(report);
    assert.equal(report.source, `postgres://127.0.0.1:${port}/${new URL(url).pathname.slice(1)}`);
    assert.equal(report.records.length, 8);
    assert.equal(report.tables[0]?.schema, 'public');
  });

  it('takes an address and a password from its environment, where nobody else sees them', async () => {
    const url = await writePostgres(teachingSchema);
    const { password } = await sharedPostgres();
    const whole = await runProgram(process.execPath, [cli], { IDEMPOTENCY_DATABASE_URL: url });
    assert.deepEqual([whole.code, whole.errors], [0, '']);
    const bare = new URL(url);
    bare.password = '';
    const apart = await runProgram(process.execPath, [cli, bare.href], { PGPASSWORD: password });
    assert.deepEqual([apart.code, apart.errors], [0, '']);
    const none = await inspect(bare.href);
    assert.equal(none.code, 1);
    assert.match(none.errors, /asks for a password, and none was given\./);
  });

  it('says in a sentence that there is no key table, and which there are', async () => {
    const other = writeDatabase(
      folder,
      'CREATE TABLE charges (id INTEGER PRIMARY KEY, amount INTEGER)',
      'other.db',
    );
    const none = await inspect(other);
    assert.equal(none.code, 0);
    assert.match(none.out, /No table here looks like a key table/);
    const wrong = await inspect(file, '--table', 'charges');
    assert.deepEqual(wrong, {
      code: 2,
      out: '',
      errors:
        'There is no key table of that name here; there is idempotency, idempotency_keys, processed.\n' +
        'idempotency-inspect --help tells how it is used.\n',
    });
  });

  it('ends with 1 where a source cannot be read, with three sentences', async () => {
    const { code, out, errors } = await inspect(path.join(folder, 'nothing.db'));
    assert.deepEqual([code, out], [1, '']);
    assert.equal(
      errors,
      'There is no file nothing.db.\nIt does not exist at this path, or it was moved or deleted.\nCheck the path and try again.\n',
    );
  });

  it('ends with 2 where it is used wrongly, and repeats no argument', async () => {
    for (const argv of [
      [],
      ['one.db', 'two.db'],
      [file, '--state', 'sleeping'],
      [file, '--secret-option=tr0ub4dor'],
      [file, '--limit', 'many'],
      [file, '--table'],
    ]) {
      const { code, out, errors } = await inspect(...argv);
      assert.deepEqual([code, out], [2, ''], argv.join(' '));
      assert.match(errors, /^[A-Z][^\n]*\.\nidempotency-inspect --help tells how it is used\.\n$/);
      assert.doesNotMatch(errors, /tr0ub4dor/);
    }
  });

  it('prints its help and its version', async () => {
    const help = await inspect('--help');
    assert.equal(help.code, 0);
    for (const word of [
      '--table',
      '--state',
      '--key',
      '--limit',
      '--reveal',
      '--json',
      'Exit codes',
      'PGPASSWORD',
    ])
      assert.ok(help.out.includes(word), word);
    const { version } = JSON.parse(
      fs.readFileSync(new URL('../../inspector/package.json', import.meta.url), 'utf8'),
    ) as { version: string };
    assert.equal((await inspect('--version')).out, `${version}\n`);
  });

  it('ends quietly when its reader has seen enough', async () => {
    const many = writeDatabase(
      folder,
      `CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, response TEXT);
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20000)
       INSERT INTO idempotency_keys SELECT 'key-' || i, '{}' FROM n;`,
      'many.db',
    );
    const { code, errors } = await runProgram(process.execPath, [cli, many, '--limit', '20000'], {}, false);
    assert.deepEqual([code, errors], [0, '']);
  });

  it('says which Node it needs on one that is too old, before it loads what crashes there', async function () {
    this.timeout(360_000);
    const bundle = path.join(folder, 'cli.mjs');
    await esbuild.build({
      entryPoints: [cli],
      outfile: bundle,
      bundle: true,
      platform: 'node',
      format: 'esm',
      external: ['better-sqlite3', 'pg-native'],
      banner: {
        js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
      },
      logLevel: 'silent',
    });
    const { code, out, errors } = await runProgram(await node20(), [bundle, file]);
    assert.deepEqual([code, out], [1, '']);
    assert.match(errors, /^idempotency-inspect needs Node 22 or newer, and this is Node 20\.\d+\.\d+\.\n/);
  });
});
