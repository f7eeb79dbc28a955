import type { ColumnRole } from '../protocol.ts';
import type { KeyTableFamily } from './column-roles.ts';
import { normaliseName, squashedName } from './names.ts';
import { plainSpelling } from './spellings.ts';
import type { TableShape } from './table-shape.ts';

/** A value inside a JSON column. */
export interface EmbeddedValue {
  column: string;
  path: string[];
}

/**
 * A known library's table. Recognised by its whole signature: name and columns, in normalised spelling.
 * The facts are those of each project's own schema file, named in `source`.
 */
export interface Preset {
  name: string;
  source: string;
  family: KeyTableFamily;
  table: RegExp;
  /** Columns that must be there. */
  columns: string[];
  /** Columns that must not be there. */
  without?: string[];
  /** Roles that the general rules would not find, or would find wrong. */
  roles?: Record<string, ColumnRole | null>;
  /** Values that this library keeps inside a JSON column. */
  embedded?: Partial<Record<'state' | 'code' | 'body' | 'fingerprint' | 'error', EmbeddedValue>>;
  /** How long a claim may be in progress before its worker must be gone, in seconds. */
  stuckAfterSeconds?: number;
  /** Its expiry time is the end of the claim while the work is in progress, and the end of the retention afterwards. */
  expiryEndsClaim?: boolean;
  /** How long its keys live where no column says so, and what a retry meets then. */
  retention?: { seconds: number; expiredRow: string };
  /** What a person has to know who looks at this library's rows. */
  note?: string;
}

