import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { playStory } from '../../examples/shop/src/play.ts';
import { countsAsText } from '../../examples/shop/src/story-text.ts';

const README = readFileSync(new URL('../../examples/shop/README.md', import.meta.url), 'utf8');

describe("the shop's README", function () {
  this.timeout(60_000);
  let folder: string;
  let story: Awaited<ReturnType<typeof playStory>>;
  before(async () => {
    folder = mkdtempSync(join(tmpdir(), 'idempotency-readme-'));
    // A minute ahead, so that however slow the machine, the last claim is still in progress when it is read.
    story = await playStory(folder, new Date(Date.now() + 60_000));
  });
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('gives the facts as they come out of the story, all of them', () => {
    const cells = (line: string) => line.split('|').map((cell) => cell.trim());
    const told = README.slice(README.indexOf('## The facts'), README.indexOf('## The key table'))
      .split('\n')
      .filter((line) => line.startsWith('|'))
      .slice(2)
      .map((line) => cells(line).slice(1, 5));
    const found = story.scenes.flatMap(({ title, facts }) =>
      facts.map((fact) => [title, fact.way, fact.answers.join(', '), countsAsText(fact)]),
    );
    assert.equal(found.length, 38);
    assert.deepEqual(told, found);
  });

  it('gives SQL that lists the key table, states and double charges included', () => {
    const [listing, doubles] = [...README.matchAll(/```sql\n([^]*?)```/g)].map((match) => match[1] ?? '');
    const db = new Database(join(folder, 'shop.db'), { readonly: true });
    try {
      const rows = db.prepare<[], { state: string; retry_now: string }>(listing ?? '').all();
      const kinds = new Set(rows.map(({ state }) => state));
      assert.deepEqual([...kinds].sort(), [
        'completed 201',
        'completed 402',
        'in progress',
        'stuck at charged',
        'stuck at started',
      ]);
      assert.ok(rows.some(({ retry_now }) => retry_now === 'runs again'));
      assert.deepEqual(
        db
          .prepare<[], { keys: number; seconds: number }>(doubles ?? '')
          .all()
          .map(({ keys, seconds }) => [keys, seconds]),
        [
          [2, 2],
          [2, 20],
        ],
      );
    } finally {
      db.close();
    }
  });
});
