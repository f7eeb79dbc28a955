/**
 * Names under which an idempotency key travels: headers, options, body fields, queue fields, columns.
 * Names are compared without case, hyphens and underscores.
 */
export interface KeyName {
  name: string;
  /**
   * What the key is for. A `request` key names an operation at a provider; a `message` key only keeps a queue from
   * taking the same message twice, and a deliberate second message needs a second one.
   */
  use: 'request' | 'message';
}

/** Any name built on the word, with whatever prefix a vendor puts before it: `x-acme-idempotency-key`. */
const builtOnTheWord =
  /(?:idempotency|idempotence|idempotent|idempoten)(?:key|id|token|uuid|header)?$|^idem(?:p)?key$/;

const others: readonly KeyName[] = [
  // PayPal: header, and the field of its server SDK
  { name: 'paypalrequestid', use: 'request' },
  // Razorpay (payouts, refunds, transfers)
  { name: 'xpayoutidempotency', use: 'request' },
  { name: 'xrefundidempotency', use: 'request' },
  { name: 'xtransferidempotency', use: 'request' },
  // Wise: body of POST /v1/transfers
  { name: 'customertransactionid', use: 'request' },
  { name: 'xuniquetransactionid', use: 'request' },
  // AWS control plane: command input
  { name: 'clientrequesttoken', use: 'request' },
  // Amazon SQS FIFO (window: 5 minutes)
  { name: 'messagededuplicationid', use: 'message' },
  // Upstash QStash: header, and the field of its SDK
  { name: 'upstashdeduplicationid', use: 'message' },
  { name: 'deduplicationid', use: 'message' },
];

const byName = new Map(others.map((entry) => [entry.name, entry]));

/** `Idempotency-Key`, `idempotency_key` and `idempotencyKey` all give `idempotencykey`. */
export function normalName(name: string): string {
  return name.toLowerCase().replace(/[-_\s]/g, '');
}

/** What a header, option, field or variable of this name carries, or null when it is no key. */
export function keyNamed(name: string, taught: ReadonlySet<string>): KeyName | null {
  const normal = normalName(name);
  const listed = byName.get(normal);
  if (listed) return listed;
  if (builtOnTheWord.test(normal)) return { name: normal, use: 'request' };
  return isTaught(name, taught) ? { name: normal, use: 'request' } : null;
}

/** Is this one of the names that a team added in `settings.idempotency.keyNames`, in whatever spelling? */
export function isTaught(name: string, taught: ReadonlySet<string>): boolean {
  const normal = normalName(name);
  for (const own of taught) if (normalName(own) === normal) return true;
  return false;
}

const spellings = new WeakMap<ReadonlySet<string>, RegExp>();

/** Does a text hold one of the names that a team added, in a spelling that {@link isTaught} takes for the same? */
export function mentionsTaught(text: string, taught: ReadonlySet<string>): boolean {
  if (taught.size === 0) return false;
  let spelled = spellings.get(taught);
  if (!spelled) {
    const letters = (name: string): string[] =>
      [...normalName(name)].map((letter) => letter.replace(/[$*+.^|]/, '\\$&'));
    spelled = new RegExp([...taught].map((name) => letters(name).join('[-_]?')).join('|'), 'i');
    spellings.set(taught, spelled);
  }
  return spelled.test(text);
}

/** Tables and models that hold idempotency keys, by name: `idempotency_keys`, `idempotencyKey`, `IdempotentRequest`. */
export const keyTableNames = /idempoten/i;
