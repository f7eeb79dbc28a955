import type { TSESLint, TSESTree } from '@typescript-eslint/utils';
import { AttemptScopes } from '../model/attempts/attempt-scopes.ts';
import type { FreshKey } from '../model/keys/fresh-keys.ts';
import type { Model } from '../model/model-of.ts';
import type { Node } from '../model/syntax.ts';
import { contains, isFunction, isLoop, writtenName } from '../model/syntax.ts';
import { declareBefore, freeName, isFree, placeBefore } from './new-key.ts';
import { isOncePerAttempt } from './once-per-attempt.ts';
import { wholeLine } from './whole-line.ts';

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
  if (!isOncePerAttempt(model, node, region)) return null;
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
  const whole = withMethods(model, node, scope.region);
  const place = placeBefore(model, scope.entry, scope.region);
  if (!place) return null;
  const text = model.sourceCode.getText(whole as TSESTree.Node);
  const moved = ownConstant(model, whole, scope.entry);
  if (moved) {
    const declare = declareBefore(model, place, moved.name, text, node);
    return declare && ((fixer) => [...declare(fixer), fixer.removeRange(moved.line)]);
  }
  const name = freeName(model, scope.entry);
  const declare = declareBefore(model, place, name, text, node);
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

/** The constant that holds nothing but the new key, on a line of its own: it can be moved as it is. */
function ownConstant(model: Model, value: Node, entry: Node): { name: string; line: TSESTree.Range } | null {
  const { parent: declarator } = value;
  if (declarator?.type !== 'VariableDeclarator' || declarator.id.type !== 'Identifier') return null;
  const { parent: statement, id } = declarator;
  const [variable] = model.bindings.declaredBy(declarator);
  if (!variable || id.typeAnnotation || statement.kind !== 'const' || statement.declarations.length !== 1)
    return null;
  if (statement.parent.type !== 'BlockStatement' || !isFree(model, entry, id.name, variable)) return null;
  // A comment would stay behind.
  if (model.sourceCode.getCommentsBefore(statement).length > 0) return null;
  const line = wholeLine(model, statement);
  return line && { name: id.name, line };
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
