import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { openStore } from 'idempotency-inspector';
import type { KeyStore } from 'idempotency-inspector';
import { filesIn } from './folder-content.ts';
import { teachingRows, teachingSchema, temporaryFolder, writeDatabase } from './teaching-tables.ts';
import { sentencesOf } from './user-sentences.ts';

const table = { schema: null, table: 'idempotency' };

/** Uses a store in every way there is. Returns the keys it saw, newest first. */
const visit = async (store: KeyStore): Promise<string[]> => {
  const stop = store.watch(() => {});
  await store.tables();
  await store.counts(table);
  const { records } = await store.page({ table, states: [], search: '', after: null, limit: 100 });
  await store.detail(table, records[0]?.id ?? '', true);
  await store.audit(table);
  stop();
  return records.map((record) => record.key);
};

const visitFile = async (file: string, copyLimit?: number): Promise<string[]> => {
  const store = await openStore(file, copyLimit === undefined ? {} : { copyLimit });
  try {
    return await visit(store);
  } finally {
    await store.close();
  }
};

const keys = ['order-3', 'order-9', 'order-7', 'order-7'];

describe('a visit leaves no trace', () => {
  let folder: string;

  beforeEach(() => {
    folder = temporaryFolder();
  });

  afterEach(() => {
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('in a database with a rollback journal', async () => {
    const file = writeDatabase(folder, teachingSchema + teachingRows);
    const before = filesIn(folder);
    assert.deepEqual(Object.keys(before), ['shop.db']);
    assert.deepEqual(await visitFile(file), keys);
    assert.deepEqual(filesIn(folder), before);
  });

  it('in an idle write-ahead database, which any ordinary reader gives two more files', async () => {
    const file = writeDatabase(folder, `PRAGMA journal_mode = WAL; ${teachingSchema}${teachingRows}`);
    const before = filesIn(folder);
    assert.deepEqual(Object.keys(before), ['shop.db']);
    assert.deepEqual(await visitFile(file), keys);
    assert.deepEqual(filesIn(folder), before);
  });

  it('in one that is too large to copy, where this Node can read it in place', async function () {
    if (process.getBuiltinModule('node:sqlite') === undefined) this.skip();
    const file = writeDatabase(folder, `PRAGMA journal_mode = WAL; ${teachingSchema}${teachingRows}`);
    const before = filesIn(folder);
    assert.deepEqual(await visitFile(file, 0), keys);
    assert.deepEqual(filesIn(folder), before);
  });

  it('beside a live writer, whose newest row is seen', async () => {
    const file = writeDatabase(folder, `PRAGMA journal_mode = WAL; ${teachingSchema}${teachingRows}`);
    const writer = new Database(file);
    try {
      writer.pragma('wal_autocheckpoint = 0');
      writer.prepare("INSERT INTO idempotency (account, key) VALUES ('acme', 'order-10')").run();
      const before = filesIn(folder);
      assert.deepEqual(Object.keys(before), ['shop.db', 'shop.db-shm', 'shop.db-wal']);
      assert.deepEqual(await visitFile(file), ['order-10', ...keys]);
      const after = filesIn(folder);
      assert.equal(after['shop.db'], before['shop.db']);
      assert.equal(after['shop.db-wal'], before['shop.db-wal']);
      assert.deepEqual(Object.keys(after), Object.keys(before));
      writer.prepare("INSERT INTO idempotency (account, key) VALUES ('acme', 'order-11')").run();
    } finally {
      writer.close();
    }
  });

  it('after a crash: the log is read, and neither it nor the database is touched', async () => {
    const file = writeDatabase(folder, `PRAGMA journal_mode = WAL; ${teachingSchema}${teachingRows}`);
    const crash = fork(new URL('../fixtures/inspector/crash-with-log.ts', import.meta.url).pathname, [file]);
    await once(crash, 'exit');
    fs.rmSync(`${file}-shm`, { force: true });
    const before = filesIn(folder);
    assert.deepEqual(Object.keys(before), ['shop.db', 'shop.db-wal']);
    assert.deepEqual(await visitFile(file), ['order-10', ...keys]);
    assert.deepEqual(filesIn(folder), before);
  });

  it('after a crash in the middle of a rollback: the copy is repaired, the file is not', async () => {
    const file = writeDatabase(folder, teachingSchema + teachingRows);
    const crash = fork(new URL('../fixtures/inspector/crash-in-transaction.ts', import.meta.url).pathname, [
      file,
    ]);
    await once(crash, 'exit');
    const before = filesIn(folder);
    assert.deepEqual(Object.keys(before), ['shop.db', 'shop.db-journal']);
    assert.deepEqual(await visitFile(file), keys);
    assert.deepEqual(filesIn(folder), before);
  });

  it('and a writer that ends during the visit still takes its log away', async () => {
    const file = writeDatabase(folder, `PRAGMA journal_mode = WAL; ${teachingSchema}${teachingRows}`);
    const writer = fork(new URL('../fixtures/inspector/writer-until-told.ts', import.meta.url).pathname, [
      file,
    ]);
    await once(writer, 'message');
    const store = await openStore(file);
    try {
      assert.equal((await visit(store))[0], 'order-10');
      // The connection is let go of when nothing has been asked for a moment.
      for (let turn = 0; turn < 500 && isOpenHere(file); turn += 1) await pause(10);
      writer.send('close');
      await once(writer, 'exit');
      assert.deepEqual(Object.keys(filesIn(folder)), ['shop.db']);
      assert.equal((await visit(store))[0], 'order-10');
    } finally {
      await store.close();
    }
    assert.deepEqual(Object.keys(filesIn(folder)), ['shop.db']);
  });

  it('and a database that can neither be copied nor read in place is left alone, in a sentence', async () => {
    const file = writeDatabase(folder, teachingSchema + teachingRows);
    const crash = fork(new URL('../fixtures/inspector/crash-in-transaction.ts', import.meta.url).pathname, [
      file,
    ]);
    await once(crash, 'exit');
    const before = filesIn(folder);
    const { code } = await sentencesOf(openStore(file, { copyLimit: 0 }));
    assert.equal(code, 'too-large-to-copy');
    assert.deepEqual(filesIn(folder), before);
  });

  it('nor in the folder for temporary files', async () => {
    const file = writeDatabase(folder, `PRAGMA journal_mode = WAL; ${teachingSchema}${teachingRows}`);
    const tempFolder = fs.mkdtempSync(path.join(os.tmpdir(), 'idempotency-test-'));
    try {
      const store = await openStore(file, { tempFolder });
      await visit(store);
      assert.equal(fs.readdirSync(tempFolder).length, 1);
      await store.close();
      assert.deepEqual(fs.readdirSync(tempFolder), []);
    } finally {
      fs.rmSync(tempFolder, { recursive: true });
    }
  });
});

/** Whether this process holds a file open. Only Linux tells; elsewhere the whole wait is waited. */
const isOpenHere = (file: string): boolean =>
  !fs.existsSync('/proc/self/fd') ||
  fs.readdirSync('/proc/self/fd').some((fd) => linkOf(`/proc/self/fd/${fd}`) === file);

const linkOf = (link: string): string | null => {
  try {
    return fs.readlinkSync(link);
  } catch {
    return null;
  }
};
