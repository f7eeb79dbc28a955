import assert from 'node:assert/strict';
import { createHash, createHmac } from 'node:crypto';
import zlib from 'node:zlib';
import { bothDatabases } from './rows-told.ts';

const request = '{"order":7,"amount":450}';
const hash = (name: string, encoding: 'hex' | 'base64' | 'base64url' = 'hex'): string =>
  createHash(name).update(request).digest(encoding);

/** A literal of bytes. */
const bytes = (content: string | Buffer): string => `x'${Buffer.from(content).toString('hex')}'`;

interface Form {
  name: string;
  column: string;
  /** SQL literal. */
  value: string;
  kind: string;
  short: string;
}

const forms: Form[] = [
  {
    name: 'SHA-256 in hex',
    column: 'request_hash TEXT',
    value: `'${hash('sha256')}'`,
    kind: 'sha-256',
    short: hash('sha256').slice(0, 8),
  },
  {
    name: 'SHA-256 in hex, CHAR(64)',
    column: 'request_hash CHAR(64)',
    value: `'${hash('sha256')}'`,
    kind: 'sha-256',
    short: hash('sha256').slice(0, 8),
  },
  {
    name: 'MD5 in hex: Laravel, Powertools for Python',
    column: 'payload_hash TEXT',
    value: `'${hash('md5')}'`,
    kind: 'md5',
    short: hash('md5').slice(0, 8),
  },
  {
    name: 'BLAKE2s-256 in hex, which looks like SHA-256',
    column: 'fingerprint TEXT',
    value: `'${hash('blake2s256')}'`,
    kind: 'sha-256',
    short: hash('blake2s256').slice(0, 8),
  },
  {
    name: 'SHA-1 in hex',
    column: 'fingerprint TEXT',
    value: `'${hash('sha1')}'`,
    kind: 'sha-1',
    short: hash('sha1').slice(0, 8),
  },
  {
    name: 'SHA-512 in hex',
    column: 'fingerprint TEXT',
    value: `'${hash('sha512')}'`,
    kind: 'sha-512',
    short: hash('sha512').slice(0, 8),
  },
  {
    name: 'MD5 in base64: Powertools for TypeScript',
    column: 'validation TEXT',
    value: `'${hash('md5', 'base64')}'`,
    kind: 'md5 (base64)',
    short: hash('md5', 'base64').slice(0, 8),
  },
  {
    name: 'SHA-1 in base64',
    column: 'fingerprint TEXT',
    value: `'${hash('sha1', 'base64')}'`,
    kind: 'sha-1 (base64)',
    short: hash('sha1', 'base64').slice(0, 8),
  },
  {
    name: 'SHA-256 in base64',
    column: 'fingerprint TEXT',
    value: `'${hash('sha256', 'base64')}'`,
    kind: 'sha-256 (base64)',
    short: hash('sha256', 'base64').slice(0, 8),
  },
  {
    name: 'SHA-256 in base64url, kept in bytes: Formance',
    column: 'request_hash BLOB',
    value: bytes(hash('sha256', 'base64url')),
    kind: 'sha-256 (base64)',
    short: hash('sha256', 'base64url').slice(0, 8),
  },
  ...(['md5', 'sha1', 'sha256', 'sha512'] as const).map((name) => ({
    name: `raw bytes of ${name}`,
    column: 'request_hash BLOB',
    value: bytes(createHash(name).update(request).digest()),
    kind: `${{ md5: 'md5', sha1: 'sha-1', sha256: 'sha-256', sha512: 'sha-512' }[name]} (bytes)`,
    short: hash(name).slice(0, 8),
  })),
  ...['request_params', 'params', 'request_body', 'payload'].map((name) => ({
    name: `the request itself as JSON: ${name}`,
    column: `${name} TEXT`,
    value: `'${request}'`,
    kind: 'raw request',
    short: hash('sha256').slice(0, 8),
  })),
  {
    name: 'a text of its own making',
    column: 'fingerprint TEXT',
    value: "'v1|order|7'",
    kind: 'text',
    short: 'v1|order',
  },
];

