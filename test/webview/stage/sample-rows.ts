import type { DecodedTime, RecordRow, RetryOutcome, TableSummary } from 'idempotency-inspector/protocol';

/** The moment at which all page tests take place. */
export const now = Date.parse('2026-11-30T12:02:33Z');

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

export const keyTable: TableSummary = {
  schema: null,
  table: 'idempotency_keys',
  opens: true,
  preset: 'http-keys',
  evidence: [
    'account + key is unique and named like a key',
    'response_code and response_body are NULL while locked_at is set',
    'request_hash holds 64 hexadecimal digits in every row: sha-256',
  ],
  columns: {
    id: 'id',
    account: 'scope',
    key: 'key',
    operation: 'operation',
    request_hash: 'fingerprint',
    response_code: 'code',
    response_body: 'body',
    locked_at: 'locked',
    created_at: 'created',
    answered_at: 'completed',
    expires_at: 'expires',
    trace: null,
  },
  unique: [['account', 'key'], ['id']],
};

/** A time as SQLite's CURRENT_TIMESTAMP writes it. */
export const time = (at: number): DecodedTime => ({
  raw: new Date(at).toISOString().slice(0, 19).replace('T', ' '),
  utc: new Date(at).toISOString(),
  assumed: 'no zone: read as UTC',
});

/** A completed row made 5 hours before now, with what is told otherwise. */
export function row(id: number, differing: Partial<RecordRow> = {}): RecordRow {
  const created = now - 5 * hour;
  const hash = hex(id, 64);
  return {
    id: `row-${id}`,
    table: 'idempotency_keys',
    scope: 'acme',
    operation: 'POST /v1/charges',
    key: uuid(id),
    fingerprint: { kind: 'sha-256', short: (differing.fingerprintFull ?? hash).slice(0, 8) },
    fingerprintFull: hash,
    state: 'completed',
    stateRule: 'completed: response_code is set',
    stuck: false,
    expired: false,
    code: 201,
    body: '{"charge":"•••","order":"•••","amount":"•••"}',
    bodyBytes: 118,
    created: time(created),
    locked: null,
    completed: time(created + 800),
    expires: time(created + 24 * hour),
    retry: replay(201),
    ...differing,
  };
}

export const replay = (code: number): RetryOutcome => ({
  outcome: 'replay',
  code,
  why: 'The saved answer is sent again, without working; another request under this key is refused with 422.',
});

/** Rows of every state, first, as the picture of the design shows them. */
export function shopRows(): RecordRow[] {
  const twin = `e3b0c442${hex(7, 56)}`;
  const at = (created: number, life = 24 * hour): Partial<RecordRow> => ({
    created: time(created),
    completed: time(created + 800),
    expires: time(created + life),
  });
  return [
    row(1, {
      ...at(now - 2 * second),
      state: 'in-progress',
      stateRule: 'in progress: response_code is NULL',
      code: null,
      body: null,
      bodyBytes: null,
      locked: time(now - 2 * second),
      completed: null,
      retry: {
        outcome: '409',
        code: null,
        why: 'The first attempt is still in progress: the client waits and sends the same again.',
      },
    }),
    row(2, { ...at(now - 2 * minute), fingerprintFull: twin }),
    row(3, { ...at(now - 2 * minute - 4 * second), fingerprintFull: twin }),
    row(4, {
      ...at(now - 47 * minute),
      scope: 'borealis',
      state: 'in-progress',
      stateRule: 'in progress: response_code is NULL',
      stuck: true,
      code: null,
      body: null,
      bodyBytes: null,
      locked: time(now - 47 * minute),
      completed: null,
      retry: {
        outcome: '409',
        code: null,
        why: 'Its worker is most likely gone and nothing here releases the key: 409 until somebody does.',
      },
    }),
    row(5, {
      ...at(now - 64 * minute),
      code: 500,
      retry: {
        outcome: 'replay',
        code: 500,
        why: 'The saved answer is sent again, a 500 too: this fault lasts as long as the key.',
      },
    }),
    row(6, {
      ...at(now - 27 * hour),
      scope: 'cobalt',
      expired: true,
      retry: {
        outcome: 'runs-again',
        code: null,
        why: 'The key expired at 2026-11-30 09:02: the work is done again, as if it were new.',
      },
    }),
    row(7, { ...at(now - 81 * minute), scope: 'cobalt', code: 402, retry: replay(402) }),
    row(8, { ...at(now - 82 * minute) }),
  ];
}

/** A large table: the rows of {@link shopRows}, then completed ones, newest first. */
export function manyRows(count: number): RecordRow[] {
  const accounts = ['acme', 'borealis', 'cobalt', 'dune'];
  const operations = ['POST /v1/charges', 'POST /v1/refunds', 'POST /v1/payouts'];
  const rows = shopRows();
  for (let id = rows.length + 1; id <= count; id++) {
    const created = now - 90 * minute - id * 7 * second;
    rows.push(
      row(id, {
        scope: accounts[id % 4]!,
        operation: operations[id % 3]!,
        created: time(created),
        completed: time(created + 640),
        expires: time(created + 24 * hour),
        expired: created + 24 * hour < now,
      }),
    );
  }
  return rows;
}

/** The id spread over hexadecimal digits, so that rows look as different as they do in life. */
function hex(id: number, digits: number): string {
  let text = '';
  let value = id >>> 0;
  while (text.length < digits) {
    value = (Math.imul(value ^ (value >>> 15), 0x2c1b3c6d) + 0x9e3779b9) >>> 0;
    text += value.toString(16).padStart(8, '0');
  }
  return text.slice(0, digits);
}

function uuid(id: number): string {
  const digits = hex(id + 5_000_000, 32);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    digits.slice(16, 20),
    digits.slice(20),
  ].join('-');
}
