import type { TSESTree } from '@typescript-eslint/utils';
import { Answers } from './answers.ts';
import type { Variable } from '../bindings.ts';
import { FailuresAsValues } from './failures-as-values.ts';
import type { Model } from '../model-of.ts';
import type { Facts } from './paths.ts';
import { Paths, targetOf } from './paths.ts';
import type { CallNode, LoopNode, Node } from '../syntax.ts';
import {
  ancestors,
  contains,
  functionAround,
  isFunction,
  literalText,
  unwrap,
  writtenName,
} from '../syntax.ts';

/** Names of lists that hold waiting times or counts rather than things to work on. */
const waits = /delay|back_?off|wait|pause|sleep|interval|attempt|tries|retr|schedule|timeout|round/i;

/**
 * Which loops are retry loops: failure goes round again with the same operation, and success leaves. Judged per
 * call in the loop, because one loop can repeat a read and give up on a write.
 */
export class RetryLoops {
  readonly #model: Model;
  readonly #paths: Paths;
  readonly #known = new Map<LoopNode, Map<CallNode, boolean>>();

  constructor(model: Model) {
    this.#model = model;
    this.#paths = new Paths(model.part(Answers));
  }

  /** Can this call, standing in the loop, throw or time out and be made again by the next round? */
  repeats(loop: LoopNode, call: CallNode): boolean {
    let calls = this.#known.get(loop);
    if (!calls) this.#known.set(loop, (calls = new Map()));
    let verdict = calls.get(call);
    if (verdict === undefined) {
      verdict = this.#judge(loop, call);
      calls.set(call, verdict);
    }
    return verdict;
  }

  /** The variables a loop counts or walks with: `n` of `for (let n = 0; …)`, the item of a `for…of`. */
  variablesOf(loop: LoopNode): readonly Variable[] {
    const { bindings } = this.#model;
    if (loop.type === 'ForOfStatement' || loop.type === 'ForInStatement')
      return bindings.declaredBy(loop.left);
    return loop.type === 'ForStatement' && loop.init ? bindings.declaredBy(loop.init) : [];
  }

  #judge(loop: LoopNode, call: CallNode): boolean {
    if (loop.type === 'ForOfStatement' && loop.await) return false;
    if (loop.type === 'ForInStatement') return false;
    if (functionAround(call) !== functionAround(loop)) return false;
    if (this.#takesNextItem(loop, call) || !this.#successLeaves(loop, call)) return false;
    if (this.#failureReturns(loop, call)) return true;
    return this.#model.part(FailuresAsValues).goRound(loop, call) ?? this.#faultReturns(loop, call);
  }

  /** Does the operation depend on the round, so that the next round does something else? */
  #takesNextItem(loop: LoopNode, call: CallNode): boolean {
    const variables = this.variablesOf(loop);
    if (variables.length === 0) return false;
    if (loop.type === 'ForOfStatement') {
      if (isOfWaits(loop.right)) return false;
      return this.#mentions(call, variables, loop, false) || this.#isForOneItem(loop, call, variables);
    }
    return this.#mentions(call, variables, loop, true);
  }