describe('every way in which tables keep a fingerprint', () => {
  for (const { name, column, value, kind, short } of forms)
    describe(name, () => {
      for (const [database, read] of bothDatabases)
        it(database, async () => {
          const told =
            await read(`CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, ${column}, response TEXT);
            INSERT INTO idempotency_keys VALUES ('a', ${value}, '{}');`);
          assert.deepEqual(told.rows[0]?.fingerprint, { kind, short });
          assert.match(told.rows[0].retry.why, /another request under this key is refused with 422\.$/);
        });
    });

  for (const [database, read] of bothDatabases)
    describe(database, () => {
      it('inside JSON: node-idempotency', async () => {
        const data = JSON.stringify({
          status: 'COMPLETE',
          fingerPrint: hash('blake2s256'),
          response: { body: 'ok' },
        });
        const told =
          await read(`CREATE TABLE idempotency (key TEXT PRIMARY KEY, created_at TEXT, data TEXT, expires_at TEXT);
          INSERT INTO idempotency VALUES ('a', NULL, '${data}', NULL);`);
        assert.deepEqual(told.rows[0]?.fingerprint, {
          kind: 'sha-256',
          short: hash('blake2s256').slice(0, 8),
        });
      });

      it('the fingerprint is the key: one column for both', async () => {
        const told = await read(`CREATE TABLE idempotency_cache (fingerprint TEXT PRIMARY KEY, response TEXT);
          INSERT INTO idempotency_cache VALUES ('${hash('sha256')}', '{}');`);
        assert.equal(told.tables[0]?.columns.fingerprint, 'key');
        assert.equal(told.rows[0]?.key, hash('sha256'));
        assert.equal(told.rows[0].fingerprint, null);
      });

      for (const column of ['key_digest', 'key_hash'])
        it(`a digest of the key made with a secret is a key, and no search by the key finds it: ${column}`, async () => {
          const digest = createHmac('sha256', 'secret').update('order-7').digest('hex');
          const sql = `CREATE TABLE idempotency_keys (${column} TEXT PRIMARY KEY, response TEXT);
            INSERT INTO idempotency_keys VALUES ('${digest}', '{}');`;
          assert.equal((await read(sql)).rows[0]?.key, digest);
          assert.deepEqual((await read(sql, 'order-7')).rows, []);
          assert.equal((await read(sql, digest.slice(5, 20))).rows.length, 1);
        });

      it('a hash in bytes that is the key: Lago', async () => {
        const digest = createHash('sha256').update('v1|7').digest();
        const told =
          await read(`CREATE TABLE idempotency_records (id INT PRIMARY KEY, idempotency_key BLOB UNIQUE, resource_id TEXT,
            resource_type TEXT, organization_id TEXT);
          INSERT INTO idempotency_records VALUES (1, ${bytes(digest)}, 'r', 'Invoice', 'o');`);
        assert.equal(told.rows[0]?.key, `0x${digest.toString('hex')}`);
      });

      it('none: the table cannot tell another request under the same key', async () => {
        const told = await read(`CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, response TEXT);
          INSERT INTO idempotency_keys VALUES ('a', '{}');`);
        assert.equal(told.rows[0]?.fingerprint, null);
        assert.equal(
          told.findings.find((finding) => finding.id === 'no-fingerprint')?.sentence,
          'No fingerprint is kept: the same key with another request gets the first one’s answer, and nobody notices.',
        );
      });
    });
});

describe('every way in which tables keep an answer', () => {
  const answer = '{"charge":9007199254740993,"paid":true}';
  const kept: [string, string, string, string | null][] = [
    ['JSON as text', 'TEXT', `'${answer}'`, answer],
    ['text that is no JSON', 'TEXT', "'declined'", 'declined'],
    ['bytes of text', 'BLOB', bytes(answer), answer],
    ['gzip', 'BLOB', bytes(zlib.gzipSync(answer)), answer],
    ['zlib', 'BLOB', bytes(zlib.deflateSync(answer)), answer],
    [
      'pickle, which is no text',
      'BLOB',
      bytes(Buffer.from([0x80, 0x04, 0x95, 0xff])),
      '••• (4 bytes, not text)',
    ],
    [
      'damaged gzip',
      'BLOB',
      bytes(Buffer.from([0x1f, 0x8b, 0x08, 0x00])),
      '••• (4 bytes, compressed, damaged)',
    ],
    ['an empty text', 'TEXT', "''", ''],
    ['nothing', 'TEXT', 'NULL', null],
  ];
  for (const [name, type, value, shown] of kept)
    describe(name, () => {
      for (const [database, read] of bothDatabases)
        it(database, async () => {
          const told =
            await read(`CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, status TEXT, response ${type});
            INSERT INTO idempotency_keys VALUES ('a', 'completed', ${value});`);
          assert.equal(told.rows[0]?.body, shown);
        });
    });
});
