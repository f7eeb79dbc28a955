import type { AttemptScope } from './attempt-scope.ts';
import type { Model } from '../model-of.ts';
import type { CallNode, FunctionNode, Node } from '../syntax.ts';
import { unwrap, writtenName } from '../syntax.ts';
import { lastName, pathOf } from '../things.ts';

const retryOperators = new Set(['retry', 'retryWhen', 'retryBackoff']);
/** rxjs functions that call what they are given at each subscription, or at each value that comes again with it. */
const factories = new Set(['defer', 'Observable']);
const mapping = new Set(['switchMap', 'mergeMap', 'concatMap', 'exhaustMap']);

/** One `source.pipe(…, retry(n))`: what stands before the operator is subscribed to again at each failure. */
export interface Resubscription {
  /** What is subscribed to again, followed through constants. */
  source: Node;
  /** The operators between the source and `retry`. */
  before: CallNode[];
  pipe: CallNode;
}

/** Streams that rxjs subscribes to again when they fail. */
export class Resubscriptions {
  readonly #model: Model;
  #all: Resubscription[] | undefined;

  constructor(model: Model) {
    this.#model = model;
  }

  get all(): readonly Resubscription[] {
    return (this.#all ??= this.#model.functions.callsNamed('pipe').flatMap((call) => {
      const one = this.#resubscription(call);
      return one ? [one] : [];
    }));
  }

  scopes(): Map<FunctionNode, AttemptScope> {
    const scopes = new Map<FunctionNode, AttemptScope>();
    for (const { source, before, pipe } of this.all) {
      const made = [...before.filter((one) => this.#isOf(one, mapping)), source].flatMap((one) => {
        if (one.type !== 'CallExpression' && one.type !== 'NewExpression') return [];
        if (one === source && !this.#isOf(one, factories)) return [];
        const [first] = one.arguments;
        const region =
          first && first.type !== 'SpreadElement' ? this.#model.functions.functionOf(first) : null;
        return region ? [region] : [];
      });
      for (const region of made) {
        scopes.set(region, {
          kind: 'callback',
          region,
          entry: pipe,
          who: "rxjs's retry",
          promise: 'retries',
          keepsResult: false,
          counts: () => false,
        });
      }
    }
    return scopes;
  }

  #isOf(call: CallNode, names: ReadonlySet<string>): boolean {
    const { root } = this.#model.things.calleeOf(call);
    return root.kind === 'import' && root.package === 'rxjs' && names.has(root.name);
  }

  #resubscription(call: CallNode): Resubscription | null {
    if (call.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return null;
    if (writtenName(call.callee) !== 'pipe') return null;
    const operators = call.arguments.flatMap((argument) => {
      const one = unwrap(argument);
      return one.type === 'CallExpression' ? [one] : [];
    });
    const at = operators.findIndex((one) => this.#retries(one));
    if (at < 0) return null;
    return {
      source: this.#model.bindings.standsFor(call.callee.object),
      before: operators.slice(0, at),
      pipe: call,
    };
  }

  #retries(operator: CallNode): boolean {
    const thing = this.#model.things.calleeOf(operator);
    if (thing.root.kind !== 'import' || !/^rxjs(?:\/operators)?$|^backoff-rxjs$/.test(thing.root.package))
      return false;
    const name = lastName(thing);
    if (name === null || !retryOperators.has(name) || pathOf(thing) !== name) return false;
    return this.#model.numberOf(operator.arguments[0]) !== 0;
  }
}
