import { createRule } from '../create-rule.ts';
import { Races } from '../model/stores/races.ts';

export const noCheckThenInsert = createRule<[], 'chargedTwice' | 'retryFails'>({
  name: 'no-check-then-insert',
  meta: {
    type: 'problem',
    docs: {
      description: 'disallow looking an idempotency key up and inserting it when it is not there',
      preset: 'recommended',
    },
    schema: [],
    messages: {
      chargedTwice:
        'Two copies of one request can both look here, both find nothing and both do the work, so it is done twice. Insert the key first, under a unique rule, and let only the copy whose insert wins go on.',
      retryFails:
        'Two copies of one request can both look here and find nothing; the unique rule then stops the second insert, so an honest retry gets an error instead of the saved answer. Insert first, and read the row when the key is taken.',
    },
  },
  create(context, model) {
    return {
      'Program:exit'() {
        for (const { site, unique, worksFirst, insert } of model.part(Races).all) {
          const failsAlone = unique !== 'unknown' && !worksFirst && !insert.returnsErrors;
          context.report({ node: site, messageId: failsAlone ? 'retryFails' : 'chargedTwice' });
        }
      },
    };
  },
});
