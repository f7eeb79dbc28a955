import type { ColumnRole } from '../protocol.ts';
import { normaliseName } from './names.ts';
import type { ColumnShape, TableShape } from './table-shape.ts';

/** What the rows of a key table name: requests of clients, or messages of a queue or webhook. */
export type KeyTableFamily = 'request' | 'message';

export interface RoleFinding {
  role: ColumnRole | null;
  /** Why, as one readable line. */
  why: string;
}

export type RolesByColumn = Map<string, RoleFinding>;

const owners =
  'user|tenant|organi[sz]ation|org|merchant|account|actor|owner|store|agent|restaurant|workspace|household|device|' +
  'principal|business|company|project|api_key|token|capability_key|customer|client|team|member|shop|site|app|' +
  'application|partner|vendor|seller|buyer|clinic|carrier|consumer|provider|runtime|route|stream|subscriber|' +
  'integration|environment|realm|namespace|bot|guild|wallet|ledger';

/** These name an owner only with `_id` behind them: a bare `token` or `route` is something else. */
const notOwnersAlone = /^(token|route|stream|store|app|application|site|client_key)$/;

/** Ordered: the first pattern that matches gives the role. */
const patterns: [RegExp, ColumnRole | 'event-key' | 'weak-key'][] = [
  [
    /^(idempoten(cy|t)|idem|dedup|dedupe|deduplication)(_request)?_?(key|id|token)?(_(hash|digest|value|sha256))?$/,
    'key',
  ],
  [/^(key|k)(_(hash|digest|value|id|sha256))?$/, 'key'],
  [
    /^(client|request|scope|cache|operation|unique|unique_request|client_request|client_operation|client_mutation)_key$/,
    'key',
  ],
  [
    /^(client_request|unique_request|client_operation|client_mutation|client_idempotency|x_request)_?id$/,
    'key',
  ],
  [
    /^(event|message|msg|messageid|webhook_event|stripe_event|external_event|provider_event|delivery|notification|envelope)_?(id|ts|key|uuid)$/,
    'event-key',
  ],
  [/^(processed|handled|consumed|seen)_(event|message|webhook)_id$/, 'event-key'],
  [/^[a-z]+_event_id$/, 'event-key'],
  [/^(processor|consumer|handler|subscriber|listener|queue|source)_?name$/, 'scope'],
  [
    /^(request|payload|body|input|params|content|data|req)_?(body_|payload_)?(hash|fingerprint|digest|checksum|sha256|md5|sha)$/,
    'fingerprint',
  ],
  [/^(fingerprint|finger_print|checksum|validation|hash|digest|request_signature)$/, 'fingerprint'],
  [
    /^(response|http|result)?_?(http_)?(status_code|code|http_status)$|^(response|http|resp)_status$|^http_code$/,
    'code',
  ],
  [/^response_http_status$|^status_http$/, 'code'],
  [/^(recovery_point|recover_to)$/, 'recovery-point'],
  [/^(processing_|request_|key_|job_)?(status|state)(_name)?$/, 'state'],
  [
    /^(is_)?(processing|in_progress|completed|complete|dispatched|processed|done|finished|consumed|handled|pending|locked)$/,
    'state',
  ],
  [/^(response_|resp_)?headers(_json)?$|^response_headers/, 'headers'],
  [/^(response_)?(content_type|mime_type|media_type)$|^response_type$|^result_type$/, 'content-type'],
  [/^(resource|entity|aggregate|object|target)_type$/, 'result-type'],
  [
    /^(response|resp|result|reply|answer|outcome|output)(_(body|json|data|payload|snapshot|text|blob|enc|safe|ref|reference|content|value|bytes|cache|encrypted))*$/,
    'body',
  ],
  [
    /^(cached|saved|stored|idempotent|seriali[sz]ed|processing)_(response|result|answer|body)(_(body|json|data|payload|blob))?$/,
    'body',
  ],
  [/^(body_json|value|idempotent_response_payload|snapshot|return_value|v)$/, 'body'],
  [
    /^(request|req)(_(params|body|payload|json|data|content))?$|^(params|payload|payload_json|raw_request|serialized_job|invocation|content|raw_body|raw_payload|job_args|input|event|event_data|event_payload|raw|payload_raw|body_raw|message_body)$/,
    'request',
  ],
  [
    /^(locked_(until|till)(_at)?|lock_expires(_at)?|lease_(until|expires(_at)?)|in_progress_expir(ation|es_at|y)|lock_expiry|lock_expires_on)$/,
    'lock-expires',
  ],
  [
    /^(locked|claimed|started|processing_started|processing|leased|lock_acquired|acquired|lock)_(at|on|time|since)(_utc)?$/,
    'locked',
  ],
  [
    /^(lock|lease|claim|fencing|fence)_?(token|nonce|id|owner)$|^(locked|claimed|leased)_by(_.*)?$/,
    'lock-owner',
  ],
  [
    /^(created|inserted|added|received|first_seen|seen|requested|recorded|claimed)(_(at|on|utc|time|ns|ms|date|timestamp))*$/,
    'created',
  ],
  [/^(creation|insert|create)_?(time|date|at|timestamp)$|^time(stamp)?$/, 'created'],
  [
    /^(processing_)?(completed|processed|finished|consumed|dispatched|handled|succeeded|done|executed)_(at|on|utc|time|date)(_utc)?$/,
    'completed',
  ],
  [
    /^(expires|expire|expiry|expiration|expired|keep_until|valid_until|ttl|purge_after|e)(_(at|on|time|ns|ms|utc|date))*(_seconds)?$/,
    'expires',
  ],
  [/^(last_run|last_seen|last_attempt|last_attempted|last_tried)(_(at|time|on))?$/, 'last-run'],
  [/^(updated|modified|changed|last_updated|last_modified)(_(at|on|utc|time|date))*$/, 'updated'],
  [
    /^((processing_|delivery_)?attempts?|attempt_count|receive_count|retries|retry_count|duplicate_count|delivery_count|tries)$/,
    'attempts',
  ],
  [
    /^(last_)?(error|failure|exception)(_(code|message|object|payload|class|text|reason|details?))?$/,
    'error',
  ],
  [/^(http_|request_)?(method|verb)$/, 'method'],
  [
    /^(request_|http_)?(path|url|uri|endpoint|route)(_template)?$|^normali[sz]ed_(route|path)$|^resource_path$/,
    'path',
  ],
  [
    /(^|_)(operation|op|command|action|event|job|task|request|message)_?(type|kind|name|class|scope)$/,
    'operation',
  ],
  [
    /^(operation|action|command|type|topic|tool|process_name|handler|job_class|task_name|operation_id|event_name|method_name|purpose|name)$/,
    'operation',
  ],
  [/^scope_(type|id)$/, 'scope'],
  [/^scope$/, 'operation'],
  [new RegExp(`^(${owners})(_(id|uuid|public_id|type|ref|external_id|name|system|key_id))?$`), 'scope'],
  [new RegExp(`_(user|tenant|organi[sz]ation|merchant|account|customer)_id$`), 'scope'],
  [
    /^(owner|actor|principal|creator|requester|subject|source|source_system|peer_server|channel|group|region|idempotency_scope)(_(id|type|public_id|ref))?$/,
    'scope',
  ],
  [
    /^(request_?id|token|uuid|external_id|correlation_id|trace_id|payment_id|reference_id|nonce)$/,
    'weak-key',
  ],
  [/^(id|pk|_id|public_id|ulid|guid|row_id|seq)$/, 'id'],
  [/^(created|updated|modified|deleted)_by(_id)?$/, 'id'],
  [/_(id|uuid|ref|reference|number)$/, 'reference'],
];

