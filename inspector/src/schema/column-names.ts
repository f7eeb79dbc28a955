import type { ColumnRole } from '../protocol.ts';

/** A role, or what may become the key: the id of a message, or an id that is the key only where nothing better is. */
export type NamedRole = ColumnRole | 'event-key' | 'weak-key';

const owners =
  'user|tenant|organi[sz]ation|org|merchant|account|actor|owner|store|agent|restaurant|workspace|household|device|' +
  'principal|business|company|project|api_key|token|capability_key|customer|client|team|member|shop|site|app|' +
  'application|partner|vendor|seller|buyer|clinic|carrier|consumer|provider|runtime|route|stream|subscriber|' +
  'integration|environment|realm|namespace|ns|bot|guild|wallet|ledger|installation|system|caller|issuer|sender|profile|branch|outlet|terminal';

/** These name an owner only with `_id` behind them: a bare `token` or `route` is something else. */
export const notOwnersAlone = /^(token|route|stream|store|app|application|site|client_key)$/;

/** Ordered: the first pattern that matches gives the role. */
const patterns: [RegExp, NamedRole][] = [
  [
    /^(idempoten(cy|t)|idem|dedup|dedupe|deduplication)(_request)?_?(key|id|token)?(_(hash|digest|value|sha256))?$/,
    'key',
  ],
  [/^(key|k)(_(hash|digest|value|id|sha256))?$/, 'key'],
  [
    /^(client|request|scope|cache|operation|unique|unique_request|client_request|client_operation|client_mutation)_key$/,
    'key',
  ],
  [/^(submission|form|checkout|operation|request|client|mutation)_(token|nonce)$/, 'key'],
  [
    /^(client_request|unique_request|client_operation|client_mutation|client_idempotency|x_request)_?id$/,
    'key',
  ],
  [
    /^(event|message|msg|messageid|webhook|webhook_event|stripe_event|external_event|provider_event|delivery|notification|envelope|transmission|svix|callback|update|inbox_message|kafka_message)_?(id|ts|key|uuid)$/,
    'event-key',
  ],
  [
    /^(event|message|msg|record|kafka|partition)_(dedup|dedupe|deduplication|offset)(_id|_key)?$/,
    'event-key',
  ],
  [/^(processed|handled|consumed|seen)_(event|message|webhook)_id$/, 'event-key'],
  [/^[a-z]+_event_id$/, 'event-key'],
  [/^(processor|consumer|handler|subscriber|listener|queue|source)_?name$/, 'scope'],
  [
    /^(request|payload|body|input|params|content|data|req)_?(body_|payload_)?(hash|fingerprint|digest|checksum|sha256|md5|sha)$/,
    'fingerprint',
  ],
  [
    /^(variables|args|arguments|command|message|event|semantic|canonical|intent|order|action)_(hash|fingerprint|digest|checksum|sha256|md5)$/,
    'fingerprint',
  ],
  [/^(fingerprint|finger_print|checksum|validation|hash|digest|request_signature)$/, 'fingerprint'],
  [
    /^(response|http|result)?_?(http_)?(status_code|code|http_status)$|^(response|http|resp)_status$|^http_code$/,
    'code',
  ],
  [/^response_http_status$|^status_http$|^(grpc|rpc|response_status|response_http)_(code|status)$/, 'code'],
  [/^(recovery_point|recover_to)$/, 'recovery-point'],
  [
    /^(processing_|process_|execution_|operation_|request_|key_|job_)?(status|state|phase|stage)(_name)?$/,
    'state',
  ],
  [
    /^(is_)?(processing|in_progress|completed|complete|dispatched|processed|done|finished|consumed|handled|pending|locked|executed)$/,
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
    /^(cached|saved|stored|idempotent|seriali[sz]ed|processing)_(response|result|answer|body|effect|outcome|output)(_(body|json|data|payload|blob))?$/,
    'body',
  ],
  [/^(body_json|value|idempotent_response_payload|snapshot|return_value|v)$/, 'body'],
  [
    /^(request|req)(_(params|body|payload|json|data|content))?$|^(params|payload|payload_json|raw_request|serialized_job|invocation|content|raw_body|raw_payload|job_args|input|event|event_data|event_payload|raw|payload_raw|body_raw|message_body|variables|args|arguments|raw_event|event_json|webhook_payload)$/,
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
    /^(created|inserted|added|add|received|first_seen|first_received|seen|requested|recorded|claimed|submitted|registered|issued|arrived|occurred)(_(at|on|utc|time|ns|ms|date|timestamp))*$/,
    'created',
  ],
  [/^(creation|insert|create)_?(time|date|at|timestamp)$|^time(stamp)?$/, 'created'],
  [
    /^(processing_)?(completed|processed|finished|consumed|dispatched|handled|succeeded|done|executed|applied|responded|resolved|ended|acknowledged|acked|delivered|replied|answered)_(at|on|utc|time|date)(_utc)?$/,
    'completed',
  ],
  [
    /^(expires|expire|expiry|expiration|expired|keep_until|valid_until|ttl|purge_after|e)(_(at|on|time|ns|ms|utc|date))*(_seconds)?$/,
    'expires',
  ],
  [/^(last_run|last_seen|last_attempt|last_attempted|last_tried)(_(at|time|on))?$/, 'last-run'],
  [/^(updated|modified|changed|last_updated|last_modified)(_(at|on|utc|time|date))*$/, 'updated'],
  [
    /^((processing_|delivery_)?attempts?|attempt_count|receive_count|retries|retry_count|duplicate_count|delivery_count|tries|times_(processed|seen|received|delivered)|(seen|hit|replay|replayed|processed)_count)$/,
    'attempts',
  ],
  [
    /^(last_|process_|processing_|handler_)?(errors?|failure|exception)(_(code|message|msg|object|payload|class|text|reason|details?|json))?$/,
    'error',
  ],
  [/^(http_|request_)?(method|verb)$/, 'method'],
  [
    /^(request_|http_)?(path|url|uri|endpoint|route)(_template)?$|^normali[sz]ed_(route|path)$|^resource_path$/,
    'path',
  ],
  [
    /(^|_)(operation|op|command|action|event|job|task|request|message|mutation|query|api|service|rpc|procedure|function|feature)_?(type|kind|name|class|scope|code)(_name)?$/,
    'operation',
  ],
  [
    /^(operation|action|command|type|topic|tool|process_name|handler|job_class|task_name|operation_id|event_name|method_name|purpose|name|rpc|procedure|kind|use_case|intent)$/,
    'operation',
  ],
  [/^scope_(type|id)$/, 'scope'],
  [/^scope$/, 'operation'],
  [new RegExp(`^(${owners})(_(id|uuid|public_id|type|ref|external_id|name|system|key_id))?$`), 'scope'],
  [new RegExp(`_(user|tenant|organi[sz]ation|merchant|account|customer)_id$`), 'scope'],
  [
    /^(owner|actor|principal|creator|requester|subject|source|source_system|peer_server|channel|queue|queue_name|shop_domain|consumer_group|group|region|idempotency_scope)(_(id|type|public_id|ref))?$/,
    'scope',
  ],
  [
    /^(request_?id|token|uuid|external_id|correlation_id|trace_id|payment_id|reference_id|nonce)$/,
    'weak-key',
  ],
  [/^(id|pk|_id|public_id|ulid|guid|row_id|seq)$/, 'id'],
  [/^(created|updated|modified|deleted)_by(_id)?$/, 'id'],
];

/**
 * What a name alone says of a column: as it stands, written out plainly, and without the prefix that the table's
 * columns share. The first of these that says anything counts.
 */
export const roleByName = (spellings: readonly string[]): NamedRole | null => {
  for (const name of spellings) {
    const found = patterns.find(([pattern]) => pattern.test(name));
    if (found !== undefined) return found[1];
  }
  return spellings.some((name) => /_(id|uuid|ref|reference|number)$/.test(name)) ? 'reference' : null;
};
