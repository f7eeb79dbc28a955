import { onceOnlyColumn, reusableResources } from '../../catalogue/databases-key-names.ts';
import type { Model } from '../model-of.ts';
import type { Node } from '../syntax.ts';
import { contains } from '../syntax.ts';
import { clientPath } from '../writes/provider-calls.ts';
import type { Write } from '../writes/writes.ts';
import { Writes } from '../writes/writes.ts';
import type { StoreEvent } from './store-events.ts';

/** Tells which rows of a business table may exist once only because something outside hangs on them. */
export class OnceOnlyRows {
  readonly #model: Model;

  constructor(model: Model) {
    this.#model = model;
  }

  /** Is there an effect at all that a row can hang on? */
  get mayHangOnEffect(): boolean {
    return this.#effects.length > 0;
  }

  get #effects(): readonly Write[] {
    return this.#model.part(Writes).all.filter(({ keyed }) => keyed === 'no');
  }

  /**
   * An order for a cart, a charge for an order: both halves name the same other thing, and between them a request or
   * a provider's call that carries no key goes out. Every other find-or-create is left alone.
   */
  hangOnEffect(lookUp: StoreEvent, insert: StoreEvent): boolean {
    const asked = lookUp.operation.fields.filter(({ name }) => onceOnlyColumn.test(name));
    const written = new Set(insert.operation.fields.map(({ name }) => name));
    if (!asked.some(({ name }) => written.has(name))) return false;
    return this.#effects.some(
      ({ call }) => isBetween(call, lookUp.site, insert.site) && !reusableResources.test(this.#pathOf(call)),
    );
  }

  #pathOf(call: Node): string {
    return call.type === 'CallExpression' ? clientPath(this.#model.things.calleeOf(call)) : '';
  }
}

function isBetween(node: Node, from: Node, to: Node): boolean {
  return node.range[0] >= from.range[1] && node.range[1] <= to.range[0] && !contains(node, to);
}
