import type { TSESLint, TSESTree } from '@typescript-eslint/utils';
import type { Model } from '../model/model-of.ts';
import type { Node } from '../model/syntax.ts';
import { ancestors, contains, isFunction, isLoop } from '../model/syntax.ts';
import { usesOf } from './function-uses.ts';
import { continuesStatement, styleOf } from './style-of-file.ts';

type Fix = TSESLint.RuleFix;
type Fixer = TSESLint.RuleFixer;

/** The global that makes a random key; null where `crypto` means something else at the place that makes it. */
export function randomKeyText(model: Model, place: Node): string | null {
  for (const scope of model.sourceCode.scopeManager?.scopes ?? []) {
    const own = contains(scope.block, place) ? scope.set.get('crypto') : undefined;
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

/** A name that nothing has where it is declared or used, the code round `entry` and inside it; with a number if need be. */
export function freeName(model: Model, entry: Node, wished = 'idempotencyKey'): string {
  let name = wished;
  for (let number = 2; !isFree(model, entry, name); number++) name = `${wished}${number}`;
  return name;
}

/** Does a name mean nothing in the code round `entry` and inside it, or only this variable? */
export function isFree(
  model: Model,
  entry: Node,
  name: string,
  variable: TSESLint.Scope.Variable | null = null,
): boolean {
  return (model.sourceCode.scopeManager?.scopes ?? [])
    .filter(({ block }) => contains(block, entry) || contains(entry, block))
    .every(
      (scope) =>
        scope.variables.every((one) => one.name !== name || one === variable) &&
        scope.through.every(
          ({ identifier, resolved }) =>
            identifier.name !== name || (variable !== null && resolved === variable),
        ),
    );
}

/**
 * The node before whose statement a key is made: the call or loop that makes the attempts, or the function that it
 * hands over by name, where that stands in the same block. Null where that function is for other calls, too: one key
 * would be one for all of them.
 */
export function placeBefore(model: Model, entry: Node, region: Node): Node | null {
  if (contains(entry, region)) return entry;
  if (isFunction(region) && (usesOf(model, region)?.length ?? 0) > 1) return null;
  return blockAround(region) === blockAround(entry) && isMadeOnceFor(region, entry) ? region : entry;
}

function blockAround(node: Node): Node | null {
  for (const outer of ancestors(node)) {
    if (outer.type === 'BlockStatement' || outer.type === 'Program') return outer;
    if (isFunction(outer)) return null;
  }
  return null;
}

/** Is what stands at `place` made once for each time that `node` is reached, and in its sight? */
export function isMadeOnceFor(place: Node, node: Node): boolean {
  const block = blockAround(place);
  let inner = node;
  for (const outer of ancestors(node)) {
    if (outer === block) return true;
    if (isFunction(outer) || isRepeatedPart(outer, inner)) return false;
    inner = outer;
  }
  return false;
}

/** Does a loop go through this part of it again and again? */
export function isRepeatedPart(loop: Node, part: Node): boolean {
  if (!isLoop(loop)) return false;
  if (loop.type === 'ForStatement') return part !== loop.init;
  return loop.type === 'ForOfStatement' || loop.type === 'ForInStatement' ? part !== loop.right : true;
}

/**
 * Declares a constant before the code that makes the attempts: as a statement before the one that holds `entry`, or
 * by giving an arrow function that is one expression a body. Null where there is no such place (a parameter's
 * default, a class field, a `case`, the body of a loop without braces), or where `user`, which is to read the
 * constant, does not see it from there.
 */
export function declareBefore(
  model: Model,
  entry: Node,
  name: string,
  value: string,
  user: Node,
): ((fixer: Fixer) => Fix[]) | null {
  let inner: Node = entry;
  for (const outer of [...ancestors(entry)]) {
    if (outer.type === 'BlockStatement' || outer.type === 'Program') {
      return contains(outer, user) ? before(model, inner, `const ${name} = ${value}`) : null;
    }
    if (outer.type === 'ArrowFunctionExpression' && inner === outer.body) {
      return contains(outer, user) ? intoBody(model, outer, `const ${name} = ${value}`) : null;
    }
    if (isFunction(outer) || outer.type === 'PropertyDefinition' || outer.type === 'SwitchCase') return null;
    if (isRepeatedPart(outer, inner)) return null;
    inner = outer;
  }
  return null;
}

function before(model: Model, statement: Node, declaration: string): (fixer: Fixer) => Fix[] {
  const { end, lineBreak } = styleOf(model);
  const first = withComments(model, statement);
  const next = model.sourceCode.text.slice(first.range[0]);
  const ended = end !== '' || continuesStatement(next) ? ';' : '';
  const text = `${declaration}${ended}${lineBreak}${indentOf(model, statement)}`;
  return (fixer) => [fixer.insertTextBeforeRange(first.range, text)];
}

/** The first of the comments that stand directly above a statement, or the statement: they belong together. */
function withComments(
  { sourceCode }: Model,
  statement: Node,
): { range: [number, number]; loc: TSESTree.SourceLocation } {
  let first: { range: [number, number]; loc: TSESTree.SourceLocation } = statement;
  const above = sourceCode.getCommentsBefore(statement as TSESTree.Node);
  // What stands at the head of a file (a shebang, a licence) is about the file.
  if (statement.parent?.type === 'Program' && statement.parent.body[0] === statement) return first;
  for (const comment of above.toReversed()) {
    const line = sourceCode.lines[comment.loc.start.line - 1] ?? '';
    const alone = line.slice(0, comment.loc.start.column).trim() === '';
    if (!alone || comment.loc.end.line < first.loc.start.line - 1) break;
    first = comment;
  }
  return first;
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
  const { end, step, lineBreak } = styleOf(model);
  const indent = indentOf(model, arrow);
  const head = `${lineBreak}${indent}${step}`;
  return (fixer) => [
    fixer.replaceTextRange([sign.range[1], first.range[0]], ` {${head}${declaration}${end}${head}return `),
    fixer.insertTextAfterRange(arrow.range, `${end}${lineBreak}${indent}}`),
  ];
}

/** The white space that the line of a node starts with. */
export function indentOf(model: Model, node: Node): string {
  const line = model.sourceCode.lines[node.loc.start.line - 1] ?? '';
  return /^\s*/.exec(line)?.[0] ?? '';
}
