import { composedRetryNames } from '../../catalogue/retry-functions.ts';
import type { RetryCall } from '../../catalogue/retry-libraries.ts';
import { retryCalls, retryConditionNames } from '../../catalogue/retry-libraries.ts';
import { Answers } from './answers.ts';
import type { AttemptScope } from './attempt-scope.ts';
import type { Variable } from '../bindings.ts';
import type { Model } from '../model-of.ts';
import { Recursion } from './recursion.ts';
import { RetryLoops } from './retry-loops.ts';
import { SecondTries } from './second-tries.ts';
import { optionOf } from '../options.ts';
import type { CallNode, FunctionNode, Node } from '../syntax.ts';
import { ancestors, contains, functionAround, isFunction, isLoop, unwrap, writtenName } from '../syntax.ts';
import type { Thing } from '../things.ts';
import { lastName, pathOf } from '../things.ts';

/** Arguments that can be a function or hold one. */
const handsOver = new Set([
  'ArrowFunctionExpression',
  'CallExpression',
  'FunctionExpression',
  'Identifier',
  'MemberExpression',
  'ObjectExpression',
]);

/** A place where a call hands over something that will be called once per attempt. */
export interface RetriedPosition {
  /** The expression handed over: a function, or a name for one. */
  expression: Node;
  who: string;
  /** Index of the parameter that counts attempts, where there is one. */
  counter: number | null;
  /** Only when the function uses this parameter of its own does a retry happen. */
  onlyIfUsed: number | null;
  /** The call makes a function that makes the attempts. */
  later: boolean;
}

/** A parameter of a function of this file that is called once per attempt: `retrying(job)` calls `job` in its loop. */
interface RetriedParameter {
  index: number;
  path: readonly string[];
  counter: number | null;
  /** It is called in a function that the wrapper returns. */
  later: boolean;
}

/** Functions that are called once per attempt because they are handed to a retry library or wrapper. */
export class RetriedFunctions {
  readonly #model: Model;
  #hasLibrary: boolean | undefined;
  #namesOfMade: ReadonlySet<string> | undefined;
  readonly #summaries = new Map<FunctionNode, readonly RetriedParameter[]>();

  constructor(model: Model) {
    this.#model = model;
  }

