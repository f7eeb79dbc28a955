import type { Model } from '../model-of.ts';
import type { FunctionNode, Node } from '../syntax.ts';
import { functionAround, isFunction, unwrap, writtenName } from '../syntax.ts';
import type { AttemptScope } from './attempt-scope.ts';
import { isOfWaits } from './retry-loops.ts';

/**
 * Attempts strung together by `reduce`: `Array.from({ length: 4 }).reduce((before) => before.catch(() => attempt()),
 * Promise.reject())`, or `[200, 900].reduce(…)` over the times to wait. The handler runs once per attempt; over a list of
 * items it would run once per item.
 */
export class CatchChains {
  readonly #model: Model;

  constructor(model: Model) {
    this.#model = model;
  }

  scopes(): Map<FunctionNode, AttemptScope> {
    const scopes = new Map<FunctionNode, AttemptScope>();
    for (const call of this.#model.functions.callsNamed('catch')) {
      if (call.callee.type !== 'MemberExpression') continue;
      const [handler] = call.arguments;
      const step = functionAround(call);
      const region =
        handler && handler.type !== 'SpreadElement' ? this.#model.functions.functionOf(handler) : null;
      if (!region || !step || !isFunction(region)) continue;
      const entry = this.#reduceOver(step, call.callee.object);
      if (!entry) continue;
      scopes.set(region, {
        kind: 'callback',
        region,
        entry,
        who: 'this chain of catches',
        promise: 'retries',
        keepsResult: false,
        counts: (variable) => this.#model.bindings.declaredBy(step).indexOf(variable) === 2,
      });
    }
    return scopes;
  }

  /**
   * The `reduce` that a step is given to, where what it carries on is what the `catch` hangs on, and no item is used
   * but the time to wait.
   */
  #reduceOver(step: FunctionNode, awaited: Node): Node | null {
    const { parent } = step;
    if (parent?.type !== 'CallExpression' || parent.arguments[0] !== step) return null;
    if (parent.callee.type !== 'MemberExpression' || writtenName(parent.callee) !== 'reduce') return null;
    const [carried, item] = step.params;
    const held = unwrap(awaited);
    if (carried?.type !== 'Identifier' || held.type !== 'Identifier' || held.name !== carried.name)
      return null;
    if (!item || isOfWaits(parent.callee.object)) return parent;
    const usesItem = this.#model.bindings
      .declaredBy(step)
      .some(
        ({ name, references }) => item.type === 'Identifier' && name === item.name && references.length > 0,
      );
    return usesItem || item.type !== 'Identifier' ? null : parent;
  }
}
