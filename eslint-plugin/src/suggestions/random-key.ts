import type { TSESLint, TSESTree } from '@typescript-eslint/utils';
import { AttemptScopes } from '../model/attempts/attempt-scopes.ts';
import { FreshKeys } from '../model/keys/fresh-keys.ts';
import type { KeySink } from '../model/keys/key-sinks.ts';
import { KeySinks } from '../model/keys/key-sinks.ts';
import type { SensitiveKey } from '../model/keys/sensitive-keys.ts';
import type { Model } from '../model/model-of.ts';
import { Origins } from '../model/origins.ts';
import type { Node } from '../model/syntax.ts';
import { contains, unwrap } from '../model/syntax.ts';
import { randomKeyText } from './new-key.ts';

/**
 * Puts a random key in the place of one that holds personal data. Null where the key is composed elsewhere, is used
 * for anything but sending (a look-up needs the same key again), or is sent by several attempts; and null unless the
 * key is another one at each run already: a second click, a webhook delivered again or a job run again sends the old
 * key once more, and a random one would make a second operation of it.
 */
export function randomKey(
  model: Model,
  { sink, composition, hashed }: SensitiveKey,
): ((fixer: TSESLint.RuleFixer) => TSESLint.RuleFix) | null {
  const made = randomKeyText(model, sink.node);
  if (made === null || hashed || sink.use !== 'request') return null;
  if (model.part(AttemptScopes).scopesOf(sink.node).length > 0) return null;
  if (!isNewEachTime(model, sink)) return null;
  const whole = wholeValue(model, sink.value, composition);
  if (!whole) return null;
  return (fixer) => fixer.replaceText(whole as TSESTree.Node, made);
}

/** Is the key another one at each run already: `${email}-${Date.now()}`? Then nothing is lost. */
function isNewEachTime(model: Model, sink: KeySink): boolean {
  const freshKeys = model.part(FreshKeys);
  return model
    .part(Origins)
    .ingredientsOf(sink.value)
    .some(
      ({ node, names, bucketed }) =>
        !bucketed &&
        names.length === 0 &&
        (node.type === 'CallExpression' || node.type === 'NewExpression') &&
        freshKeys.makes(node) !== null,
    );
}

function wholeValue(model: Model, value: Node, composition: Node): Node | null {
  const held = unwrap(value);
  if (held.type !== 'Identifier') return contains(value, composition) ? value : null;
  const variable = model.bindings.variableOf(held);
  const binding = variable && model.bindings.bindingOf(variable);
  if (binding?.kind !== 'value' || !binding.constant || binding.path.length > 0) return null;
  if (!contains(binding.init, composition)) return null;
  const sinks = model.part(KeySinks).all;
  const onlySent = variable?.references.every(
    ({ identifier, init }) =>
      init ||
      sinks.some(
        (one) => one.use === 'request' && one.how !== 'argument' && unwrap(one.value) === identifier,
      ),
  );
  return onlySent ? binding.init : null;
}
