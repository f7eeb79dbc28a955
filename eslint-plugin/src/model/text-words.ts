import { providers } from '../catalogue/providers.ts';
import { racingWords } from './stores/race-words.ts';
import { WordSearch } from './word-search.ts';

/**
 * The words a file's text is looked at for before the model looks at its code, by what they point to. In any case; `^`
 * before a word and `$` after it want a boundary there, `…(` after it a call of a name that begins so, and `+` after it
 * one of the {@link endings}.
 */
const words = {
  /** Keys, among them the providers whose SDK takes the key as a bare argument, so that no word of keys shows. */
  keys: [
    ...['idempot', 'idemkey', 'idem-key', 'idem_key', 'idempkey', 'idemp-key', 'idemp_key', 'dedup'],
    ...['paypalrequestid', 'paypal-request-id', 'paypal_request_id', 'clientrequesttoken'],
    ...['client-request-token', 'client_request_token', 'customertransactionid', 'customer-transaction-id'],
    ...['customer_transaction_id', 'uniquetransactionid', 'unique-transaction-id', 'unique_transaction_id'],
    ...['gocardless', 'checkout-sdk-node', '@novu/api', 'dwolla'],
  ],
  /** Effects in any spelling. */
  effects: [
    ...['^post$', '^patch$', '.create', '.request$', '.send$', '.trigger$', '.sale$', '.charge$'],
    ...[
      '.capture',
      '.refund',
      '.payments$',
      'mutation',
      '.sendmail',
      '.sendmultiple',
      '.sendemail',
      '.publish',
    ],
    ...['.enqueue', '.batch', '.postmessage'],
  ],
  /** What every request that writes shows of its method, as text or as a member. */
  methods: ['^post', '^patch'],
  providers: providerWords(),
  /** A failure that is survived, and those who try again. */
  retries: [
    ...['^catch$', 'retry', 'retrie', 'retria', 'backoff', 'back-off', 'attempt', 'temporalio', 'inngest'],
    ...['trigger.dev', 'restate', 'cloudflare:workers', "'use step'", '"use step"'],
  ],
  /** Inserts and claims. */
  stores: [
    ...['insert', 'upsert', '.save$', '^set(', '^setnx(', '^setex(', 'put(', 'putitem(', 'putcommand'],
    ...['putitem', 'setdoc', '.add(', '.create(', 'createmany(', 'bulkcreate(', 'replace into', 'merge into'],
    ...['^mark…(', '^record…(', '^remember…(', '^store…(', '^persist…('],
  ],
  /** Names of key tables, keys and events; {@link racingWords} says which of their places count. */
  racing: racingWords,
  /** Who does the outside effect that a business row hangs on. */
  rowEffects: [
    ...[
      '^post$',
      '.post(',
      'stripe',
      'adyen',
      'braintree',
      'paypal',
      'mollie',
      'square',
      'gocardless',
      'checkout',
    ],
    ...['dwolla', 'razorpay', 'paystack', 'xendit', 'resend', 'sendgrid', 'postmark', 'twilio'],
  ],
  keyTables: ['idempoten'],
  /** SQL that reads or adds rows, or says what is unique. */
  sql: ['^select+ ', '^into+ ', 'create table', 'create unique', 'alter table'],
  repositories: ['getrepository'],
} as const satisfies Record<string, readonly string[]>;

/** What has to follow a word that is too common to count alone. Short, so that few rows are added to the search. */
const endings: Readonly<Record<string, RegExp>> = {
  '+id': /_?id(?![a-z])/iy,
  '+ ': /\s/y,
  '+.id': /[?!]?\.id\b/y,
  '+event': /_?(?:event|deliver)/iy,
};

/** A group of words that a file's text can hold. */
export type WordGroup = keyof typeof words;

/** The packages and names of providers: one of them stands in every file that calls a listed one. */
function providerWords(): string[] {
  const named = providers.flatMap(({ packages, name }) => [
    ...packages,
    ...['', ' ', '.', '-', '_'].map((between) => name.replace(/\W/g, between)),
  ]);
  return named.map((name) => name.toLowerCase());
}

interface Entry {
  /** A bit for each group the word belongs to. */
  groups: number;
  begins: boolean;
  ends: boolean;
  called: boolean;
  ending: RegExp | null;
}

const groupNames = Object.keys(words) as WordGroup[];
const bitOf = Object.fromEntries(groupNames.map((name, index) => [name, 1 << index])) as Record<
  WordGroup,
  number
>;

function entriesByWord(): Map<string, Entry[]> {
  const byWord = new Map<string, Entry[]>();
  for (const group of groupNames) {
    for (const written of new Set<string>(words[group])) {
      const [, word = '', mark = ''] = /^\^?(.+?)(\$|…\(|\+[ .\w]+)?$/.exec(written) ?? [];
      const entry: Entry = {
        groups: bitOf[group],
        begins: written.startsWith('^'),
        ends: mark === '$',
        called: mark === '…(',
        ending: endings[mark] ?? null,
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

/** What a text holds of the words above. */
export class TextWords {
  readonly #found: number;
  /** The offsets after the words of keys, tables and events that may take part in a race. */
  readonly racingEnds: readonly number[];

  constructor(text: string) {
    let found = 0;
    const racingEnds: number[] = [];
    search.search(text, (word, end) => {
      const start = end - (searched[word] as string).length;
      for (const { groups, begins, ends, called, ending } of entries[word] as Entry[]) {
        if ((groups & ~found) === 0 && (groups & bitOf.racing) === 0) continue;
        if (begins && isWordAt(text, start - 1)) continue;
        if (ends && isWordAt(text, end)) continue;
        if (called && !isCalledAt(text, end)) continue;
        if (ending && !isAt(ending, text, end)) continue;
        found |= groups;
        if ((groups & bitOf.racing) !== 0) racingEnds.push(end);
      }
    });
    this.#found = found;
    this.racingEnds = racingEnds;
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
