import type { AttemptScope } from './attempt-scope.ts';
import type { Model } from '../model-of.ts';
import { optionOf } from '../options.ts';
import type { CallNode, FunctionNode, Node } from '../syntax.ts';
import { unwrap, writtenName } from '../syntax.ts';
import { pathOf } from '../things.ts';

const effectPackage = 'effect';
const retries = /^(?:Effect\.)?retry(?:OrElse)?$/;
/** Functions of Effect that make an effect out of a function, which runs whenever the effect does. */
const makers = /^(?:Effect\.)?(?:try|tryPromise|promise|sync|suspend|async|callback|gen|fn)$/;
/** Operators whose function runs as part of the effect. */
const mapping = /^(?:Effect\.)?(?:flatMap|andThen|tap|mapEffect|zipRight)$/;

const deepest = 6;

/** Effects that `Effect.retry` runs again: run with effect 4.1.0, a key made inside `tryPromise` was new per run. */
export class EffectRetries {
  readonly #model: Model;

  constructor(model: Model) {
    this.#model = model;
  }

  scopes(): Map<FunctionNode, AttemptScope> {
    const scopes = new Map<FunctionNode, AttemptScope>();
    if (!this.#model.packages.has(effectPackage)) return scopes;
    for (const call of this.#model.index.calls) {
      for (const region of this.#repeatedBy(call)) {
        scopes.set(region, {
          kind: 'callback',
          region,
          entry: call,
          who: "Effect's retry",
          promise: 'retries',
          keepsResult: false,
          counts: () => false,
        });
      }
    }
    return scopes;
  }

  /** The functions that run again because of this call: `effect.pipe(Effect.retry(…))`, `Effect.retry(effect, …)`. */
  #repeatedBy(call: CallNode): FunctionNode[] {
    const [first, ...rest] = call.arguments;
    if (!first) return [];
    if (this.#is(call, retries)) return rest.length > 0 ? this.#functionsOf(first, 0) : [];
    const piped = this.#piped(call);
    const at = piped.findIndex((operator) => this.#isCallOf(operator, retries));
    return at <= 0 ? [] : piped.slice(0, at).flatMap((one) => this.#functionsOf(one, 0));
  }

  /** What goes through a pipe, the effect first: `effect.pipe(a, b)`, `pipe(effect, a, b)`. Empty for other calls. */
  #piped(call: CallNode): Node[] {
    const { callee } = call;
    if (callee.type === 'MemberExpression' && writtenName(callee) === 'pipe')
      return [callee.object, ...call.arguments];
    return this.#is(call, /^(?:Function\.)?pipe$/) ? [...call.arguments] : [];
  }

  #functionsOf(expression: Node, depth: number): FunctionNode[] {
    const node = unwrap(expression);
    if (depth > deepest) return [];
    if (node.type === 'Identifier') {
      const held = this.#model.bindings.valueOf(node);
      return held ? this.#functionsOf(held, depth + 1) : [];
    }
    if (node.type !== 'CallExpression') return [];
    const { functions } = this.#model;
    const callee = functions.calleeOf(node);
    if (callee) return functions.returnsOf(callee).flatMap((made) => this.#functionsOf(made, depth + 1));
    if (this.#is(node, makers) || this.#is(node, mapping)) {
      return node.arguments.flatMap((argument) => {
        const region = functions.functionOf(optionOf(argument, 'try') ?? argument);
        return region ? [region] : [];
      });
    }
    return this.#piped(node).flatMap((one) => this.#functionsOf(one, depth + 1));
  }

  #isCallOf(node: Node, path: RegExp): boolean {
    const call = unwrap(node);
    return call.type === 'CallExpression' && this.#is(call, path);
  }

  #is(call: CallNode, path: RegExp): boolean {
    const thing = this.#model.things.calleeOf(call);
    return thing.root.kind === 'import' && thing.root.package === effectPackage && path.test(pathOf(thing));
  }
}