  /** What a call hands over to be called once per attempt; empty for almost every call. */
  positionsOf(call: CallNode): RetriedPosition[] {
    if (!this.#mayRetry(call)) return [];
    const { functions, things, settings } = this.#model;
    const callee = functions.calleeOf(call) ?? this.#madeHere(call);
    if (callee) {
      return this.retriedParametersOf(callee).flatMap(({ index, path, counter, later }) => {
        const expression = argumentOn(call, index, path);
        return expression ? [{ expression, who: calleeName(call), counter, onlyIfUsed: null, later }] : [];
      });
    }
    if (call.type !== 'CallExpression') return [];
    const thing = things.calleeOf(call);
    if (thing.root.kind === 'import' || (thing.root.kind === 'type' && thing.root.package !== null)) {
      const path = pathOf(thing);
      const { package: source } = thing.root;
      const known = retryCalls.find((entry) => entry.package === source && entry.path === path);
      if (known) return this.#isHolding(thing, known) ? this.#byLibrary(call, known) : [];
      if (retryCalls.some((entry) => entry.package === source) || source === 'rxjs' || source === 'effect')
        return [];
    }
    const name = lastName(thing) ?? calleeName(call);
    if (!settings.retryFunctions.has(name) && !composedRetryNames.test(name)) return [];
    return this.#firstFunction(call, call.arguments.keys(), {
      who: name,
      counter: null,
      onlyIfUsed: null,
      later: false,
    });
  }

  /** The function that a function of this file gave back: `const steadily = makeRetrier(policy); steadily(job)`. */
  #madeHere(call: CallNode): FunctionNode | null {
    if (call.type !== 'CallExpression' || !this.#madeNames.has(calleeName(call))) return null;
    const { root, steps } = this.#model.things.calleeOf(call);
    const [made] = steps;
    if (root.kind !== 'function' || made?.kind !== 'call' || steps.length > 1) return null;
    const { functions } = this.#model;
    const given = functions.returnsOf(root.node).map((result) => functions.functionOf(result));
    return given.length === 1 ? (given[0] ?? null) : null;
  }

  /** The names of variables that hold what a function of this file gave back. */
  get #madeNames(): ReadonlySet<string> {
    return (this.#namesOfMade ??= new Set(
      this.#model.index.declarators.flatMap(({ id, init }) => {
        const made = init && unwrap(init);
        if (id.type !== 'Identifier' || made?.type !== 'CallExpression') return [];
        return this.#model.functions.names.has(calleeName(made)) ? [id.name] : [];
      }),
    ));
  }

  /** A cheap look before the call is resolved: it hands something over, to something that may be a wrapper. */
  #mayRetry(call: CallNode): boolean {
    const { functions, packages, settings } = this.#model;
    if (!call.arguments.some(({ type }) => handsOver.has(type))) return false;
    this.#hasLibrary ??= retryCalls.some((entry) => packages.has(entry.package));
    if (this.#hasLibrary) return true;
    const name = calleeName(call);
    if (settings.retryFunctions.has(name) || functions.names.has(name)) return true;
    return this.#madeNames.has(name) || composedRetryNames.test(name);
  }

  /** Is this one of cockatiel's policies that try again: `retry(handleAll)`, or a `wrap(…)` round one? */
  isRetryPolicy(policy: Node): boolean {
    const thing = this.#model.things.thingOf(policy);
    const path = `${pathOf(thing)}.execute`;
    const known = retryCalls.find((entry) => entry.package === 'cockatiel' && entry.path === path);
    return known !== undefined && this.#isHolding(thing, known);
  }

  #isHolding({ steps }: Thing, { package: source, holding }: RetryCall): boolean {
    if (holding === undefined) return true;
    const made = steps.findLast(({ kind }) => kind === 'call');
    if (made?.kind !== 'call') return false;
    return made.node.arguments.some((argument) => {
      const held = this.#model.things.thingOf(argument);
      return held.root.kind === 'import' && held.root.package === source && pathOf(held) === holding;
    });
  }

  #byLibrary(call: CallNode, known: RetryCall): RetriedPosition[] {
    if (known.budget && isSpent(this.#model, call, known.budget)) return [];
    return this.#firstFunction(call, known.retried, {
      who: calleeName(call),
      counter: known.counter ?? null,
      onlyIfUsed: known.onlyIfUsed ?? null,
      later: known.makesFunction ?? false,
    });
  }

  #firstFunction(
    call: CallNode,
    indices: Iterable<number>,
    found: Omit<RetriedPosition, 'expression'>,
  ): RetriedPosition[] {
    for (const index of indices) {
      const expression = call.arguments[index];
      if (!expression || expression.type === 'SpreadElement') continue;
      const held = unwrap(expression);
      const isParameter = held.type === 'Identifier' && this.#parameterOf(held) !== null;
      if (!isParameter && !this.#model.functions.functionOf(held)) continue;
      return this.#onlyDefinite(call, index) ? [] : [{ expression, ...found }];
    }
    return [];
  }

  /** `withRetry(fn, { shouldRetry: isRateLimit })`: repeats only what was refused. */
  #onlyDefinite(call: CallNode, retried: number): boolean {
    const answers = this.#model.part(Answers);
    return call.arguments.some((argument, index) => {
      const options = unwrap(argument);
      if (index === retried || options.type !== 'ObjectExpression') return false;
      return options.properties.some((property) => {
        const name = property.type === 'Property' ? writtenName(property) : null;
        if (name === null || property.type !== 'Property' || !retryConditionNames.has(name)) return false;
        return answers.isDefinitePredicate(property.value);
      });
    });
  }

  /** The parameters of a function of this file that it calls once per attempt, directly or through other wrappers. */
  retriedParametersOf(callee: FunctionNode): readonly RetriedParameter[] {
    const before = this.#summaries.get(callee);
    if (before) return before;
    // While this function is summarised, its own recursive calls add nothing.
    this.#summaries.set(callee, []);
    const found: RetriedParameter[] = [];
    for (const call of this.#model.functions.callsIn(callee)) {
      const called = this.#parameterCalledBy(call, callee);
      if (called && this.#runsPerAttemptIn(call, callee)) {
        found.push({
          ...called,
          counter: this.#counterPassed(call, callee),
          later: isInReturned(call, callee),
        });
      }
      if (call === callee.parent) continue;
      for (const position of this.positionsOf(call)) {
        const passed = this.#parameterOf(unwrap(position.expression));
        if (passed?.function === callee) {
          found.push({
            index: passed.index,
            path: passed.path,
            counter: position.counter,
            later: position.later || isInReturned(call, callee),
          });
        }
      }
    }
    this.#summaries.set(callee, found);
    return found;
  }

  #parameterOf(
    node: Node,
  ): { function: FunctionNode; index: number; path: readonly string[]; variable: Variable } | null {
    if (node.type !== 'Identifier') return null;
    const { bindings } = this.#model;
    const variable = bindings.variableOf(node);
    const binding = variable && bindings.bindingOf(variable);
    if (!variable || binding?.kind !== 'parameter') return null;
    if (!isFunction(binding.function) || binding.path.includes(null)) return null;
    return { function: binding.function, index: binding.index, path: binding.path as string[], variable };
  }

  #parameterCalledBy(
    call: CallNode,
    callee: FunctionNode,
  ): { index: number; path: readonly string[] } | null {
    if (call.type !== 'CallExpression') return null;
    const called = unwrap(call.callee);
    const direct = this.#parameterOf(called);
    if (direct) return direct.function === callee ? direct : null;
    // `fn.call(this)`, `options.run()`
    if (called.type !== 'MemberExpression') return null;
    const holder = this.#parameterOf(unwrap(called.object));
    const name = writtenName(called);
    if (holder?.function !== callee || name === null) return null;
    if (name === 'call' || name === 'apply') return holder;
    return { index: holder.index, path: [...holder.path, name] };
  }

  #runsPerAttemptIn(call: CallNode, callee: FunctionNode): boolean {
    const loops = this.#model.part(RetryLoops);
    const recursion = this.#model.part(Recursion);
    // `try { return await job(); } catch { return await job(); }`
    if (this.#model.part(SecondTries).around(call)?.region === call) return true;
    for (const outer of ancestors(call)) {
      if (isLoop(outer) && loops.repeats(outer, call)) return true;
      if (isFunction(outer) && recursion.againIn(outer)) return true;
      if (isFunction(outer) && outer !== callee && this.#isHandedOver(outer)) return true;
      if (outer === callee) return false;
    }
    return false;
  }

  #isHandedOver(node: FunctionNode): boolean {
    const { parent } = node;
    if (parent?.type !== 'CallExpression') return false;
    return this.positionsOf(parent).some(({ expression }) => unwrap(expression) === node);
  }

  /** Which argument of `job(n)` is the wrapper's own counter. */
  #counterPassed(call: CallNode, callee: FunctionNode): number | null {
    const { bindings } = this.#model;
    const index = call.arguments.findIndex((argument) => {
      const held = unwrap(argument);
      const base = held.type === 'BinaryExpression' ? unwrap(held.left) : held;
      const variable = base.type === 'Identifier' ? bindings.variableOf(base) : null;
      return variable !== null && this.#isCounter(variable, call, callee);
    });
    return index < 0 ? null : index;
  }

  /** Counted up in the wrapper, or by the recursion of a function in it: `const run = (n) => job(n).catch(() => run(n + 1))`. */
  #isCounter(variable: Variable, call: CallNode, callee: FunctionNode): boolean {
    if (this.#model.bindings.countedAt(variable).some((place) => contains(callee, place))) return true;
    const recursion = this.#model.part(Recursion);
    for (const outer of ancestors(call)) {
      if (isFunction(outer) && recursion.counts(outer, variable)) return true;
      if (outer === callee) return false;
    }
    return false;
  }

  /** The scopes that come about by handing functions over, by the function that is called per attempt. */
  scopes(): Map<FunctionNode, AttemptScope> {
    const scopes = new Map<FunctionNode, AttemptScope>();
    for (const call of this.#model.index.calls) {
      for (const { expression, who, counter, onlyIfUsed, later } of this.positionsOf(call)) {
        const region = this.#model.functions.functionOf(expression);
        if (!region || scopes.has(region)) continue;
        if (onlyIfUsed !== null && !this.#uses(region, onlyIfUsed)) continue;
        scopes.set(region, {
          kind: 'callback',
          region,
          entry: call,
          who,
          promise: 'retries',
          keepsResult: false,
          several: later,
          counts: (variable) =>
            this.#isParameter(variable, region, counter) || this.#isCountedIn(variable, region),
        });
      }
    }
    return scopes;
  }

  #uses(region: FunctionNode, index: number): boolean {
    const parameter = region.params[index];
    if (parameter?.type !== 'Identifier') return parameter !== undefined;
    const variable = this.#model.bindings.declaredBy(region).find(({ name }) => name === parameter.name);
    return (variable?.references.length ?? 0) > 0;
  }

  #isParameter(variable: Variable, region: FunctionNode, counter: number | null): boolean {
    if (counter === null) return false;
    const binding = this.#model.bindings.bindingOf(variable);
    return binding.kind === 'parameter' && binding.function === region && binding.index === counter;
  }

  /** A counter of the callback's own: `let attempt = 0` outside, `attempt++` inside. */
  #isCountedIn(variable: Variable, region: FunctionNode): boolean {
    const definition = variable.defs[0]?.node;
    if (!definition || contains(region, definition)) return false;
    return this.#model.bindings
      .countedAt(variable)
      .some((place) => contains(region, place) && functionAround(place) === region);
  }
}

function argumentOn(call: CallNode, index: number, path: readonly string[]): Node | null {
  const argument = call.arguments[index];
  if (!argument || argument.type === 'SpreadElement') return null;
  let held: Node | null = argument;
  for (const name of path) held = held && optionOf(held, name);
  return held;
}

function isSpent(
  model: Model,
  call: CallNode,
  budget: { argument: number; property: string; total: boolean },
): boolean {
  const argument = call.arguments[budget.argument];
  if (!argument || argument.type === 'SpreadElement') return false;
  const given = model.numberOf(argument) ?? model.numberOf(optionOf(argument, budget.property));
  return given !== null && given <= (budget.total ? 1 : 0);
}

/** Does a node stand in a function that another one returns: `return async (...args) => …`? */
function isInReturned(node: Node, outer: FunctionNode): boolean {
  for (const round of ancestors(node)) {
    if (round === outer) return false;
    if (isFunction(round) && (round.parent?.type === 'ReturnStatement' || round.parent === outer))
      return true;
  }
  return false;
}

function calleeName(call: CallNode): string {
  const callee = unwrap(call.callee);
  if (callee.type === 'Identifier') return callee.name;
  return writtenName(callee) ?? 'the caller';
}
