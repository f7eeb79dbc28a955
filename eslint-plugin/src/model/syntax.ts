import type { TSESTree } from '@typescript-eslint/utils';

export type Node = TSESTree.Node;

export type FunctionNode =
  TSESTree.ArrowFunctionExpression | TSESTree.FunctionDeclaration | TSESTree.FunctionExpression;

export type LoopNode =
  | TSESTree.DoWhileStatement
  | TSESTree.ForInStatement
  | TSESTree.ForOfStatement
  | TSESTree.ForStatement
  | TSESTree.WhileStatement;

export type CallNode = TSESTree.CallExpression | TSESTree.NewExpression;

export type ClassNode = TSESTree.ClassDeclaration | TSESTree.ClassExpression;

export function isFunction(node: Node | null | undefined): node is FunctionNode {
  return (
    node?.type === 'ArrowFunctionExpression' ||
    node?.type === 'FunctionExpression' ||
    node?.type === 'FunctionDeclaration'
  );
}

export function isLoop(node: Node | null | undefined): node is LoopNode {
  return (
    node?.type === 'ForStatement' ||
    node?.type === 'WhileStatement' ||
    node?.type === 'DoWhileStatement' ||
    node?.type === 'ForOfStatement' ||
    node?.type === 'ForInStatement'
  );
}

export function isClass(node: Node | null | undefined): node is ClassNode {
  return node?.type === 'ClassDeclaration' || node?.type === 'ClassExpression';
}

/** The expression inside what does not change its value: `x as T`, `x!`, `<T>x`, `x satisfies T`, `await x`, `(a, x)`. */
export function unwrap(node: Node): Node {
  let inner = node;
  for (;;) {
    switch (inner.type) {
      case 'TSAsExpression':
      case 'TSNonNullExpression':
      case 'TSTypeAssertion':
      case 'TSSatisfiesExpression':
      case 'TSInstantiationExpression':
      case 'ChainExpression':
        inner = inner.expression;
        break;
      case 'AwaitExpression':
        inner = inner.argument;
        break;
      case 'SequenceExpression': {
        const last = inner.expressions.at(-1);
        if (!last) return inner;
        inner = last;
        break;
      }
      default:
        return inner;
    }
  }
}

/** The outermost node that has the same value as this one: the other way round than {@link unwrap}. */
export function wrapped(node: Node): Node {
  let outer = node;
  while (outer.parent && unwrap(outer.parent) === unwrap(outer)) outer = outer.parent;
  return outer;
}

/** All nodes round this one, nearest first, up to the program. */
export function* ancestors(node: Node): Generator<Node> {
  for (let outer = node.parent; outer; outer = outer.parent) yield outer;
}

/** Does `outer` hold `node`, or is it that node itself? */
export function contains(outer: Node, node: Node): boolean {
  return outer.range[0] <= node.range[0] && node.range[1] <= outer.range[1];
}

/** The nearest function round a node, or null at the top of the file. A function is not round itself. */
export function functionAround(node: Node): FunctionNode | null {
  for (const outer of ancestors(node)) if (isFunction(outer)) return outer;
  return null;
}

/** The class whose `this` a node sees, or null. */
export function classAround(node: Node): ClassNode | null {
  for (const outer of ancestors(node)) if (isClass(outer)) return outer;
  return null;
}

/** The text of a literal or of a template without holes; null for anything else. */
export function literalText(node: Node | null | undefined): string | null {
  if (!node) return null;
  const inner = unwrap(node);
  if (inner.type === 'Literal') return typeof inner.value === 'string' ? inner.value : null;
  if (inner.type === 'TemplateLiteral' && inner.expressions.length === 0) {
    return inner.quasis[0]?.value.cooked ?? null;
  }
  return null;
}

/** The name in `.name`, `['name']` or `{ name: … }` where it can be read off; null where it is computed. */
export function writtenName(node: Node): string | null {
  if (node.type === 'MemberExpression') {
    if (node.computed) return literalText(node.property);
    return node.property.type === 'Identifier' || node.property.type === 'PrivateIdentifier'
      ? node.property.name
      : null;
  }
  if (
    node.type === 'Property' ||
    node.type === 'PropertyDefinition' ||
    node.type === 'MethodDefinition' ||
    node.type === 'AccessorProperty'
  ) {
    if (node.computed) return literalText(node.key);
    if (node.key.type === 'Identifier' || node.key.type === 'PrivateIdentifier') return node.key.name;
    return node.key.type === 'Literal' ? String(node.key.value) : null;
  }
  return null;
}

/** The name a call is written with: of the function or of the method. */
export function calledName(call: CallNode): string | null {
  const callee = unwrap(call.callee);
  if (callee.type === 'Identifier') return callee.name;
  return callee.type === 'MemberExpression' ? writtenName(callee) : null;
}

/** The arguments of a call up to its first spread: behind one, positions are unknown. */
export function plainArguments(call: CallNode): TSESTree.Expression[] {
  const list: TSESTree.Expression[] = [];
  for (const argument of call.arguments) {
    if (argument.type === 'SpreadElement') break;
    list.push(argument);
  }
  return list;
}