const textual = (column: ColumnShape): boolean =>
  column.kind === 'text' || column.kind === 'uuid' || column.kind === 'bytes' || column.type === '';

const lockColumns = new Set<ColumnRole | null>(['locked', 'lock-expires', 'lock-owner']);

/**
 * Gives every column of a table its role, by its name, its type, the unique rules and the other columns.
 * @returns one entry per column, in the table's order; exactly one role `key` where a key can be told at all
 *   (or several, where the table has several key columns).
 */
export const assignRoles = (shape: TableShape, family: KeyTableFamily): RolesByColumn => {
  const names = new Map(shape.columns.map((column) => [column.name, normaliseName(column.name)]));
  const raw = new Map(
    shape.columns.map((column) => {
      const name = names.get(column.name) ?? '';
      return [column.name, patterns.find(([pattern]) => pattern.test(name))?.[1] ?? null];
    }),
  );
  for (const [column, name] of names) {
    if (notOwnersAlone.test(name) && raw.get(column) === 'scope')
      raw.set(column, name === 'token' ? 'weak-key' : null);
    if (name === 'external_id' && family === 'message') raw.set(column, 'event-key');
  }
  const roles: RolesByColumn = new Map();
  const set = (column: string, role: ColumnRole | null, why: string): void => {
    roles.set(column, { role, why: `${column} is ${role ?? 'not part of it'}: ${why}` });
  };
  const columnNamed = (wanted: string): ColumnShape | undefined =>
    shape.columns.find((column) => names.get(column.name) === wanted);
  const withRole = (role: ColumnRole | 'event-key' | 'weak-key'): string[] =>
    shape.columns.filter((column) => raw.get(column.name) === role).map((column) => column.name);
  const primary = shape.unique.find((unique) => unique.primary)?.columns ?? [];
  const inUnique = (column: string): boolean =>
    shape.unique.some((unique) => unique.columns.includes(column));

  for (const column of shape.columns) {
    const role = raw.get(column.name) ?? null;
    const name = names.get(column.name) ?? '';
    if (role === 'event-key' || role === 'weak-key') continue;
    if (/^(created|updated|modified|deleted)_by/.test(name)) set(column.name, null, 'it says who, not what');
    else set(column.name, role, role === null ? 'its name says nothing' : 'by its name');
  }

  // One key wins; what else could have been one is an id of something the row points at.
  const strong = withRole('key');
  const events = withRole('event-key');
  const weak = withRole('weak-key');
  const demote = (column: string): void => {
    const name = names.get(column) ?? '';
    if (name === 'token') set(column, 'lock-owner', 'a token beside a key fences the lock');
    else if (primary.length === 1 && primary[0] === column)
      set(column, 'id', 'the primary key beside the real key');
    else if (name === 'uuid') set(column, 'id', 'a surrogate beside the real key');
    else set(column, 'reference', 'another column is the key');
  };
  const ranked =
    family === 'message' &&
    events.length > 0 &&
    !strong.some((column) => /idem|dedup/.test(names.get(column) ?? ''))
      ? [events, strong, weak]
      : [strong, events, weak];
  const surrogate = shape.columns.find(
    (column) => raw.get(column.name) === 'id' && primary.includes(column.name),
  );
  const chosen = chooseKey(ranked, inUnique);
  const naturalKey = (): [string, string] | null => {
    for (const unique of [...shape.unique].sort((a, b) => a.columns.length - b.columns.length)) {
      if (unique.primary) continue;
      const candidate = unique.columns.find((name) => {
        const column = shape.columns.find((one) => one.name === name);
        const role = raw.get(name) ?? null;
        return (
          column !== undefined && textual(column) && role !== 'scope' && role !== 'operation' && role !== 'id'
        );
      });
      if (candidate !== undefined) return [candidate, 'the text in the smallest unique rule'];
    }
    if (surrogate !== undefined && primary.length === 1 && textual(surrogate))
      return [surrogate.name, 'the primary key, and no other column could be the key'];
    const only = shape.columns.find((column) => primary.length === 1 && primary[0] === column.name);
    if (only !== undefined && textual(only))
      return [only.name, 'the primary key, and no other column could be the key'];
    const hash = shape.columns.find((column) => raw.get(column.name) === 'fingerprint');
    return hash === undefined ? null : [hash.name, 'a hash, and no other column could be the key'];
  };
  const weakOnly = chosen !== null && weak.includes(chosen[0] ?? '');
  const fallback = chosen === null || (weakOnly && !inUnique(chosen[0] ?? '')) ? naturalKey() : null;
  const natural = weakOnly && fallback !== null && fallback[0] === surrogate?.name ? null : fallback;
  const keys = natural !== null ? [natural[0]] : (chosen ?? []);
  for (const column of [...strong, ...events, ...weak]) {
    if (!keys.includes(column)) demote(column);
  }
  for (const column of keys) set(column, 'key', natural === null ? 'by its name' : natural[1]);

  repair(shape, roles, names, primary, family, set, columnNamed);
  return roles;
};

