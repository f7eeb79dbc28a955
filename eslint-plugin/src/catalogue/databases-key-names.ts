/**
 * Names under which real code keeps idempotency keys and the ids of events it has handled, and names that look like
 * them. From the schemas and public files behind the inspector's presets; words are lower case, in the singular.
 */

/** A table, model or collection with one of these words in its name is about keys or handled events. */
export const keyTableWords: ReadonlySet<string> = new Set([
  'idempotency',
  'idempotence',
  'idempotent',
  'idem',
  'idemp',
  'dedup',
  'dedupe',
  'deduplication',
  'deduper',
  'once',
]);

/** … so is one that joins a word of the first set with a word of the second: `processed_events`, `SeenWebhook`. */
export const doneWords: ReadonlySet<string> = new Set([
  'processed',
  'handled',
  'seen',
  'consumed',
  'ingested',
  'applied',
  'done',
  'known',
  'finished',
]);
export const deliveryWords: ReadonlySet<string> = new Set([
  'event',
  'message',
  'msg',
  'webhook',
  'hook',
  'notification',
  'delivery',
  'callback',
  'notice',
  'request',
  'command',
  'ipn',
  'key',
  'id',
  'job',
  'update',
  'payload',
  'record',
]);

/** A webhook log is a table of events too: `stripe_events`, `webhook_event`, `paddle_webhooks`. */
export const webhookWords: ReadonlySet<string> = new Set([
  'webhook',
  'hook',
  'stripe',
  'paypal',
  'paddle',
  'adyen',
  'mollie',
  'square',
  'shopify',
  'clerk',
  'github',
  'twilio',
  'svix',
  'kafka',
  'sqs',
  'billing',
  'lemonsqueezy',
  'razorpay',
  'paystack',
  'polar',
]);

/** Last words of tables that may hold keys or events; a column or a value has to say so as well. */
export const maybeKeyTableWords: ReadonlySet<string> = new Set([
  ...deliveryWords,
  'inbox',
  'outbox',
  'log',
  'receipt',
  'claim',
  'reply',
  'response',
  'answer',
  'operation',
  'token',
  'replay',
]);

/** First words of `…_keys` tables that hold other keys. */
export const otherKeyWords: ReadonlySet<string> = new Set([
  'api',
  'access',
  'public',
  'private',
  'ssh',
  'secret',
  'encryption',
  'signing',
  'foreign',
  'primary',
  'license',
  'licence',
  'activation',
  'crypto',
  'jwt',
  'session',
  'translation',
  'i18n',
  'config',
  'setting',
  'feature',
  'cache',
  'sort',
  'product',
  'serial',
  'game',
  'room',
  'door',
  'car',
  'invite',
  'registration',
  'reset',
  'recovery',
  'device',
  'host',
  'deploy',
  'gpg',
  'pgp',
]);

/** First words of `…_events` tables that hold dates to go to or things that were seen, not messages. */
export const otherEventWords: ReadonlySet<string> = new Set([
  'calendar',
  'concert',
  'sport',
  'sports',
  'school',
  'community',
  'club',
  'live',
  'public',
  'private',
  'recurring',
  'charity',
  'sales',
  'timeline',
]);

/**
 * Columns, properties and variables that can only be an idempotency key; `dedupWindowMinutes` is a setting,
 * `deduplicatedName` a name made unique.
 */
export const keyColumn =
  /idempot|idem_?key|idem_?token|de_?dup(?!licated|licate_?(?!key|id|token|hash)[a-z]|\w*(?:window|min(?:ute)?s|sec(?:ond)?s|hours|ttl|enabled|mode|strategy|policy|config|settings?|interval|threshold|count|stats?))|once_?key|client_?request_?(?:id|token)|client_?mutation_?id|request_?key|operation_?key|^client_?token$/i;

/** Columns and variables that hold the id of an event or message; a table of events must go with them. */
export const eventColumn =
  /(?:^|_|[a-z])(?:event|message|msg|webhook|delivery|notification|callback|notice|ipn|trigger)_?id$/i;

/** Columns that are the key of a key table, and of many another table. */
export const maybeKeyColumn =
  /^(?:key|pk|_?id|token|request_?id|operation_?id|reference|nonce|slot|digest)$/i;

/** Columns that only a table of idempotency keys has beside its key: the fingerprint and the saved answer. */
export const answerColumn =
  /fingerprint|(?:request|body|payload|params|input)_?(?:hash|digest|checksum)|^hash$|(?:response|answer|reply|result)(?:_?(?:status|code|body|json|payload))?$|^http_?status$|locked_?at|recovery_?point/i;

/** Objects whose `.id` is the id of an event or message: `event.id`, `msg.id`. */
export const eventObject =
  /^(?:\w*(?:[eE]vent|[mM]essage|[wW]ebhook|[nN]otification|[dD]elivery|[cC]allback|[nN]otice)|evt|msg|hook|ipn)$/;

/** The header of an idempotency key, in all its spellings. */
export const keyHeader = /^(?:x-)?(?:idempotency|idempotent|request-idempotency)-?(?:key|token|id)?$/i;

/** In-memory maps and sets of what has been done. */
export const doneCollections =
  /(?:^|_)(?:done|seen|processed|handled|completed|idempot\w*|dedup\w*|finished|replies|answers|responses|saved|results)|(?:Done|Seen|Processed|Handled|Completed|Idempotency|Keys|Events|Answers|Replies|Responses)(?:\w*)$|^(?:idempot|dedup)|^(?:paid|sent|settled|charged|refunded|credited|debited|shipped|delivered|executed|fulfilled|published|notified|mailed|emailed|recorded)(?:Ids?)?$/i;

/** Redis keys and document paths that say what they hold. */
export const keyPrefix =
  /idempot|\bidem\b|de-?dup|(?:^|[:/_.-])(?:processed|handled|seen|once|webhook|event|evt|msg|message|replay|done)s?(?:[:/_.-]|$)/i;

/** Columns that name the thing an order, a charge or a shipment is made for. */
export const onceOnlyColumn =
  /(?:^|_|[a-z])(?:order|cart|basket|invoice|checkout|booking|reservation|payment|purchase|quote|subscription|instalment|installment|shipment|refund|transfer|payout|claim|transaction)_?(?:id|ref|no|number)$/i;

/** Provider objects that are made once per person and then used again; a second one is litter, not a second charge. */
export const reusableResources =
  /(?:^|\.)(?:customers?|accounts?|contacts?|products?|prices?|paymentMethods?|tokens?)\./i;

/** Columns that say to whom or where an event belongs, not what it is: they may stand beside its id in a condition. */
export const scopeColumn =
  /tenant|consumer|handler|topic|source|provider|type|kind|queue|group|account|shop|channel|subscri|stream|service|org/i;

/** Written types of stores that say more than the name of the variable. */
export const storeTypes = /[a-z](?:Repository|Repo|Dao|Store|Table|Inbox|Collection|Cache)$/;
