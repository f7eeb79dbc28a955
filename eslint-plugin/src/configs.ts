import type { ESLint, Linter, Rule } from 'eslint';

/** The presets, narrowest first: whatever is in one is in every later one. A rule's own stands in `meta.docs.preset`. */
const presets = ['recommended', 'strict'] as const;

export type Preset = (typeof presets)[number];

/** The name under which users switch our rules on: `idempotency/no-key-per-attempt`. */
export const namespace = 'idempotency';

/** What {@link RuleDocs} of `create-rule.ts` says about presets. */
interface PresetDocs {
  preset?: Preset;
  strictOptions?: readonly unknown[];
}

function ruleEntries(rules: Record<string, Rule.RuleModule>, preset: Preset): Linter.RulesRecord {
  const included = presets.slice(0, presets.indexOf(preset) + 1);
  const entries = Object.entries(rules).flatMap(([name, rule]): [string, Linter.RuleEntry][] => {
    const docs = (rule.meta?.docs ?? {}) as PresetDocs;
    if (docs.preset === undefined || !included.includes(docs.preset)) return [];
    const options = preset === 'strict' ? (docs.strictOptions ?? []) : [];
    return [[`${namespace}/${name}`, options.length > 0 ? ['error', ...options] : 'error']];
  });
  return Object.fromEntries(entries);
}

/**
 * The plugin's flat configs, derived from its rules' metadata. They bring no `files` and no parser: they apply to
 * whatever the project lints, in whatever it parses with.
 */
export function configsOf(plugin: ESLint.Plugin): Record<Preset, Linter.Config> {
  const rules = (plugin.rules ?? {}) as Record<string, Rule.RuleModule>;
  const config = (preset: Preset): Linter.Config => ({
    name: `${namespace}/${preset}`,
    plugins: { [namespace]: plugin },
    rules: ruleEntries(rules, preset),
  });
  return { recommended: config('recommended'), strict: config('strict') };
}
