import { createRule } from '../create-rule.ts';
import type { RetriedWrite } from '../model/writes/retried-writes.ts';
import { RetriedWrites } from '../model/writes/retried-writes.ts';
import { mayRepeatEffects } from '../model/trigger.ts';
import { Writes } from '../model/writes/writes.ts';
import { sendKey } from '../suggestions/send-key.ts';
import { testFiles } from '../test-files.ts';

type Options = [{ checkUnsure?: boolean }];
type MessageIds = 'noKey' | 'ownKey' | 'noKeys' | 'send';

export const requireKeyOnRetry = createRule<Options, MessageIds>({
  name: 'require-key-on-retry',
  meta: {
    type: 'problem',
    docs: {
      description: 'require an idempotency key on a write that is retried',
      preset: 'recommended',
      strictOptions: [{ checkUnsure: true }],
    },
    messages: {
      noKey:
        'This {{what}} is sent again after a failure ({{who}}) and carries no idempotency key. When only the answer was lost, the server does the operation twice and the customer pays twice.',
      ownKey:
        'This {{what}} is called again after a failure ({{who}}). The {{provider}} SDK makes a new key for each call, so the repeated call is a second operation: give it a key made before the first attempt.',
      noKeys:
        '{{provider}} takes no idempotency key, and this {{what}} is called again after a failure ({{who}}). When only the answer was lost it happens twice: look the operation up before repeating it.',
      send: 'Make a key before the first attempt and send it.',
    },
    schema: [
      {
        type: 'object',
        properties: {
          checkUnsure: {
            type: 'boolean',
            description:
              'Whether to report writes, too, that may do nothing twice: updates of one object, and helpers that are told elsewhere what to send.',
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ checkUnsure: false }],
    hasSuggestions: true,
  },
  mayReport: (model) => mayRepeatEffects(model.sourceCode.text, model.settings) && model.part(Writes).mayFind,
  create(context, model) {
    const checkUnsure = context.options[0]?.checkUnsure ?? false;
    return {
      'Program:exit'() {
        if (testFiles.test(context.filename)) return;
        for (const retried of model.part(RetriedWrites).all) {
          const { write, who, sure } = retried;
          if (!sure && !checkUnsure) continue;
          const send = sendKey(model, retried);
          context.report({
            node: write.call,
            messageId: messageOf(retried),
            data: { what: write.what, who: `by ${who}`, provider: write.provider?.name ?? '' },
            suggest: send ? [{ messageId: 'send', fix: send }] : [],
          });
        }
      },
    };
  },
});

function messageOf({ write: { provider } }: RetriedWrite): MessageIds {
  if (!provider) return 'noKey';
  if (!provider.key) return 'noKeys';
  return provider.ownKey ? 'ownKey' : 'noKey';
}
