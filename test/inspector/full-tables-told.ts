/** What must be told of each of the databases in `full-tables.ts`. */
export interface ExpectedOfTable {
  /** The tables that open by themselves. */
  opens: string[];
  /** Each row by its key, in order: the rule that gave the state, what a retry sent now gets, and why. */
  rows: [key: string, rule: string, retry: string, why: string][];
  /** What the audit finds, and about how many rows; sorted. */
  findings: string[];
}

const again = 'The saved answer is sent again, without working';
const refused = '; another request under this key is refused with 422.';
const uncoded = 'The saved answer is sent again, its code is not kept here';
const waiting = 'The first attempt is still in progress: the client waits and sends the same again.';
const gone = 'Its worker is most likely gone and nothing here releases the key: 409 until somebody does.';
const ranOut = 'The work failed and no answer is saved: the next attempt works again.';
const recognised = 'This message is recorded as done: a redelivery is recognised and its work is skipped.';

export const toldOfFullTables: Record<string, ExpectedOfTable> = {
  'a sound table: claims before the work, scoped, fingerprinted, swept': {
    opens: ['idempotency_keys'],
    rows: [
      ['key-0000-0000-0001', "in progress: status is 'processing'", '409', waiting],
      [
        'key-0000-0000-0002',
        "in progress: status is 'processing'; stuck: locked_until has passed",
        'runs-again',
        'Its lock ran out (locked_until has passed): the next attempt takes it over and works.',
      ],
      ['key-0000-0000-0003', "completed: status is 'completed'", 'replay 201', again + refused],
      ['key-0000-0000-0004', "failed: status is 'failed'", 'runs-again', ranOut],
      [
        'key-0000-0000-0005',
        "completed: status is 'completed'",
        'runs-again',
        'The key expired at 2020-01-05T08:00:00.000Z: the work is done again, as if it were new.',
      ],
    ],
    findings: ['expired-not-swept: 1', 'stuck: 1'],
  },
  'labels of an enum, one of them unknown to everybody else': {
    opens: ['IdempotencyRecord'],
    rows: [
      ['a', "in progress: state is 'received'", '409', waiting],
      ['b', "in progress: state is 'in_flight'; stuck: createdAt is more than 5 minutes ago", '409', gone],
      ['c', "completed: state is 'succeeded'", 'replay 200', again + refused],
      ['d', "failed: state is 'errored'", 'runs-again', ranOut],
      [
        'e',
        "unknown: state is 'parked', a word this inspector does not know",
        'unknown',
        'The row does not say whether its work is done.',
      ],
    ],
    findings: ['stuck: 1'],
  },
  'a state that is done before anything happened': {
    opens: ['payment_idempotency'],
    rows: [
      [
        'pay-1',
        "completed: status is 'COMPLETED', which is the column’s default",
        'unknown',
        'The key was used, but neither answer nor request is stored here.',
      ],
      [
        'pay-2',
        "in progress: status is 'IN_PROGRESS'; stuck: created_at is more than 5 minutes ago",
        '409',
        gone,
      ],
    ],
    findings: ['no-fingerprint: 2', 'state-defaults-to-done: 2', 'stuck: 1', 'unique-without-scope: 2'],
  },
  'an answer that is never NULL: inserted after the work': {
    opens: ['idempotency_cache'],
    rows: [
      ['alice@example.com:buy', 'completed: response_status is 200', 'replay 200', `${again}.`],
      [
        'k-2',
        'completed: response_status is 503',
        'replay 503',
        'The saved answer is sent again, a 503 too: this fault lasts as long as the key.',
      ],
    ],
    findings: [
      'cannot-show-progress: 2',
      'email-as-key: 1',
      'no-fingerprint: 2',
      'saved-fault: 1',
      'unique-without-scope: 2',
    ],
  },
  'no key, no index, no rule at all': {
    opens: ['request_dedup'],
    rows: [
      ['r-1', 'completed: result is saved', 'replay', uncoded + refused],
      ['r-1', 'completed: result is saved', 'replay', uncoded + refused],
      ['r-2', 'in progress: result is NULL', '409', waiting],
    ],
    findings: ['no-unique-rule: 3', 'one-key-several-requests: 2'],
  },
  'unique among the living only: a partial index': {
    opens: ['operation_keys'],
    rows: [
      ['op-1', 'in progress: response is NULL', '409', waiting],
      ['op-1', 'completed: response is saved', 'replay', uncoded + refused],
    ],
    findings: ['one-key-several-requests: 2', 'partly-unique: 2'],
  },
  'unique over owner, operation and key, with a surrogate in front': {
    opens: ['api_idempotency_keys'],
    rows: [
      ['k-1', 'completed: response_code is 402', 'replay 402', again + refused],
      ['k-1', 'in progress: response_code is NULL', '409', waiting],
    ],
    findings: [],
  },
  'names that have to be quoted, and one that is an SQL word': {
    opens: ['Idempotency Keys'],
    rows: [
      ["it's", "completed: Status is 'Done'", 'replay', `${uncoded}.`],
      ['k;--', "in progress: Status is 'Running'", '409', waiting],
    ],
    findings: ['no-fingerprint: 2', 'unique-without-scope: 2'],
  },
  'generated columns: the key is made of others, the day of the time': {
    opens: ['idempotency_requests'],
    rows: [
      ['app:t1', 'in progress: response_code is NULL', '409', waiting],
      ['web:t1', 'completed: response_code is 200', 'replay 200', again + refused],
    ],
    findings: [],
  },
  'generated columns in PostgreSQL: the digest of the key': {
    opens: ['idempotency_requests'],
    rows: [
      ['k-1', 'in progress: response_code is NULL', '409', waiting],
      ['k-1', 'completed: response_code is 200', 'replay 200', again + refused],
    ],
    findings: [],
  },
  'UNLOGGED, with one JSON for everything': {
    opens: ['idempotency'],
    rows: [
      ['idem:POST:/orders:k-1', "in progress: data → status is 'IN_PROGRESS'", '409', waiting],
      ['idem:POST:/orders:k-2', "completed: data → status is 'COMPLETE'", 'replay 201', again + refused],
      [
        'idem:POST:/orders:k-3',
        'failed: data → response → error is set',
        'runs-again',
        'The key expired at 2020-01-05T08:00:00.000Z: the work is done again, as if it were new.',
      ],
    ],
    findings: ['expired-not-swept: 1', 'no-sweep-index: 3', 'unlogged-table: 3'],
  },
  'two key tables in one database, and tables that only look like some': {
    opens: ['idempotency_keys', 'processed_events'],
    rows: [
      ['k-1', 'completed: response is saved', 'replay', uncoded + refused],
      ['evt_1', 'completed: the row is there, and this table keeps no state', 'replay', recognised],
    ],
    findings: [],
  },
  'a client that makes a key per attempt': {
    opens: ['idempotency_keys'],
    rows: [
      [
        '0b51f3d0-0000-4000-8000-000000000001',
        'completed: response_code is 201',
        'replay 201',
        again + refused,
      ],
      [
        '0b51f3d0-0000-4000-8000-000000000002',
        'completed: response_code is 201',
        'replay 201',
        again + refused,
      ],
      [
        '0b51f3d0-0000-4000-8000-000000000003',
        'completed: response_code is 201',
        'replay 201',
        again + refused,
      ],
    ],
    findings: ['same-request-under-several-keys: 2'],
  },
  'an inbox that counts attempts and keeps the last error': {
    opens: ['inbox_messages'],
    rows: [
      ['m-1', 'completed: processed_at is set', 'replay', recognised],
      [
        'm-2',
        'failed: processed_at is NULL and last_error is set',
        'runs-again',
        'The work on this message failed: the next delivery works again.',
      ],
      [
        'm-3',
        'in progress: processed_at is NULL',
        '409',
        'The work on this message is not done yet: a redelivery is held back until it is.',
      ],
      [
        'm-4',
        'in progress: processed_at is NULL; stuck: received_at is more than 5 minutes ago',
        '409',
        'Its worker is most likely gone and nothing here releases the message: redeliveries are held back until somebody does.',
      ],
    ],
    findings: ['stuck: 1'],
  },
  'events of a provider, with a flag and times in seconds': {
    opens: ['stripe_events'],
    rows: [
      ['evt_1', 'completed: processed is 1', 'replay', recognised],
      [
        'evt_2',
        'failed: error is set',
        'runs-again',
        'The work on this message failed: the next delivery works again.',
      ],
      [
        'evt_3',
        'in progress: processed is 0',
        '409',
        'The work on this message is not done yet: a redelivery is held back until it is.',
      ],
    ],
    findings: [],
  },
  'a lease with its holder and an epoch of 0 for nobody': {
    opens: ['idem_record'],
    rows: [
      ['k-1', 'in progress: holder is set', '409', waiting],
      [
        'k-2',
        'in progress: holder is set; stuck: lease_until has passed',
        'runs-again',
        'Its lock ran out (lease_until has passed): the next attempt takes it over and works.',
      ],
      [
        'k-3',
        'in progress: resp_code is 0',
        'runs-again',
        'Its lock was released with no answer saved: the next attempt works again.',
      ],
      ['k-4', 'completed: resp_code is 409', 'replay 409', again + refused],
    ],
    findings: ['stuck: 1'],
  },
  'keys that are too long, and retention of an hour': {
    opens: ['idempotency_keys'],
    rows: [
      ['k'.repeat(300), 'completed: status_code is 200', 'replay 200', again + refused],
      [
        'short',
        'in progress: status_code is NULL; stuck: created_at is more than 5 minutes ago',
        '409',
        gone,
      ],
    ],
    findings: ['key-too-long: 1', 'no-sweep-index: 2', 'short-retention: 1', 'stuck: 1'],
  },
  'WITHOUT ROWID, STRICT, bytes for keys and a Julian day': {
    opens: ['idempotency_keys'],
    rows: [
      ['0x00ff01', 'completed: response is saved', 'replay', uncoded + refused],
      ['k-2', 'in progress: response is NULL; stuck: created_at is more than 5 minutes ago', '409', gone],
    ],
    findings: ['stuck: 1'],
  },
  'partitioned by day, the key unique within its day only': {
    opens: ['idempotency_keys'],
    rows: [
      [
        'k-1',
        'in progress: response_code is NULL; stuck: created_on is more than 5 minutes ago',
        '409',
        gone,
      ],
      ['k-1', 'completed: response_code is 200', 'replay 200', again + refused],
    ],
    findings: ['one-key-several-requests: 2', 'partly-unique: 2', 'stuck: 1'],
  },
  'the state in a whole number, whose meaning only the code knows': {
    opens: ['idempotent_operations'],
    rows: [
      [
        'o-1',
        'unknown: state is 0, a number that only the application can read',
        'unknown',
        'The row does not say whether its work is done.',
      ],
      ['o-2', 'completed: result is saved', 'replay', `${uncoded}.`],
    ],
    findings: ['no-fingerprint: 2'],
  },
  'a state that only its CHECK tells': {
    opens: ['dedup_requests'],
    rows: [
      ['r-1', "in progress: progress is 'running'", '409', waiting],
      [
        'r-2',
        "completed: progress is 'done'",
        '422-if-different',
        'The key is finished, but its answer is not stored here: only another request is sure to be refused.',
      ],
      ['r-3', "failed: progress is 'dead'", 'runs-again', ranOut],
    ],
    findings: ['unique-without-scope: 3'],
  },
  'a mail inbox and a table of events to send: neither is opened': {
    opens: [],
    rows: [],
    findings: [],
  },
};
