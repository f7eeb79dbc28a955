import type { Model } from '../model-of.ts';
import type { CallNode, FunctionNode, Node } from '../syntax.ts';
import { contains } from '../syntax.ts';
import type { StoreOperation } from './operation.ts';
import { Stores } from './stores.ts';

/** A store operation as one function sees it: done there, or by a function of the file that it calls. */
export interface StoreEvent {
  operation: StoreOperation;
  /** The operation itself, or the call in this function that leads to it. */
  site: Node;
  /** The arguments of the calls on the way, for the evidence in their names. */
  given: readonly Node[];
}

const deepest = 3;

/** What each function of a file does to stores, its callbacks and the local functions it calls included. */
export class StoreEvents {
  readonly #model: Model;
  readonly #known = new Map<Node, readonly StoreEvent[]>();

  constructor(model: Model) {
    this.#model = model;
  }

  /** The events of a function in source order. A recursive call adds nothing. */
  of(region: FunctionNode): readonly StoreEvent[] {
    return this.#of(region, 0);
  }

  #of(region: FunctionNode, depth: number): readonly StoreEvent[] {
    const before = this.#known.get(region);
    if (before) return before;
    this.#known.set(region, []);
    const { operations } = this.#model.part(Stores);
    const events: StoreEvent[] = operations
      .filter(({ node }) => contains(region, node))
      .map((operation) => ({ operation, site: operation.node, given: [] }));
    if (depth < deepest && operations.length > 0) {
      for (const call of this.#model.functions.callsIn(region))
        events.push(...this.#through(call, region, depth));
    }
    events.sort(
      (a, b) => a.site.range[0] - b.site.range[0] || a.operation.node.range[0] - b.operation.node.range[0],
    );
    this.#known.set(region, events);
    return events;
  }

  #through(call: CallNode, region: FunctionNode, depth: number): StoreEvent[] {
    const callee = this.#model.functions.calleeOf(call);
    // What is written inside the region is there already.
    if (!callee || contains(region, callee) || contains(callee, region)) return [];
    return this.#of(callee, depth + 1).map(({ operation, given }) => ({
      operation,
      site: call,
      given: [...call.arguments, ...given],
    }));
  }
}
