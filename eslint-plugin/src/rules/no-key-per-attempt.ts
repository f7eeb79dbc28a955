import type { TSESLint } from '@typescript-eslint/utils';
import { createRule } from '../create-rule.ts';
import type { FreshKey } from '../model/keys/fresh-keys.ts';
import { FreshKeys } from '../model/keys/fresh-keys.ts';
import { KeySinks } from '../model/keys/key-sinks.ts';
import type { Model } from '../model/model-of.ts';
import { dropCounter } from '../suggestions/drop-counter.ts';
import { hoistKey, keepHeader } from '../suggestions/hoist-key.ts';

type MessageIds = 'newKey' | 'counter' | 'redelivered' | 'hoist' | 'dropCounter' | 'keepHeader';

export const noKeyPerAttempt = createRule<[], MessageIds>({
  name: 'no-key-per-attempt',
  meta: {
    type: 'problem',
    docs: {
      description: 'disallow an idempotency key that is made again for each attempt of one operation',
      preset: 'recommended',
    },
    messages: {
      newKey:
        'This key is made again at each attempt ({{why}}), so the server takes every retry for a new operation and the customer can be charged twice.',
      counter:
        'The number of the attempt is part of this key ({{why}}), so the server takes every retry for a new operation and the customer can be charged twice.',
      redelivered:
        '{{who}} may deliver this message again, and then this key is a new one: the server does the operation a second time.',
      hoist: 'Make the key once, before the first attempt.',
      dropCounter: 'Leave the number of the attempt out of the key.',
      keepHeader: 'Set the key only where the request has none yet.',
    },
    schema: [],
    hasSuggestions: true,
  },
  mayReport: (model) => model.part(KeySinks).mayFind,
  create(context, model) {
    return {
      'Program:exit'() {
        for (const fresh of model.part(FreshKeys).all) {
          context.report({
            node: fresh.node,
            messageId: messageOf(fresh),
            data: { why: whyOf(fresh), who: fresh.scope?.who ?? '' },
            suggest: suggestionsFor(model, fresh),
          });
        }
      },
    };
  },
});

function suggestionsFor(model: Model, fresh: FreshKey): TSESLint.ReportSuggestionArray<MessageIds> {
  const hoist = hoistKey(model, fresh);
  if (hoist) return [{ messageId: 'hoist', fix: hoist }];
  const drop = dropCounter(model, fresh);
  if (drop) return [{ messageId: 'dropCounter', fix: drop }];
  const keep = keepHeader(fresh);
  return keep ? [{ messageId: 'keepHeader', fix: keep }] : [];
}

function messageOf({ makes, scope }: FreshKey): MessageIds {
  if (makes === 'counter') return 'counter';
  return scope?.promise === 'redelivers' ? 'redelivered' : 'newKey';
}

function whyOf({ scope, action }: FreshKey): string {
  if (action !== null) return `the action ${action} tries the same operation again`;
  if (!scope) return 'it counts up with each try';
  switch (scope.kind) {
    case 'loop':
      return 'this loop goes round again after a failure';
    case 'recursion':
      return 'the function calls itself again after a failure';
    case 'callback':
      return `${scope.who} calls this function again after a failure`;
    case 'hook':
      return `${scope.who} sends the request again and runs this function each time`;
    case 'second-try':
      return 'this call is made again after a failure';
    case 'engine':
      return `${scope.who} runs this function again after a failure`;
  }
}
