import assert from 'node:assert/strict';
import type { Linter } from 'eslint';
import plugin from 'eslint-plugin-idempotency';
import { loadESLint, testedMajor } from './eslint-versions.ts';
import { languageOptions } from './rule-tester.ts';

const { Linter: ESLintLinter } = loadESLint(testedMajor);

/** Lints with every rule on; a rule that throws makes `verify` throw. */
function lint(code: string, filename: string, options: Linter.LanguageOptions = languageOptions) {
  const rules = Object.fromEntries(Object.keys(plugin.rules).map((name) => [`idempotency/${name}`, 'error']));
  const config = {
    files: ['**/*.{ts,tsx,js,mjs,cjs}'],
    plugins: { idempotency: plugin },
    rules,
    languageOptions: options,
  } as unknown as Linter.Config;
  const messages = new ESLintLinter({ configType: 'flat' }).verify(code, [config], { filename });
  const fatal = messages.find((message) => message.fatal);
  assert.equal(fatal, undefined, `the test's own code does not parse: ${fatal?.message}`);
  return messages.map(({ ruleId }) => ruleId);
}

/** Words that make the model look at a file at all, in a comment and in code that means nothing. */
const words = '/* idempotency key, insert, retry, POST, processed_events, event_id */\n';

const strange: Record<string, string> = {
  'an empty file': '',
  'a file of comments': words,
  'a file of one directive': `'use strict';`,
  'names that go round in circles': `${words}const key = other; const other = key; insert(key); retry(() => insert(other));`,
  'functions that call each other for ever': `${words}async function find(key) { return save(key); } async function save(key) { if (await find(key)) return; await insert(key); return find(key); } export const again = () => again();`,
  'methods that call each other for ever': `${words}class Keys { get(key) { return this.set(key); } set(key) { return this.get(key); } static of() { return new this().get(Keys.of()); } }`,
  'patterns in patterns': `${words}const { a: [{ idempotencyKey = d(), ...rest } = {}, , ...[last]] = [] } = await x; for (const [k, { v = k }] of last) set(k, v, rest); [a.b, c[0]] = [key, retry];`,
  'holes and spreads': `${words}insert(...[, ,], ...args); fetch(...[url, { method: 'POST', ...o, headers: { ...h, [k]: v } }]); new Map([...m]);`,
  'computed and private names': `${words}class A { #key = 1; static #m() {} get [\`idempotency\`]() { return this.#key; } static { A.#m?.(); } ['insert'](key) { this[key]?.[\`x\`]?.(); } }`,
  'SQL that is none': `${words}db.query('SELECT'); db.query('INSERT INTO'); db.query(\`SELECT * FROM \${t} WHERE \${c}\`); db.query('insert (((' + x); db.prepare('with with with').get(); sql\`\`; sql\`select \${sql\`insert into \${t}\`}\`;`,
  'generators, labels and switches': `${words}async function* pages() { outer: for await (const p of q) { switch (p) { case yield p: continue outer; default: break outer; } } do { retry: { if (key) break retry; } } while (await insert(key)); }`,
  'new.target, import.meta, super': `${words}class B extends (class {}) { constructor() { super(); new.target; super.insert?.(import.meta.url); } }`,
};

const strangeTypes: Record<string, string> = {
  'types only': `${words}export interface Key { idempotencyKey: string; insert(): Promise<void> } declare module 'x' { export const find: typeof import('y'); } declare global { var key: string }`,
  'TypeScript-only syntax': `${words}import fs = require('fs'); namespace N.M { export enum E { A = 1 } } abstract class C<T> { constructor(private readonly insert?: T, @Dec() public key = <any>1) {} abstract find(key: T): asserts key is T; declare x: string; override save<K extends keyof T>(this: C<T>, k: K): T[K] { return (k satisfies unknown as any)!; } } export = C;`,
  'decorators and overloads': `${words}@Entity('idempotency_keys') class K { @Column({ unique: true }) @Index() key!: string; insert(): void; insert(key?: string): void { Reflect.set(this, 'key', key); } }`,
};

describe('every rule', () => {
  for (const [name, code] of Object.entries(strange)) {
    it(`understands or skips ${name}`, () => {
      lint(code, 'strange.mjs');
      lint(code, 'strange.ts');
    });
  }

  for (const [name, code] of Object.entries(strangeTypes)) {
    it(`understands or skips ${name}`, () => void lint(code, 'strange.ts'));
  }

  it('understands or skips JSX', () => {
    const code = `${words}export const F = ({ key, ...p }) => <><Pay {...p} key={key} onClick={async () => { await insert(key); }} a:b="x">{...c}{/* insert */}</Pay></>;`;
    lint(code, 'strange.tsx');
    lint(code, 'strange.js');
  });

  it('works with the parser that ESLint brings, in modules and in scripts', () => {
    const code =
      "const key = req.headers['idempotency-key'];\nasync function once(key) {\n  const { rows } = await pool.query('SELECT 1 FROM idempotency_keys WHERE key = $1', [key]);\n  if (rows[0]) return;\n  await work();\n  await pool.query('INSERT INTO idempotency_keys (key) VALUES ($1)', [key]);\n}\n";
    assert.deepEqual(lint(code, 'once.js', { sourceType: 'module' }), ['idempotency/no-check-then-insert']);
    assert.deepEqual(lint(code, 'once.cjs', { sourceType: 'commonjs' }), [
      'idempotency/no-check-then-insert',
    ]);
    assert.deepEqual(lint(code, 'once.js', { sourceType: 'script' }), ['idempotency/no-check-then-insert']);
  });
});
