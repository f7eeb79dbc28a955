import type { ColumnRole } from '../protocol.ts';
import type { KeyTableFamily, RolesByColumn } from './column-roles.ts';
import { normaliseName } from './names.ts';
import { plainSpelling } from './spellings.ts';
import type { TableShape } from './table-shape.ts';

/** At this score a table opens by itself. */
export const OPENS_AT = 5;
/** At this score a table is offered as a candidate. */
export const OFFERED_AT = 2;

export interface TableScore {
  points: number;
  evidence: string[];
}

const idempotencyName = /idempot|(^|_)idem(_|$)|^idempo_/;
const dedupName = /(^|_)(dedup|dedupe|deduplication|deduplicated)(_|$)/;
const messageNouns =
  'events?|webhooks?|messages?|operations?|requests?|commands?|notifications?|deliver(y|ies)|envelopes?|callbacks?|' +
  'updates?|(kafka_)?records?|kafka_messages?|mutations?';
const processedVerbs = 'processed|handled|consumed|seen|received|ingested|applied';
const processedName = new RegExp(
  `(^|_)(${processedVerbs})_([a-z]+_){0,2}(${messageNouns})(_(ids?|keys?|log))?$|` +
    `(^|_)(${messageNouns})_(${processedVerbs}|receipts?|dedup)$`,
);
const senders =
  'webhook|stripe|paddle|paypal|external|inbound|incoming|provider|razorpay|polar|clerk|github|gitlab|shopify|square|' +
  'adyen|mollie|braintree|klarna|plaid|twilio|sendgrid|slack|telegram|resend|lemonsqueezy|lemon_squeezy|revenuecat|' +
  'billing|payment_provider|svix|linear|hubspot|whatsapp';
const webhookName = new RegExp(
  `^((${senders})_)+(event|webhook|call|message|callback|receipt|ipn)s?(_log|_receipts?)?$|` +
    // What a sender delivered to this side; "webhook deliveries" are what this side delivered to others.
    `^(?!webhook)(${senders})_(webhook_)?deliver(y|ies)$`,
);
const inboxName =
  /(^|_)(inbox|inbox_state|inbox_(seen|processed|handled)|inbox_messages?|inbox_events?|inbox_(message_|event_)?consumers?|received_messages?|incoming_envelopes|(message|event|integration_event|webhook)_inbox)$/;
/** Names of tables of what clients sent, by the key they sent along. */
const requestKeysName =
  /(^|_)(request|operation|client|submission|mutation|command)_(keys?|tokens?|receipts?|dedup)$/;
/** Names of columns that only a client makes up, to be recognised by. */
const clientKey =
  /^(client|x)_(request|operation|mutation|idempotency)_?(id|key)$|^(request|submission|dedup)_(key|token)$/;
const foreignName =
  /(rate_?limit|session|password|cache|setting|audit|(^|_)logs?$|outbox|deliver|api_keys?$|^tokens?$|verification|notification|(^|_)jobs?$)/;
const domainColumn =
  /^(amount|price|currency|subject|from_(address|email)|thread_id|html_body|title|lat|lon|origin_lat|checkout_url|window(_start|_seconds)?|count|request_count|sent_at|read_at|read|url|email|psp_reference|charged_value|description|quantity|balance)$/;
const eventKeyName =
  /^((processed_)?(event|message|msg|messageid|webhook|delivery|notification|transmission|svix|callback|update|inbox_message|kafka_message)_?(id|key|uuid)?|[a-z]+_event_id|external_id|message_(dedup_id|offset)|record_offset)$/;

const tableName = (shape: TableShape): string =>
  plainSpelling(normaliseName(shape.table)).replace(/^(tbl|tb|t)_/, '');

/** `messageid` and `evt_id` as `message_id` and `event_id`; other names as they are. */
const plainEventName = (name: string): string => {
  const plain = plainSpelling(name);
  return !eventKeyName.test(name) && eventKeyName.test(plain) ? plain : name;
};

/** Whether a table's name and columns speak of messages (an inbox, processed events) or of clients' requests. */
export const familyOf = (shape: TableShape): KeyTableFamily => {
  const table = tableName(shape);
  if (idempotencyName.test(table) && !/webhook/.test(table)) return 'request';
  if (inboxName.test(table) || webhookName.test(table)) return 'message';
  const columns = shape.columns.map((column) => plainEventName(normaliseName(column.name)));
  if (columns.some((name) => name === 'consumer_id' || eventKeyName.test(name))) return 'message';
  if (/(event|webhook|message|envelope)/.test(table) && processedName.test(table)) return 'message';
  return 'request';
};

/** A primary key that the database or the program made up, and that says nothing about a message: `id uuid`, `id serial`. */
const isSurrogate = (shape: TableShape, column: string): boolean => {
  const found = shape.columns.find((one) => one.name === column);
  return normaliseName(column) === 'id' && found?.kind !== 'text';
};

/** Whether the column is unique, by itself or together with columns that say whose it is. */
const uniqueAlone = (shape: TableShape, column: string, roles: RolesByColumn): boolean =>
  !isSurrogate(shape, column) &&
  shape.unique.some(
    (unique) =>
      unique.columns.includes(column) &&
      unique.columns.every(
        (other) => other === column || ['scope', 'operation'].includes(roles.get(other)?.role ?? ''),
      ),
  );

