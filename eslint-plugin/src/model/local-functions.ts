import type { TSESTree } from '@typescript-eslint/utils';
import { membersOf } from './class-members.ts';
import type { SyntaxIndex } from './syntax-index.ts';
import type { CallNode, FunctionNode, Node } from './syntax.ts';
import { contains, functionAround, isFunction, unwrap } from './syntax.ts';
import type { Thing, Things } from './things.ts';

/** The functions of this file as callers and callees of each other. */
export class LocalFunctions {
  readonly #things: Things;
  readonly #index: SyntaxIndex;
  #callSites: Map<FunctionNode, CallNode[]> | undefined;
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

  /** The calls of a function in this file, in source order. */
  callSitesOf(node: FunctionNode): readonly CallNode[] {
    if (!this.#callSites) {
      this.#callSites = new Map();
      for (const call of this.#index.calls) {
        const callee = this.calleeOf(call);
        if (!callee) continue;
        const sites = this.#callSites.get(callee);
        if (sites) sites.push(call);
        else this.#callSites.set(callee, [call]);
      }
    }
    return this.#callSites.get(node) ?? [];
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
    return this.#index.calls.filter((call) => contains(region, call));
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
