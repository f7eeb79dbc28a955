/** A database as an application would make it, and what must be told of it. */
export interface FullTable {
  name: string;
  /** Where the features it uses exist. */
  databases: ('SQLite' | 'PostgreSQL')[];
  sql: string;
}

const old = "'2020-01-05 08:00:00'";
const later = "'2999-01-01 00:00:00'";
const f1 = '1'.repeat(64);
const f2 = '2'.repeat(64);
const f = (digit: number): string => String(digit).repeat(64);
const both: FullTable['databases'] = ['SQLite', 'PostgreSQL'];

export const fullTables: FullTable[] = [
  {
    name: 'a sound table: claims before the work, scoped, fingerprinted, swept',
    databases: both,
    sql: `
      CREATE TABLE idempotency_keys (
        tenant_id TEXT NOT NULL,
        key TEXT NOT NULL CHECK (length(key) BETWEEN 16 AND 255),
        request_hash CHAR(64) NOT NULL,
        status TEXT NOT NULL DEFAULT 'processing' CHECK (status IN ('processing', 'completed', 'failed')),
        response_code INT CHECK (response_code BETWEEN 100 AND 599),
        response_body TEXT,
        locked_until TEXT,
        created_at TEXT NOT NULL DEFAULT CURRENT_TIMESTAMP,
        expires_at TEXT NOT NULL,
        PRIMARY KEY (tenant_id, key)
      );
      CREATE INDEX sweep ON idempotency_keys (expires_at);
      INSERT INTO idempotency_keys VALUES
        ('acme', 'key-0000-0000-0001', '${f1}', 'processing', NULL, NULL, ${later}, ${later}, ${later}),
        ('acme', 'key-0000-0000-0002', '${f(2)}', 'processing', NULL, NULL, ${old}, ${old}, ${later}),
        ('acme', 'key-0000-0000-0003', '${f(3)}', 'completed', 201, '{"id":1}', NULL, ${old}, ${later}),
        ('acme', 'key-0000-0000-0004', '${f(4)}', 'failed', NULL, NULL, NULL, ${old}, ${later}),
        ('acme', 'key-0000-0000-0005', '${f(5)}', 'completed', 201, '{"id":1}', NULL, ${old}, ${old});`,
  },
  {
    name: 'labels of an enum, one of them unknown to everybody else',
    databases: ['PostgreSQL'],
    sql: `
      CREATE TYPE request_state AS ENUM ('received', 'in_flight', 'succeeded', 'errored', 'parked');
      CREATE TABLE "IdempotencyRecord" (
        "id" UUID PRIMARY KEY DEFAULT gen_random_uuid(),
        "idempotencyKey" TEXT NOT NULL,
        "userId" UUID NOT NULL,
        "payloadHash" BYTEA NOT NULL,
        "state" request_state NOT NULL DEFAULT 'received',
        "httpStatus" SMALLINT,
        "responseBody" JSONB,
        "createdAt" TIMESTAMPTZ NOT NULL DEFAULT now(),
        UNIQUE ("userId", "idempotencyKey")
      );
      INSERT INTO "IdempotencyRecord" ("idempotencyKey", "userId", "payloadHash", "state", "httpStatus", "responseBody", "createdAt")
      SELECT key, 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', sha256(key::bytea), state::request_state, code, body::jsonb, at::timestamptz
      FROM (VALUES ('a', 'received', NULL, NULL, ${later}), ('b', 'in_flight', NULL, NULL, ${old}),
        ('c', 'succeeded', 200, '{"ok": true}', ${old}), ('d', 'errored', NULL, NULL, ${old}), ('e', 'parked', NULL, NULL, ${old}))
        AS rows (key, state, code, body, at);`,
  },
  {
    name: 'a state that is done before anything happened',
    databases: both,
    sql: `
      CREATE TABLE payment_idempotency (
        id INTEGER PRIMARY KEY,
        idempotency_key VARCHAR(64) NOT NULL UNIQUE,
        merchant_id INT NOT NULL,
        status VARCHAR(20) NOT NULL DEFAULT 'COMPLETED',
        payment_id VARCHAR(64),
        created_at TEXT NOT NULL
      );
      INSERT INTO payment_idempotency (id, idempotency_key, merchant_id, created_at) VALUES (1, 'pay-1', 7, ${old});
      INSERT INTO payment_idempotency VALUES (2, 'pay-2', 7, 'IN_PROGRESS', NULL, ${old});`,
  },
  {
    name: 'an answer that is never NULL: inserted after the work',
    databases: both,
    sql: `
      CREATE TABLE idempotency_cache (
        cache_key TEXT PRIMARY KEY,
        user_id TEXT,
        response_status INT NOT NULL,
        response_body TEXT NOT NULL,
        created_at BIGINT NOT NULL
      );
      INSERT INTO idempotency_cache VALUES ('alice@example.com:buy', 'u1', 200, '{}', 1767600000000),
        ('k-2', 'u2', 503, 'down', 1767600000000);`,
  },
  {
    name: 'no key, no index, no rule at all',
    databases: both,
    sql: `
      CREATE TABLE request_dedup (request_id TEXT, body_hash TEXT, result TEXT, created_at TEXT);
      INSERT INTO request_dedup VALUES ('r-1', '${f1}', '{}', ${old}), ('r-1', '${f2}', '{}', ${old}), ('r-2', '${f2}', NULL, ${later});`,
  },
  {
    name: 'unique among the living only: a partial index',
    databases: both,
    sql: `
      CREATE TABLE operation_keys (
        id INTEGER PRIMARY KEY,
        operation_key TEXT NOT NULL,
        account_id INT NOT NULL,
        request_fingerprint TEXT NOT NULL,
        response TEXT,
        deleted_at TEXT,
        created_at TEXT NOT NULL
      );
      CREATE UNIQUE INDEX one_living ON operation_keys (account_id, operation_key) WHERE deleted_at IS NULL;
      INSERT INTO operation_keys VALUES (1, 'op-1', 1, '${f1}', '{}', ${old}, ${old}), (2, 'op-1', 1, '${f2}', NULL, NULL, ${later});`,
  },
  {
    name: 'unique over owner, operation and key, with a surrogate in front',
    databases: both,
    sql: `
      CREATE TABLE api_idempotency_keys (
        id INTEGER PRIMARY KEY,
        actor_id TEXT NOT NULL,
        operation TEXT NOT NULL,
        key TEXT NOT NULL,
        request_hash TEXT NOT NULL,
        response_code INT,
        response_body TEXT,
        created_at TEXT NOT NULL,
        UNIQUE (actor_id, operation, key)
      );
      INSERT INTO api_idempotency_keys VALUES (1, 'u1', 'charge', 'k-1', '${f1}', NULL, NULL, ${later}),
        (2, 'u1', 'refund', 'k-1', '${f2}', 402, '{"error":"declined"}', ${old});`,
  },
  {
    name: 'names that have to be quoted, and one that is an SQL word',
    databases: both,
    sql: `
      CREATE TABLE "Idempotency Keys" (
        "select" INT,
        "Idempotency Key" TEXT PRIMARY KEY,
        "Tenant-Id" TEXT,
        "say ""no""" TEXT,
        "Status" TEXT NOT NULL,
        "Response Body" TEXT
      );
      INSERT INTO "Idempotency Keys" VALUES (1, 'it''s', 't', NULL, 'Done', '{}'), (2, 'k;--', 't', NULL, 'Running', NULL);`,
  },
  {
    name: 'generated columns: the key is made of others, the day of the time',
    databases: ['SQLite'],
    sql: `
      CREATE TABLE idempotency_requests (
        client_id TEXT NOT NULL,
        token TEXT NOT NULL,
        idempotency_key TEXT GENERATED ALWAYS AS (client_id || ':' || token) STORED UNIQUE,
        request_hash TEXT,
        response_code INT,
        created_at INTEGER NOT NULL,
        created_day TEXT GENERATED ALWAYS AS (date(created_at, 'unixepoch')) VIRTUAL
      );
      INSERT INTO idempotency_requests (client_id, token, request_hash, response_code, created_at) VALUES
        ('web', 't1', '${f1}', 200, 1767600000), ('app', 't1', '${f2}', NULL, 32503680000);`,
  },
  {
    name: 'generated columns in PostgreSQL: the digest of the key',
    databases: ['PostgreSQL'],
    sql: `
      CREATE TABLE idempotency_requests (
        client_id TEXT NOT NULL,
        idempotency_key TEXT NOT NULL,
        key_digest TEXT GENERATED ALWAYS AS (md5(idempotency_key)) STORED,
        request_hash TEXT,
        response_code INT,
        created_at TIMESTAMPTZ NOT NULL,
        PRIMARY KEY (client_id, idempotency_key)
      );
      INSERT INTO idempotency_requests (client_id, idempotency_key, request_hash, response_code, created_at) VALUES
        ('web', 'k-1', '${f1}', 200, ${old}), ('app', 'k-1', '${f2}', NULL, ${later});`,
  },
  {
    name: 'UNLOGGED, with one JSON for everything',
    databases: ['PostgreSQL'],
    sql: `
      CREATE SCHEMA node_idempotency;
      CREATE UNLOGGED TABLE node_idempotency.idempotency (
        key VARCHAR(255) PRIMARY KEY, created_at TIMESTAMPTZ DEFAULT now(), data TEXT NOT NULL, expires_at TIMESTAMPTZ NOT NULL);
      INSERT INTO node_idempotency.idempotency VALUES
        ('idem:POST:/orders:k-1', ${later}, '{"status":"IN_PROGRESS","fingerPrint":"${f1}"}', ${later}),
        ('idem:POST:/orders:k-2', ${old}, '{"status":"COMPLETE","fingerPrint":"${f2}","response":{"body":{"id":1},"additional":{"statusCode":201}}}', ${later}),
        ('idem:POST:/orders:k-3', ${old}, '{"status":"COMPLETE","fingerPrint":"${f2}","response":{"error":{"message":"boom"}}}', ${old});`,
  },
  {
    name: 'two key tables in one database, and tables that only look like some',
    databases: both,
    sql: `
      CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, request_hash TEXT, response TEXT, created_at TEXT);
      CREATE TABLE processed_events (event_id TEXT PRIMARY KEY, event_type TEXT, processed_at TEXT NOT NULL);
      CREATE TABLE api_keys (id INT PRIMARY KEY, key_hash TEXT UNIQUE, user_id INT, created_at TEXT);
      CREATE TABLE cache (key TEXT PRIMARY KEY, value TEXT, expiration INT);
      CREATE TABLE rate_limits (key TEXT PRIMARY KEY, count INT, expires_at TEXT);
      CREATE TABLE orders (id INT PRIMARY KEY, amount INT, idempotency_key TEXT UNIQUE, status TEXT);
      INSERT INTO idempotency_keys VALUES ('k-1', '${f1}', '{}', ${old});
      INSERT INTO processed_events VALUES ('evt_1', 'charge.succeeded', ${old});
      INSERT INTO orders VALUES (1, 450, 'k-1', 'paid');`,
  },
  {
    name: 'a client that makes a key per attempt',
    databases: both,
    sql: `
      CREATE TABLE idempotency_keys (
        customer_id TEXT NOT NULL, key TEXT NOT NULL, request_hash TEXT NOT NULL, response_code INT, response_body TEXT,
        created_at TEXT NOT NULL, PRIMARY KEY (customer_id, key));
      INSERT INTO idempotency_keys VALUES
        ('c1', '0b51f3d0-0000-4000-8000-000000000001', '${f1}', 201, '{"charge":1}', '2026-01-05 08:00:00'),
        ('c1', '0b51f3d0-0000-4000-8000-000000000002', '${f1}', 201, '{"charge":2}', '2026-01-05 08:00:31'),
        ('c2', '0b51f3d0-0000-4000-8000-000000000003', '${f2}', 201, '{"charge":3}', '2026-01-05 08:00:40');`,
  },
  {
    name: 'an inbox that counts attempts and keeps the last error',
    databases: both,
    sql: `
      CREATE TABLE inbox_messages (
        message_id TEXT NOT NULL, consumer TEXT NOT NULL, payload TEXT, attempts INT NOT NULL DEFAULT 0, last_error TEXT,
        received_at TEXT NOT NULL, processed_at TEXT, PRIMARY KEY (consumer, message_id));
      INSERT INTO inbox_messages VALUES ('m-1', 'billing', '{}', 1, NULL, ${old}, ${old}),
        ('m-2', 'billing', '{}', 3, 'timeout', ${old}, NULL), ('m-3', 'billing', '{}', 0, NULL, ${later}, NULL),
        ('m-4', 'billing', '{}', 0, NULL, ${old}, NULL);`,
  },
  {
    name: 'events of a provider, with a flag and times in seconds',
    databases: both,
    sql: `
      CREATE TABLE stripe_events (
        id TEXT PRIMARY KEY, type TEXT NOT NULL, livemode BOOLEAN, payload TEXT, processed BOOLEAN NOT NULL DEFAULT FALSE,
        error TEXT, received_at BIGINT NOT NULL);
      INSERT INTO stripe_events VALUES ('evt_1', 'charge.succeeded', TRUE, '{}', TRUE, NULL, 1767600000),
        ('evt_2', 'charge.failed', TRUE, '{}', FALSE, 'boom', 1767600000), ('evt_3', 'charge.failed', TRUE, '{}', FALSE, NULL, 32503680000);`,
  },
  {
    name: 'a lease with its holder and an epoch of 0 for nobody',
    databases: both,
    sql: `
      CREATE TABLE idem_record (
        ns TEXT NOT NULL, idem_key TEXT NOT NULL, fp TEXT, holder TEXT, lease_until BIGINT NOT NULL DEFAULT 0,
        resp_code INT NOT NULL DEFAULT 0, resp_body TEXT, crt_ts BIGINT, PRIMARY KEY (ns, idem_key));
      INSERT INTO idem_record VALUES ('a', 'k-1', '${f1}', 'w-1', 32503680000, 0, NULL, 32503680000),
        ('a', 'k-2', '${f1}', 'w-1', 1767600000, 0, NULL, 1767600000), ('a', 'k-3', '${f2}', NULL, 0, 0, NULL, 32503680000),
        ('a', 'k-4', '${f2}', NULL, 0, 409, '{}', 1767600000);`,
  },
  {
    name: 'keys that are too long, and retention of an hour',
    databases: both,
    sql: `
      CREATE TABLE idempotency_keys (
        idempotency_key TEXT PRIMARY KEY, fingerprint TEXT, status_code INT, response TEXT, created_at TEXT, expires_at TEXT);
      INSERT INTO idempotency_keys VALUES ('${'k'.repeat(300)}', '${f1}', 200, '{}', '2999-01-01 00:00:00', '2999-01-01 01:00:00'),
        ('short', '${f2}', NULL, NULL, '2020-01-01 00:00:00', '2999-01-01 00:00:00');`,
  },
  {
    name: 'WITHOUT ROWID, STRICT, bytes for keys and a Julian day',
    databases: ['SQLite'],
    sql: `
      CREATE TABLE idempotency_keys (
        key BLOB NOT NULL, scope TEXT NOT NULL, request_hash BLOB NOT NULL, response BLOB, created_at REAL NOT NULL,
        PRIMARY KEY (scope, key)) STRICT, WITHOUT ROWID;
      INSERT INTO idempotency_keys VALUES (x'00ff01', 'charge', x'${f1}', x'7b7d', 2461045.75), (x'6b2d32', 'charge', x'${f2}', NULL, 2461045.75);`,
  },
  {
    name: 'partitioned by day, the key unique within its day only',
    databases: ['PostgreSQL'],
    sql: `
      CREATE TABLE idempotency_keys (
        tenant_id INT NOT NULL, key TEXT NOT NULL, request_hash TEXT NOT NULL, response_code INT, created_on DATE NOT NULL,
        PRIMARY KEY (tenant_id, key, created_on)) PARTITION BY RANGE (created_on);
      CREATE TABLE idempotency_keys_old PARTITION OF idempotency_keys FOR VALUES FROM ('2020-01-01') TO ('2021-01-01');
      CREATE TABLE idempotency_keys_new PARTITION OF idempotency_keys FOR VALUES FROM ('2021-01-01') TO ('3000-01-01');
      INSERT INTO idempotency_keys VALUES (1, 'k-1', '${f1}', 200, '2020-02-02'), (1, 'k-1', '${f2}', NULL, '2026-01-05');`,
  },
  {
    name: 'the state in a whole number, whose meaning only the code knows',
    databases: both,
    sql: `
      CREATE TABLE idempotent_operations (
        operation_id TEXT PRIMARY KEY, kind TEXT, state INT NOT NULL DEFAULT 0, result TEXT, created_at TEXT);
      INSERT INTO idempotent_operations VALUES ('o-1', 'charge', 0, NULL, ${later}), ('o-2', 'charge', 2, '{}', ${old});`,
  },
  {
    name: 'a state that only its CHECK tells',
    databases: both,
    sql: `
      CREATE TABLE dedup_requests (
        client_request_id TEXT PRIMARY KEY,
        shop_id INT NOT NULL,
        body_hash TEXT NOT NULL,
        progress TEXT NOT NULL DEFAULT 'queued' CHECK (progress IN ('queued', 'running', 'done', 'dead')),
        created_at TEXT NOT NULL
      );
      INSERT INTO dedup_requests VALUES ('r-1', 1, '${f1}', 'running', ${later}), ('r-2', 1, '${f2}', 'done', ${old}),
        ('r-3', 1, '${f(3)}', 'dead', ${old});`,
  },
  {
    name: 'a mail inbox and a table of events to send: neither is opened',
    databases: both,
    sql: `
      CREATE TABLE inbox_messages (id TEXT PRIMARY KEY, message_id TEXT UNIQUE, from_email TEXT, subject TEXT, html_body TEXT, read_at TEXT);
      CREATE TABLE outbox_events (id TEXT PRIMARY KEY, topic TEXT, payload TEXT, published_at TEXT, idempotency_key TEXT);`,
  },
];
