import type { Model } from '../model-of.ts';
import { contains, functionAround, wrapped } from '../syntax.ts';
import { KeyEvidence } from './key-evidence.ts';
import type { StoreOperation } from './operation.ts';
import { Stores } from './stores.ts';

/**
 * Claims whose answer is thrown away before the work: `await redis.set(key, 'running', 'EX', 60, 'NX'); await pay();`.
 * One that is set beside a look at the same key is part of a race, or is compared afterwards.
 */
export class UnreadClaims {
  readonly #model: Model;
  #all: readonly StoreOperation[] | undefined;

  constructor(model: Model) {
    this.#model = model;
  }

  get all(): readonly StoreOperation[] {
    if (this.#all) return this.#all;
    if (!/\bnx\b|setnx/i.test(this.#model.sourceCode.text)) return (this.#all = []);
    const { operations } = this.#model.part(Stores);
    const evidence = this.#model.part(KeyEvidence);
    return (this.#all = operations.filter((claim) => {
      const region = claim.unread && evidence.isAboutKeys(claim) ? functionAround(claim.node) : null;
      if (!region) return false;
      const others = operations.filter(({ node }) => node !== claim.node && contains(region, node));
      if (others.some(({ library, act }) => library === 'redis' && act !== 'insert')) return false;
      // Nothing done behind it: it only leaves a mark.
      return this.#model.functions.callsIn(region).some((call) => {
        const isWork = call.range[0] > claim.node.range[1] && !others.some(({ node }) => node === call);
        return isWork && wrapped(call).type === 'AwaitExpression';
      });
    }));
  }
}
