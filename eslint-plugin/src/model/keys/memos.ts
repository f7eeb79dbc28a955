import type { TSESTree } from '@typescript-eslint/utils';
import type { AttemptScope } from '../attempts/attempt-scope.ts';
import { nameOf, staticText } from '../bindings.ts';
import type { KeySink } from './key-sinks.ts';
import type { Model } from '../model-of.ts';
import type { Ingredient } from '../ingredient.ts';
import type { Node } from '../syntax.ts';
import { ancestors, contains, functionAround, isFunction, unwrap, writtenName } from '../syntax.ts';

/** Answers whether a value that is made inside an attempt is made only once all the same. */
export class Memos {
  readonly #model: Model;

  constructor(model: Model) {
    this.#model = model;
  }

  /**
   * Is the key kept from the first attempt on? `key ??= make()`, `if (!key) key = make()`, a header set only where it
   * is missing, a value looked up before it is made, a first-attempt test.
   */
  isRemembered(sink: KeySink, ingredient: Ingredient, scope: AttemptScope): boolean {
    const nodes = [sink.node, ...ingredient.trail];
    return (
      nodes.some(
        (node) => (isMemoAssignment(node) && !this.#isEmptyAgain(node, scope)) || isAfterSending(node, sink),
      ) ||
      nodes.some((node) => this.#isFallback(node, ingredient, scope)) ||
      nodes.some((node) => this.#isGuarded(node, sink, scope)) ||
      (scope.kind === 'hook' && this.#looksBefore(sink, scope))
    );
  }

  /** Is what is set declared inside the attempt with nothing in it: `let key; key ??= make();`? */
  #isEmptyAgain(node: Node, scope: AttemptScope): boolean {
    if (node.type !== 'AssignmentExpression' || node.left.type !== 'Identifier') return false;
    const { bindings } = this.#model;
    const variable = bindings.variableOf(node.left);
    const declarator = variable?.defs[0]?.node as Node | undefined;
    if (!variable || declarator?.type !== 'VariableDeclarator' || declarator.init) return false;
    return contains(scope.region, declarator) && bindings.assignedTo(variable).length === 1;
  }

  /** The right side of `kept ?? make()`, where `kept` can be what an earlier attempt left. */
  #isFallback(node: Node, ingredient: Ingredient, scope: AttemptScope): boolean {
    if (node.type !== 'LogicalExpression' || node.operator === '&&') return false;
    if (
      !ingredient.trail.some((passed) => contains(node.right, passed)) &&
      !contains(node.right, ingredient.node)
    ) {
      return false;
    }
    const left = unwrap(node.left);
    // What a callback or loop reads from outside and never sets stays empty if it was: the new key is made each time.
    const stays = scope.kind === 'callback' || scope.kind === 'loop';
    if (!stays) return true;
    return !this.#isConstantInput(left, scope);
  }

  #isConstantInput(node: Node, scope: AttemptScope): boolean {
    let base: Node = node;
    while (base.type === 'MemberExpression') base = unwrap(base.object);
    if (base.type !== 'Identifier') return false;
    const variable = this.#model.bindings.variableOf(base);
    if (!variable) return false;
    const definition = variable.defs[0]?.node;
    if (!definition || contains(scope.region, definition)) return false;
    return !this.#model.index.assignments.some(
      ({ left }) =>
        contains(scope.region, left) &&
        (this.#model.textOf(left) === this.#model.textOf(node) || left === base),
    );
  }

  /** Stands the making under a test of the thing it sets, or under a test for the first attempt? */
  #isGuarded(node: Node, sink: KeySink, scope: AttemptScope): boolean {
    let inner = node;
    for (const outer of ancestors(node)) {
      if (outer === scope.region) return false;
      if (outer.type === 'IfStatement' && inner !== outer.test && this.#guards(outer.test, node, sink, scope))
        return true;
      if (outer.type === 'ConditionalExpression' && inner !== outer.test) {
        if (this.#isFirstTest(outer.test, scope)) return true;
      }
      if (outer.type === 'LogicalExpression' && inner === outer.right && outer.operator === '&&') {
        if (this.#guards(outer.left, node, sink, scope)) return true;
      }
      if (isFunction(outer) && !contains(scope.region, outer)) return false;
      inner = outer;
    }
    return false;
  }

  #guards(test: Node, node: Node, sink: KeySink, scope: AttemptScope): boolean {
    if (this.#isFirstTest(test, scope)) return true;
    const target =
      node.type === 'AssignmentExpression' && !this.#isEmptyAgain(node, scope) ? node.left : null;
    const text = this.#model.textOf(test);
    if (target?.type === 'Identifier' && new RegExp(`\\b${escape(target.name)}\\b`).test(text)) return true;
    if (target?.type === 'MemberExpression' && text.includes(this.#model.textOf(target))) return true;
    return this.#readsKey(test, sink.name);
  }

  /** `attempt === 0`, `n === 1`, `!attempt`: runs in the first attempt alone. */
  #isFirstTest(test: Node, scope: AttemptScope): boolean {
    const node = unwrap(test);
    const counted = (side: Node): boolean => {
      const held = unwrap(side);
      const variable = held.type === 'Identifier' ? this.#model.bindings.variableOf(held) : null;
      return variable !== null && scope.counts(variable);
    };
    if (node.type === 'UnaryExpression') return node.operator === '!' && counted(node.argument);
    if (node.type === 'LogicalExpression') {
      return this.#isFirstTest(node.left, scope) || this.#isFirstTest(node.right, scope);
    }
    if (node.type !== 'BinaryExpression' || !node.operator.startsWith('==')) return false;
    return counted(node.left) || counted(node.right);
  }

  /** A hook that asks for the header anywhere before it sets it leaves an earlier attempt's key alone. */
  #looksBefore(sink: KeySink, scope: AttemptScope): boolean {
    const region = functionAround(sink.node) ?? scope.region;
    return this.#readsKey(region, sink.name);
  }

  /** Does code read a header or field of this name: `has(name)`, `get(name)`, `headers[name]`, `name in headers`? */
  #readsKey(region: Node, name: string): boolean {
    const { bindings, index } = this.#model;
    const wanted = name.toLowerCase();
    const calls = index.calls.some((call) => {
      if (!contains(region, call) || call.callee.type !== 'MemberExpression') return false;
      const method = writtenName(call.callee);
      const first = call.arguments[0];
      if ((method !== 'has' && method !== 'get' && method !== 'getHeader') || !first) return false;
      return staticText(bindings, first)?.toLowerCase() === wanted;
    });
    if (calls) return true;
    return this.#membersNamed(wanted).some((member) => contains(region, member) && !isTarget(member));
  }

  readonly #members = new Map<string, TSESTree.MemberExpression[]>();

  #membersNamed(wanted: string): TSESTree.MemberExpression[] {
    const before = this.#members.get(wanted);
    if (before) return before;
    const found: TSESTree.MemberExpression[] = [];
    for (const member of this.#model.index.members) {
      if (nameOf(this.#model.bindings, member)?.toLowerCase() === wanted) found.push(member);
    }
    this.#members.set(wanted, found);
    return found;
  }
}

function isMemoAssignment(node: Node): boolean {
  return node.type === 'AssignmentExpression' && (node.operator === '??=' || node.operator === '||=');
}

/** `await send(key); key = make();` renews the key once the sending has succeeded: a failure does not come there. */
function isAfterSending(node: Node, sink: KeySink): boolean {
  if (node.type !== 'AssignmentExpression' || node.range[0] < sink.node.range[1]) return false;
  const statement = node.parent;
  const block = statement?.type === 'ExpressionStatement' ? statement.parent : undefined;
  return block?.type === 'BlockStatement' && contains(block, sink.node);
}

function isTarget(member: Node): boolean {
  const { parent } = member;
  return parent?.type === 'AssignmentExpression' && parent.left === member && parent.operator === '=';
}

function escape(text: string): string {
  return text.replace(/[$]/g, '\\$&');
}
