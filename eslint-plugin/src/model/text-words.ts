import { triggerWords, wordEndings } from '../catalogue/trigger-words.ts';
import { WordSearch } from './word-search.ts';

/** A group of words that a file's text can hold. */
export type WordGroup = keyof typeof triggerWords;

interface Entry {
  /** A bit for each group the word belongs to. */
  groups: number;
  begins: boolean;
  ends: boolean;
  called: boolean;
  ending: RegExp | null;
}

const groupNames = Object.keys(triggerWords) as WordGroup[];
const bitOf = Object.fromEntries(groupNames.map((name, index) => [name, 1 << index])) as Record<
  WordGroup,
  number
>;

function entriesByWord(): Map<string, Entry[]> {
  const byWord = new Map<string, Entry[]>();
  for (const group of groupNames) {
    for (const written of new Set<string>(triggerWords[group])) {
      const [, word = '', mark = ''] = /^\^?(.+?)(\$|…\(|\+[ .\w]+)?$/.exec(written) ?? [];
      const entry: Entry = {
        groups: bitOf[group],
        begins: written.startsWith('^'),
        ends: mark === '$',
        called: mark === '…(',
        ending: wordEndings[mark] ?? null,
      };
      const before = byWord.get(word) ?? [];
      const same = before.find(
        ({ begins, ends, called, ending }) =>
          begins === entry.begins &&
          ends === entry.ends &&
          called === entry.called &&
          ending === entry.ending,
      );
      if (same) same.groups |= entry.groups;
      else byWord.set(word, [...before, entry]);
    }
  }
  return byWord;
}

const byWord = entriesByWord();
const searched = [...byWord.keys()];
const entries = [...byWord.values()];
const search = new WordSearch(searched);

function isWordAt(text: string, index: number): boolean {
  const code = text.charCodeAt(index);
  return (
    (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code === 95
  );
}

function isCalledAt(text: string, index: number): boolean {
  while (isWordAt(text, index)) index++;
  return text[index] === '(';
}

function isAt(ending: RegExp, text: string, index: number): boolean {
  ending.lastIndex = index;
  return ending.test(text);
}

/** Groups of whose words every place is told. */
const placed = bitOf.keys | bitOf.racing;

/** What a text holds of the catalogue's words. */
export class TextWords {
  readonly #found: number;
  /** The offsets after the words of these groups, of which not every place counts. */
  readonly ends: Readonly<Record<'keys' | 'racing', readonly number[]>>;

  constructor(text: string) {
    let found = 0;
    const ends = { keys: [] as number[], racing: [] as number[] };
    search.search(text, (word, end) => {
      const start = end - (searched[word] as string).length;
      for (const { groups, begins, ends: whole, called, ending } of entries[word] as Entry[]) {
        if ((groups & ~(found & ~placed)) === 0) continue;
        if (begins && isWordAt(text, start - 1)) continue;
        if (whole && isWordAt(text, end)) continue;
        if (called && !isCalledAt(text, end)) continue;
        if (ending && !isAt(ending, text, end)) continue;
        found |= groups;
        if ((groups & bitOf.keys) !== 0) ends.keys.push(end);
        if ((groups & bitOf.racing) !== 0) ends.racing.push(end);
      }
    });
    this.#found = found;
    this.ends = ends;
  }

  /** Does the text hold a word of this group? */
  has(group: WordGroup): boolean {
    return (this.#found & bitOf[group]) !== 0;
  }
}

/** The last text looked at: the rules of a run ask about the same file one after the other. */
let last: { text: string; words: TextWords } | undefined;

/** The words of a text, found once for all rules of a run. */
export function textWordsOf(text: string): TextWords {
  if (last?.text !== text) last = { text, words: new TextWords(text) };
  return last.words;
}
