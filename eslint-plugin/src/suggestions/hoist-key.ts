import type { TSESLint, TSESTree } from '@typescript-eslint/utils';
import { AttemptScopes } from '../model/attempts/attempt-scopes.ts';
import type { FreshKey } from '../model/keys/fresh-keys.ts';
import type { KeySink } from '../model/keys/key-sinks.ts';
import type { Ingredient } from '../model/ingredient.ts';
import type { Model } from '../model/model-of.ts';
import { Origins } from '../model/origins.ts';
import type { Node } from '../model/syntax.ts';
import { contains, isFunction, isLoop, unwrap, writtenName } from '../model/syntax.ts';
import { declareBefore, freeName, placeBefore } from './new-key.ts';

type Fixing = (fixer: TSESLint.RuleFixer) => TSESLint.RuleFix[];

/**
 * Makes the key once, before the loop or the wrapper call that makes the attempts. Null where that place is not in
 * this file or would be the same for several operations, or where the key would still be made inside an attempt or
 * out of something that only exists there.
 */
export function hoistKey(model: Model, { scope, node, makes, sink, ingredient }: FreshKey): Fixing | null {
  if (
    !scope?.entry ||
    scope.several ||
    (scope.kind !== 'loop' && scope.kind !== 'callback') ||
    makes === 'counter'
  )
    return null;
  const region = isLoop(scope.region) ? scope.region.body : scope.region;
  // What replaces a key that was made before has to go, not to be made somewhere else.
  const replaces = ingredient.trail.some(
    (step) =>
      step.type === 'AssignmentExpression' &&
      contains(region, step) &&
      !contains(region, declarationOf(model, step)),
  );
  if (replaces) return null;
  if (!contains(region, node) || !contains(region, sink.node)) return null;
  const round = new Set(
    model
      .part(AttemptScopes)
      .scopesOf(sink.node)
      .map((one) => one.scope),
  );
  if (
    round.size > 1 ||
    usesInnerNames(model, node, scope.region) ||
    usesInnerThis(model, node, scope.region)
  ) {
    return null;
  }
  const name = freeName(model, scope.entry);
  const whole = withMethods(model, node, scope.region);
  const text = model.sourceCode.getText(whole as TSESTree.Node);
  const declare = declareBefore(
    model,
    placeBefore(scope.entry, scope.region),
    `const ${name} = ${text};`,
    node,
  );
  const { parent } = whole;
  // `idempotencyKey: randomUUID()` becomes `idempotencyKey`.
  const shortens =
    parent?.type === 'Property' &&
    parent.value === whole &&
    writtenName(parent) === name &&
    model.sourceCode.getCommentsInside(parent as TSESTree.Node).length === 0;
  const target = shortens ? parent : whole;
  return declare && ((fixer) => [...declare(fixer), fixer.replaceText(target as TSESTree.Node, name)]);
}

/** Where the variable that an assignment sets is declared; the assignment itself for members and globals. */
function declarationOf(model: Model, { left }: TSESTree.AssignmentExpression): Node {
  const variable = model.bindings.variableOf(left);
  return (variable?.defs[0]?.node as Node | undefined) ?? left;
}

/** `randomBytes(16).toString('hex')` for the `randomBytes(16)` in it. */
function withMethods(model: Model, node: Node, region: Node): Node {
  let whole = node;
  for (;;) {
    const member = whole.parent;
    if (member?.type !== 'MemberExpression' || member.object !== whole) return whole;
    const call = member.parent;
    if (call?.type !== 'CallExpression' || call.callee !== member || usesInnerNames(model, call, region))
      return whole;
    whole = call;
  }
}

/** Does an expression read a variable that is declared inside the attempt, or wait for something there? */
function usesInnerNames(model: Model, expression: Node, region: Node): boolean {
  for (const scope of model.sourceCode.scopeManager?.scopes ?? []) {
    for (const { identifier, resolved } of scope.references) {
      if (!contains(expression, identifier)) continue;
      if (resolved?.defs.some(({ name }) => contains(region, name))) return true;
    }
  }
  return /\bawait\b/.test(model.sourceCode.getText(expression as TSESTree.Node));
}

