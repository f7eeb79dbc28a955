import assert from 'node:assert/strict';
import type { Linter } from 'eslint';
import { checkedLint } from '../fuzz/checked-lint.ts';
import { parsers, type ParserName } from './parsers.ts';

/** Words that make every rule look at a file, in a comment and in code that means nothing. */
const words = '/* idempotency key, insert, catch retry, POST, processed_events, event_id, unique */\n';

/** A finding with a suggestion, to see that both keep their places amid the odd. */
const personal = 'send({ idempotencyKey: `pay-${email}` });';

interface Odd {
  code: string;
  under: ParserName[];
  filename?: string;
  sourceType?: Linter.LanguageOptions['sourceType'];
  findings?: number;
}

const everywhere: ParserName[] = ['TypeScript', "ESLint's own", "Babel's", "Babel's with types"];
const typed: ParserName[] = ['TypeScript', "Babel's with types"];

const odd: Record<string, Odd> = {
  'decorators, before and after export': {
    code: `${words}@Entity('idempotency_keys') export class Keys { @Column({ unique: true }) key; @Retry({ max: 3 }) async insert(key) {} }`,
    under: ['TypeScript', "Babel's", "Babel's with types"],
  },
  accessors: {
    code: `${words}class Keys { accessor key = make(); static accessor #insert = () => {}; get idempotencyKey() { return this.key; } set idempotencyKey(key) {} }`,
    under: ['TypeScript', "Babel's", "Babel's with types"],
  },
  'using and await using': {
    code: `${words}async function pay() { using lock = acquire(key); await using client = await pool.connect(); for (using one of locks) await insert(one, client, lock); }`,
    under: ['TypeScript', "ESLint's own", "Babel's"],
  },
  'enums and namespaces': {
    code: `${words}enum State { insert = 'key', done = 1 << 2 } const enum Once { A } namespace Retry.Deep { export const key = () => insert(State.done); } declare namespace Out { function find(key: string): void }`,
    under: typed,
  },
  'satisfies, as const, non-null and old casts': {
    code: `${words}const headers = { 'Idempotency-Key': (<string>key)! } satisfies Record<string, string>; fetch(url as never, { method: 'POST' as const, headers } satisfies RequestInit)!;`,
    under: ['TypeScript'],
    filename: 'odd.ts',
  },
  'abstract classes and overloads': {
    code: `${words}abstract class Store { abstract insert(key: string): Promise<void>; find(key: string): string; find(key: number): number; find(key: unknown) { return this.insert(String(key)); } declare private readonly key?: string; static { this.prototype.find('x'); } }`,
    under: typed,
  },
  'import = and export =': {
    code: `${words}import pRetry = require('p-retry'); import Deep = pRetry.insert; export = { key: Deep };`,
    under: typed,
  },
  'types in every place': {
    code: `${words}type Key<T extends string = \`idempotency-\${string}\`> = T extends infer U extends string ? { [K in U as \`x\${K}\`]-?: () => asserts K is string } : never; let insert: typeof import('x', { with: { 'resolution-mode': 'import' } }); function f(this: Store, key?: Key): key is Key { return <T,>(x: T) => x; }`,
    under: ['TypeScript'],
  },
  'generators and labelled blocks': {
    code: `${words}async function* pages() { outer: { inner: for await (const key of yield* insert(key)) { if (key) break outer; else continue inner; } } retry: { try { yield await insert(key); } finally { break retry; } } }`,
    under: everywhere,
  },
  'with, octals and HTML comments of sloppy scripts': {
    code: `${words}with (store) { insert(key, 0777); }\n<!-- retry\nvar let_ = 1; function f(a, a) { return arguments.callee; }\n--> POST\nif (key) function g() {}\n${personal}`,
    under: ["ESLint's own", "Babel's"],
    filename: 'odd.js',
    sourceType: 'script',
    findings: 1,
  },
  'a shebang': { code: `#!/usr/bin/env node\n${personal}`, under: everywhere, findings: 1 },
  'a byte order mark': { code: `\uFEFF${personal}`, under: everywhere, findings: 1 },
  'carriage returns': {
    code: `${words.trim()}\r\n\r\n${personal}\r\n`,
    under: everywhere,
    findings: 1,
  },
  'line separators in strings, comments and between statements': {
    code: `const text = 'a\u2028b\u2029'; // insert\u2028${personal}\u2029/* retry \u2028 */ ${personal}`,
    under: everywhere,
    findings: 2,
  },
  'names outside ASCII and escaped names': {
    code: `${words}const \u{20BB7} = 1, \\u0061bc = 2; class 顧客 { #ключ = \u{20BB7}; insert\\u0041(key) {} }; '😀'; ${personal}`,
    under: everywhere,
    findings: 1,
  },
  'regular expressions, big numbers and tagged templates': {
    code: `${words}const r = /[\\p{L}--[a-z]]/v, n = 1_000n ** 2n; insert\`\\unicode and \${key}\`; String.raw\`\\u\`; import.meta.url; import('x', { with: { type: 'json' } });`,
    under: everywhere,
  },
  'optional calls, deletes and commas in every place': {
    code: `${words}delete store?.[key]?.insert?.(...args)?.[0]; for (var i = 0, j = (1, 2); ; ) { void (i, j); break; } [, , key] = [, ,]; ({ key: [key = retry] = [], ...store } = {}); new (insert())(); new insert; (async () => {})?.();`,
    under: everywhere,
  },
  'JSX with namespaces, members, spreads and entities': {
    code: `${words}export const F = ({ key, ...rest }) => <A.b.c x:y="insert" {...rest} on={async () => { await insert(key); }}>&nbsp;{...rest}{/* retry */}<><this.X key="&quot;" /></></A.b.c>;`,
    under: ['TypeScript', "Babel's", "Babel's with types"],
  },
  'types of Flow': {
    code: `${words}// @flow\nimport typeof Store from './store'; opaque type Key: string = string; type Exact = {| +key: ?Key, [string]: mixed |}; declare export function find(key: Key): Promise<Exact>; async function insert<T: Exact>(key: T, ...more: Array<?T>): Promise<void> { await (store: any).insert((key: Exact)); }\n${personal}`,
    under: ["Babel's with Flow"],
    filename: 'odd.js',
    findings: 1,
  },
  'a bundle of a megabyte in one line': {
    code: Array.from(
      { length: 9000 },
      (_, n) =>
        `function f${n}(e,t){try{return fetch(e,{method:"POST",headers:{"Idempotency-Key":t}})}catch(r){f${n % 7}(e,r)}}`,
    ).join(';'),
    under: ['TypeScript', "ESLint's own"],
    filename: 'odd.min.js',
  },
  'twenty thousand statements': {
    code: Array.from({ length: 20_000 }, (_, n) => `const v${n} = insert(key, v${Math.max(n - 1, 0)});`).join(
      '\n',
    ),
    under: ['TypeScript', "ESLint's own"],
  },
};

describe('odd syntax', function () {
  this.timeout(60_000);

  for (const [what, { code, under, filename = 'odd.tsx', sourceType = 'module', findings }] of Object.entries(
    odd,
  )) {
    for (const name of under) {
      it(`${what}, with the parser ${name}`, () => {
        const checked = checkedLint(code, filename, { sourceType, ...parsers[name] });
        assert.ok(checked.parsed, 'the code of the test does not parse');
        assert.deepEqual(
          checked.faults.filter(({ kind }) => kind !== 'slow'),
          [],
        );
        if (findings !== undefined) assert.equal(checked.findings, findings);
      });
    }
  }

  it('in syntax that no parser knows, is told by ESLint and by nobody else', () => {
    assert.equal(checkedLint('type Key = {| +key: ?string |}; insert(key)', 'odd.ts').parsed, false);
  });
});
