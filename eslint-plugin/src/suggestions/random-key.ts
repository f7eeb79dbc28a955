import type { TSESLint, TSESTree } from '@typescript-eslint/utils';
import { AttemptScopes } from '../model/attempts/attempt-scopes.ts';
import { FreshKeys } from '../model/keys/fresh-keys.ts';
import type { KeySink } from '../model/keys/key-sinks.ts';
import { KeySinks } from '../model/keys/key-sinks.ts';
import type { SensitiveKey } from '../model/keys/sensitive-keys.ts';
import { nameOfFunction } from '../model/local-functions.ts';
import type { Model } from '../model/model-of.ts';
import { Origins } from '../model/origins.ts';
import type { Node } from '../model/syntax.ts';
import { ancestors, contains, isFunction, unwrap } from '../model/syntax.ts';
import { randomKeyText } from './new-key.ts';

/** Frameworks whose components run in the browser: a handler there runs once per action of a person. */
const interfacePackages = /^(?:react|react-native|preact|vue|solid-js|svelte|@angular\/core)(?:\/|$)/;
const handlerNames = /^(?:handle|on)[A-Z]|submit/i;

/**
 * Puts a random key in the place of one that holds personal data. Null where the key is composed elsewhere, is used
 * for anything but sending (a look-up needs the same key again), or is sent by several attempts; and null where the
 * code may be run again for the same operation by somebody else (a handler of webhooks, a job, a queue), because the
 * old key keeps those runs together and a random one would not.
 */
export function randomKey(
  model: Model,
  { sink, composition, hashed }: SensitiveKey,
): ((fixer: TSESLint.RuleFixer) => TSESLint.RuleFix) | null {
  const made = randomKeyText(model);
  if (made === null || hashed || sink.use !== 'request') return null;
  if (model.part(AttemptScopes).scopesOf(sink.node).length > 0) return null;
  if (!isNewEachTime(model, sink) && !isInHandler(model, sink.node)) return null;
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

/** Does the code run because a person clicked or sent a form? */
function isInHandler(model: Model, node: Node): boolean {
  if (![...model.packages].some((name) => interfacePackages.test(name))) return false;
  let inner: Node = node;
  for (const outer of ancestors(node)) {
    if (outer.type === 'JSXAttribute')
      return typeof outer.name.name === 'string' && /^on[A-Z]/.test(outer.name.name);
    if (isFunction(inner) && handlerNames.test(nameOfFunction(inner) ?? '')) return true;
    inner = outer;
  }
  return false;
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