/** A `function` has a `this` of its own, which the code before the attempts does not see. */
function usesInnerThis(model: Model, expression: Node, region: Node): boolean {
  if (!isFunction(region) || region.type === 'ArrowFunctionExpression') return false;
  return /\bthis\b/.test(model.sourceCode.getText(expression as TSESTree.Node));
}

/**
 * Leaves the attempt's number out of a key that is a text with the number at its end: `${base}-${attempt}` becomes
 * `base`. Null where the number stands elsewhere, or nothing that names the operation would be left.
 */
export function dropCounter(model: Model, { node, makes, ingredient, sink }: FreshKey): Fixing | null {
  const text = unwrap(node);
  if (makes !== 'counter' || !ingredient.element || !namesOperation(model, sink, ingredient)) return null;
  const { sourceCode } = model;
  if (text.type === 'BinaryExpression') {
    if (unwrap(text.right) !== unwrap(ingredient.element)) return null;
    // `base + '-' + n`: the separator goes with the number.
    const left = unwrap(text.left);
    const separated = left.type === 'BinaryExpression' && left.operator === '+' && isSeparator(left.right);
    const kept = separated ? left.left : text.left;
    if (unwrap(kept).type === 'Literal') return null;
    return (fixer) => [fixer.replaceText(node as TSESTree.Node, sourceCode.getText(kept as TSESTree.Node))];
  }
  if (text.type !== 'TemplateLiteral' || text.expressions.length < 2) return null;
  const last = text.expressions.at(-1);
  const tail = text.quasis.at(-1);
  const before = text.quasis.at(-2);
  if (!last || !before || unwrap(last) !== unwrap(ingredient.element) || tail?.value.raw !== '') return null;
  const kept = sourceCode.text.slice(text.range[0] + 1, before.range[0] + 1);
  // `_again_`, `:try:` and `#` only lead up to the number.
  const whole = `${kept}${before.value.raw.replace(/[\s\W_]*(?:(?:attempt|try|tries|retry|again|round)[\s\W_]*)?$/i, '')}`;
  const only = /^\$\{([^{}]*[kK]ey)\}$/.exec(whole)?.[1];
  return (fixer) => [fixer.replaceText(node as TSESTree.Node, only ?? `\`${whole}\``)];
}

/** Names of what many operations share: amounts, persons, days, kinds. */
const sharedNames =
  /(?:amount|cents|pence|total|sum|price|currency|quantity|count|e_?mail|name|phone|day|date|month|year|kind|type|status|user_?id|customer(?:_?id)?)$/i;

/** Is there more in the key than the attempt's number that can name the operation? */
function namesOperation(model: Model, sink: KeySink, counter: Ingredient): boolean {
  return model
    .part(Origins)
    .ingredientsOf(sink.value)
    .some(({ node, names }) => node !== counter.node && !sharedNames.test(names.at(-1) ?? ''));
}

function isSeparator(node: Node): boolean {
  const inner = unwrap(node);
  return inner.type === 'Literal' && typeof inner.value === 'string' && /^[\W_]*$/.test(inner.value);
}

/**
 * In a request interceptor of axios: sets the header only where it is missing, so that it stays as the first attempt
 * sent it (run with axios-retry and retry-axios: one key for all attempts). Null for other hooks.
 */
export function keepHeader({ scope, sink }: FreshKey): Fixing | null {
  if (
    scope?.kind !== 'hook' ||
    !/^(?:axios-retry|retry-axios|the response interceptor|this interceptor)$/.test(scope.who)
  ) {
    return null;
  }
  const assignment = sink.node;
  if (assignment.type !== 'AssignmentExpression' || assignment.operator !== '=') return null;
  return (fixer) => [fixer.replaceTextRange([assignment.left.range[1], assignment.right.range[0]], ' ??= ')];
}