export const presets: Preset[] = [
  {
    name: 'rocket-rides',
    source: 'brandur/rocket-rides-atomic schema.sql, api.rb: a lock is taken over after 90 seconds',
    family: 'request',
    table: /^idempotency_keys?$/,
    columns: [
      'idempotency_key',
      'locked_at',
      'request_params',
      'response_code',
      'response_body',
      'recovery_point',
      'last_run_at',
    ],
    stuckAfterSeconds: 90,
  },
  {
    name: 'medusa',
    source: 'medusajs/medusa v1 packages/medusa/src/models/idempotency-key.ts',
    family: 'request',
    table: /^idempotency_key$/,
    columns: [
      'idempotency_key',
      'locked_at',
      'request_params',
      'response_code',
      'response_body',
      'recovery_point',
    ],
  },
  {
    name: 'acidic_job',
    source: 'fractaledmind/acidic_job',
    family: 'request',
    table: /^acidic_job_(executions|runs|keys)$/,
    columns: ['idempotency_key'],
    roles: { recover_to: 'state', recovery_point: 'state', definition: null, workflow: null },
  },
  {
    name: 'node-idempotency',
    source:
      'mahendraHegde/node-idempotency packages/core/src/idempotency.ts, packages/storage-adapter-postgres',
    family: 'request',
    table: /^idempotency$/,
    columns: ['key', 'data', 'created_at', 'expires_at'],
    roles: { data: 'body' },
    embedded: {
      state: { column: 'data', path: ['status'] },
      fingerprint: { column: 'data', path: ['fingerPrint'] },
      code: { column: 'data', path: ['response', 'additional', 'statusCode'] },
      body: { column: 'data', path: ['response', 'body'] },
      error: { column: 'data', path: ['response', 'error'] },
    },
  },
  {
    name: 'nestarc',
    source: 'nestarc/idempotency sql/init.sql',
    family: 'request',
    table: /^idempotency_records$/,
    columns: ['key', 'token', 'fingerprint', 'status', 'response_code', 'response_body', 'expires_at'],
  },
  {
    name: 'hono-idempotency',
    source: 'paveg/hono-idempotency src/stores/cloudflare-d1.ts',
    family: 'request',
    table: /^idempotency_keys$/,
    columns: ['key', 'fingerprint', 'status', 'response', 'created_at'],
    without: ['user_id', 'expires_at', 'status_code'],
    embedded: {
      code: { column: 'response', path: ['status'] },
      body: { column: 'response', path: ['body'] },
    },
    // Its lock is INSERT OR IGNORE, which meets the old row: no new claim before purge() has run.
    retention: {
      seconds: 86_400,
      expiredRow: 'its lock cannot be taken while the old row stands: 409 until purge() removes it',
    },
    note: 'keys live for 24 hours unless the application sets another ttl',
  },
  {
    name: 'idempotency4j',
    source:
      'josipmusa/idempotency4j providers/idempotency-jdbc/src/main/resources/idempotency-schema-postgresql.sql',
    family: 'request',
    table: /^idempotency_records$/,
    columns: [
      'idempotency_key',
      'status',
      'locked_at',
      'lock_expires_at',
      'request_fingerprint',
      'lock_timeout_ms',
    ],
  },
  {
    name: 'idempotence4j',
    source: 'transferwise/idempotence4j V20200610120500__add_idempotent_action.sql',
    family: 'request',
    table: /^idempotent_action$/,
    columns: ['key', 'type', 'client', 'completed_at', 'result', 'result_type'],
    roles: { client: 'scope', type: 'operation', result_type: 'content-type' },
  },
  {
    name: 'spring-boot-idempotency-starter',
    source: 'KHolodilin/spring-boot-idempotency-starter idempotency-records.sql',
    family: 'request',
    table: /^idempotency_records$/,
    columns: ['operation', 'idempotency_key', 'request_hash', 'status', 'result_payload', 'error_code'],
    note: 'work in progress may stand in a transaction that is still open, where no other session sees it',
  },
  {
    name: 'lu1tr0n',
    source:
      'lu1tr0n/idempotency-spring-boot-starter JdbcIdempotencyStore.java: lock_token alone tells completion',
    family: 'request',
    table: /^idempotency_records$/,
    columns: [
      'idempotency_key',
      'payload_hash',
      'http_status',
      'response_body',
      'lock_token',
      'locked_until',
    ],
  },
  {
    name: 'idempotency-guard',
    source: 'lawale/idempotency-guard src/IdempotencyGuard.PostgreSql/PostgresIdempotencyStore.cs',
    family: 'request',
    table: /^idempotency_entries$/,
    columns: ['key', 'fingerprint', 'state', 'claimed_at', 'completed_at', 'expires_at', 'response_body'],
    expiryEndsClaim: true,
  },
  {
    name: 'idempotent-rds',
    source: 'arun0009/idempotent idempotent-rds RdsSchemaStatements.java',
    family: 'request',
    table: /^idempotent$/,
    columns: ['key_id', 'process_name', 'status', 'expires_at', 'response'],
    roles: { process_name: 'operation', key_id: 'key' },
  },
  {
    name: 'idempo',
    source: 'julik/idempo lib/idempo/active_record_backend.rb',
    family: 'request',
    table: /^idempo_responses$/,
    columns: ['idempotent_request_key', 'idempotent_response_payload', 'expire_at'],
    note: 'work in progress is an advisory lock only: no row of this table shows it',
  },
  {
    name: 'lago',
    source: 'getlago/lago-api idempotency_records',
    family: 'request',
    table: /^idempotency_records$/,
    columns: ['idempotency_key', 'resource_id', 'resource_type', 'organization_id'],
    without: ['response_body', 'status'],
  },
  {
    name: 'hatchet',
    source: 'hatchet-dev/hatchet sql/schema/v1-core.sql',
    family: 'request',
    table: /^v1_idempotency_key$/,
    columns: ['tenant_id', 'key', 'expires_at', 'claimed_by_external_id'],
    roles: { claimed_by_external_id: 'reference' },
  },
  {
    name: 'dj-stripe',
    source: 'dj-stripe/dj-stripe djstripe_idempotencykey',
    family: 'request',
    table: /^djstripe_idempotencykey$/,
    columns: ['uuid', 'action', 'livemode', 'created'],
    roles: { uuid: 'key', livemode: null },
  },
  {
    name: 'masstransit',
    source: 'MassTransit InboxState.cs: Consumed is set when the consumer has done its work',
    family: 'message',
    table: /^inbox_state$/,
    columns: ['message_id', 'consumer_id', 'lock_id', 'received', 'consumed', 'delivered'],
    roles: {
      message_id: 'key',
      consumer_id: 'scope',
      lock_id: 'lock-owner',
      received: 'created',
      consumed: 'completed',
      delivered: null,
      receive_count: 'attempts',
      expiration_time: 'expires',
      row_version: null,
      last_sequence_number: null,
    },
  },
  {
    name: 'nservicebus',
    source: 'Particular/NServiceBus.Persistence.Sql src/ScriptBuilder/Outbox/Create_PostgreSql.sql',
    family: 'message',
    table: /outbox_?data$/,
    columns: ['message_id', 'dispatched', 'dispatched_at', 'operations'],
    roles: {
      message_id: 'key',
      dispatched: 'state',
      dispatched_at: 'completed',
      operations: 'body',
      persistence_version: null,
    },
  },
  {
    name: 'wolverine',
    source: 'JasperFx/wolverine src/Persistence/Wolverine.Sqlite/Schema/IncomingEnvelopeTable.cs',
    family: 'message',
    table: /incoming_envelopes$/,
    columns: ['id', 'status', 'owner_id', 'attempts', 'body', 'message_type', 'received_at'],
    roles: {
      id: 'key',
      owner_id: 'scope',
      body: 'request',
      message_type: 'operation',
      received_at: 'scope',
      keep_until: 'expires',
      execution_time: null,
    },
  },
  {
    name: 'cap',
    source: 'dotnetcore/CAP src/DotNetCore.CAP.PostgreSql/IStorageInitializer.PostgreSql.cs',
    family: 'message',
    table: /(^|_)received$/,
    columns: ['id', 'version', 'name', 'group', 'content', 'retries', 'added', 'status_name'],
    roles: {
      id: 'key',
      version: null,
      name: 'operation',
      group: 'scope',
      content: 'request',
      retries: 'attempts',
      added: 'created',
      status_name: 'state',
    },
  },
  {
    name: 'eventuate-tram',
    source: 'eventuate-tram received_messages',
    family: 'message',
    table: /^received_messages$/,
    columns: ['consumer_id', 'message_id', 'creation_time'],
    roles: { creation_time: 'created' },
  },
  {
    name: 'camel',
    source: 'Apache Camel JdbcMessageIdRepository',
    family: 'message',
    table: /^camel_messageprocessed$/,
    columns: ['messageid'],
    roles: {
      processorname: 'scope',
      processor_name: 'scope',
      messageid: 'key',
      message_id: 'key',
      createdat: 'created',
      created_at: 'created',
    },
  },
  {
    name: 'transaction-outbox',
    source: 'gruelbox/transaction-outbox TXNO_OUTBOX',
    family: 'message',
    table: /^txno_outbox$/,
    columns: ['id', 'invocation', 'attempts', 'blocked', 'processed', 'unique_request_id'],
    roles: {
      unique_request_id: 'key',
      invocation: 'request',
      processed: 'state',
      blocked: null,
      topic: null,
      seq: null,
      last_attempt_time: 'last-run',
      next_attempt_time: null,
    },
  },
];

/** The library that a table belongs to, or null. Names are compared whatever parts their words (`MESSAGEID`, `messageId` and `message_id` alike). */
export const presetOf = (shape: TableShape): Preset | null => {
  const table = normaliseName(shape.table);
  const plain = plainSpelling(table);
  const columns = new Set(shape.columns.map((column) => squashedName(column.name)));
  return (
    presets.find(
      (preset) =>
        (preset.table.test(table) || preset.table.test(plain)) &&
        preset.columns.every((column) => columns.has(squashedName(column))) &&
        !(preset.without ?? []).some((column) => columns.has(squashedName(column))),
    ) ?? null
  );
};
