import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import { openStore, StoreClient } from 'idempotency-inspector';
import type { InspectorEvent, PageParams } from 'idempotency-inspector';
import { filesIn } from './folder-content.ts';
import { teachingRows, teachingSchema, temporaryFolder, writeDatabase } from './teaching-tables.ts';
import { sentencesOf } from './user-sentences.ts';

const table = { schema: null, table: 'idempotency' };
const firstPage: PageParams = { table, states: [], search: '', after: null, limit: 10 };

const whatOf = async (file: string): Promise<[string, string]> => {
  const folder = path.dirname(file);
  const before = filesIn(folder);
  const { code, what } = await sentencesOf(openStore(file));
  assert.deepEqual(filesIn(folder), before, 'nothing written');
  return [code, what];
};

describe('SQLite files that cannot be read are told in sentences', () => {
  let folder: string;
  const write = (name: string, content: string | Uint8Array): string => {
    const file = path.join(folder, name);
    fs.writeFileSync(file, content);
    return file;
  };

  beforeEach(() => {
    folder = temporaryFolder();
  });

  afterEach(() => {
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('no such file', async () => {
    assert.deepEqual(await whatOf(path.join(folder, 'gone.db')), [
      'no-such-file',
      'There is no file gone.db.',
    ]);
  });

  it('a folder', async () => {
    fs.mkdirSync(path.join(folder, 'data'));
    assert.deepEqual(await whatOf(path.join(folder, 'data')), ['is-folder', 'The path data is a folder.']);
  });

  it('a pipe, which would be waited for without end', async () => {
    if (process.platform === 'win32') return;
    execFileSync('mkfifo', [path.join(folder, 'pipe')]);
    assert.deepEqual(await whatOf(path.join(folder, 'pipe')), [
      'not-a-file',
      'The path pipe is not a regular file.',
    ]);
  });

  it('files beside it that are none: a pipe would be waited for without end', async () => {
    if (process.platform === 'win32') return;
    const file = writeDatabase(folder, teachingSchema);
    for (const suffix of ['-wal', '-journal', '-shm']) {
      execFileSync('mkfifo', [`${file}${suffix}`]);
      assert.deepEqual(await whatOf(file), [
        'not-a-file',
        `The file shop.db${suffix}, which belongs to the database, is not a regular file.`,
      ]);
      fs.rmSync(`${file}${suffix}`);
    }
  });

  it('links that lead in a circle, and a name longer than the system takes', async () => {
    if (process.platform === 'win32') return;
    fs.symlinkSync('b.db', path.join(folder, 'a.db'));
    fs.symlinkSync('a.db', path.join(folder, 'b.db'));
    assert.deepEqual(await whatOf(path.join(folder, 'a.db')), [
      'link-loop',
      'The file a.db cannot be reached.',
    ]);
    assert.equal((await whatOf(path.join(folder, `${'x'.repeat(300)}.db`)))[0], 'name-too-long');
  });

  it('a name that would write on the terminal', async () => {
    const { what } = await sentencesOf(openStore(path.join(folder, 'no\n\u001b[2J\u202ebd.file')));
    assert.equal(what, 'There is no file no bd.file.');
  });

  it('addresses of other kinds, without repeating what may be a password', async () => {
    for (const source of [
      'mysql://root:tr0ub4dor@localhost',
      'redis://:tr0ub4dor@localhost:6379',
      'jdbc:postgresql://localhost/shop?user=root&password=tr0ub4dor',
      'host=localhost password=tr0ub4dor dbname=shop',
      'postgres:root:tr0ub4dor@localhost',
      'file:shop.db?mode=rwc',
    ])
      assert.equal((await sentencesOf(openStore(source), ['tr0ub4dor'])).code, 'unknown-address', source);
  });

  it('an empty file', async () => {
    assert.deepEqual(await whatOf(write('new.db', '')), ['empty-file', 'The file new.db is empty.']);
  });

  it('not a database', async () => {
    assert.deepEqual(await whatOf(write('notes.db', 'shopping list\n'.repeat(300))), [
      'not-a-database',
      'The file notes.db is not an SQLite database.',
    ]);
    assert.equal((await whatOf(write('short.db', 'SQLite format 3\u0000')))[0], 'not-a-database');
    assert.equal(
      (await whatOf(write('header.db', `SQLite format 3\u0000${'x'.repeat(4000)}`)))[0],
      'not-a-database',
    );
  });

  it('an encrypted database', async () => {
    assert.deepEqual(await whatOf(write('vault.db', randomBytes(8192))), [
      'encrypted',
      'The file vault.db looks encrypted.',
    ]);
  });

  it('a damaged database', async () => {
    const file = writeDatabase(folder, teachingSchema + teachingRows);
    const bytes = fs.readFileSync(file);
    bytes.fill(0xa5, 100, 4000);
    fs.writeFileSync(file, bytes);
    assert.deepEqual(await whatOf(file), ['corrupt', 'The database shop.db is damaged.']);
  });

  it('a database whose rows are damaged, its list of tables whole', async () => {
    const file = writeDatabase(folder, teachingSchema + teachingRows);
    const database = new Database(file, { readonly: true });
    const { rootpage } = database
      .prepare<[], { rootpage: number }>("SELECT rootpage FROM sqlite_schema WHERE name = 'idempotency'")
      .get() as { rootpage: number };
    database.close();
    const bytes = fs.readFileSync(file);
    bytes.fill(0xa5, (rootpage - 1) * 4096, rootpage * 4096);
    fs.writeFileSync(file, bytes);
    const store = await openStore(file);
    try {
      assert.equal((await sentencesOf(store.page(firstPage))).code, 'corrupt');
    } finally {
      await store.close();
    }
  });

  it('a locked database', async () => {
    const file = writeDatabase(folder, teachingSchema + teachingRows);
    const writer = new Database(file);
    writer.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    try {
      const { code, what } = await sentencesOf(openStore(file));
      assert.deepEqual([code, what], ['locked', 'The database shop.db is locked.']);
    } finally {
      writer.close();
    }
  });

  it('a database that vanishes while it is open', async () => {
    const file = writeDatabase(folder, teachingSchema + teachingRows);
    const store = await StoreClient.open(file);
    try {
      assert.equal((await store.page(firstPage)).records.length, 4);
      const lost = new Promise<InspectorEvent>((resolve) => {
        store.watch((event) => {
          if (event.event === 'lost') resolve(event);
        });
      });
      fs.rmSync(file);
      const { code, what } = await sentencesOf(store.page(firstPage));
      assert.deepEqual([code, what], ['vanished', 'The file shop.db is gone.']);
      const event = await lost;
      assert.equal(event.event === 'lost' && event.error.code, 'vanished');
      assert.deepEqual(filesIn(folder), {});
    } finally {
      await store.close();
    }
  });

  it('a file that may not be read', async function () {
    if (process.platform === 'win32') this.skip();
    const file = writeDatabase(folder, teachingSchema + teachingRows);
    fs.chmodSync(folder, 0o755);
    fs.chmodSync(file, 0o000);
    // Root may read everything, so the command runs as somebody else.
    const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const cli = new URL('../../inspector/src/cli.ts', import.meta.url).pathname;
    const child = spawn(process.execPath, [cli, file], { ...nobody, stdio: ['ignore', 'pipe', 'pipe'] });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const [code] = (await once(child, 'close')) as [number];
    assert.equal(code, 1);
    assert.match(errors, /^The file shop\.db may not be read\.\n/);
  });
});
