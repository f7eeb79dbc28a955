import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import {
  defaultLimits,
  findSqliteFiles,
  type SearchLimits,
} from '../../../extension/src/inspector/sqlite-file-search.ts';

/** The least that is an SQLite database: a first page that begins as one does. */
const database = Buffer.concat([Buffer.from('SQLite format 3\0'), Buffer.alloc(496)]);

describe('the search for database files', () => {
  let folder: string;

  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idempotency-search-'));
  });
  afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

  const put = (file: string, content: Buffer | string): void => {
    fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    fs.writeFileSync(path.join(folder, file), content);
  };
  const found = async (limits: Partial<SearchLimits> = {}, signal = new AbortController().signal) => {
    const files: string[] = [];
    for await (const file of findSqliteFiles(folder, signal, { ...defaultLimits, ...limits })) {
      files.push(path.relative(folder, file).replaceAll('\\', '/'));
    }
    return files;
  };

  it('goes by content, not by name', async () => {
    put('data/shop.db', database);
    put('data/state', database);
    put('data/notes.db', 'not a database, whatever its name says '.repeat(32));
    put('empty.sqlite', '');
    assert.deepEqual((await found()).sort(), ['data/shop.db', 'data/state']);
  });

  it('leaves out installed packages and the history', async () => {
    put('node_modules/some/cache.db', database);
    put('.git/index.db', database);
    assert.deepEqual(await found(), []);
  });

  it('stops at its limits', async () => {
    put('a/b/c/deep.db', database);
    assert.deepEqual(await found({ depth: 2 }), []);
    assert.deepEqual(await found({ depth: 3 }), ['a/b/c/deep.db']);
    assert.deepEqual(await found({ entries: 3 }), []);
  });

  it('does not follow a link out of the folder', async function () {
    if (process.platform === 'win32') this.skip();
    const outside = fs.mkdtempSync(path.join(os.tmpdir(), 'idempotency-outside-'));
    fs.writeFileSync(path.join(outside, 'other.db'), database);
    fs.symlinkSync(outside, path.join(folder, 'link'));
    fs.symlinkSync(path.join(outside, 'other.db'), path.join(folder, 'link.db'));
    assert.deepEqual(await found(), []);
    fs.rmSync(outside, { recursive: true });
  });

  it('ends when it is withdrawn', async () => {
    put('shop.db', database);
    assert.deepEqual(await found({}, AbortSignal.abort()), []);
  });
});
