import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import zlib from 'node:zlib';
import { asPostgres, bothDatabases, toldByPostgres, toldBySqlite } from './rows-told.ts';
import type { Told } from './rows-told.ts';

const old = "'2020-01-05 08:00:00'";
const later = "'2999-01-01 00:00:00'";

const lines = ({ rows }: Told): Record<string, string> =>
  Object.fromEntries(
    rows.map((row) => [row.key, `${row.stateRule} | ${row.retry.outcome} ${row.retry.code ?? ''}`.trim()]),
  );
const ids = ({ findings }: Told): string[] => findings.map((finding) => finding.id).sort();
const sentence = ({ findings }: Told, id: string): string | undefined =>
  findings.find((finding) => finding.id === id)?.sentence;

describe('what real tables do that misleads', () => {
  for (const [database, read] of bothDatabases)
    describe(database, () => {
      for (const done of ['completed', 'SUCCESS'])
        it(`a state that is '${done}' by default: done is doubted`, async () => {
          const told =
            await read(`CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, status TEXT DEFAULT '${done}');
            INSERT INTO idempotency_keys (key) VALUES ('a'); INSERT INTO idempotency_keys VALUES ('b', 'pending');`);
          assert.deepEqual(lines(told), {
            a: `completed: status is '${done}', which is the column’s default | unknown`,
            b: "in progress: status is 'pending' | 409",
          });
        });

      it('a code that is 0 before there is an answer', async () => {
        const told =
          await read(`CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, status_code INT NOT NULL DEFAULT 0);
          INSERT INTO idempotency_keys (key) VALUES ('a'); INSERT INTO idempotency_keys VALUES ('b', 201);`);
        assert.deepEqual(lines(told), {
          a: 'in progress: status_code is 0 | 409',
          b: 'completed: status_code is 201 | replay 201',
        });
      });

      it('a code that is 200 by default, before any work too', async () => {
        const told =
          await read(`CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, status_code INT NOT NULL DEFAULT 200);
          INSERT INTO idempotency_keys (key) VALUES ('a');`);
        assert.deepEqual(lines(told), {
          a: 'unknown: status_code is 200 by default, before any work too | unknown',
        });
      });

      for (const empty of ['{}', ''])
        it(`an answer that is '${empty}' by default is none`, async () => {
          const told =
            await read(`CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, response_body TEXT NOT NULL DEFAULT '${empty}');
            INSERT INTO idempotency_keys (key) VALUES ('a');`);
          assert.deepEqual(lines(told), { a: 'in progress: response_body is still its default | 409' });
        });

      it('an empty answer beside a code is the answer of a 204', async () => {
        const told =
          await read(`CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, status_code INT, response_body TEXT NOT NULL DEFAULT '');
          INSERT INTO idempotency_keys VALUES ('a', 204, ''), ('b', NULL, '');`);
        assert.deepEqual(lines(told), {
          a: 'completed: status_code is 204 | replay 204',
          b: 'in progress: status_code is NULL | 409',
        });
        assert.equal(told.rows[0]?.body, '');
      });

      it('a lock at the beginning of 1970 is none', async () => {
        const told = await read(`CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, response TEXT,
            locked_at TEXT DEFAULT '1970-01-01T00:00:00.000Z');
          INSERT INTO idempotency_keys (key) VALUES ('a'); INSERT INTO idempotency_keys VALUES ('b', NULL, ${later});`);
        assert.deepEqual(lines(told), {
          a: 'in progress: response is NULL | runs-again',
          b: 'in progress: locked_at is set | 409',
        });
      });

      it('expires_at ends the claim while the work is in progress, and the retention afterwards', async () => {
        const told =
          await read(`CREATE TABLE idempotency_entries (key TEXT PRIMARY KEY, fingerprint TEXT, state TEXT DEFAULT 'claimed',
            claimed_at TEXT, completed_at TEXT, expires_at TEXT, status_code INT, headers_json TEXT, response_body BLOB);
          INSERT INTO idempotency_entries VALUES ('a', 'f', 'claimed', ${old}, NULL, ${old}, NULL, NULL, NULL),
            ('b', 'f', 'claimed', ${later}, NULL, ${later}, NULL, NULL, NULL),
            ('c', 'f', 'completed', ${old}, ${old}, ${old}, 201, NULL, x'7b7d');`);
        assert.deepEqual(lines(told), {
          a: "in progress: state is 'claimed'; stuck: expires_at, the end of its claim, has passed | runs-again",
          b: "in progress: state is 'claimed' | 409",
          c: "completed: state is 'completed' | runs-again",
        });
        assert.deepEqual(
          told.rows.map((row) => [row.stuck, row.expired]),
          [
            [true, false],
            [false, false],
            [false, true],
          ],
        );
      });

      for (const type of ['INT', 'TEXT'])
        it(`status as ${type} is the HTTP code, not a state`, async () => {
          const told =
            await read(`CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, status ${type}, body TEXT);
            INSERT INTO idempotency_keys VALUES ('a', '201', '{}'), ('b', NULL, NULL);`);
          assert.equal(told.tables[0]?.columns.status, 'code');
          assert.deepEqual(lines(told), {
            a: 'completed: status is 201 | replay 201',
            b: 'in progress: status is NULL | 409',
          });
        });

      it('an answer that is never NULL: the table cannot show work in progress', async () => {
        const told =
          await read(`CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, request_hash TEXT, response TEXT NOT NULL);
          INSERT INTO idempotency_keys VALUES ('a', 'f', '{}');`);
        assert.deepEqual(
          ids(told).filter((id) => id === 'cannot-show-progress'),
          ['cannot-show-progress'],
        );
        assert.equal(
          sentence(told, 'cannot-show-progress'),
          'A row cannot stand here before its answer is known: the key is saved after the work, and two copies at once both do it.',
        );
      });

      it('a key under an index that is not unique', async () => {
        const told =
          await read(`CREATE TABLE idempotency_keys (id INT PRIMARY KEY, key TEXT, request_hash TEXT, response TEXT);
          CREATE INDEX by_key ON idempotency_keys (key);
          INSERT INTO idempotency_keys VALUES (1, 'a', '${'1'.repeat(64)}', '{}'), (2, 'a', '${'2'.repeat(64)}', '{}');`);
        assert.equal(
          sentence(told, 'no-unique-rule'),
          'Nothing makes key unique: two copies of one request can both be inserted, and both do the work.',
        );
        assert.ok(ids(told).includes('one-key-several-requests'));
      });

      for (const [library, statement] of [
        [
          'idempo',
          'CREATE TABLE idempo_responses (id INT PRIMARY KEY, idempotent_request_key TEXT UNIQUE, expire_at TEXT, idempotent_response_payload BLOB, created_at TEXT, updated_at TEXT);',
        ],
        [
          'spring-boot-idempotency-starter',
          'CREATE TABLE idempotency_records (operation TEXT, idempotency_key TEXT, request_hash TEXT, status TEXT, result_payload TEXT, error_code TEXT, created_at TEXT, completed_at TEXT, expires_at TEXT, PRIMARY KEY (operation, idempotency_key));',
        ],
      ] as const)
        it(`work in progress that no other session sees: ${library} says so`, async () => {
          const { tables } = await read(statement);
          assert.equal(tables[0]?.preset, library);
          assert.match(
            tables[0].evidence.join('\n'),
            /^work in progress (is an advisory lock only|may stand in a transaction)/m,
          );
        });

      it('one rule for all keys while rows have an owner', async () => {
        const told = await read(
          'CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, tenant_id TEXT, request_hash TEXT, response TEXT);',
        );
        assert.equal(
          sentence(told, 'unique-without-scope'),
          'key is unique by itself, though rows have tenant_id: the same key text from another tenant_id meets this row.',
        );
      });

      it('a key that is put together of owner, method, path and key is found by each part', async () => {
        const sql = `CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, response TEXT);
          INSERT INTO idempotency_keys VALUES ('u7:POST:/orders:buy-1', '{}'), ('u8:GET:/stock:see-2', '{}');`;
        for (const part of ['u7', 'POST', '/orders', 'buy-1', 'ORDERS:BUY'])
          assert.deepEqual(
            (await read(sql, part)).rows.map((row) => row.key),
            ['u7:POST:/orders:buy-1'],
            part,
          );
      });

      it('two columns of keys, one of them under a rule that holds from a certain day on', async () => {
        const told =
          await read(`CREATE TABLE idempotency_keys (id INT PRIMARY KEY, idempotency_key TEXT, legacy_key TEXT, created_at TEXT,
            request_hash TEXT, response TEXT);
          CREATE UNIQUE INDEX new_keys ON idempotency_keys (idempotency_key) WHERE created_at >= '2026-01-01';`);
        assert.match(
          sentence(told, 'partly-unique') ?? '',
          /^idempotency_key is unique only where .*created_at.*2026-01-01.*: rows outside of this are not guarded\.$/,
        );
      });

      it('an encrypted answer shows its size, revealed or not', async () => {
        const told = await read(`CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, response_enc TEXT);
          INSERT INTO idempotency_keys VALUES ('a', 'gAAAAABmQ2hhcmdlIDEy');`);
        assert.equal(told.rows[0]?.body, '••• (20 bytes, encrypted)');
      });

      it('a compressed answer of a library’s own format shows its size', async () => {
        const payload = Buffer.concat([
          zlib.deflateSync(Buffer.from([0x93, 0xcc, 0xc8, 0x80, 0x90])),
          Buffer.from(':1'),
        ]);
        const told =
          await read(`CREATE TABLE idempo_responses (id INT PRIMARY KEY, idempotent_request_key TEXT UNIQUE, expire_at TEXT,
            idempotent_response_payload BLOB, created_at TEXT, updated_at TEXT);
          INSERT INTO idempo_responses VALUES (1, 'a', ${later}, x'${payload.toString('hex')}', ${old}, ${old});`);
        assert.equal(told.rows[0]?.body, `••• (${payload.length} bytes, zlib, not text)`);
        assert.deepEqual(lines(told), { a: 'completed: idempotent_response_payload is saved | replay' });
      });

      it('received_at that is an address, beside keep_until', async () => {
        const told =
          await read(`CREATE TABLE wolverine_incoming_envelopes (id TEXT, status TEXT, owner_id INT, execution_time TEXT,
            attempts INT, body BLOB, message_type TEXT, received_at TEXT, keep_until TEXT, PRIMARY KEY (id, received_at));
          INSERT INTO wolverine_incoming_envelopes VALUES ('a', 'Handled', 0, NULL, 1, x'7b7d', 'Order', 'rabbitmq://queue/orders', ${later});`);
        assert.equal(told.rows[0]?.scope, '0 / rabbitmq://queue/orders');
        assert.equal(told.rows[0].created, null);
        assert.deepEqual(lines(told), { a: "completed: status is 'Handled' | replay" });
      });

      it('names in camel case and tables in Pascal case', async () => {
        const told =
          await read(`CREATE TABLE "IdempotencyKey" ("id" TEXT PRIMARY KEY, "idempotencyKey" TEXT, "userId" TEXT,
            "requestHash" TEXT, "responseStatus" INT, "responseBody" TEXT, "createdAt" TEXT, UNIQUE ("userId", "idempotencyKey"));
          INSERT INTO "IdempotencyKey" VALUES ('1', 'a', 'u', 'f', 201, '{}', ${old});`);
        assert.deepEqual(lines(told), { a: 'completed: responseStatus is 201 | replay 201' });
        assert.equal(told.rows[0]?.scope, 'u');
      });

      it('keys that are stored hashed are found by the key itself', async () => {
        const key = 'order-7';
        const hash = createHash('sha256').update(key).digest('hex');
        const sql = `CREATE TABLE idempotency_keys (key_hash TEXT PRIMARY KEY, response TEXT);
          INSERT INTO idempotency_keys VALUES ('${hash}', '{}'), ('${'0'.repeat(64)}', '{}');`;
        assert.deepEqual(
          (await read(sql, key)).rows.map((row) => row.key),
          [hash],
        );
        assert.deepEqual((await read(sql, 'order-8')).rows, []);
      });
    });

  it('an UNLOGGED table is emptied by a crash', async () => {
    const told = await toldByPostgres(
      'CREATE UNLOGGED TABLE idempotency (key TEXT PRIMARY KEY, created_at TIMESTAMPTZ, data TEXT, expires_at TIMESTAMPTZ);',
    );
    assert.equal(
      sentence(told, 'unlogged-table'),
      'The table is UNLOGGED: PostgreSQL empties it after a crash, and every retry then runs again.',
    );
    assert.equal(told.tables[0]?.preset, 'node-idempotency');
  });

  it('names that PostgreSQL folded because nobody quoted them', async () => {
    const told = await toldByPostgres(
      asPostgres(`CREATE TABLE InboxState (Id BIGINT PRIMARY KEY, MessageId UUID, ConsumerId UUID, LockId UUID, RowVersion BLOB,
        Received TIMESTAMPTZ, ReceiveCount INT, ExpirationTime TIMESTAMPTZ, Consumed TIMESTAMPTZ, Delivered TIMESTAMPTZ,
        LastSequenceNumber BIGINT, UNIQUE (MessageId, ConsumerId));
      CREATE TABLE IdempotencyRecords (IdempotencyKey TEXT, TenantId TEXT, RequestHash TEXT, StatusCode INT, ResponseBody TEXT,
        CreatedAt TIMESTAMPTZ, ExpiresAt TIMESTAMPTZ, PRIMARY KEY (TenantId, IdempotencyKey));`),
    );
    assert.deepEqual(
      told.tables.map(({ table, preset, columns }) => [table, preset, columns]),
      [
        [
          'idempotencyrecords',
          null,
          {
            idempotencykey: 'key',
            tenantid: 'scope',
            requesthash: 'fingerprint',
            statuscode: 'code',
            responsebody: 'body',
            createdat: 'created',
            expiresat: 'expires',
          },
        ],
        [
          'inboxstate',
          'masstransit',
          {
            id: 'id',
            messageid: 'key',
            consumerid: 'scope',
            lockid: 'lock-owner',
            rowversion: null,
            received: 'created',
            receivecount: 'attempts',
            expirationtime: 'expires',
            consumed: 'completed',
            delivered: null,
            lastsequencenumber: null,
          },
        ],
      ],
    );
  });

  it('integers beyond 2^53 stay exact', async () => {
    const told =
      await toldBySqlite(`CREATE TABLE processed_events (event_id INTEGER PRIMARY KEY, processed_at_ns INTEGER);
      INSERT INTO processed_events VALUES (9007199254740993, 1767600000250999999);`);
    assert.equal(told.rows[0]?.key, '9007199254740993');
    assert.equal(told.rows[0].completed?.raw, '1767600000250999999');
  });
});
