import { createRule } from '../../eslint-plugin/src/create-rule.ts';
import { testRule } from './rule-tester.ts';

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
      name: 'without one',
      code: '// idempotency-disable-next-line no-sensitive-key\nsend({ idempotencyKey: email });',
    },
    {
      name: 'with the prefix of the plugin, among several rules, in a block comment',
      code: '/* idempotency-disable-next-line no-weak-key, idempotency/no-sensitive-key: both known\n   since May */\nsend({ idempotencyKey: email });',
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
      code: '// idempotency-disable-next-line no-weak-key: no-sensitive-key is another matter\nsend({ idempotencyKey: email });',
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
