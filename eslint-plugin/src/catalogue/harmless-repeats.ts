/**
 * Names of functions that may run twice: they read, set the same values, or take away what is gone already; notes for
 * people (`logAudit`) and caches count with them.
 */
export const harmlessVerbs =
  /^(?:get|find|load|fetch|read|list|count|look|lookup|resolve|validate|verify|calculate|compute|estimate|parse|select|search|is|has|exists?|check|can|assert|require|authenticate|authorize|json|text|formData|arrayBuffer|head|download|compose|build|render|format|prepare|normalize|serialize|stringify|hydrate|wait|sleep|delay|update|patch|edit|delete|remove|destroy|softDelete|unlink|archive|upsert|score|rescore|qualify|enrich|classify|rank|log|audit|invalidate|clear|flush|refresh|close|release|disconnect)(?:[A-Z_]\w*)?$/;

/** Before a verb, they say that it is done to many: `bulkDeleteLeads`, `_batchUpdate`. */
export const manyPrefix = /^_*(?:(?:batch|bulk|mass)(?=[A-Z]))?/;

/** Names that read or hand back, but ask for a payment when they are given an amount: `getPaymentUrl({ amount })`. */
export const handingBack = /^(?:get|fetch|load|build|prepare)/;

/** What `update…` would count up or down: `updateBalance`, `updateStock`. */
export const countedThings =
  /balance|credits?(?![a-z])|points|stock|quantity|inventory|wallet|usage|counter|tally|ledger/i;

/** Arguments of an update that add to what is there: `{ $inc: … }`, `{ increment: 1 }`, `{ cents: row.cents - taken }`. */
export const addingArguments =
  /\$(?:inc|push|mul|add)\b|\b(?:increment|decrement|multiply|divide|push)\b|[\w)\]]\s[-+*]\s[\w(]/;

/** Functions that run what they are given, and do nothing else: `Promise.all`, a transaction, a retry, a span. */
export const passingNames =
  /^(?:all|allSettled|race|any|map|forEach|then|catch|finally)$|[Rr]etry|[Rr]etries|[Tt]ransaction$|[Ss]pan$|^trace|^measure/;

/** Names of functions whose effect is meant even where nobody waits for it: `void mailer.sendReceipt(order)`. */
export const effectVerbs =
  /^(?:send|charge|pay|refund|publish|emit|dispatch|enqueue|notify|create|transfer|capture|issue|ship|book|credit|debit|deliver|process|handle|execute|next)(?![a-z])/;

/** An entry that says the work is still to come: `insertPending`, `{ status: 'processing' }`. */
export const unfinished = /pending|processing|in_?-?progress|started|locked/i;

/** Methods that frameworks call before the handler of a request: what hangs on them is the handler. */
export const beforeHandlers = /^(?:canActivate|preHandler|onRequest|beforeHandle)$/;
