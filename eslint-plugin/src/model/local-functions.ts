import type { TSESTree } from '@typescript-eslint/utils';
import { membersOf } from './class-members.ts';
import type { SyntaxIndex } from './syntax-index.ts';
import type { CallNode, FunctionNode, Node } from './syntax.ts';
import { calledName, contains, functionAround, isFunction, unwrap, writtenName } from './syntax.ts';
import type { Thing, Things } from './things.ts';

/** The functions of this file as callers and callees of each other. */
export class LocalFunctions {
  readonly #things: Things;
  readonly #index: SyntaxIndex;
  readonly #callSites = new Map<FunctionNode, readonly CallNode[]>();
  #callsByName: Map<string, CallNode[]> | undefined;
  #names: ReadonlySet<string> | undefined;
  #returns: Map<FunctionNode, Node[]> | undefined;
  readonly #callees = new Map<CallNode, FunctionNode | null>();

  constructor(things: Things, index: SyntaxIndex) {
    this.#things = things;
    this.#index = index;
  }

  /** The function of this file that a call runs: declared, assigned, a method of its own class or of a literal. */
  calleeOf(call: CallNode): FunctionNode | null {
    let callee = this.#callees.get(call);
    if (callee === undefined) {
      callee = call.type === 'CallExpression' ? this.functionOf(call.callee) : null;
      this.#callees.set(call, callee);
    }
    return callee;
  }

  /** The function of this file that an expression is: written there, named, a method, or one of these bound. */
  functionOf(expression: Node): FunctionNode | null {
    const node = unwrap(expression);
    if (isFunction(node)) return node;
    if (node.type !== 'Identifier' && node.type !== 'MemberExpression' && node.type !== 'CallExpression')
      return null;
    return this.#functionIn(this.#things.thingOf(node));
  }

  #functionIn({ root, steps }: Thing): FunctionNode | null {
    const [first, second, third] = steps;
    if (root.kind === 'function') {
      if (!first) return root.node;
      const bound = first.kind === 'member' && first.name === 'bind' && second?.kind === 'call' && !third;
      return bound ? root.node : null;
    }
    if (root.kind === 'class') {
      const instance = first?.kind === 'new' || first === undefined;
      const member = first?.kind === 'member' ? first : second;
      if (member?.kind !== 'member' || (instance ? third : second)) return null;
      return membersOf(root.node, this.#index.assignments).get(member.name)?.method ?? null;
    }
    if (root.kind === 'value' && isFunction(root.node) && !first) return root.node;
    return null;
  }

  /** The calls of a function in this file, in source order. A function that has no name of any kind has none. */
  callSitesOf(node: FunctionNode): readonly CallNode[] {
    let sites = this.#callSites.get(node);
    if (!sites) {
      sites = namesOfFunction(node)
        .flatMap((name) => this.callsNamed(name))
        .filter((call) => this.calleeOf(call) === node)
        .sort((one, other) => one.range[0] - other.range[0]);
      this.#callSites.set(node, sites);
    }
    return sites;
  }

  /** The calls whose callee is written with this name, as a function or as a member; in source order. */
  callsNamed(name: string): readonly CallNode[] {
    if (!this.#callsByName) {
      this.#callsByName = new Map();
      for (const call of this.#index.calls) {
        const written = calledName(call);
        if (written === null) continue;
        const list = this.#callsByName.get(written);
        if (list) list.push(call);
        else this.#callsByName.set(written, [call]);
      }
    }
    return this.#callsByName.get(name) ?? [];
  }

  /** The names that functions of this file go by. */
  get names(): ReadonlySet<string> {
    return (this.#names ??= new Set(this.#index.functions.flatMap((node) => namesOfFunction(node))));
  }

  /** The expressions a function can return. */
  returnsOf(node: FunctionNode): readonly Node[] {
    if (node.body.type !== 'BlockStatement') return [node.body];
    if (!this.#returns) {
      this.#returns = new Map();
      for (const statement of this.#index.returns) {
        const owner = functionAround(statement);
        if (!owner || !statement.argument) continue;
        const list = this.#returns.get(owner);
        if (list) list.push(statement.argument);
        else this.#returns.set(owner, [statement.argument]);
      }
    }
    return this.#returns.get(node) ?? [];
  }

  /** The calls inside a function or other region, nested functions included. */
  callsIn(region: Node): CallNode[] {
    const { calls } = this.#index;
    // In source order, so those inside stand together.
    let low = 0;
    let high = calls.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((calls[middle]?.range[0] ?? 0) < region.range[0]) low = middle + 1;
      else high = middle;
    }
    const inside: CallNode[] = [];
    for (let at = low; at < calls.length; at++) {
      const call = calls[at];
      if (!call || call.range[0] >= region.range[1]) break;
      if (contains(region, call)) inside.push(call);
    }
    return inside;
  }
}

/**
 * The names a function goes by: its own, its variable's, its property's or its method's. Inside
 * `const again = function attempt() { … }` it is `attempt`, outside `again`.
 */
export function namesOfFunction(node: FunctionNode): string[] {
  const outside = node.id && node.type === 'FunctionDeclaration' ? null : nameOfHolder(node);
  return [...new Set([node.id?.name ?? null, outside])].filter((name) => name !== null);
}

function nameOfHolder({ parent }: FunctionNode): string | null {
  switch (parent?.type) {
    case 'VariableDeclarator':
      return parent.id.type === 'Identifier' ? parent.id.name : null;
    case 'AssignmentExpression':
      return parent.left.type === 'Identifier' ? parent.left.name : writtenName(parent.left);
    case 'Property':
    case 'MethodDefinition':
    case 'PropertyDefinition':
      return writtenName(parent);
    default:
      return null;
  }
}

/**
 * The argument a call gives to a parameter, or null where it gives none, and `unknown` where a spread hides it.
 */
export function argumentAt(call: CallNode, index: number): TSESTree.Expression | 'unknown' | null {
  for (let position = 0; position <= index; position++) {
    const argument = call.arguments[position];
    if (!argument) return null;
    if (argument.type === 'SpreadElement') return 'unknown';
    if (position === index) return argument;
  }
  return null;
}