  /** `if (provider === 'acme') send()`, `switch (shop.kind) { case 'own': …`: another item comes to another call. */
  #isForOneItem(loop: LoopNode, call: CallNode, variables: readonly Variable[]): boolean {
    const isItem = (node: Node): boolean => {
      const held = unwrap(node);
      if (held.type === 'MemberExpression') return isItem(held.object);
      const variable = held.type === 'Identifier' ? this.#model.bindings.variableOf(held) : null;
      return variable !== null && variables.includes(variable);
    };
    let inner: Node = call;
    for (const outer of ancestors(call)) {
      if (outer === loop) return false;
      if (
        outer.type === 'IfStatement' &&
        inner === outer.consequent &&
        outer.test.type === 'BinaryExpression'
      ) {
        const { left, operator, right } = outer.test;
        if (operator === '===' && isItem(left) && literalText(right) !== null) return true;
      }
      if (outer.type === 'SwitchStatement' && isItem(outer.discriminant)) return true;
      inner = outer;
    }
    return false;
  }

  /** Does a node use one of the variables (`indexed`: as the index of a list), itself or through the loop's constants? */
  #mentions(node: Node, variables: readonly Variable[], loop: LoopNode, indexed: boolean): boolean {
    const direct = variables.some((variable) =>
      variable.references.some(
        ({ identifier }) => contains(node, identifier) && (!indexed || isIndex(identifier)),
      ),
    );
    if (direct) return true;
    return this.#model.index.declarators.some((declarator) => {
      if (!declarator.init || !contains(loop, declarator) || contains(declarator, node)) return false;
      const uses = variables.some((variable) =>
        variable.references.some(
          ({ identifier }) =>
            declarator.init && contains(declarator.init, identifier) && (!indexed || isIndex(identifier)),
        ),
      );
      const declared = this.#model.bindings.declaredBy(declarator);
      return (
        uses &&
        declared.some((variable) => variable.references.some(({ identifier }) => contains(node, identifier)))
      );
    });
  }

  #successLeaves(loop: LoopNode, call: CallNode): boolean {
    const owner = functionAround(loop);
    const guardedBy = [...ancestors(call)].filter(
      (outer): outer is TSESTree.TryStatement => outer.type === 'TryStatement' && contains(loop, outer),
    );
    const afterCall = (node: Node): boolean =>
      contains(loop, node) &&
      functionAround(node) === owner &&
      (node.range[0] > call.range[0] || contains(node, call)) &&
      !guardedBy.some(({ handler }) => handler && contains(handler, node));
    const { index } = this.#model;
    if (index.returns.some(afterCall) || this.#takings(loop).some(afterCall)) return true;
    const jumps = [...index.breaks, ...index.continues];
    if (jumps.some((node) => afterCall(node) && leaves(node, loop))) return true;
    return this.#testFollows(loop, call);
  }

  /** Does a loop work through a list, an entry of which stays until it is done: `while (list.length) { …; list.shift(); }`? */
  takesOff(loop: LoopNode): boolean {
    return this.#takings(loop).length > 0;
  }

  #takings(loop: LoopNode): readonly Node[] {
    if (loop.type !== 'WhileStatement' && loop.type !== 'DoWhileStatement') return [];
    const { bindings, functions } = this.#model;
    return ['shift', 'pop'].flatMap((name) =>
      functions.callsNamed(name).filter((taking) => {
        if (!contains(loop.body, taking) || taking.callee.type !== 'MemberExpression') return false;
        const list = bindings.variableOf(taking.callee.object);
        return list?.references.some(({ identifier }) => contains(loop.test, identifier)) ?? false;
      }),
    );
  }

  /** `while (!sent)` where the call or what follows it sets `sent`. */
  #testFollows(loop: LoopNode, call: CallNode): boolean {
    const test = loop.type === 'ForOfStatement' || loop.type === 'ForInStatement' ? null : loop.test;
    if (!test) return false;
    const { bindings, index } = this.#model;
    return index.assignments.some((assignment) => {
      if (assignment.operator !== '=' || assignment.left.type !== 'Identifier' || !contains(loop, assignment))
        return false;
      if (assignment.range[0] < call.range[0] && !contains(assignment, call)) return false;
      const variable = bindings.variableOf(assignment.left);
      if (!variable || bindings.countedAt(variable).length > 0) return false;
      return variable.references.some(({ identifier }) => contains(test, identifier));
    });
  }

  /** Can what the call throws reach the head of the loop again? */
  #failureReturns(loop: LoopNode, call: CallNode): boolean {
    let inner: Node = call;
    for (const outer of ancestors(call)) {
      if (outer === loop) return false;
      const caught = catcherOf(outer, inner);
      if (caught) {
        const { exits, falls } = caught.statements
          ? this.#paths.through(caught.statements)
          : { exits: [], falls: [{ definite: false, fault: false }] };
        const goesRound = exits.some(
          ({ node, facts }) =>
            node.type === 'ContinueStatement' && targetOf(node) === loop && !facts.definite,
        );
        if (goesRound) return true;
        const over = caught.promise
          ? [
              ...falls,
              ...exits.filter(({ node }) => node.type === 'ReturnStatement').map(({ facts }) => facts),
            ]
          : falls;
        if (over.some((facts) => !facts.definite) && this.#reachesHead(loop, outer, over)) return true;
        const throwsOn = exits.some(({ node, facts }) => node.type === 'ThrowStatement' && !facts.definite);
        if (!throwsOn) return false;
      }
      inner = outer;
    }
    return false;
  }

  /** Goes an answer of failure round: `if (!response.ok) continue`, `if (status >= 500) …` with nothing that leaves? */
  #faultReturns(loop: LoopNode, call: CallNode): boolean {
    return this.#reachesHead(loop, call, [{ definite: false, fault: false }], true);
  }

  /** Does a way lead from behind a node to the loop's head without a definite answer (and, if asked, with a fault)? */
  #reachesHead(loop: LoopNode, from: Node, entered: readonly Facts[], fault = false): boolean {
    const wanted = (facts: Facts): boolean => !facts.definite && (!fault || facts.fault);
    let falls = entered;
    let inner = from;
    for (const outer of ancestors(from)) {
      if (outer === loop) return falls.some(wanted);
      if (isFunction(outer)) return false;
      if (outer.type === 'BlockStatement') {
        const rest = outer.body.slice(outer.body.indexOf(inner as TSESTree.Statement) + 1);
        const ends = this.#paths.through(rest, falls);
        const goesRound = ends.exits.some(
          ({ node, facts }) => node.type === 'ContinueStatement' && targetOf(node) === loop && wanted(facts),
        );
        if (goesRound) return true;
        falls = ends.falls;
      } else if (outer.type === 'ReturnStatement') {
        return false;
      }
      if (falls.length === 0) return false;
      inner = outer;
    }
    return false;
  }
}

