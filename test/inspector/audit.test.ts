import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createHash } from 'node:crypto';
import plugin from 'eslint-plugin-idempotency';
import { openStore } from 'idempotency-inspector';
import type { Finding } from 'idempotency-inspector';
import { writePostgres } from './shared-postgres.ts';
import { temporaryFolder, writeDatabase } from './teaching-tables.ts';

const pages = new URL('../../inspector/docs/audit/', import.meta.url);

const auditOf = async (sql: string): Promise<Finding[]> => {
  const folder = temporaryFolder();
  try {
    const store = await openStore(writeDatabase(folder, sql));
    try {
      const [table] = await store.tables();
      assert.ok(table !== undefined, 'no key table');
      return await store.audit(table);
    } finally {
      await store.close();
    }
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
};

const told = (findings: Finding[]): [string, string, number][] =>
  findings.map((finding) => [finding.severity, finding.id, finding.rows]);

const hash = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A sound table: scope and key unique together, a fingerprint, a nullable answer, an expiry. */
const sound = `CREATE TABLE idempotency_keys (account TEXT, key TEXT, request_hash TEXT, response_code INT,
  response_body TEXT, created_at TEXT, expires_at TEXT, PRIMARY KEY (account, key));`;

interface SoundRow {
  account?: string;
  key: string;
  request?: string;
  code?: number | null;
  created?: string;
  expires?: string;
}

const insert = (rows: SoundRow[]): string =>
  rows
    .map(
      ({
        account = 'acme',
        key,
        request = key,
        code = 201,
        created = '2026-01-05 08:00:00',
        expires = '2999-01-01',
      }) => {
        const values = [account, key, hash(request), code, code === null ? null : '{}', created, expires];
        return `INSERT INTO idempotency_keys VALUES (${values.map((value) => (value === null ? 'NULL' : `'${String(value).replaceAll("'", "''")}'`)).join(', ')});`;
      },
    )
    .join('\n')
    .replace(/^/, 'BEGIN;')
    .concat('COMMIT;');

describe('the audit', () => {
  it('finds nothing wrong with a sound table', async () => {
    const rows = [
      { key: 'a', request: 'order 1' },
      { key: 'b', request: 'order 2', code: 402 },
      { key: 'c', request: 'order 3' },
    ];
    assert.deepEqual(await auditOf(sound + insert(rows)), []);
  });

  describe('on the same request under several keys', () => {
    const idOf = async (rows: SoundRow[]): Promise<[string, number][]> =>
      (await auditOf(sound + insert(rows)))
        .filter((finding) => finding.id === 'same-request-under-several-keys')
        .map((finding) => [finding.severity, finding.rows]);

    it('tells of a client that makes a key per attempt', async () => {
      const findings = await auditOf(
        sound +
          insert([
            { key: 'k-1', request: 'order 7', created: '2026-01-05 08:00:00' },
            { key: 'k-2', request: 'order 7', created: '2026-01-05 08:00:03' },
            { key: 'k-3', request: 'order 8', created: '2026-01-05 08:00:04' },
          ]),
      );
      assert.deepEqual(told(findings), [['error', 'same-request-under-several-keys', 2]]);
      const [finding] = findings;
      assert.equal(
        finding?.sentence,
        'The same request stands under 2 different keys within 3 seconds: most likely the client made a new key for a retry, and the work was done more than once.',
      );
      assert.equal(finding?.rule, 'no-key-per-attempt');
      assert.deepEqual(finding?.examples.map((record) => record.key).sort(), ['k-1', 'k-2']);
    });

    it('says how far apart the keys of several requests are, the closest and the farthest', async () => {
      const [finding] = await auditOf(
        sound +
          insert([
            { key: 'k-1', request: 'order 7', created: '2026-01-05 08:00:00' },
            { key: 'k-2', request: 'order 7', created: '2026-01-05 08:00:02' },
            { key: 'k-3', request: 'order 8', created: '2026-01-05 08:10:00' },
            { key: 'k-4', request: 'order 8', created: '2026-01-05 08:10:20' },
          ]),
      );
      assert.equal(
        finding?.sentence,
        '2 requests stand under several different keys, 2 to 20 seconds apart: most likely the client made a new key for a retry, and the work was done more than once.',
      );
    });

    it('finds it among many rows, far apart in the table', async () => {
      const others = Array.from({ length: 3000 }, (_unused, index) => ({ key: `o-${index}` }));
      const first = { key: 'k-1', request: 'order 7' };
      const second = { key: 'k-2', request: 'order 7', created: '2026-01-05 08:01:00' };
      assert.deepEqual(await idOf([first, ...others, second]), [['error', 2]]);
    });

    it('is silent about the next order of the same thing, hours later', async () => {
      assert.deepEqual(
        await idOf([
          { key: 'k-1', request: 'tea', created: '2026-01-05 08:00:00' },
          { key: 'k-2', request: 'tea', created: '2026-01-05 11:00:00' },
        ]),
        [],
      );
    });

    it('is silent about the new key after a declined card', async () => {
      assert.deepEqual(
        await idOf([
          { key: 'k-1', request: 'order 7', code: 402 },
          { key: 'k-2', request: 'order 7', created: '2026-01-05 08:00:20' },
        ]),
        [],
      );
    });

    it('is silent about two accounts, by their column or by the beginning of their keys', async () => {
      assert.deepEqual(
        await idOf([
          { account: 'acme', key: 'k-1', request: 'tea' },
          { account: 'zeta', key: 'k-2', request: 'tea' },
          { key: 'acme:k-3', request: 'coffee' },
          { key: 'zeta:k-3', request: 'coffee' },
        ]),
        [],
      );
    });

    it('is silent about requests without a body', async () => {
      assert.deepEqual(
        await idOf([
          { key: 'k-1', request: '{}' },
          { key: 'k-2', request: '{}' },
        ]),
        [],
      );
    });
  });

  it('tells of keys that are e-mail addresses', async () => {
    const findings = await auditOf(
      sound + insert([{ key: 'asha@example.com' }, { key: 'order-7-ravi@shop.co.in' }, { key: 'a@b' }]),
    );
    assert.deepEqual(told(findings), [['warning', 'email-as-key', 2]]);
    assert.equal(findings[0]?.rule, 'no-sensitive-key');
    assert.doesNotMatch(findings[0]?.sentence ?? '', /asha|ravi/);
  });

  it('tells of keys that are too long, stuck, saved faults and a short retention', async () => {
    assert.deepEqual(
      told(await auditOf(sound + insert([{ key: 'k'.repeat(256) }, { key: 'k'.repeat(255) }]))),
      [['warning', 'key-too-long', 1]],
    );
    assert.deepEqual(told(await auditOf(sound + insert([{ key: 'a', code: null }, { key: 'b' }]))), [
      ['warning', 'stuck', 1],
    ]);
    assert.deepEqual(
      told(
        await auditOf(
          sound +
            insert([
              { key: 'a', code: 500 },
              { key: 'b', code: 499 },
            ]),
        ),
      ),
      [['warning', 'saved-fault', 1]],
    );
    assert.deepEqual(told(await auditOf(sound + insert([{ key: 'a', expires: '2026-01-05 09:00:00' }]))), [
      ['info', 'short-retention', 1],
    ]);
    assert.deepEqual(told(await auditOf(sound + insert([{ key: 'a', expires: '2026-01-06 08:00:00' }]))), []);
  });

  it('tells of a key that nothing makes unique, and of one that stands for several requests', async () => {
    const loose = `CREATE TABLE idempotency_keys (id INTEGER PRIMARY KEY, key TEXT, request_hash TEXT, response TEXT);
      INSERT INTO idempotency_keys VALUES (1, 'a', '${hash('order 7')}', '{}'), (2, 'a', '${hash('order 8')}', '{}');`;
    const findings = await auditOf(loose);
    assert.deepEqual(told(findings), [
      ['error', 'no-unique-rule', 2],
      ['error', 'one-key-several-requests', 2],
    ]);
    assert.deepEqual(
      findings.map((finding) => finding.rule),
      ['no-check-then-insert', null],
    );
  });

  it('tells of a unique rule that leaves rows out, or the scope', async () => {
    const columns = 'id INTEGER PRIMARY KEY, user_id INT, key TEXT, request_hash TEXT, response TEXT';
    assert.deepEqual(
      told(
        await auditOf(`CREATE TABLE idempotency_keys (${columns});
          CREATE UNIQUE INDEX one ON idempotency_keys (user_id, key) WHERE response IS NOT NULL;`),
      ),
      [['warning', 'partly-unique', 0]],
    );
    const findings = await auditOf(`CREATE TABLE idempotency_keys (${columns}, UNIQUE (key));`);
    assert.deepEqual(told(findings), [['warning', 'unique-without-scope', 0]]);
    assert.match(findings[0]?.sentence ?? '', /^key is unique by itself, though rows have user_id:/);
    assert.deepEqual(
      told(await auditOf(`CREATE TABLE idempotency_keys (${columns}, UNIQUE (user_id, key));`)),
      [],
    );
  });

  it('tells of a table that cannot show work in progress, and of one without a fingerprint', async () => {
    assert.deepEqual(
      told(
        await auditOf(
          'CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, status_code INT NOT NULL, response_json TEXT NOT NULL)',
        ),
      ),
      [
        ['warning', 'cannot-show-progress', 0],
        ['info', 'no-fingerprint', 0],
      ],
    );
    // A consumer writes the event's id in the transaction of its effect: nothing is missing here.
    assert.deepEqual(await auditOf('CREATE TABLE processed (event_id TEXT PRIMARY KEY)'), []);
  });

  it('tells of an UNLOGGED table', async function () {
    this.timeout(60_000);
    const store = await openStore(
      await writePostgres(`CREATE UNLOGGED TABLE idempotency_keys
        (account text, key text, request_hash text, response text, PRIMARY KEY (account, key))`),
    );
    try {
      assert.deepEqual(told(await store.audit({ schema: 'public', table: 'idempotency_keys' })), [
        ['warning', 'unlogged-table', 0],
      ]);
    } finally {
      await store.close();
    }
  });

  it('has a page for each finding, which names the rule that prevents it', () => {
    const source = fs
      .readdirSync(new URL('../../inspector/src/audit/', import.meta.url))
      .map((name) => fs.readFileSync(new URL(`../../inspector/src/audit/${name}`, import.meta.url), 'utf8'))
      .join('\n');
    const ids = [...source.matchAll(/find\(\s*'([a-z-]+)'/g)].map((match) => match[1]).sort();
    const written = fs.readdirSync(pages).map((name) => name.replace(/\.md$/, ''));
    assert.equal(ids.length, 13);
    assert.deepEqual(ids, written.sort());
    for (const name of written) {
      const page = fs.readFileSync(new URL(`${name}.md`, pages), 'utf8');
      assert.match(page, /^# .+\n/);
      assert.match(page, /\n## What to do\n/);
      const rule = /`idempotency\/([a-z-]+)`/.exec(page)?.[1] ?? null;
      const inSource =
        new RegExp(`'${name}',[\\s\\S]*?,\\s*(null|'([a-z-]+)'),?\\s*\\)`).exec(source)?.[2] ?? null;
      assert.equal(rule, inSource, name);
      assert.ok(rule === null || rule in plugin.rules, `${name} names a rule that there is`);
    }
  });
});
