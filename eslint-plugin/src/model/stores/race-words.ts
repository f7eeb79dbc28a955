import {
  doneCollections,
  eventColumn,
  eventObject,
  keyColumn,
  keyHeader,
} from '../../catalogue/databases-key-names.ts';
import { mentionsTaught } from '../../catalogue/key-names.ts';
import type { IdempotencySettings } from '../../settings.ts';
import { textWordsOf } from '../text-words.ts';
import { storeName, tableEvidence, wordsOf } from './names.ts';

/** Business rows: a column that names what the row is for; something outside has to hang on it. */
const rowWords =
  /(?:order|cart|basket|invoice|checkout|booking|reservation|payment|purchase|quote|subscription|instal?lment|shipment|refund|transfer|payout|claim|transaction)_?(?:id|ref|no|number)\b/i;

/** What a name says by itself, and whether it says so only where something is asked of it: `seen.has(id)`. */
type Saying = 'keys' | 'keys when asked' | 'nothing';

const known = new Map<string, Saying>();

function sayingOf(name: string): Saying {
  let saying = known.get(name);
  if (saying === undefined) {
    saying = judge(name);
    // A name that is a piece of a text keeps the whole text in memory.
    if (known.size >= 1000) known.clear();
    known.set(name, saying);
  }
  return saying;
}

const doneWord = /^(?:processed|handled|seen|consumed|ingested|applied|done|known|finished|once)$/;

function judge(name: string): Saying {
  // `PrismaClientKnownRequestError` is no table of known requests.
  if (/error$/i.test(name)) return 'nothing';
  if (keyColumn.test(name) || keyHeader.test(name) || eventColumn.test(name)) return 'keys';
  const words = wordsOf(name);
  // One word alone may as well be a flag or a counter.
  if (tableEvidence(storeName(name)) === 'sure') return words.length > 1 ? 'keys' : 'keys when asked';
  return doneCollections.test(name) && words.some((word) => doneWord.test(word))
    ? 'keys when asked'
    : 'nothing';
}

const nameBefore = /[\w$-]*$/;
const nameAfter = /^[\w$-]*/;
/** No name is longer; what is longer is no name. */
const longest = 80;

/** Does a racing word that ends here stand in a name, or a text, that is about keys or events? */
function countsAt(text: string, end: number): boolean {
  const before = nameBefore.exec(text.slice(Math.max(0, end - longest), end))?.[0] ?? '';
  const after = nameAfter.exec(text.slice(end, end + longest))?.[0] ?? '';
  const start = end - before.length;
  const stop = end + after.length;
  return saysSo(text, start, stop, before + after) && !isProse(text, start, stop) && !isInPath(text, start);
}

function saysSo(text: string, start: number, stop: number, name: string): boolean {
  // `event.id`, `hook!.id`
  if (/^[?!]?\.id\b/.test(text.slice(stop, stop + 6)) && eventObject.test(name)) return true;
  const saying = sayingOf(name);
  if (saying === 'keys') return true;
  const previous = text[start - 1] ?? '';
  const next = text[stop] ?? '';
  if (saying === 'keys when asked' && (/[.?!)'"`[]/.test(next) || isTable(text, start))) return true;
  // `processed:${id}`, `…/seen/…`
  return doneWord.test(name.toLowerCase()) && /["'`:/_.}-]/.test(previous) && /["'`:/_.$-]/.test(next);
}

function isTable(text: string, start: number): boolean {
  return /\b(?:from|into|update|join|table)\s+$/i.test(text.slice(Math.max(0, start - 12), start));
}

/** One plain word with another one after it: a sentence in a text, not code and hardly SQL. */
function isProse(text: string, start: number, stop: number): boolean {
  if (!/^[A-Za-z][a-z]+$/.test(text.slice(start, stop)) || isTable(text, start)) return false;
  return /^ (?!(?:in|of|as|is|instanceof|extends|satisfies)\b)[a-z]/.test(text.slice(stop, stop + 13));
}

/** Part of the name of a module: what is imported from it has a name of its own. */
function isInPath(text: string, start: number): boolean {
  const line = text.slice(Math.max(text.lastIndexOf('\n', start) + 1, start - 2 * longest), start);
  return /(?:\bfrom\s*|\bimport\s*\(?\s*|\brequire\s*\(\s*)["'][^"']*$/.test(line);
}

/**
 * What a race in a file with this text could be about: keys and handled events, or only rows of business that hang on
 * an effect outside; null where there can be none.
 * @param isCode is the offset in the code itself, not in a comment? All of a text counts where this is not known.
 */
export function racingRows(
  text: string,
  { keyNames }: IdempotencySettings,
  isCode: (offset: number) => boolean = () => true,
): 'keys' | 'business' | null {
  const words = textWordsOf(text);
  if (!words.has('stores')) return null;
  const speaksOfKeys = words.ends.racing.some((end) => countsAt(text, end) && isCode(end - 1));
  if (speaksOfKeys || mentionsTaught(text, keyNames)) return 'keys';
  return words.has('rowEffects') && rowWords.test(text) ? 'business' : null;
}
