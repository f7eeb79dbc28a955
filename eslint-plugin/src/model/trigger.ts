import { mentionsTaught } from '../catalogue/key-names.ts';
import type { IdempotencySettings } from '../settings.ts';
import { racingRows } from './stores/race-words.ts';
import type { TextWords } from './text-words.ts';
import { textWordsOf } from './text-words.ts';

/**
 * Can a file with this text hold an idempotency key?
 * @param isCode is the offset in the code itself, not in a comment? All of a text counts where this is not known.
 */
export function mayHoldKeys(
  text: string,
  settings: IdempotencySettings,
  isCode: (offset: number) => boolean = () => true,
): boolean {
  return (
    textWordsOf(text).ends.keys.some((end) => isCode(end - 1)) || mentionsTaught(text, settings.keyNames)
  );
}

/** Can a file with this text hold anything the rules talk about? Names a team taught in the settings count too. */
export function mayMatter(text: string, settings: IdempotencySettings): boolean {
  return (
    mayHoldKeys(text, settings) ||
    mayRepeatEffects(text, settings) ||
    racingRows(text, settings) !== null ||
    mentions(text, settings.claimFunctions)
  );
}

/** Can a file with this text do something outside, and do it again after a failure? */
export function mayRepeatEffects(text: string, settings: IdempotencySettings): boolean {
  const words = textWordsOf(text);
  return (
    (words.has('effects') || mentions(text, settings.effectFunctions)) && mayRetry(words, text, settings)
  );
}

function mayRetry(words: TextWords, text: string, { retryFunctions }: IdempotencySettings): boolean {
  return words.has('retries') || mentions(text, untold(retryFunctions));
}

const untoldNames = new WeakMap<ReadonlySet<string>, readonly string[]>();

/** The names of wrappers that the words of retries do not cover; most hold "retry" or "backoff". */
function untold(names: ReadonlySet<string>): readonly string[] {
  let list = untoldNames.get(names);
  if (!list) {
    list = [...names].filter((name) => !/retr(?:y|ie|ia)|back-?off|attempt/i.test(name));
    untoldNames.set(names, list);
  }
  return list;
}

/** Does a text hold one of these names? */
export function mentions(text: string, names: Iterable<string>): boolean {
  for (const name of names) if (text.includes(name)) return true;
  return false;
}
