import { mentionsTaught } from '../../catalogue/key-names.ts';
import type { IdempotencySettings } from '../../settings.ts';

/**
 * The cheap look at a file's text before its stores are looked at: without one of these words no table, column or value
 * of it can be about idempotency keys or handled events.
 */
const keyWords =
  /idem|de_?dup|once|request_?key|operation_?key|client_?(?:request|mutation|token)|processed|handled|consumed|ingested|applied|seen|(?:done|known|finished)\w*(?:key|event|message|hook|id|job|record|update|notice|command|request)/i;
const eventWords =
  /(?:event|message|msg|webhook|delivery|notification|callback|notice|ipn|trigger)_?id\b|(?:event|evt|message|msg|webhook|notification|delivery|callback|notice|hook|ipn)\w*[!?]?\.id\b|(?:stripe|paypal|paddle|adyen|mollie|square|shopify|clerk|github|twilio|svix|kafka|sqs|billing|lemonsqueezy|razorpay|paystack|polar|web_?hook|hook)_?(?:event|deliver)/i;
/** Either of them: one expression of many words costs no more than one of few. */
const keyOrEventWords = new RegExp(`${keyWords.source}|${eventWords.source}`, 'i');
/** Business rows: a column that names what the row is for, and something outside that hangs on it. */
const rowWords =
  /(?:order|cart|basket|invoice|checkout|booking|reservation|payment|purchase|quote|subscription|instal?lment|shipment|refund|transfer|payout|claim|transaction)_?(?:id|ref|no|number)\b/i;
const effectWords =
  /\bPOST\b|\.post\(|stripe|adyen|braintree|paypal|mollie|square|gocardless|checkout|dwolla|razorpay|paystack|xendit|resend|sendgrid|postmark|twilio/i;

/** Can a file with this text hold a look-up and an insert that race? */
export function mayRace(text: string, { keyNames }: IdempotencySettings): boolean {
  if (keyOrEventWords.test(text)) return true;
  if (mentionsTaught(text, keyNames)) return true;
  return rowWords.test(text) && effectWords.test(text);
}
