import type { TSESLint, TSESTree } from '@typescript-eslint/utils';
import type { Model } from '../model/model-of.ts';
import type { Node } from '../model/syntax.ts';
import { ancestors, contains, isFunction } from '../model/syntax.ts';

type Fix = TSESLint.RuleFix;
type Fixer = TSESLint.RuleFixer;

const preferredName = 'idempotencyKey';

/** The global that makes a random key; null where the file means something else by `crypto`. */
export function randomKeyText(model: Model): string | null {
  for (const scope of model.sourceCode.scopeManager?.scopes ?? []) {
    const own = scope.set.get('crypto');
    if (!own || own.defs.length === 0) continue;
    const binding = model.bindings.bindingOf(own);
    // `import crypto from 'node:crypto'` and `import * as crypto` have `randomUUID` too.
    const isModule =
      binding.kind === 'import' &&
      /^(?:node:)?crypto$/.test(binding.source) &&
      (binding.name === 'default' || binding.name === '*');
    const required =
      binding.kind === 'value' &&
      binding.path.length === 0 &&
      /^require\(['"](?:node:)?crypto['"]\)$/.test(model.sourceCode.getText(binding.init as TSESTree.Node));
    if (!isModule && !required) return null;
  }
  return 'crypto.randomUUID()';
}

/** A name for the key that nothing means where it is declared or used: the code round `entry` and inside it. */
export function freeName(model: Model, entry: Node): string {
  const taken = new Set<string>();
  for (const scope of model.sourceCode.scopeManager?.scopes ?? []) {
    if (!contains(scope.block, entry) && !contains(entry, scope.block)) continue;
    for (const variable of scope.variables) taken.add(variable.name);
    for (const reference of scope.through) taken.add(reference.identifier.name as string);
  }
  let name = preferredName;
  for (let number = 2; taken.has(name); number++) name = `${preferredName}${number}`;
  return name;
}

/**
 * The node before whose statement a key is made: the call or loop that makes the attempts, or the function that it
 * hands over by name, where that stands in the same block.
 */
export function placeBefore(entry: Node, region: Node): Node {
  if (contains(entry, region)) return entry;
  const block = blockAround(entry);
  return block !== null && blockAround(region) === block ? region : entry;
}

function blockAround(node: Node): Node | null {
  for (const outer of ancestors(node)) {
    if (outer.type === 'BlockStatement' || outer.type === 'Program') return outer;
    if (isFunction(outer)) return null;
  }
  return null;
}

/**
 * Declares a constant before the code that makes the attempts: as a statement before the one that holds `entry`, or
 * by giving an arrow function that is one expression a body. Null where there is no such place (a parameter's
 * default, a class field, a `case`), or where `user`, which is to read the constant, does not see it from there.
 */
export function declareBefore(
  model: Model,
  entry: Node,
  declaration: string,
  user: Node,
): ((fixer: Fixer) => Fix[]) | null {
  let inner: Node = entry;
  for (const outer of [...ancestors(entry)]) {
    if (outer.type === 'BlockStatement' || outer.type === 'Program') {
      return contains(outer, user) ? before(model, inner, declaration) : null;
    }
    if (outer.type === 'ArrowFunctionExpression' && inner === outer.body) {
      return contains(outer, user) ? intoBody(model, outer, declaration) : null;
    }
    if (isFunction(outer) || outer.type === 'PropertyDefinition' || outer.type === 'SwitchCase') return null;
    inner = outer;
  }
  return null;
}

function before(model: Model, statement: Node, declaration: string): (fixer: Fixer) => Fix[] {
  const indent = indentOf(model, statement);
  return (fixer) => [fixer.insertTextBefore(statement as TSESTree.Node, `${declaration}\n${indent}`)];
}

/** `() => call()` becomes `() => { const key = …; return call(); }`, over several lines. */
function intoBody(
  model: Model,
  arrow: TSESTree.ArrowFunctionExpression,
  declaration: string,
): ((fixer: Fixer) => Fix[]) | null {
  const { sourceCode } = model;
  const sign = sourceCode.getTokenBefore(arrow.body, (token) => token.value === '=>');
  const first = sign && sourceCode.getTokenAfter(sign);
  if (!sign || !first) return null;
  // A comment between the arrow and its expression would end up after `return` and cut it off.
  if (sourceCode.getCommentsBefore(first).length > 0) return null;
  const indent = indentOf(model, arrow);
  return (fixer) => [
    fixer.replaceTextRange(
      [sign.range[1], first.range[0]],
      ` {\n${indent}  ${declaration}\n${indent}  return `,
    ),
    fixer.insertTextAfterRange(arrow.range, `;\n${indent}}`),
  ];
}

/** The white space that the line of a node starts with. */
export function indentOf(model: Model, node: Node): string {
  const line = model.sourceCode.lines[node.loc.start.line - 1] ?? '';
  return /^\s*/.exec(line)?.[0] ?? '';
}