/**
 * How much speaks for a table being a key table, by its name and columns, each point with its reason.
 * @param allRoles the table's columns' roles, as `assignRoles` found them.
 */
export const scoreTable = (shape: TableShape, allRoles: RolesByColumn): TableScore => {
  const roles: RolesByColumn = new Map(
    [...allRoles].map(([column, found]) => [
      column,
      found.byLabels === true ? { role: null, why: found.why } : found,
    ]),
  );
  const table = tableName(shape);
  const columns = shape.columns.map((column) => plainEventName(normaliseName(column.name)));
  const evidence: string[] = [];
  let points = 0;
  const add = (by: number, why: string): void => {
    points += by;
    evidence.push(`${by > 0 ? '+' : '−'}${Math.abs(by)} ${why}`);
  };
  const has = (role: ColumnRole): boolean => [...roles.values()].some((finding) => finding.role === role);
  const eventIds = columns.filter((name) => eventKeyName.test(name) && name !== 'external_id');
  const idempotent = idempotencyName.test(table);

  if (idempotent) add(6, 'the table’s name says idempotency');
  else if (dedupName.test(table)) add(5, 'the table’s name says deduplication');
  else if (/^(processed|seen|handled|consumed)$/.test(table) && eventIds.length > 0)
    add(5, 'the table’s name says what was processed, by event id');
  else if (processedName.test(table)) add(5, 'the table’s name says processed messages');
  else if (webhookName.test(table)) add(4, 'the table’s name says received events');
  else if (inboxName.test(table)) add(3, 'the table’s name says inbox');
  else if (requestKeysName.test(table)) add(3, 'the table’s name says keys of requests');

  const named = points > 0;
  const keyColumn = columns.find((name) => /idempot/.test(name));
  if (keyColumn !== undefined) add(3, `a column is called ${keyColumn}`);
  if (has('fingerprint')) add(2, 'a column holds a fingerprint of the request');
  if (has('key') && has('body')) add(1, 'a key beside an answer');
  if (has('code')) add(1, 'a column holds an answer’s code');
  if (has('key') && has('state')) add(1, 'a key beside a state');
  if (has('locked') || has('lock-expires') || has('lock-owner')) add(1, 'a column holds a lock');
  if (eventIds.length > 0 && has('completed')) add(2, 'an event id beside the time it was processed');
  if (/(^|_)inbox_(seen|processed|handled)$/.test(table)) add(2, 'and it says which were seen');
  if (inboxName.test(table) && has('completed')) add(2, 'messages with the time they were processed');
  const uniqueKey = [...roles].find(
    ([column, found]) => found.role === 'key' && uniqueAlone(shape, column, roles),
  )?.[0];
  // An `id` in an inbox may number a person's mail; among a provider's events it is the provider's.
  const message = uniqueKey !== undefined && normaliseName(uniqueKey) !== 'id';
  if (uniqueKey !== undefined && (webhookName.test(table) || (message && inboxName.test(table))))
    add(1, 'the event id is under a unique rule');
  if (uniqueKey !== undefined && clientKey.test(normaliseName(uniqueKey)))
    add(2, 'an id that clients make up is under a unique rule');
  if (uniqueKey !== undefined && has('fingerprint') && has('body') && has('code'))
    add(2, 'a unique key beside the request’s fingerprint and the answer');
  // A table of events with what their receivers answered belongs to the sender: it delivers, it does not deduplicate.
  if (
    webhookName.test(table) &&
    (has('code') || columns.some((name) => /^(delivered_at|next_retry_at)$/.test(name)))
  )
    add(-4, 'columns of deliveries to others');
  if (columns.length <= 4 && eventIds.length > 0) add(1, 'few columns, one of them an event id');
  if (columns.length <= 4 && has('key') && has('created')) add(1, 'few columns, a key and its time');

  if (!idempotent && !webhookName.test(table) && foreignName.test(table))
    add(-4, 'the table’s name says something else');
  if (!idempotent) {
    const foreign = columns.filter(
      (name, at) => domainColumn.test(name) && roles.get(shape.columns[at]?.name ?? '')?.role !== 'key',
    );
    if (foreign.length > 0)
      add(-2 * Math.min(3, foreign.length), `columns of another trade: ${foreign.slice(0, 3).join(', ')}`);
  }
  const strangers = [...roles.values()].filter((found) => found.role === null).length;
  // A key table points at one result; a table of another trade that carries a key points at what it belongs to.
  const links = [...roles.values()].filter((found) => found.role === 'reference').length;
  const foreignShare = (strangers + Math.max(0, links - 1)) / columns.length;
  if (!named && (strangers * 4 >= columns.length || foreignShare > 1 / 3))
    add(
      foreignShare > 1 / 3 ? -4 : -2,
      `${strangers + links} of ${columns.length} columns say nothing about keys`,
    );
  if (!has('key')) add(-6, 'no column can be the key');
  return { points, evidence };
};
