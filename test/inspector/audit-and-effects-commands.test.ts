import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import type { EffectsReport } from 'idempotency-inspector';
import { playStory } from '../../examples/shop/src/play.ts';
import { assertReport } from './report-contract.ts';
import { inspect } from './run-command.ts';
import { temporaryFolder, writeDatabase } from './teaching-tables.ts';

describe('the commands audit and effects', function () {
  this.timeout(60_000);
  let folder: string;
  let shop: string;
  let sound: string;

  before(async () => {
    folder = temporaryFolder();
    await playStory(folder, new Date());
    shop = path.join(folder, 'shop.db');
    sound = writeDatabase(
      folder,
      `CREATE TABLE idempotency_keys (account TEXT, key TEXT, request_hash TEXT, response TEXT, PRIMARY KEY (account, key));
       CREATE TABLE payments (id INTEGER PRIMARY KEY, account TEXT, order_id TEXT, amount INT, created_at TEXT);
       CREATE TABLE charges (id INTEGER PRIMARY KEY, card TEXT, amount INT, created_at TEXT);`,
      'sound.db',
    );
  });
  after(() => fs.rmSync(folder, { recursive: true, force: true }));

  it('audit tells the findings alone and ends with 1 where there are any', async () => {
    const { code, out, errors } = await inspect('audit', shop);
    assert.deepEqual([code, errors], [1, '']);
    assert.match(out, /error: The same request stands under 2 different keys within 2 seconds/);
    assert.doesNotMatch(out, /STATE|roles:/);
    assert.deepEqual((({ code: ended, errors: said }) => [ended, said])(await inspect('audit', sound)), [
      0,
      '',
    ]);
  });

  it('audit leaves out what is less grave than asked for', async () => {
    const { out } = await inspect('audit', shop, '--severity', 'error', '--json');
    const report: unknown = JSON.parse(out);
    assertReport(report);
    assert.deepEqual([...new Set(report.findings.map((finding) => finding.severity))], ['error']);
    assert.equal(report.findings.length, 2);
    assert.deepEqual(report.records, []);
  });

  it('effects tells what was done twice, beside the keys of the time, and ends with 1', async () => {
    const asked = ['--table', 'payments', '--operation', 'account,order_id', '--window', '5s'];
    const { code, out, errors } = await inspect('effects', shop, ...asked);
    assert.deepEqual([code, errors], [1, '']);
    assert.match(out, /payments: 3 operations stand more than once/);
    assert.match(
      out,
      /● account amma-stores · order_id 1042\n {2}Two keys, one fingerprint: the client made a new key/,
    );
    assert.match(out, /id 11 .* 2 seconds .* completed 201\n/);
    assert.doesNotMatch(out, /[0-9a-f]{8}-[0-9a-f]{4}-/);
  });

  it('effects takes the only likely table, and gives JSON and Markdown', async () => {
    const json = await inspect('effects', shop, '--json');
    const report = JSON.parse(json.out) as EffectsReport;
    assert.deepEqual(
      [
        json.code,
        report.version,
        report.table,
        report.operation,
        report.windowSeconds,
        report.repeats.length,
      ],
      [1, 1, { schema: null, table: 'payments' }, ['account', 'order_id', 'amount'], 600, 4],
    );
    const markdown = await inspect('effects', shop, '--markdown');
    assert.equal(markdown.code, 1);
    assert.match(markdown.out, /^# payments: 4 operations stand more than once\n/);
    assert.match(markdown.out, /\n## `account` `amma-stores`, `order_id` `1042`, `amount` `450`\n/);
    assert.match(markdown.out, /\n\| `id` `11` \| `[\dT:.Z-]+` \| 2 seconds \| 2 \|\n/);
    assert.doesNotMatch(markdown.out, /[0-9a-f]{8}-[0-9a-f]{4}-/);
  });

  it('effects ends with 0 where nothing stands twice, and lists tables where several may be meant', async () => {
    const nothing = await inspect('effects', sound, '--table', 'payments');
    assert.deepEqual([nothing.code, nothing.errors], [0, '']);
    assert.match(nothing.out, /payments: no operation stands more than once/);
    const several = await inspect('effects', sound);
    assert.equal(several.code, 2);
    assert.match(several.out, /--table charges --operation card,amount --created created_at/);
    assert.match(several.out, /--table payments --operation account,order_id,amount --created created_at/);
  });

  it('tell wrong use with 2 and an unreadable database with 3, in sentences', async () => {
    for (const [argv, sentence] of [
      [['effects', shop, '--window', 'soon'], /^The window is a time from a second to a year/],
      [['effects', shop, '--table', 'refunds'], /^There is no table of that name here/],
      [['effects', shop, '--json', '--markdown'], /^Ask for --json or for --markdown/],
      [['effects', shop, '--key', 'a'], /^The option --key is not one of effects/],
      [['audit', shop, '--severity', 'high'], /^The severities are error, warning, info/],
      [[shop, '--window', '1m'], /^The option --window belongs to effects/],
      [['effects'], /^Name the SQLite file/],
    ] as const) {
      const { code, errors } = await inspect(...argv);
      assert.equal(code, 2, argv.join(' '));
      assert.match(errors, sentence);
    }
    for (const command of ['audit', 'effects']) {
      const { code, errors } = await inspect(command, path.join(folder, 'nothing.db'));
      assert.equal(code, 3);
      assert.match(errors, /^There is no file nothing\.db\.\n/);
    }
    const column = await inspect('effects', shop, '--operation', 'orders');
    assert.equal(column.code, 3);
    assert.match(column.errors, /^The table payments has no column orders\.\n/);
  });
});
