import { mentionsTaught } from '../catalogue/key-names.ts';
import type { IdempotencySettings } from '../settings.ts';

/**
 * The cheap look at a file's text that decides whether the model has anything to say about it.
 * Words of keys, among them the providers whose SDK takes the key as a bare argument, so that no word of keys shows;
 * then words of effects together with words of retries.
 */
const keyWords =
  /idempot|idem[_-]?key|dedup|request-?id|clientToken|clientRequestToken|unique_?token|unique-transaction|transactionId|gocardless|checkout-sdk-node|@novu\/api|dwolla/i;
const effectWords =
  /\bPOST\b|\bPATCH\b|\.(?:post|patch|create\w*|request|send|trigger|sale|charge|capture\w*|refund\w*|payments|sendMail|sendMultiple|sendEmail\w*|publish\w*|enqueue\w*|batch\w*|postMessage)\b|mutation/i;
const retryWords =
  /\bcatch\b|retr(?:y|ie|ia)|back-?off|attempt|temporalio|inngest|trigger\.dev|restate|cloudflare:workers|["']use step["']/i;
/** Look-ups and claims on tables whose rows may exist once only. */
const storeWords =
  /insert|upsert|\.save\b|\bset(?:nx|ex)?\(|\bNX\b|put(?:Item)?\(|PutCommand|PutItem|setDoc|\.(?:add|create)\(|\b(?:mark|record|remember|store|persist)\w*\(/i;
const onceWords =
  /idempot|processed|(?:event|message|delivery|notification)_?id|handled|unique|webhook|dedup|\binbox|_keys\b|exists|find(?:Unique|First|One)/i;
/** Most files have none of both, and one expression of many words costs no more than one of few. */
const keyOrOnceWords = new RegExp(`${keyWords.source}|${onceWords.source}`, 'i');

/** Can a file with this text hold an idempotency key? */
export function mayHoldKeys(text: string, settings: IdempotencySettings): boolean {
  return keyWords.test(text) || mentionsTaught(text, settings.keyNames);
}

/** Can a file with this text hold anything the rules talk about? Names a team taught in the settings count too. */
export function mayMatter(text: string, settings: IdempotencySettings): boolean {
  const speaks = keyOrOnceWords.test(text);
  return (
    (speaks && (keyWords.test(text) || (onceWords.test(text) && storeWords.test(text)))) ||
    mentionsTaught(text, settings.keyNames) ||
    ((effectWords.test(text) || mentions(text, settings.effectFunctions)) &&
      (retryWords.test(text) || mentions(text, untold(settings.retryFunctions)))) ||
    mentions(text, settings.claimFunctions)
  );
}

const untoldNames = new WeakMap<ReadonlySet<string>, readonly string[]>();

/** The names of wrappers that the words above do not cover; most hold "retry" or "backoff". */
function untold(names: ReadonlySet<string>): readonly string[] {
  let list = untoldNames.get(names);
  if (!list) {
    list = [...names].filter((name) => !retryWords.test(name));
    untoldNames.set(names, list);
  }
  return list;
}

/** Does a text hold one of these names? */
export function mentions(text: string, names: Iterable<string>): boolean {
  for (const name of names) if (text.includes(name)) return true;
  return false;
}
