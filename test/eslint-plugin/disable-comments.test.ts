import assert from 'node:assert/strict';
import type { Linter } from 'eslint';
import plugin from 'eslint-plugin-idempotency';
import { createRule } from '../../eslint-plugin/src/create-rule.ts';
import { loadESLint, testedMajor } from './eslint-versions.ts';
import { languageOptions, testRule } from './rule-tester.ts';

/** Reports every `idempotencyKey`, under the name of a real rule: what is tested is the way every rule is made. */
const probe = createRule<[], 'seen'>({
  name: 'no-sensitive-key',
  meta: {
    type: 'problem',
    docs: { description: 'report every key' },
    schema: [],
    messages: { seen: 'A key.' },
  },
  create: (context) => ({
    'Property > Identifier.key[name="idempotencyKey"]': (node: never) =>
      context.report({ node, messageId: 'seen' }),
  }),
});

const seen = { messageId: 'seen', line: 2, column: 8, endLine: 2, endColumn: 22 };

testRule('idempotency-disable-next-line', probe, {
  valid: [
    {
      name: 'with a reason',
      code: '// idempotency-disable-next-line no-sensitive-key: a test account\nsend({ idempotencyKey: email });',
    },
    {
      name: "with a reason written as in ESLint's own directives",
      code: '// idempotency-disable-next-line no-sensitive-key -- a test account\nsend({ idempotencyKey: email });',
    },
    {
      name: 'with a reason of another alphabet',
      code: '// idempotency-disable-next-line no-sensitive-key: 試験用\nsend({ idempotencyKey: email });',
    },
    {
      name: 'with the prefix of the plugin, among several rules, in a block comment',
      code: '/* idempotency-disable-next-line no-key-per-attempt, idempotency/no-sensitive-key: both known\n   since May */\nsend({ idempotencyKey: email });',
    },
    {
      name: 'beside a name that no rule has',
      code: '// idempotency-disable-next-line no-weekly-key, no-sensitive-key: a test account\nsend({ idempotencyKey: email });',
    },
    {
      name: 'in a block comment with a star on each line',
      code: '/**\n * idempotency-disable-next-line no-sensitive-key: a test account\n */\nsend({ idempotencyKey: email });',
    },
    {
      name: 'in JSX',
      filename: 'case.tsx',
      code: '<Form>\n  {/* idempotency-disable-next-line no-sensitive-key: a demo */}\n  <Pay send={() => send({ idempotencyKey: email })} />\n</Form>',
    },
  ],
  invalid: [
    {
      name: 'of another rule',
      code: '// idempotency-disable-next-line no-key-per-attempt: something else\nsend({ idempotencyKey: email });',
      errors: [seen],
    },
    {
      name: 'of a rule that is only named in the reason',
      code: '// idempotency-disable-next-line no-key-per-attempt: no-sensitive-key is another matter\nsend({ idempotencyKey: email });',
      errors: [seen],
    },
    {
      name: 'two lines above',
      code: '// idempotency-disable-next-line no-sensitive-key: too far away\n\nsend({ idempotencyKey: email });',
      errors: [{ ...seen, line: 3, endLine: 3 }],
    },
    {
      name: 'that only talks about it',
      code: '// the key is safe, see idempotency-disable-next-line no-sensitive-key\nsend({ idempotencyKey: email });',
      errors: [seen],
    },
  ],
});

function lint(code: string): Linter.LintMessage[] {
  const config = {
    files: ['**/*.ts'],
    plugins: { idempotency: plugin },
    rules: plugin.configs.recommended.rules,
    languageOptions,
  } as unknown as Linter.Config;
  const linter = new (loadESLint(testedMajor).Linter)({ configType: 'flat' });
  return linter.verify(code, [config], { filename: 'pay.ts' });
}

/** What the rule itself says, and what it says behind a comment that silences nothing. */
function messagesFor(code: string): string[] {
  return lint(code).map(({ message }) => message);
}

describe('idempotency-disable-next-line that silences nothing', () => {
  const line = 'send({ idempotencyKey: email });';
  const [plain = ''] = messagesFor(line);
  const write = 'Write "idempotency-disable-next-line no-sensitive-key: " and the reason.';
  const noReason = `${plain} The comment above silences nothing, because it gives no reason. ${write}`;
  const noRule = `${plain} The comment above silences nothing, because it names no rule. ${write}`;
  const behind = (comment: string) => messagesFor(`${comment}\n${line}`);

  it('says nothing of itself in a file where it is not there', () => {
    assert.match(plain, /^This key contains an e-mail address \(`email`\)\. .*first\.$/);
  });

  it('says that the reason is missing', () => {
    assert.deepEqual(behind('// idempotency-disable-next-line no-sensitive-key'), [noReason]);
    assert.deepEqual(behind('// idempotency-disable-next-line no-sensitive-key:'), [noReason]);
    assert.deepEqual(behind('/* idempotency-disable-next-line idempotency/no-sensitive-key : ** */'), [
      noReason,
    ]);
    assert.deepEqual(behind('// idempotency-disable-next-line no-sensitive-key --'), [noReason]);
    assert.deepEqual(behind('// idempotency-disable-next-line no-sensitive-key a test account'), [noReason]);
  });

  it('says that it names no rule', () => {
    assert.deepEqual(behind('// idempotency-disable-next-line'), [noRule]);
    assert.deepEqual(behind('// idempotency-disable-next-line: a test account'), [noRule]);
  });

  it('says which name is no rule, and what was meant', () => {
    assert.deepEqual(behind('// idempotency-disable-next-line no-sensitive-keys: a test account'), [
      `${plain} The comment above names "no-sensitive-keys", which is no rule of this plugin: did you mean "no-sensitive-key"?`,
    ]);
    assert.deepEqual(behind('// idempotency-disable-next-line require-idempotency: a test account'), [
      `${plain} The comment above names "require-idempotency", which is no rule of this plugin.`,
    ]);
  });

  it('keeps quiet where it is about another rule, another line or another word', () => {
    assert.deepEqual(behind('// idempotency-disable-next-line no-key-per-attempt: made once'), [plain]);
    assert.deepEqual(behind('// idempotency-disable-next-line no-key-per-attempt'), [plain]);
    assert.deepEqual(behind('// idempotency-disable-next-line no-sensitive-key\n'), [plain]);
    assert.deepEqual(behind('// idempotency-disable-next-lines no-sensitive-key'), [plain]);
  });

  it('leaves position and suggestions as they are', () => {
    const found = (comment: string) =>
      lint(`export const pay = (order) =>
  withRetry(() =>
    ${comment}
    fetch('/pay', { method: 'POST', headers: { 'Idempotency-Key': crypto.randomUUID() } }),
  );`).map(({ line, column, endLine, endColumn, suggestions }) => ({
        ...{ line, column, endLine, endColumn },
        fixes: suggestions?.map(({ desc, fix }) => `${desc} ${fix.text}`.replace(comment, '')),
      }));
    const [silencing, one] = ['// idempotency-disable-next-line', '// ------------------------------'];
    const expected = found(one);
    assert.equal(expected.length, 1);
    assert.equal(expected[0]?.fixes?.length, 1);
    assert.deepEqual(found(silencing), expected);
  });
});
