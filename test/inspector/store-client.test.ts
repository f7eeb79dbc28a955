import assert from 'node:assert/strict';
import fs from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { InspectorError, StoreClient } from 'idempotency-inspector';
import type { InspectorEvent, PageParams } from 'idempotency-inspector';
import { teachingRows, teachingSchema, temporaryFolder, writeDatabase } from './teaching-tables.ts';

const table = { schema: null, table: 'idempotency' };
const firstPage: PageParams = { table, states: [], search: '', after: null, limit: 10 };

const until = async (what: string, holds: () => boolean): Promise<void> => {
  for (let turn = 0; turn < 500; turn += 1) {
    if (holds()) return;
    await pause(20);
  }
  assert.fail(`never came true: ${what}`);
};

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

const codeOf = (error: unknown): string =>
  error instanceof InspectorError ? error.userError.code : String(error);

describe('a store in a process of its own', () => {
  let folder: string;
  let file: string;
  let client: StoreClient;

  beforeEach(async () => {
    folder = temporaryFolder();
    file = writeDatabase(folder, teachingSchema + teachingRows);
    client = await StoreClient.open(file, { pageTimeoutMs: 10_000, graceMs: 100 });
  });

  afterEach(async () => {
    await client.close();
    fs.rmSync(folder, { recursive: true });
  });

  it('answers every request as a store in this process does', async () => {
    assert.deepEqual(
      (await client.tables()).map((one) => one.table),
      ['idempotency', 'idempotency_keys', 'processed'],
    );
    assert.deepEqual((await client.counts(table)).overlays, { stuck: 1, expired: 0, 'error-answer': 1 });
    const { records } = await client.page(firstPage);
    assert.deepEqual(
      records.map((record) => record.key),
      ['order-3', 'order-9', 'order-7', 'order-7'],
    );
    const detail = await client.detail(table, records[3]?.id ?? '', true);
    assert.equal(detail.record.body, '{"charge": 12}');
    assert.deepEqual(
      (await client.audit(table)).map((finding) => finding.id),
      ['stuck'],
    );
  });

  it('counts in another process than it pages', async () => {
    await client.counts(table);
    await client.page(firstPage);
    assert.equal(new Set(client.pids).size, 2);
    assert.ok(!client.pids.includes(process.pid));
  });

  it('asks again when its process is killed under a request', async () => {
    const [pid] = client.pids;
    assert.ok(pid !== undefined);
    process.kill(pid, 'SIGSTOP');
    const page = client.page(firstPage);
    process.kill(pid, 'SIGKILL');
    assert.equal((await page).records.length, 4);
    assert.notEqual(client.pids[0], pid);
  });

  it('ends a process that does not answer, and reads on in a new one', async () => {
    await client.close();
    client = await StoreClient.open(file, { pageTimeoutMs: 300 });
    const [pid] = client.pids;
    assert.ok(pid !== undefined);
    process.kill(pid, 'SIGSTOP');
    await assert.rejects(client.page(firstPage), (error) => codeOf(error) === 'timed-out');
    await until('the stuck process is gone', () => !isRunning(pid));
    const { records } = await client.page({ ...firstPage, limit: 1 });
    assert.equal(records.length, 1);
  });

  it('gives a withdrawn request back at once, and ends the process that goes on with it', async () => {
    const [pid] = client.pids;
    assert.ok(pid !== undefined);
    process.kill(pid, 'SIGSTOP');
    const controller = new AbortController();
    const page = client.page(firstPage, controller.signal);
    controller.abort();
    await assert.rejects(page, (error) => codeOf(error) === 'cancelled');
    await until('the stuck process is gone', () => !isRunning(pid));
    assert.equal((await client.page(firstPage)).records.length, 4);
  });

  it('passes on what is wrong with a request, and stays alive', async () => {
    await assert.rejects(
      client.page({ ...firstPage, table: { schema: null, table: 'charges' } }),
      (error) => codeOf(error) === 'no-such-table',
    );
    await assert.rejects(client.detail(table, 'nonsense', false), (error) => codeOf(error) === 'bad-id');
    assert.equal((await client.page(firstPage)).records.length, 4);
  });

  it('tells a file that cannot be opened in sentences', async () => {
    await assert.rejects(
      StoreClient.open(`${folder}/nothing.db`),
      (error) => codeOf(error) === 'no-such-file',
    );
  });

  it('tells of changes, and of its own death and return', async () => {
    const events: InspectorEvent[] = [];
    const stop = client.watch((event) => events.push(event));
    const writer = new Database(file);
    try {
      let order = 100;
      for (let turn = 0; turn < 500 && !events.some((event) => event.event === 'changed'); turn += 1) {
        writer.prepare('INSERT INTO processed VALUES (?)').run(`evt_${(order += 1)}`);
        await pause(20);
      }
      assert.ok(events.some((event) => event.event === 'changed'));
    } finally {
      writer.close();
    }
    const [pid] = client.pids;
    assert.ok(pid !== undefined);
    process.kill(pid, 'SIGKILL');
    await until('it is back', () => events.some((event) => event.event === 'restored'));
    assert.ok(events.some((event) => event.event === 'lost' && event.error.code === 'process-died'));
    stop();
  });

  it('leaves no process and no folder behind', async () => {
    await client.counts(table);
    const { pids } = client;
    await client.close();
    assert.equal(pids.length, 2);
    for (const pid of pids) assert.ok(!isRunning(pid));
    await assert.rejects(client.page(firstPage), (error) => codeOf(error) === 'closed');
  });
});
