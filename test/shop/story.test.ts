import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { playStory } from '../../examples/shop/src/play.ts';

const END = new Date('2026-03-02T09:00:00.000Z');
const RUN = fileURLToPath(new URL('../../examples/shop/src/run.ts', import.meta.url));

function rowsOf(folder: string, file: string, sql: string): unknown[] {
  const db = new Database(join(folder, file), { readonly: true });
  try {
    return db.prepare(sql).all();
  } finally {
    db.close();
  }
}

describe('the story', function () {
  this.timeout(60_000);
  let folder: string;
  let files: string[];
  let chargesOfFirstRun: unknown[];
  const charges = () =>
    rowsOf(folder, 'bank.db', 'SELECT order_id, amount FROM charges ORDER BY order_id, amount');

  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'idempotency-story-'));
    await playStory(folder, END);
    chargesOfFirstRun = charges();
    ({ files } = await playStory(folder, END));
  });
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('leaves a key table with rows in every state, of three accounts', () => {
    const states = rowsOf(
      folder,
      'shop.db',
      `SELECT account,
         count(*) FILTER (WHERE status = 201) AS answered,
         count(*) FILTER (WHERE status = 402) AS declined,
         count(*) FILTER (WHERE status IS NULL AND locked_at = '2026-03-02T09:00:00.000Z') AS in_progress,
         count(*) FILTER (WHERE status IS NULL AND locked_at < '2026-03-02T08:59:00.000Z') AS stuck,
         count(*) FILTER (WHERE expires_at <= '2026-03-02T09:00:00.000Z') AS expired
       FROM idempotency GROUP BY account ORDER BY account`,
    );
    assert.deepEqual(states, [
      { account: 'amma-stores', answered: 18, declined: 0, in_progress: 0, stuck: 1, expired: 0 },
      { account: 'brinda-books', answered: 2, declined: 1, in_progress: 0, stuck: 1, expired: 0 },
      { account: 'chai-corner', answered: 5, declined: 0, in_progress: 1, stuck: 0, expired: 1 },
    ]);
  });

  it('starts again from a clean state', () => {
    const ofOrders = (rows: unknown[]) =>
      (rows as { order_id: string }[]).filter(({ order_id }) => !order_id.startsWith('top-up-'));
    assert.equal(charges().length, chargesOfFirstRun.length);
    assert.deepEqual(ofOrders(charges()), ofOrders(chargesOfFirstRun));
    assert.deepEqual(rowsOf(folder, 'stock.db', 'SELECT * FROM processed'), [{ event_id: 'sold-2-kettles' }]);
  });

  it('leaves files of the names it gives, and nothing of SQLite beside them', () => {
    assert.equal(basename(files[0] ?? ''), 'shop.db');
    assert.deepEqual(readdirSync(folder).sort(), files.map((file) => basename(file)).sort());
  });

  it('is printed by run.ts, a line per fact', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [RUN, folder]);
    const lines = stdout.split('\n').map((line) => line.trim().replace(/ {2,}/g, ' | '));
    assert.ok(lines.includes('no key | 201 | 2 attempts, 2 charges, 900 rupees'), stdout);
    assert.ok(
      lines.includes('a key made before the first attempt | 201 replayed | 2 attempts, 1 charge, 450 rupees'),
      stdout,
    );
    assert.ok(lines.includes('Database files:'), stdout);
    assert.ok(stdout.includes('shop.db'), stdout);
  });
});
