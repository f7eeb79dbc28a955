import { Answers } from './answers.ts';
import type { AttemptScope } from './attempt-scope.ts';
import type { Model } from '../model-of.ts';
import { Paths } from './paths.ts';
import type { CallNode, Node } from '../syntax.ts';
import { ancestors, contains, isFunction, writtenName } from '../syntax.ts';

/**
 * The second try without a loop: a call that stands in a `try` and, letter for letter, in its `catch` again, and
 * `send(order).catch(() => send(order))`.
 */
export class SecondTries {
  readonly #model: Model;
  readonly #scopes = new Map<Node, AttemptScope>();

  constructor(model: Model) {
    this.#model = model;
  }

  /** The second try that a node is part of: the repeated call, which the node is or stands in. Null where it is in none. */
  around(node: Node): AttemptScope | null {
    const calls: CallNode[] = [];
    for (const outer of [node, ...ancestors(node)]) {
      if (outer.type === 'CallExpression' || outer.type === 'NewExpression') calls.push(outer);
      const guarded = guardedBy(outer);
      if (!guarded) continue;
      const again = calls.find((call) => call !== outer && this.#isAgain(call, outer, guarded));
      if (again) return this.#scopeOf(again);
    }
    return null;
  }

  #isAgain(call: CallNode, handler: Node, guarded: Node): boolean {
    const text = this.#textOf(call);
    const twin = this.#model.functions
      .callsIn(guarded)
      .some(
        (first) => this.#textOf(first) === text && (guarded.type !== 'BlockStatement' || isWaitedFor(first)),
      );
    if (!twin) return false;
    const body = handler.type === 'CatchClause' ? handler.body : handler;
    const facts = new Paths(this.#model.part(Answers)).factsAt(call, body);
    return facts.some(({ definite }) => !definite);
  }

  #textOf(node: Node): string {
    return this.#model.textOf(node).replace(/\s+/g, '');
  }

  #scopeOf(region: CallNode): AttemptScope {
    let scope = this.#scopes.get(region);
    if (!scope) {
      scope = {
        kind: 'second-try',
        region,
        entry: null,
        who: 'the handler of its failure',
        promise: 'retries',
        keepsResult: false,
        counts: () => false,
      };
      this.#scopes.set(region, scope);
    }
    return scope;
  }
}

/** Only what is awaited can fail into the `catch` of its block. */
function isWaitedFor(call: CallNode): boolean {
  for (const outer of ancestors(call)) {
    if (outer.type === 'AwaitExpression') return true;
    if (isFunction(outer)) return false;
  }
  return false;
}

/** What a handler of failures is the handler of: the block of its `try`, or what `.catch` is called on. */
function guardedBy(handler: Node): Node | null {
  const { parent } = handler;
  if (handler.type === 'CatchClause') return parent?.type === 'TryStatement' ? parent.block : null;
  if (!isFunction(handler) || parent?.type !== 'CallExpression') return null;
  const { callee } = parent;
  if (callee.type !== 'MemberExpression' || contains(callee, handler)) return null;
  return writtenName(callee) === 'catch' ? callee.object : null;
}