/** The best-ranked candidates under a unique rule, or the best-ranked at all; several only where a unique rule holds them together. */
const chooseKey = (ranked: string[][], inUnique: (column: string) => boolean): string[] | null => {
  for (const candidates of ranked) {
    if (candidates.length === 0) continue;
    const unique = candidates.filter(inUnique);
    const idempotency = candidates.filter((column) => /idem/i.test(column));
    // The sender's own name for a message, under a rule of its own, before a number that this side made up.
    const foreign = candidates.find(
      (column) => /(provider|external|stripe|source|remote)/i.test(column) && inUnique(column),
    );
    if (candidates.length > 1 && candidates.every((column) => /(idem|dedup)/i.test(column)))
      return candidates;
    return [
      (idempotency.find(inUnique) ?? idempotency[0] ?? foreign ?? unique[0] ?? candidates[0]) as string,
    ];
  }
  return null;
};

const repair = (
  shape: TableShape,
  roles: RolesByColumn,
  names: Map<string, string>,
  primary: string[],
  family: KeyTableFamily,
  set: (column: string, role: ColumnRole | null, why: string) => void,
  columnNamed: (name: string) => ColumnShape | undefined,
): void => {
  const has = (role: ColumnRole): boolean => [...roles.values()].some((finding) => finding.role === role);
  const roleOf = (column: string): ColumnRole | null => roles.get(column)?.role ?? null;

  const status = columnNamed('status');
  if (status !== undefined && roleOf(status.name) === 'state' && status.kind === 'integer' && !has('code'))
    set(status.name, 'code', 'a whole number, and no other column holds the answer’s code');
  const code = columnNamed('code');
  if (code !== undefined && code.kind !== 'integer' && roleOf(code.name) === 'code')
    set(code.name, null, 'text, so no HTTP code');

  const recovery = shape.columns.find((column) => roleOf(column.name) === 'recovery-point');
  if (recovery !== undefined && !has('state'))
    set(recovery.name, 'state', 'the recovery point says how far the work is');

  const states = shape.columns.filter((column) => roleOf(column.name) === 'state');
  if (states.length > 1) {
    const main = states.find((column) => /status|state/.test(names.get(column.name) ?? '')) ?? states[0];
    for (const column of states) if (column !== main) set(column.name, null, 'another column is the state');
  }

  const resultType = columnNamed('result_type');
  if (
    resultType !== undefined &&
    (columnNamed('result_id') !== undefined || columnNamed('resource_id') !== undefined)
  )
    set(resultType.name, 'result-type', 'it stands beside the result’s id');

  // "Scope" as text is nearly always the name of the operation; with an owner's column beside it or none.
  const scopeId = columnNamed('scope_id');
  const scopeType = columnNamed('scope_type');
  if (scopeType !== undefined && scopeId === undefined)
    set(scopeType.name, 'operation', 'a scope’s type without its id');

  const body = columnNamed('body');
  if (body !== undefined)
    if (family === 'request') set(body.name, 'body', 'by its name, in a table of answers');
    else set(body.name, 'request', 'the body of the message');
  const data = columnNamed('data') ?? columnNamed('metadata');
  if (data !== undefined && roleOf(data.name) === null && data.kind !== 'time')
    if (family === 'message' && !has('request')) set(data.name, 'request', 'the message’s data');
    else if (family === 'request' && !has('body') && names.get(data.name) === 'data')
      set(data.name, 'body', 'the only column that can hold the answer');

  if (family === 'request' && !has('body') && !has('code')) {
    const payload = shape.columns.find((column) =>
      /^(payload|content)(_json)?$/.test(names.get(column.name) ?? ''),
    );
    if (payload !== undefined && has('fingerprint'))
      set(payload.name, 'body', 'the only column that can hold the answer, beside a fingerprint');
  }
  const name = columnNamed('name');
  if (name !== undefined && roleOf(name.name) === 'operation' && family === 'request' && has('operation')) {
    const others = shape.columns.some((column) => column !== name && roleOf(column.name) === 'operation');
    if (others) set(name.name, null, 'another column names the operation');
  }
  const event = columnNamed('event');
  if (event !== undefined && event.kind !== 'json' && roleOf(event.name) === 'request') {
    const payload = shape.columns.some((column) => column !== event && roleOf(column.name) === 'request');
    if (payload) set(event.name, 'operation', 'short text beside the message itself');
  }
  const operationId = columnNamed('operation_id');
  if (
    operationId !== undefined &&
    [...roles].some(([one, found]) => one !== operationId.name && found.role === 'operation')
  )
    set(operationId.name, 'reference', 'another column names the operation');
  const received = columnNamed('received_at');
  if (received !== undefined && columnNamed('keep_until') !== undefined)
    set(received.name, 'scope', 'beside keep_until it is the endpoint that received');
  const claimedAt = columnNamed('claimed_at');
  if (claimedAt !== undefined && roleOf(claimedAt.name) === 'created')
    set(claimedAt.name, 'locked', 'by its name');

  const created = shape.columns.filter((column) => roleOf(column.name) === 'created');
  if (created.length > 1) {
    const best =
      created.find((column) =>
        /^(created|inserted|received|first_seen)/.test(names.get(column.name) ?? ''),
      ) ?? created[0];
    for (const column of created)
      if (column !== best) set(column.name, null, 'another column says when it was made');
  }
  const bodies = shape.columns.filter((column) => roleOf(column.name) === 'body');
  if (bodies.length > 1 && bodies.some((column) => names.get(column.name) === 'value'))
    for (const column of bodies)
      if (names.get(column.name) === 'value') set(column.name, null, 'another column holds the answer');

  // The rest of a composite primary key tells whose key it is.
  if (primary.length > 1 && primary.some((column) => roleOf(column) === 'key'))
    for (const column of primary) {
      const role = roleOf(column);
      if (role === null || role === 'reference' || role === 'id' || lockColumns.has(role))
        set(column, 'scope', 'it stands in the primary key with the key');
    }
};
