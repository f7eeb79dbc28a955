import type { TSESLint } from '@typescript-eslint/utils';
import type { Rule } from 'eslint';
import type { Preset } from './configs.ts';
import { honouringComments } from './disable-comments.ts';
import type { Model } from './model/model-of.ts';
import { modelOf } from './model/model-of.ts';
import { readSettings } from './settings.ts';
import { unlessTooDeep } from './too-deep.ts';

/** Where the rules' pages will stand; there is no public address yet, so this is the one place to change. */
const documentationRoot = 'https://github.com/idempotency/idempotency/blob/main/eslint-plugin/docs/rules';

/** What a rule's `meta.docs` says beside ESLint's own fields. */
export interface RuleDocs {
  /** One sentence without a full stop, as `eslint-doc-generator` wants it. */
  description: string;
  /** The preset that switches the rule on; none for a rule that users choose themselves. */
  preset?: Preset;
  /** Options that the preset `strict` gives a rule of `recommended`, when they are not the defaults. */
  strictOptions?: readonly unknown[];
}

export type RuleContext<MessageIds extends string, Options extends readonly unknown[]> = TSESLint.RuleContext<
  MessageIds,
  Options
>;

interface RuleDefinition<Options extends readonly unknown[], MessageIds extends string> {
  name: string;
  meta: Omit<TSESLint.RuleMetaData<MessageIds, RuleDocs, Options>, 'docs'> & { docs: RuleDocs };
  /** A look at the text alone: can the file hold what this rule reports? Where it cannot, the rule does nothing. */
  mayReport?(model: Model): boolean;
  /** Called once per file that has something to say; `model` answers the rule's questions. */
  create(context: Readonly<RuleContext<MessageIds, Options>>, model: Model): TSESLint.RuleListener;
}

/** The names of all rules, whether they are switched on or not: a comment may name any of them. */
const made = new Set<string>();

/**
 * Makes a rule out of its definition: adds the address of its page, reads `settings.idempotency`, and skips files
 * in whose text nothing points to an operation (so they cost next to nothing). Works without type information and
 * without parser services, hence in oxlint too. Reports respect `// idempotency-disable-next-line`. A file that nests
 * too deep for the stack is passed over.
 *
 * Own, because `RuleCreator` of `@typescript-eslint/utils` would bring TypeScript along as a dependency of users.
 * @throws TypeError from the rule's `create` when `settings.idempotency` is nonsense.
 */
export function createRule<Options extends readonly unknown[], MessageIds extends string>({
  name,
  meta,
  mayReport,
  create,
}: RuleDefinition<Options, MessageIds>): Rule.RuleModule {
  made.add(name);
  const rule: TSESLint.RuleModule<MessageIds, Options, RuleDocs & { url: string }> = {
    meta: { ...meta, docs: { ...meta.docs, url: `${documentationRoot}/${name}.md` } },
    defaultOptions: [] as unknown as Options,
    create(context) {
      const { sourceCode } = context;
      const model = modelOf(sourceCode, readSettings(context.settings));
      // Most files end here, each of them once for every rule.
      if (!model) return {};
      const listeners = unlessTooDeep(sourceCode, () => {
        if (mayReport?.(model) === false) return {};
        const reporting = { rule: name, messages: meta.messages, known: [...made] };
        return create(model.maySilence ? honouringComments(context, reporting) : context, model);
      });
      const guarded = Object.entries(listeners ?? {}).map(([selector, listener]) => [
        selector,
        (node: never) => void unlessTooDeep(sourceCode, () => (listener as (node: never) => void)(node)),
      ]);
      return Object.fromEntries(guarded) as TSESLint.RuleListener;
    },
  };
  return rule as unknown as Rule.RuleModule;
}
