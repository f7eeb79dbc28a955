import assert from 'node:assert/strict';
import type { RecordRow } from 'idempotency-inspector';
import { bothDatabases } from './rows-told.ts';

const old = "'2020-01-05 08:00:00'";
const later = "'2999-01-01 00:00:00'";

interface Encoding {
  name: string;
  sql: string;
  /** Of each row by its key: the rule that gave the state, and what a retry gets. */
  rows: Record<string, [string, string]>;
  opens?: number;
}

const wordsOf = (state: string, words: string, retry: string): Record<string, [string, string]> =>
  Object.fromEntries(words.split(' ').map((word) => [word, [`${state}: status is '${word}'`, retry]]));

/** Words for states in all spellings that were met. A row's key is its word. */
const words = {
  ...wordsOf(
    'in progress',
    'pending processing in_progress INPROGRESS started running locked claimed reserved persisted received incoming scheduled queued delayed available in_processing',
    '409',
  ),
  ...wordsOf('completed', 'completed complete done finished succeeded success handled processed', 'unknown'),
  ...wordsOf(
    'failed',
    'failed failure error errored abandoned dead_letter discarded cancelled',
    'runs-again',
  ),
};

const encodings: Encoding[] = [
  {
    name: '1. a state as text or enum, in all its words',
    sql: `CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, status TEXT NOT NULL);
      INSERT INTO idempotency_keys VALUES ${Object.keys(words)
        .map((word) => `('${word}', '${word}')`)
        .join(', ')};`,
    rows: words,
  },
  {
    name: '2. a recovery point: Rocket Rides and Medusa',
    sql: `CREATE TABLE idempotency_key (idempotency_key TEXT PRIMARY KEY, recovery_point TEXT, response_code INT);
      INSERT INTO idempotency_key VALUES ('a', 'started', NULL), ('b', 'finished', 201), ('c', 'finished', NULL);`,
    rows: {
      a: ["in progress: recovery_point is 'started', a step before the last", '409'],
      b: ['completed: response_code is 201', 'replay 201'],
      c: ["completed: recovery_point is 'finished'", 'unknown'],
    },
  },
  {
    name: '2. a recovery point: acidic_job before 1.0 with its error object',
    sql: `CREATE TABLE acidic_job_runs (id INT PRIMARY KEY, staged BOOLEAN, idempotency_key TEXT UNIQUE, serialized_job TEXT,
        job_class TEXT, last_run_at TEXT, locked_at TEXT, recovery_point TEXT, error_object TEXT);
      INSERT INTO acidic_job_runs VALUES (1, FALSE, 'a', '{}', 'Ride', ${later}, ${later}, 'charge', NULL),
        (2, FALSE, 'b', '{}', 'Ride', ${old}, NULL, 'FINISHED', NULL),
        (3, FALSE, 'c', '{}', 'Ride', ${old}, NULL, 'charge', 'RuntimeError');`,
    rows: {
      a: ["in progress: recovery_point is 'charge', a step before the last", '409'],
      b: ["completed: recovery_point is 'FINISHED'", '422-if-different'],
      c: ['failed: error_object is set', 'runs-again'],
    },
  },
  {
    name: '2. a recovery point: acidic_job 1.0',
    sql: `CREATE TABLE acidic_job_executions (id INT PRIMARY KEY, idempotency_key TEXT UNIQUE, serialized_job TEXT,
        last_run_at TEXT, locked_at TEXT, recover_to TEXT);
      INSERT INTO acidic_job_executions VALUES (1, 'a', '{}', ${later}, ${later}, 'step_2'),
        (2, 'b', '{}', ${old}, NULL, '__ACIDIC_JOB_WORKFLOW_FINISHED__');`,
    rows: {
      a: ["in progress: recover_to is 'step_2', a step before the last", '409'],
      b: ["completed: recover_to is '__ACIDIC_JOB_WORKFLOW_FINISHED__'", '422-if-different'],
    },
  },
  ...['in_progress', 'is_processing', 'locked'].map((name) => ({
    name: `3. a flag that is set while working: ${name}`,
    sql: `CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, ${name} BOOLEAN, response TEXT);
      INSERT INTO idempotency_keys VALUES ('a', TRUE, NULL), ('b', FALSE, '{"id":1}'), ('c', FALSE, NULL);`,
    rows: {
      a: [`in progress: ${name} is TRUE`, '409'],
      b: ['completed: response is saved', 'replay'],
      c: [`unknown: ${name} is FALSE, but no answer is saved`, 'unknown'],
    } as Encoding['rows'],
  })),
  ...['completed', 'processed', 'dispatched', 'done'].map((name) => ({
    name: `3. a flag that is set when the work is done: ${name}`,
    sql: `CREATE TABLE processed_messages (message_id TEXT PRIMARY KEY, ${name} BOOLEAN, last_error TEXT);
      INSERT INTO processed_messages VALUES ('a', FALSE, NULL), ('b', TRUE, NULL), ('c', FALSE, 'boom');`,
    rows: {
      a: [`in progress: ${name} is FALSE`, '409'],
      b: [`completed: ${name} is TRUE`, 'replay'],
      c: ['failed: last_error is set', 'runs-again'],
    } as Encoding['rows'],
  })),
  {
    name: '3. a flag as a whole number, and one more for work that was given up: transaction-outbox',
    sql: `CREATE TABLE TXNO_OUTBOX (id TEXT PRIMARY KEY, invocation TEXT, nextAttemptTime TEXT, attempts INT, blocked BOOLEAN,
        version INT, uniqueRequestId TEXT UNIQUE, processed BOOLEAN, lastAttemptTime TEXT);
      INSERT INTO TXNO_OUTBOX VALUES ('1', '{}', NULL, 0, FALSE, 1, 'a', FALSE, NULL),
        ('2', '{}', NULL, 1, FALSE, 1, 'b', TRUE, NULL), ('3', '{}', NULL, 5, TRUE, 1, 'c', FALSE, NULL);`,
    rows: {
      a: ['in progress: processed is FALSE', '409'],
      b: ['completed: processed is TRUE', 'replay'],
      c: ['failed: blocked is TRUE', 'runs-again'],
    },
  },
  {
    name: '4. a state inside JSON, by its library: node-idempotency keeps failures as complete',
    sql: `CREATE TABLE idempotency (key TEXT PRIMARY KEY, created_at TEXT, data TEXT, expires_at TEXT);
      INSERT INTO idempotency VALUES
        ('a', ${later}, '{"status":"IN_PROGRESS","fingerPrint":"f"}', ${later}),
        ('b', ${old}, '{"status":"COMPLETE","fingerPrint":"f","response":{"body":{"id":1},"additional":{"statusCode":201}}}', ${later}),
        ('c', ${old}, '{"status":"COMPLETE","fingerPrint":"f","response":{"error":{"message":"declined"}}}', ${later});`,
    rows: {
      a: ["in progress: data → status is 'IN_PROGRESS'", '409'],
      b: ["completed: data → status is 'COMPLETE'", 'replay 201'],
      c: ['failed: data → response → error is set', 'replay'],
    },
  },
  {
    name: '4. a state inside JSON, by its values',
    sql: `CREATE TABLE idempotency_records (key TEXT PRIMARY KEY, response TEXT);
      INSERT INTO idempotency_records VALUES ('a', '{"status":"INPROGRESS","validation":"f"}'),
        ('b', '{"status":"COMPLETED","validation":"f","response":"{}"}');`,
    rows: {
      a: ["in progress: response → status is 'INPROGRESS'", '409'],
      b: ["completed: response → status is 'COMPLETED'", 'replay'],
    },
  },
  {
    name: '4. an answer that has a status of its own is no state',
    sql: `CREATE TABLE idempotency_records (key TEXT PRIMARY KEY, response TEXT);
      INSERT INTO idempotency_records VALUES ('a', '{"status":"pending","id":"re_1"}'), ('b', NULL);`,
    rows: {
      a: ['completed: response is saved', 'replay'],
      b: ['in progress: response is NULL', '409'],
    },
  },
  {
    name: '5. a lock alone, though code and answer are never NULL',
    sql: `CREATE TABLE idempotency_records (idempotency_key TEXT PRIMARY KEY, payload_hash TEXT, http_status INT NOT NULL,
        response_headers TEXT, response_body BLOB NOT NULL, response_content_type TEXT, created_at TEXT, expires_at TEXT,
        lock_token TEXT, locked_until TEXT);
      INSERT INTO idempotency_records VALUES ('a', 'f', 0, '{}', x'', NULL, ${later}, ${later}, 't', ${later}),
        ('b', 'f', 200, '{}', x'7b7d', NULL, ${later}, ${later}, NULL, NULL);`,
    rows: {
      a: ['in progress: lock_token is set', '409'],
      b: ['completed: http_status is 200', 'replay 200'],
    },
  },
  ...['lock_token', 'locked_until', 'locked_at'].map((name) => ({
    name: `5. nothing but a lock: ${name}`,
    sql: `CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, ${name} TEXT);
      INSERT INTO idempotency_keys VALUES ('a', ${later}), ('b', NULL);`,
    rows: {
      a: [`in progress: ${name} is set`, '409'],
      b: ['completed: no lock is set', 'unknown'],
    } as Encoding['rows'],
  })),
  ...['completed_at', 'processed_at', 'consumed', 'handled_at'].map((name) => ({
    name: `6. a time of completion: ${name}`,
    sql: `CREATE TABLE processed_events (event_id TEXT PRIMARY KEY, ${name} TEXT, last_error TEXT);
      INSERT INTO processed_events VALUES ('a', NULL, NULL), ('b', ${old}, NULL), ('c', NULL, 'boom');`,
    rows: {
      a: [`in progress: ${name} is NULL`, '409'],
      b: [`completed: ${name} is set`, 'replay'],
      c: [`failed: ${name} is NULL and last_error is set`, 'runs-again'],
    } as Encoding['rows'],
  })),
  {
    name: '6. a time of completion by its type, before there is any row',
    sql: `CREATE TABLE inbox_messages (message_id TEXT PRIMARY KEY, consumed TIMESTAMP);
      INSERT INTO inbox_messages VALUES ('a', NULL);`,
    rows: { a: ['in progress: consumed is NULL', '409'] },
  },
  {
    name: '7. a response code: NULL is in progress, an error code is a completed answer',
    sql: `CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, response_code INT, response_body TEXT);
      INSERT INTO idempotency_keys VALUES ('a', NULL, NULL), ('b', 100, NULL), ('c', 200, '{}'), ('d', 402, '{}'),
        ('e', 599, '{}'), ('f', 0, NULL), ('g', 7, NULL);`,
    rows: {
      a: ['in progress: response_code is NULL', '409'],
      b: ['completed: response_code is 100', 'replay 100'],
      c: ['completed: response_code is 200', 'replay 200'],
      d: ['completed: response_code is 402', 'replay 402'],
      e: ['completed: response_code is 599', 'replay 599'],
      f: ['in progress: response_code is 0', '409'],
      g: ['unknown: response_code is 7, no HTTP code', 'unknown'],
    },
  },
  {
    name: '8. an answer without a code: NULL is in progress, an empty text is an answer',
    sql: `CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, response TEXT);
      INSERT INTO idempotency_keys VALUES ('a', NULL), ('b', '{"id":1}'), ('c', '');`,
    rows: {
      a: ['in progress: response is NULL', '409'],
      b: ['completed: response is saved', 'replay'],
      c: ['completed: response is saved', 'replay'],
    },
  },
  ...['{}', ''].map((empty) => ({
    name: `8. an answer whose default is '${empty}': the default is no answer`,
    sql: `CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, response TEXT NOT NULL DEFAULT '${empty}');
      INSERT INTO idempotency_keys (key) VALUES ('a'); INSERT INTO idempotency_keys VALUES ('b', '{"id":1}');`,
    rows: {
      a: ['in progress: response is still its default', '409'],
      b: ['completed: response is saved', 'replay'],
    } as Encoding['rows'],
  })),
  {
    name: '9. a key and nothing else: the row is there',
    sql: `CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, created_at TEXT);
      INSERT INTO idempotency_keys VALUES ('a', ${old});`,
    rows: { a: ['completed: the row is there, and this table keeps no state', 'unknown'] },
  },
  {
    name: '9. an answer that is never NULL and no lock: the row is there',
    sql: `CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, response TEXT NOT NULL);
      INSERT INTO idempotency_keys VALUES ('a', '{"id":1}');`,
    rows: { a: ['completed: the row is there, and this table keeps no state', 'replay'] },
  },
  {
    name: 'expired: a state that says so, whatever came before',
    sql: `CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, status TEXT);
      INSERT INTO idempotency_keys VALUES ('a', 'EXPIRED'), ('b', 'REAPED'), ('c', 'REMOVED');`,
    rows: {
      a: ["unknown: status is 'EXPIRED', whatever came before", 'runs-again'],
      b: ["unknown: status is 'REAPED', whatever came before", 'runs-again'],
      c: ["unknown: status is 'REMOVED', whatever came before", 'runs-again'],
    },
  },
  {
    name: 'expired: its own time has passed',
    sql: `CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, response_code INT, expires_at TEXT);
      INSERT INTO idempotency_keys VALUES ('a', 200, ${old}), ('b', 200, ${later});`,
    rows: {
      a: ['completed: response_code is 200', 'runs-again'],
      b: ['completed: response_code is 200', 'replay 200'],
    },
  },
  {
    name: 'expired: by the retention that its library has, and the row still bars the way',
    sql: `CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, fingerprint TEXT, status TEXT, response TEXT, created_at BIGINT);
      INSERT INTO idempotency_keys VALUES ('a', 'f', 'completed', '{"status":200,"body":"{}"}', 1577836800000),
        ('b', 'f', 'completed', '{"status":200,"body":"{}"}', 32503680000000);`,
    rows: {
      a: ["completed: status is 'completed'", '409'],
      b: ["completed: status is 'completed'", 'replay 200'],
    },
  },
  {
    name: 'stuck: the lock’s own end has passed, before all other times',
    sql: `CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, status TEXT, locked_until TEXT, created_at TEXT);
      INSERT INTO idempotency_keys VALUES ('a', 'processing', ${old}, ${later}), ('b', 'processing', ${later}, ${old});`,
    rows: {
      a: ["in progress: status is 'processing'; stuck: locked_until has passed", 'runs-again'],
      b: ["in progress: status is 'processing'", '409'],
    },
  },
  ...['locked_at', 'claimed_at', 'started_at', 'last_run_at'].map((name) => ({
    name: `stuck: ${name} is older than five minutes, whatever created_at says`,
    sql: `CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, status TEXT, ${name} TEXT, created_at TEXT);
      INSERT INTO idempotency_keys VALUES ('a', 'processing', ${old}, ${later}), ('b', 'processing', ${later}, ${old});`,
    rows: {
      a: [
        `in progress: status is 'processing'; stuck: ${name} is more than 5 minutes ago`,
        name === 'last_run_at' ? '409' : 'unknown',
      ],
      b: ["in progress: status is 'processing'", '409'],
    } as Encoding['rows'],
  })),
  {
    name: 'stuck: created_at where there is no other time',
    sql: `CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, status TEXT, created_at TEXT);
      INSERT INTO idempotency_keys VALUES ('a', 'processing', ${old}), ('b', 'processing', ${later});`,
    rows: {
      a: ["in progress: status is 'processing'; stuck: created_at is more than 5 minutes ago", '409'],
      b: ["in progress: status is 'processing'", '409'],
    },
  },
  {
    name: 'unknown: a word that no table of this kind was seen to use',
    sql: `CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY, status TEXT);
      INSERT INTO idempotency_keys VALUES ('a', 'frobnicated'), ('b', NULL);`,
    rows: {
      a: ["unknown: status is 'frobnicated', a word this inspector does not know", 'unknown'],
      b: ['unknown: status is NULL', 'unknown'],
    },
  },
];

/** SQLite has no booleans and shows 1 and 0; PostgreSQL shows true and false. */
const plainFlags = (rule: string): string =>
  rule.replace(/ is (1|'true')(?=$|[,;])/, ' is TRUE').replace(/ is (0|'false')(?=$|[,;])/, ' is FALSE');

const told = (record: RecordRow, flags: boolean): [string, [string, string]] => [
  record.key,
  [
    flags ? plainFlags(record.stateRule) : record.stateRule,
    `${record.retry.outcome} ${record.retry.code ?? ''}`.trim(),
  ],
];

describe('every way in which tables tell the state of a row', () => {
  for (const { name, sql, rows } of encodings)
    describe(name, () => {
      for (const [database, read] of bothDatabases)
        it(database, async () => {
          const { rows: records } = await read(sql);
          const flags = /BOOLEAN/.test(sql);
          assert.deepEqual(Object.fromEntries(records.map((record) => told(record, flags))), rows);
        });
    });
});
