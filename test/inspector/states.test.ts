import assert from 'node:assert/strict';
import fs from 'node:fs';
import { openStore } from 'idempotency-inspector';
import type { RecordRow } from 'idempotency-inspector';
import { temporaryFolder, writeDatabase } from './teaching-tables.ts';

const old = "'2026-01-05 08:00:00'";
const later = "'2999-01-01 00:00:00'";

interface Case {
  name: string;
  sql: string;
  /** Of each row, in the order of its key: rule, then outcome and code of a retry. */
  rows: [string, string][];
  preset?: string;
}

const cases: Case[] = [
  {
    name: 'rocket-rides: a recovery point tells the state, and a lock lasts 90 seconds',
    preset: 'rocket-rides',
    sql: `CREATE TABLE idempotency_keys (id INTEGER PRIMARY KEY, created_at TEXT, idempotency_key TEXT, last_run_at TEXT,
        locked_at TEXT, request_method TEXT, request_params TEXT, request_path TEXT, response_code INT,
        response_body TEXT, recovery_point TEXT, user_id INT, UNIQUE (user_id, idempotency_key));
      INSERT INTO idempotency_keys VALUES
        (1, ${old}, 'a', ${old}, NULL, 'POST', '{}', '/rides', 201, '{}', 'finished', 1),
        (2, ${old}, 'b', ${old}, ${old}, 'POST', '{}', '/rides', NULL, NULL, 'ride_created', 1),
        (3, ${old}, 'c', ${old}, NULL, 'POST', '{}', '/rides', NULL, NULL, 'charge_created', 1);`,
    rows: [
      ['completed: response_code is 201', 'replay 201'],
      [
        "in progress: recovery_point is 'ride_created', a step before the last; stuck: locked_at is more than 90 seconds ago",
        'unknown',
      ],
      [
        "in progress: recovery_point is 'charge_created', a step before the last; stuck: last_run_at is more than 90 seconds ago",
        'runs-again',
      ],
    ],
  },
  {
    name: 'node-idempotency: state, code and fingerprint stand inside a JSON text',
    preset: 'node-idempotency',
    sql: `CREATE TABLE idempotency (key TEXT PRIMARY KEY, created_at TEXT, data TEXT, expires_at TEXT);
      INSERT INTO idempotency VALUES
        ('a', ${old}, '{"status":"COMPLETE","fingerPrint":"${'a'.repeat(64)}","response":{"body":{"id":1},"additional":{"statusCode":201}}}', ${later}),
        ('b', ${old}, '{"status":"IN_PROGRESS","fingerPrint":"${'b'.repeat(64)}"}', ${later}),
        ('c', ${old}, 'no json', ${later});`,
    rows: [
      ["completed: data → status is 'COMPLETE'", 'replay 201'],
      ["in progress: data → status is 'IN_PROGRESS'; stuck: created_at is more than 5 minutes ago", '409'],
      ['unknown: data → status is NULL', 'unknown'],
    ],
  },
  {
    name: 'lu1tr0n: the lock alone tells completion, code and body are never NULL',
    preset: 'lu1tr0n',
    sql: `CREATE TABLE idempotency_records (idempotency_key TEXT PRIMARY KEY, payload_hash TEXT, http_status INT NOT NULL,
        response_headers TEXT, response_body BLOB NOT NULL, response_content_type TEXT, created_at TEXT, expires_at TEXT,
        lock_token TEXT, locked_until TEXT);
      INSERT INTO idempotency_records VALUES
        ('a', '${'a'.repeat(64)}', 0, '{}', x'', NULL, ${later}, ${later}, 'token', ${later}),
        ('b', '${'b'.repeat(64)}', 0, '{}', x'', NULL, ${old}, ${later}, 'token', ${old}),
        ('c', '${'c'.repeat(64)}', 200, '{}', x'7b7d', NULL, ${old}, ${later}, NULL, NULL);`,
    rows: [
      ['in progress: lock_token is set', '409'],
      ['in progress: lock_token is set; stuck: locked_until has passed', 'runs-again'],
      ['completed: http_status is 200', 'replay 200'],
    ],
  },
  {
    name: 'a status that is an HTTP code, though its column is text',
    sql: `CREATE TABLE idempotency (key TEXT PRIMARY KEY, status TEXT, body TEXT);
      INSERT INTO idempotency VALUES ('a', '201', '{}'), ('b', NULL, NULL), ('c', '503', 'down');`,
    rows: [
      ['completed: status is 201', 'replay 201'],
      ['in progress: status is NULL', '409'],
      ['completed: status is 503', 'replay 503'],
    ],
  },
  {
    name: 'a state whose default says done is doubted',
    sql: `CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, status TEXT DEFAULT 'completed', created_at TEXT);
      INSERT INTO idempotency_keys (key, created_at) VALUES ('a', ${old});
      INSERT INTO idempotency_keys VALUES ('b', 'weird', ${old});`,
    rows: [
      ["completed: status is 'completed', which is the column’s default", 'unknown'],
      ["unknown: status is 'weird', a word this inspector does not know", 'unknown'],
    ],
  },
  {
    name: 'a code that is 200 by default tells nothing',
    sql: `CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, status_code INT NOT NULL DEFAULT 200, response TEXT);
      INSERT INTO idempotency_keys VALUES ('a', 200, '{"id":1}'), ('b', 200, NULL);`,
    rows: [
      ['completed: response is saved', 'replay 200'],
      ['unknown: status_code is 200 by default, before any work too', 'unknown'],
    ],
  },
  {
    name: 'a code of 0 where NULL is not allowed means in progress',
    sql: `CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, status_code INT NOT NULL DEFAULT 0, response TEXT);
      INSERT INTO idempotency_keys VALUES ('a', 0, NULL), ('b', 204, '');`,
    rows: [
      ['in progress: status_code is 0', '409'],
      ['completed: status_code is 204', 'replay 204'],
    ],
  },
  {
    name: 'an empty default is no saved answer',
    sql: `CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, response TEXT NOT NULL DEFAULT '{}');
      INSERT INTO idempotency_keys (key) VALUES ('a'); INSERT INTO idempotency_keys VALUES ('b', '{"id":1}');`,
    rows: [
      ['in progress: response is still its default', '409'],
      ['completed: response is saved', 'replay'],
    ],
  },
  {
    name: 'a lock at the beginning of 1970 is no lock',
    sql: `CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, response TEXT, created_at TEXT,
        locked_at TEXT DEFAULT '1970-01-01T00:00:00.000Z');
      INSERT INTO idempotency_keys (key, created_at) VALUES ('a', ${old});
      INSERT INTO idempotency_keys VALUES ('b', NULL, ${old}, ${later});`,
    rows: [
      ['in progress: response is NULL; stuck: created_at is more than 5 minutes ago', 'runs-again'],
      ['in progress: locked_at is set', '409'],
    ],
  },
  {
    name: 'failed with no answer runs again, failed with its answer saved replays it',
    sql: `CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, status TEXT, response_code INT, response_body TEXT);
      INSERT INTO idempotency_keys VALUES ('a', 'failed', NULL, NULL), ('b', 'FAILED', 402, '{}');`,
    rows: [
      ["failed: status is 'failed'", 'runs-again'],
      ["completed: status is 'FAILED', and its answer is saved", 'replay 402'],
    ],
  },
  {
    name: 'an expired key runs again, whatever its state',
    sql: `CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, response_code INT, expires_at INTEGER);
      INSERT INTO idempotency_keys VALUES ('a', 200, 1767600000), ('b', 200, 32503680000), ('c', 200, NULL);`,
    rows: [
      ['completed: response_code is 200', 'runs-again'],
      ['completed: response_code is 200', 'replay 200'],
      ['completed: response_code is 200', 'replay 200'],
    ],
  },
  {
    name: 'a finished key without its answer: only another request is sure to be refused',
    sql: `CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, request_hash TEXT, order_id TEXT);
      INSERT INTO idempotency_keys VALUES ('a', '${'a'.repeat(64)}', '7');`,
    rows: [['completed: the row is there, and this table keeps no state', '422-if-different']],
  },
  {
    name: 'MassTransit: consumed or not',
    preset: 'masstransit',
    sql: `CREATE TABLE InboxState (Id INTEGER PRIMARY KEY, MessageId TEXT, ConsumerId TEXT, LockId TEXT, RowVersion BLOB,
        Received TEXT, ReceiveCount INT, ExpirationTime TEXT, Consumed TEXT, Delivered TEXT, LastSequenceNumber INT,
        UNIQUE (MessageId, ConsumerId));
      INSERT INTO InboxState VALUES (1, 'a', 'c', 'l', NULL, ${old}, 1, NULL, ${old}, NULL, NULL),
        (2, 'b', 'c', 'l', NULL, ${later}, 1, NULL, NULL, NULL, NULL);`,
    rows: [
      ['completed: Consumed is set', 'replay'],
      ['in progress: LockId is set', '409'],
    ],
  },
  {
    name: 'a processed event with an error and no end has failed',
    sql: `CREATE TABLE processed_events (event_id TEXT PRIMARY KEY, processed_at TEXT, last_error TEXT);
      INSERT INTO processed_events VALUES ('a', ${old}, NULL), ('b', NULL, 'boom'), ('c', NULL, NULL);`,
    rows: [
      ['completed: processed_at is set', 'replay'],
      ['failed: processed_at is NULL and last_error is set', 'runs-again'],
      ['in progress: processed_at is NULL', '409'],
    ],
  },
  {
    name: 'an answer with its code in one JSON object',
    sql: `CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, response TEXT);
      INSERT INTO idempotency_keys VALUES ('a', '{"statusCode":201,"body":{"id":1}}'), ('b', NULL),
        ('c', '{"statusCode":402,"body":"declined"}');`,
    rows: [
      ['completed: response is saved', 'replay 201'],
      ['in progress: response is NULL', '409'],
      ['completed: response is saved', 'replay 402'],
    ],
  },
];

describe('the state of a row, with the rule that gave it and what a retry gets', () => {
  for (const { name, sql, rows, preset } of cases)
    it(name, async () => {
      const folder = temporaryFolder();
      try {
        const store = await openStore(writeDatabase(folder, sql));
        const [table] = await store.tables();
        assert.ok(table !== undefined);
        assert.equal(table.opens, true);
        assert.equal(table.preset, preset ?? null);
        const { records } = await store.page({ table, states: [], search: '', after: null, limit: 10 });
        const told = (record: RecordRow): [string, string] => [
          record.stateRule,
          `${record.retry.outcome} ${record.retry.code ?? ''}`.trim(),
        ];
        records.sort((a, b) => a.key.localeCompare(b.key));
        assert.deepEqual(records.map(told), rows);
        await store.close();
      } finally {
        fs.rmSync(folder, { recursive: true });
      }
    });
});
