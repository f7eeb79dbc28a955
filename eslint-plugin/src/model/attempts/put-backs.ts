import { counterNames } from '../../catalogue/key-makers.ts';
import { Answers } from './answers.ts';
import type { AttemptScope } from './attempt-scope.ts';
import type { Model } from '../model-of.ts';
import { Paths } from './paths.ts';
import type { FunctionNode, Node } from '../syntax.ts';
import { ancestors, calledName, functionAround, unwrap, writtenName } from '../syntax.ts';

const sends = /^(?:send|publish|enqueue|requeue|produce)/i;

/**
 * Consumers that put a failed message back into a queue by themselves, with its number of tries counted up: `catch {
 * channel.sendToQueue(queue, { ...message, tries: message.tries + 1 }) }`. The function is then run again for it.
 */
export class PutBacks {
  readonly #model: Model;

  constructor(model: Model) {
    this.#model = model;
  }

  scopes(): Map<FunctionNode, AttemptScope> {
    const scopes = new Map<FunctionNode, AttemptScope>();
    for (const property of this.#model.index.properties) {
      const value = unwrap(property.value);
      if (value.type !== 'BinaryExpression' || value.operator !== '+') continue;
      if (!counterNames.test(writtenName(property) ?? '')) continue;
      const block = this.#triedBefore(property);
      const region = block && functionAround(block);
      if (!block || !region || scopes.has(region)) continue;
      scopes.set(region, {
        kind: 'engine',
        region,
        entry: null,
        who: 'the queue that gets the message back',
        promise: 'retries',
        keepsResult: false,
        putsBack: block,
        counts: (variable) => counterNames.test(variable.name),
      });
    }
    return scopes;
  }

  /** The `try` block in whose `catch` a counted-up message is sent, after a failure of open outcome. */
  #triedBefore(counted: Node): Node | null {
    let isSent = false;
    for (const outer of ancestors(counted)) {
      if (outer.type === 'CallExpression') {
        const name = calledName(outer);
        isSent ||= name !== null && sends.test(name);
      }
      if (outer.type !== 'CatchClause') continue;
      const open = new Paths(this.#model.part(Answers)).factsAt(counted, outer.body);
      const { parent } = outer;
      if (!isSent || parent?.type !== 'TryStatement' || open.every(({ definite }) => definite)) return null;
      return parent.block;
    }
    return null;
  }
}