interface Catcher {
  /** The handler's statements; null for a handler that is no function written here or has no body to read. */
  statements: readonly TSESTree.Statement[] | null;
  /** A handler given to `.catch()`: its `return` ends only itself. */
  promise: boolean;
}

/** What catches a failure of `inner` at the node round it, if anything does. */
function catcherOf(outer: Node, inner: Node): Catcher | null {
  if (outer.type === 'TryStatement' && outer.block === inner && outer.handler) {
    return { statements: outer.handler.body.body, promise: false };
  }
  if (outer.type !== 'CallExpression' || outer.callee !== inner || inner.type !== 'MemberExpression')
    return null;
  const name = writtenName(inner);
  const handler = name === 'catch' ? outer.arguments[0] : name === 'then' ? outer.arguments[1] : undefined;
  if (!handler) return null;
  const node = unwrap(handler);
  const body = isFunction(node) && node.body.type === 'BlockStatement' ? node.body.body : null;
  return { statements: body, promise: true };
}

/** Does a `break` end the loop, or a `continue` go on with one round it: `continue orders`? */
function leaves(node: TSESTree.BreakStatement | TSESTree.ContinueStatement, loop: LoopNode): boolean {
  const target = targetOf(node);
  if (target === null || !contains(target, loop)) return false;
  return node.type === 'BreakStatement' || target !== loop;
}

function isIndex(identifier: Node): boolean {
  const { parent } = identifier;
  return parent?.type === 'MemberExpression' && parent.computed && parent.property === identifier;
}

/** Is a list one of waiting times or counts, so that its length says how often and its items what for? */
export function isOfWaits(list: Node): boolean {
  const node = unwrap(list);
  if (node.type === 'ArrayExpression') {
    return node.elements.every((element) => element?.type === 'Literal' && typeof element.value === 'number');
  }
  if (node.type === 'Identifier') return waits.test(node.name);
  if (node.type === 'MemberExpression') return waits.test(writtenName(node) ?? '');
  if (node.type !== 'CallExpression') return false;
  // `Array(3).keys()`, `range(5)`, `Array.from({ length: n })`
  const { callee } = node;
  const name = callee.type === 'Identifier' ? callee.name : writtenName(callee);
  return name === 'keys' || name === 'range' || name === 'from';
}
