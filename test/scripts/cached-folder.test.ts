import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { cachedFolder } from '../../scripts/cached-folder.ts';
import { cacheFolder } from '../../scripts/project.ts';

describe('a folder of the download cache', () => {
  let name: string;

  const fillWith = (text: string) => async (folder: string) =>
    fs.writeFileSync(path.join(folder, 'file'), text);
  const contentOf = (folder: string): string => fs.readFileSync(path.join(folder, 'file'), 'utf8');

  beforeEach(() => {
    name = `try-${randomUUID()}`;
  });
  afterEach(() => {
    for (const entry of fs.readdirSync(cacheFolder)) {
      if (entry.startsWith(name)) fs.rmSync(path.join(cacheFolder, entry), { recursive: true });
    }
  });

  it('is filled once and then reused', async () => {
    await cachedFolder(name, fillWith('first'));
    assert.equal(contentOf(await cachedFolder(name, fillWith('second'))), 'first');
  });

  it('is filled again when the first fill failed, and leaves nothing of it', async () => {
    await assert.rejects(
      cachedFolder(name, async (folder) => {
        await fillWith('half')(folder);
        throw new Error('the connection was lost');
      }),
      /the connection was lost/,
    );
    assert.deepEqual(
      fs.readdirSync(cacheFolder).filter((entry) => entry.startsWith(name)),
      [],
    );
    assert.equal(contentOf(await cachedFolder(name, fillWith('whole'))), 'whole');
  });

  it('is filled again when it is there but incomplete', async () => {
    fs.mkdirSync(path.join(cacheFolder, name), { recursive: true });
    fs.writeFileSync(path.join(cacheFolder, name, 'file'), 'half');
    assert.equal(contentOf(await cachedFolder(name, fillWith('whole'))), 'whole');
  });
});
