import { createRule } from '../create-rule.ts';
import { KeySinks } from '../model/keys/key-sinks.ts';
import { SensitiveKeys } from '../model/keys/sensitive-keys.ts';
import { randomKey } from '../suggestions/random-key.ts';

type Options = [{ checkHashed?: boolean }];
type MessageIds = 'personal' | 'hashed' | 'random';

export const noSensitiveKey = createRule<Options, MessageIds>({
  name: 'no-sensitive-key',
  meta: {
    type: 'problem',
    docs: {
      description: 'disallow personal data in idempotency keys',
      preset: 'recommended',
      strictOptions: [{ checkHashed: true }],
    },
    messages: {
      personal:
        "This key contains {{kind}} (`{{name}}`). Keys end up in the vendor's records and in logs, and the same person's second purchase is taken for a retry of the first.",
      hashed:
        'This key is a digest of {{kind}} (`{{name}}`). Whoever knows the data can recognise the person by it, and their second purchase is taken for a retry of the first.',
      random: 'Use a random key.',
    },
    schema: [
      {
        type: 'object',
        properties: {
          checkHashed: {
            type: 'boolean',
            description: 'Whether to report keys that hold personal data only as a digest, too.',
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ checkHashed: false }],
    hasSuggestions: true,
  },
  mayReport: (model) => model.part(KeySinks).mayFind,
  create(context, model) {
    const checkHashed = context.options[0]?.checkHashed ?? false;
    return {
      'Program:exit'() {
        for (const sensitive of model.part(SensitiveKeys).all) {
          const { node, kind, name, hashed } = sensitive;
          if (hashed && !checkHashed) continue;
          const random = randomKey(model, sensitive);
          context.report({
            node,
            messageId: hashed ? 'hashed' : 'personal',
            data: { kind, name },
            suggest: random ? [{ messageId: 'random', fix: random }] : [],
          });
        }
      },
    };
  },
});
