import { createRule } from '../create-rule.ts';
import { Races } from '../model/stores/races.ts';
import { UnreadClaims } from '../model/stores/unread-claims.ts';
import { raceFreeEdit } from '../suggestions/race-free.ts';
import { testFiles } from '../test-files.ts';

type Options = [{ checkUnsure?: boolean }];

const unseenRule = ' (or, where a unique rule stops one, its caller gets an error instead of its answer)';

export const noCheckThenInsert = createRule<Options, 'chargedTwice' | 'retryFails' | 'unread' | 'claim'>({
  name: 'no-check-then-insert',
  meta: {
    type: 'problem',
    docs: {
      description: 'disallow looking an idempotency key up and inserting it when it is not there',
      preset: 'recommended',
      strictOptions: [{ checkUnsure: true }],
    },
    schema: [
      {
        type: 'object',
        properties: {
          checkUnsure: {
            type: 'boolean',
            description:
              'Whether to report look-ups, too, on which nothing hangs that is seen to do harm twice.',
          },
        },
        additionalProperties: false,
      },
    ],
    defaultOptions: [{ checkUnsure: false }],
    hasSuggestions: true,
    messages: {
      chargedTwice:
        'Two copies of one request can both look here, both find nothing and both do the work{{unless}}. Insert first, under a unique rule, and let only the copy whose insert wins go on.',
      retryFails:
        'Two copies of one request can both look here and find nothing; the unique rule then stops the second insert, so an honest retry gets an error instead of its answer. Let the insert yield to a row that is there, and answer the loser.',
      unread:
        'Nothing reads whether this claim won, so two copies of one request both go on and both do the work. Go on only when its answer says that the key was not there before.',
      claim: 'Let the insert yield to a row that is there, and let the loser leave.',
    },
  },
  mayReport: (model) => model.part(Races).mayFind,
  create(context, model) {
    const checkUnsure = context.options[0]?.checkUnsure ?? false;
    return {
      'Program:exit'() {
        if (testFiles.test(context.filename)) return;
        for (const { node } of model.part(UnreadClaims).all) context.report({ node, messageId: 'unread' });
        for (const race of model.part(Races).all) {
          if (!race.sure && !checkUnsure) continue;
          const failsAlone = race.unique !== 'unknown' && !race.worksFirst && !race.insert.returnsErrors;
          const edit = raceFreeEdit(model, race);
          // The schema may have a unique rule that this file does not show.
          const unless = race.worksFirst || race.insert.returnsErrors ? '' : unseenRule;
          context.report({
            node: race.site,
            ...(failsAlone
              ? { messageId: 'retryFails' as const }
              : { messageId: 'chargedTwice' as const, data: { unless } }),
            suggest: edit ? [{ messageId: 'claim', fix: edit }] : [],
          });
        }
      },
    };
  },
});
