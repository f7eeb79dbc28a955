import assert from 'node:assert/strict';
import fs from 'node:fs';
import { createHash } from 'node:crypto';
import plugin from 'eslint-plugin-idempotency';
import { openStore } from 'idempotency-inspector';
import type { Finding } from 'idempotency-inspector';
import { countingProxy } from './counting-proxy.ts';
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
  response_body TEXT, created_at TEXT, expires_at TEXT, PRIMARY KEY (account, key));
  CREATE INDEX sweep ON idempotency_keys (expires_at);`;

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

    const paidTwice = (order: number, minute: string, gap: string): SoundRow[] => [
      { key: `k-${order}-1`, request: `order ${order}`, created: `2026-01-05 08:${minute}:00` },
      { key: `k-${order}-2`, request: `order ${order}`, created: `2026-01-05 08:${minute}:${gap}` },
    ];

    it('tells up to three operations one by one, each with its own rows and the time between them', async () => {
      const findings = await auditOf(
        sound + insert([...paidTwice(7, '00', '02'), ...paidTwice(8, '10', '20')]),
      );
      assert.deepEqual(
        findings.map(({ sentence, examples }) => [
          /within .* seconds/.exec(sentence)?.[0],
          examples.map((record) => record.key).sort(),
        ]),
        [
          ['within 20 seconds', ['k-8-1', 'k-8-2']],
          ['within 2 seconds', ['k-7-1', 'k-7-2']],
        ],
      );
    });

    it('says of more operations how far apart their keys are, the closest and the farthest', async () => {
      const [finding, ...others] = await auditOf(
        sound +
          insert([
            ...paidTwice(7, '00', '02'),
            ...paidTwice(8, '10', '20'),
            ...paidTwice(9, '20', '05'),
            ...paidTwice(10, '30', '05'),
          ]),
      );
      assert.deepEqual(others, []);
      assert.equal(finding?.rows, 8);
      assert.equal(
        finding.sentence,
        '4 requests stand under several different keys, 2 to 20 seconds apart: most likely the client made a new key for a retry, and the work was done more than once.',
      );
    });

    it('takes the same request at two times of a day for two operations', async () => {
      const findings = await auditOf(
        sound +
          insert([
            ...paidTwice(7, '00', '02'),
            ...paidTwice(7, '40', '04').map((row) => ({ ...row, key: `${row.key}-b` })),
          ]),
      );
      assert.deepEqual(
        findings.map((finding) => finding.examples.map((record) => record.key).sort()),
        [
          ['k-7-1-b', 'k-7-2-b'],
          ['k-7-1', 'k-7-2'],
        ],
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

  it('tells of keys that are card numbers, and not of other long numbers', async () => {
    const findings = await auditOf(
      sound +
        insert([{ key: '4242424242424242' }, { key: 'pay-5555 5555 5555 4444' }, { key: '378282246310005' }]),
    );
    assert.deepEqual(told(findings), [['warning', 'card-as-key', 3]]);
    assert.equal(findings[0]?.rule, 'no-sensitive-key');
    assert.doesNotMatch(findings[0]?.sentence ?? '', /4242|5555/);
    // One of ten numbers passes the check sum, whatever it numbers.
    const orders = Array.from({ length: 20 }, (_unused, index) => ({
      key: `${4_242_424_242_424_240 + index}`,
    }));
    assert.deepEqual(await auditOf(sound + insert(orders)), []);
    assert.deepEqual(await auditOf(sound + insert([{ key: 'a4242424242424242b' }])), []);
  });

  it('tells of keys made from a clock, from Math.random() or by counting, and not of order numbers', async () => {
    const created = '2026-01-05 08:00:00';
    const clock = Date.parse('2026-01-05T08:00:01Z');
    const findings = await auditOf(
      sound +
        insert([
          { key: `charge-${clock}`, created },
          { key: '2026-01-05T08:00:01.000Z', created },
          { key: '0.7316530883178436', created },
          { key: '17', created },
        ]),
    );
    assert.deepEqual(told(findings), [['warning', 'weak-key', 4]]);
    assert.match(
      findings[0]?.sentence ?? '',
      /^4 keys are easily made twice \(the time .*made, outputs of Math\.random\(\), small numbers that count\): two operations meet on one key/,
    );
    assert.deepEqual(
      await auditOf(
        sound +
          insert([
            { key: '1042', created },
            { key: 'order-1042', created },
            // As long as a time, and hours from the row's own.
            { key: String(clock - 36_000_000), created },
            { key: `3f8a2c61d0b74e95-${clock}`, created },
            { key: '0b0e7a1c-88f2-4b7e-9a51-2f6d1a7c9e10', created },
          ]),
      ),
      [],
    );
  });

  it('tells of a state that is done by default', async () => {
    const columns = 'user_id INT, key TEXT, request_hash TEXT, response TEXT, PRIMARY KEY (user_id, key)';
    const idsOf = async (state: string): Promise<string[]> =>
      (await auditOf(`CREATE TABLE idempotency_keys (${state}, ${columns})`)).map((finding) => finding.id);
    assert.deepEqual(await idsOf("status TEXT NOT NULL DEFAULT 'Completed'"), ['state-defaults-to-done']);
    assert.deepEqual(await idsOf('completed BOOLEAN NOT NULL DEFAULT 1'), ['state-defaults-to-done']);
    assert.deepEqual(await idsOf("status TEXT NOT NULL DEFAULT 'in_progress'"), []);
    assert.deepEqual(await idsOf('completed BOOLEAN NOT NULL DEFAULT 0'), []);
  });

  it('tells of expired keys that nothing sweeps, in a table larger than the audit reads too', async function () {
    this.timeout(60_000);
    const week = 7 * 86_400_000;
    const ago = (millis: number): string => new Date(Date.now() - millis).toISOString();
    const row = (key: string, since: number): SoundRow => ({
      key,
      created: ago(since + 2 * 86_400_000),
      expires: ago(since),
    });
    const findings = await auditOf(
      sound + insert([row('a', 2 * week), row('b', 3_600_000), row('c', week - 1)]),
    );
    assert.deepEqual(told(findings), [['info', 'expired-not-swept', 1]]);
    assert.equal(findings[0]?.examples[0]?.key, 'a');
    const large = `${sound}${insert([row('a', 2 * week)])}
      WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100000)
      INSERT INTO idempotency_keys SELECT 'acme', 'n-' || i, 'request ' || i, 201, '{}', '${ago(0)}', '2999-01-01' FROM n;`;
    assert.deepEqual(told(await auditOf(large)), [['info', 'expired-not-swept', 1]]);
  });

  it('tells of an expiry without an index, in SQLite and in PostgreSQL', async function () {
    this.timeout(60_000);
    const columns = 'account text, key text, request_hash text, response text, expires_at timestamp';
    const table = `CREATE TABLE idempotency_keys (${columns}, PRIMARY KEY (account, key))`;
    const index = '; CREATE INDEX sweep ON idempotency_keys (expires_at)';
    assert.deepEqual(told(await auditOf(table)), [['info', 'no-sweep-index', 0]]);
    assert.deepEqual(told(await auditOf(table + index)), []);
    const parted = `CREATE TABLE idempotency_keys (${columns}, PRIMARY KEY (account, key, expires_at))
      PARTITION BY RANGE (expires_at)`;
    for (const [sql, expected] of [
      [table, ['no-sweep-index']],
      [table + index, []],
      [parted, []],
    ] as const) {
      const store = await openStore(await writePostgres(sql));
      try {
        const findings = await store.audit({ schema: 'public', table: 'idempotency_keys' });
        assert.deepEqual(
          findings.map((finding) => finding.id).filter((id) => id === 'no-sweep-index'),
          expected,
        );
      } finally {
        await store.close();
      }
    }
  });

  it('reads no saved answer for an audit in PostgreSQL, whose code stands inside it', async function () {
    this.timeout(60_000);
    const url = await writePostgres(`CREATE TABLE idempotency_keys (key text PRIMARY KEY, response jsonb);
      INSERT INTO idempotency_keys SELECT 'k-' || i, json_build_object('status', CASE WHEN i = 7 THEN 503 ELSE 201 END,
        'body', repeat('secret', 2500)) FROM generate_series(1, 1000) AS i;`);
    const proxy = await countingProxy(url);
    const store = await openStore(proxy.url);
    try {
      await store.tables();
      const before = proxy.received();
      const found = await store.audit({ schema: 'public', table: 'idempotency_keys' });
      assert.deepEqual(
        found
          .filter((finding) => finding.id === 'saved-fault')
          .map((finding) => finding.examples.map(({ key }) => key)),
        [['k-7']],
      );
      // The answers together are 15 MB.
      const bytes = proxy.received() - before;
      assert.ok(bytes < 300_000, `${bytes} bytes came from the server`);
    } finally {
      await store.close();
      await proxy.close();
    }
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
      ['info', 'expired-not-swept', 1],
    ]);
    assert.deepEqual(told(await auditOf(sound + insert([{ key: 'a', expires: '2026-01-06 08:00:00' }]))), [
      ['info', 'expired-not-swept', 1],
    ]);
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
    // One page is about effects, which are no finding of a key table.
    const written = fs
      .readdirSync(pages)
      .map((name) => name.replace(/\.md$/, ''))
      .filter((name) => name !== 'repeated-effect');
    assert.equal(ids.length, 18);
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
