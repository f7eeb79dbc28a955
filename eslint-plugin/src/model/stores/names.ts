import {
  deliveryWords,
  doneWords,
  keyTableWords,
  maybeKeyTableWords,
  otherEventWords,
  otherKeyWords,
  webhookWords,
} from '../../catalogue/databases-key-names.ts';

/** The words of a name in any case style, lower case, the last one in the singular: `processedEvents` → processed, event. */
export function wordsOf(name: string): string[] {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '');
  const last = words.at(-1);
  if (last !== undefined) words[words.length - 1] = singular(last);
  return words;
}

function singular(word: string): string {
  if (word.length < 4) return word;
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  if (/(?:s|x|ch|sh)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith('s') && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
}

/** One spelling for a table whoever names it: `idempotency_keys`, `IdempotencyKey`, `idempotencyKeys`. */
export function storeName(name: string): string {
  return wordsOf(
    name.replace(/(?:Repository|Repo|Model|Entity|Document|Table|Collection|Store|Service|Dao|Schema)$/, ''),
  ).join(' ');
}

/** Words that name a table of handled events even when they stand alone. */
const aloneSure: ReadonlySet<string> = new Set(['processed', 'handled', 'consumed', 'ingested']);

/** How sure a table's name makes us that it holds idempotency keys or handled events. */
export type TableEvidence = 'sure' | 'maybe' | 'none';

/** Judges a name that {@link storeName} made. */
export function tableEvidence(store: string): TableEvidence {
  const words = store.split(' ');
  const last = words.at(-1) ?? '';
  const has = (set: ReadonlySet<string>): boolean => words.some((word) => set.has(word));
  if (has(keyTableWords)) return 'sure';
  if (has(doneWords) && has(deliveryWords)) return 'sure';
  if (words.length === 1 && aloneSure.has(last)) return 'sure';
  // A table of webhooks alone may hold the endpoints that somebody registered.
  if (has(webhookWords) && (last === 'event' || last === 'delivery')) return 'sure';
  if (last === 'key' && has(otherKeyWords)) return 'none';
  if (last === 'event' && has(otherEventWords)) return 'none';
  return maybeKeyTableWords.has(last) || (words.length === 1 && doneWords.has(last)) ? 'maybe' : 'none';
}
