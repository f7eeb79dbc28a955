import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { assertReport } from './report-contract.ts';
import { cli, inspect, keysOf, runProgram } from './run-command.ts';
import { withClient, writePostgres } from './shared-postgres.ts';
import { teachingRows, teachingSchema, temporaryFolder, writeDatabase } from './teaching-tables.ts';

describe('the command idempotency-inspect on what would break it', function () {
  this.timeout(60_000);
  let folder: string;
  let file: string;

  before(() => {
    folder = temporaryFolder();
    file = writeDatabase(folder, teachingSchema + teachingRows);
  });

  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  it('takes escapes and control characters out of what a database holds', async () => {
    const hostile = writeDatabase(
      folder,
      `CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, response TEXT, "col\u001b[31mumn" TEXT);
       INSERT INTO idempotency_keys VALUES ('\u001b]0;owned\u0007\u001b[2Jkey\u202egnp.exe' || char(13, 10, 0x9b) || '31m', '\u001b[2J', 'x');`,
      'hostile.db',
    );
    for (const argv of [[hostile], [hostile, '--key', 'key', '--reveal']]) {
      const { code, out } = await inspect(...argv);
      assert.equal(code, 0);
      assert.doesNotMatch(out, /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e]/);
    }
  });

  it('takes them out of names of tables and columns too, and escapes what a terminal obeys in JSON', async () => {
    const name = 'idempotency\u001b[2J\u009b31m\n\u202ekeys';
    const hostile = writeDatabase(
      folder,
      `CREATE TABLE "${name}" (key TEXT, response TEXT, "idempotency_key\u001b[31mJ" TEXT);
       INSERT INTO "${name}" VALUES ('\u009b31m\u202e', '{}', '');`,
      'names.db',
    );
    const { code, out } = await inspect(hostile);
    assert.equal(code, 0);
    assert.doesNotMatch(out, /[^\P{Cc}\n]|\p{Cf}/u);
    const json = await inspect(hostile, '--json');
    assert.doesNotMatch(json.out, /[^\P{Cc}\n]|\p{Cf}/u);
    const report: unknown = JSON.parse(json.out);
    assertReport(report);
    assert.equal(report.tables[0]?.table, name);
    assert.equal(report.records[0]?.key, '\u009b31m\u202e');
  });

  it('prints rows one below the other where the terminal is too narrow for the table', async function () {
    if (process.platform !== 'linux' || !fs.existsSync('/usr/bin/script')) this.skip();
    const narrow = "--import 'data:text/javascript,process.stdout.columns=40'";
    const command = `${process.execPath} ${narrow} ${cli} ${file} --table idempotency`;
    const { out } = await runProgram('/usr/bin/script', ['-qec', command, '/dev/null'], {
      TERM: 'xterm',
      NO_COLOR: '1',
    });
    assert.match(out, /● completed {2}order-7\r?\n {6}scope zeta · fingerprint 88888888\r?\n {6}answer 402 /);
    const rows = out.split(/\r?\n/).filter((line) => /^ {2}/.test(line));
    for (const line of rows) assert.ok([...line].length <= 40, line);
  });

  it('names few columns of a very wide table', async () => {
    const columns = Array.from({ length: 1990 }, (_unused, index) => `c${index} TEXT`);
    const wide = writeDatabase(
      folder,
      `CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, response TEXT, ${columns.join(', ')})`,
      'wide.db',
    );
    assert.match((await inspect(wide)).out, /roles: key key · response body · 1990 others –\n/);
  });

  it('reads the other tables where one cannot be read, says so and ends with 1', async () => {
    const url = await writePostgres(`
      CREATE TABLE idempotency_free (key text PRIMARY KEY, response text);
      CREATE TABLE idempotency_held (key text PRIMARY KEY, response text);
      INSERT INTO idempotency_free VALUES ('a', '{}');`);
    await withClient(url, async (client) => {
      await client.query('BEGIN; LOCK TABLE idempotency_held IN ACCESS EXCLUSIVE MODE');
      const { code, out, errors } = await runProgram(process.execPath, [cli, '--json'], {
        IDEMPOTENCY_DATABASE_URL: url,
      });
      assert.equal(code, 1);
      assert.match(
        errors,
        /^The table public\.idempotency_held was not read whole\.\nThe table is locked\.\n.*\.\n.*\.\n$/,
      );
      const report: unknown = JSON.parse(out);
      assertReport(report);
      assert.deepEqual(
        report.tables.map((one) => one.table),
        ['idempotency_free'],
      );
      assert.deepEqual(keysOf(report.records), ['a']);
    });
  });

  it('is ended by Ctrl+C while a database keeps it busy, and leaves nothing behind', async function () {
    if (process.platform === 'win32') this.skip();
    // Each row of this table takes a second or so to compute, in one call that nothing can interrupt.
    const endless = writeDatabase(
      folder,
      `CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY);
       WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 200)
       INSERT INTO idempotency_keys SELECT i FROM n;
       ALTER TABLE idempotency_keys ADD COLUMN response TEXT
         AS (replace(hex(zeroblob(200000000)), char(48), char(49)) || key);`,
      'endless.db',
    );
    const temporary = path.join(folder, 'temporary');
    fs.mkdirSync(temporary);
    const child = spawn(process.execPath, [cli, endless], {
      env: { ...process.env, TMPDIR: temporary },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const ended = once(child, 'close');
    while (fs.readdirSync(temporary).length === 0) await pause(20);
    child.kill('SIGINT');
    assert.deepEqual(await ended, [1, null]);
    assert.match(errors, /^The request was cancelled\.\n/);
    assert.deepEqual(fs.readdirSync(temporary), []);
  });
});
