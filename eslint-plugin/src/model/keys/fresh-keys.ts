import {
  counterNames,
  engineCounterNames,
  isNamedLikeMaker,
  madeByConstructor,
  madeByGlobal,
  madeByPackage,
  replayedMembers,
} from '../../catalogue/key-makers.ts';
import { keyNamed } from '../../catalogue/key-names.ts';
import { keyBuilderNames } from '../../catalogue/transparent-calls.ts';
import { Answers } from '../attempts/answers.ts';
import type { AttemptScope } from '../attempts/attempt-scope.ts';
import { AttemptScopes } from '../attempts/attempt-scopes.ts';
import { EngineScopes } from '../attempts/engine-scopes.ts';
import { Paths } from '../attempts/paths.ts';
import { againActionAround } from '../attempts/renewals.ts';
import type { KeySink } from './key-sinks.ts';
import { KeySinks } from './key-sinks.ts';
import { Memos } from './memos.ts';
import type { Model } from '../model-of.ts';
import type { Ingredient } from '../ingredient.ts';
import { Origins } from '../origins.ts';
import { sendingCalls } from './sending.ts';
import type { CallNode, Node } from '../syntax.ts';
import { ancestors, contains, functionAround, isFunction, isLoop, unwrap } from '../syntax.ts';
import { lastName, pathOf } from '../things.ts';

/** A key that is another one at each attempt. */
export interface FreshKey {
  sink: KeySink;
  /** Where the new part gets into the key, as the code that sends it sees it. */
  node: Node;
  /** The call that makes the new part, or the counter's name. */
  maker: Node;
  /** `random` value, `clock` reading, or the `counter` of attempts. */
  makes: 'random' | 'clock' | 'counter';
  /** The attempts it changes with; null where the counter or the action alone tells that there are attempts. */
  scope: AttemptScope | null;
  /** The action "try again" of a state machine that makes it, where that is why. */
  action: string | null;
  ingredient: Ingredient;
}

/** Finds keys whose value is made again inside the attempt that sends them. */
export class FreshKeys {
  readonly #model: Model;
  #all: FreshKey[] | undefined;

  constructor(model: Model) {
    this.#model = model;
  }

  /** One finding per place that makes a key fresh, in source order. */
  get all(): readonly FreshKey[] {
    return (this.#all ??= this.#find());
  }

  #find(): FreshKey[] {
    const byPlace = new Map<Node, FreshKey>();
    for (const sink of this.#model.part(KeySinks).all) {
      const fresh = sink.use === 'column' ? null : this.#freshIn(sink);
      if (fresh && !byPlace.has(fresh.node)) byPlace.set(fresh.node, fresh);
    }
    return [...byPlace.values()].sort((one, other) => one.node.range[0] - other.node.range[0]);
  }

  #freshIn(sink: KeySink): FreshKey | null {
    const ingredients = this.#model.part(Origins).ingredientsOf(sink.value);
    const made = ingredients.flatMap((ingredient) => {
      const makes = this.#makes(ingredient);
      return makes && this.#isHandedOn(ingredient) ? [{ ingredient, makes }] : [];
    });
    if (made.length === 0) return null;
    const memos = this.#model.part(Memos);
    const scopes = this.#model.part(AttemptScopes).scopesOf(sink.node, sendingCalls(this.#model, sink.node));
    for (const { scope, at } of scopes) {
      if (scope.kind === 'hook' && !this.#isOfHook(sink, scope)) continue;
      for (const { ingredient, makes } of made) {
        if (makes === 'counter' ? !this.#counts(ingredient, scope, sink) : !this.#isMadeIn(ingredient, scope))
          continue;
        if (memos.isRemembered(sink, ingredient, scope)) continue;
        const place = placeOf(ingredient, makes, sink);
        return {
          sink,
          node: !contains(scope.region, place) && this.#isGivenBack(sink) ? at : place,
          maker: ingredient.node,
          makes,
          scope,
          action: null,
          ingredient,
        };
      }
    }
    const renewed = this.#renewedIn(
      sink,
      made.map(({ ingredient }) => ingredient),
    );
    if (renewed) return renewed;
    const counter = made.find(
      ({ ingredient, makes }) => makes === 'counter' && this.#speaksForItself(ingredient, sink),
    );
    if (!counter) return null;
    const { ingredient } = counter;
    return {
      sink,
      node: placeOf(ingredient, 'counter', sink),
      maker: ingredient.node,
      makes: 'counter',
      scope: null,
      action: null,
      ingredient,
    };
  }

  /**
   * Does a helper only make the headers or options that hold the key: `freshHeaders()`? Right and wrong callers share it
   * then, and its call inside the attempt is what is wrong.
   */
  #isGivenBack({ node }: KeySink): boolean {
    const owner = functionAround(node);
    if (!owner || (owner.parent?.type === 'MethodDefinition' && owner.parent.kind === 'get')) return false;
    return this.#model.functions.returnsOf(owner).some((result) => {
      const made = unwrap(result);
      return made.type === 'ObjectExpression' && contains(made, node);
    });
  }

  /** A random key that a state machine makes where it handles "try again". */
  #renewedIn(sink: KeySink, ingredients: readonly Ingredient[]): FreshKey | null {
    const [ingredient] = ingredients;
    if (sink.how !== 'property' && sink.how !== 'assignment') return null;
    if (!ingredient || this.#makes(ingredient) !== 'random' || !contains(sink.node, ingredient.shown))
      return null;
    const action = againActionAround(sink.node);
    if (action === null) return null;
    return {
      sink,
      node: ingredient.shown,
      maker: ingredient.node,
      makes: 'random',
      scope: null,
      action,
      ingredient,
    };
  }

  /**
   * Does a key set in a hook belong to the request that the hook is about? Another request that the hook sends (a
   * token renewal, say) has a key of its own.
   */
  #isOfHook(sink: KeySink, { region, entry }: AttemptScope): boolean {
    if (sink.how === 'variable' || sink.how === 'argument') return false;
    for (const outer of ancestors(sink.node)) {
      if (outer === region || outer === entry) return true;
      if (outer.type !== 'CallExpression') continue;
      const { root } = this.#model.things.calleeOf(outer);
      const ofParameter = root.kind === 'unknown' && root.variable?.defs[0]?.type === 'Parameter';
      if (!ofParameter && root.kind !== 'value' && sink.node !== outer) return false;
    }
    return true;
  }

  /** What kind of new value an ingredient is, if it is one. */
  #makes({ node, names, bucketed }: Ingredient): FreshKey['makes'] | null {
    if (bucketed) return null;
    if (node.type === 'Identifier' || node.type === 'MemberExpression') {
      const last = (names.at(-1) === 'number' ? names.at(-2) : names.at(-1)) ?? '';
      const variable = node.type === 'Identifier' ? this.#model.bindings.variableOf(node) : null;
      return counterNames.test(last) || variable !== null ? 'counter' : null;
    }
    if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return null;
    // `const { attempt } = Context.current().info`
    if (names.length > 0 && counterNames.test(names.at(-1) ?? '')) return 'counter';
    if (this.#model.part(EngineScopes).isReplayed) return null;
    const made = this.makes(node);
    // `KSUID.randomSync().string`
    return names.length > 0 && made !== 'random' ? null : made;
  }

  /** What a call makes: a value that is new each time, the clock's reading, or nothing known to be new. */
  makes(call: CallNode): 'random' | 'clock' | null {
    const { settings, things } = this.#model;
    const thing = things.calleeOf(call);
    const path = pathOf(thing);
    if (replayedMembers.test(path)) return null;
    const name = lastName(thing) ?? '';
    if (settings.keyMakers.has(name)) return 'random';
    if (call.type === 'NewExpression') return call.arguments.length === 0 ? madeByConstructor(name) : null;
    switch (thing.root.kind) {
      case 'global':
        return madeByGlobal(path === '' ? thing.root.name : `${thing.root.name}.${path}`);
      case 'import': {
        const known = madeByPackage(thing.root.package, path);
        if (known) return known;
        const own = /^(?:\.|~|#|@\/)/.test(thing.root.source);
        return own && call.arguments.length === 0 && isNamedLikeMaker(name) ? 'random' : null;
      }
      case 'unknown':
      case 'this':
        return call.arguments.length === 0 && isNamedLikeMaker(name) ? 'random' : null;
      default:
        return null;
    }
  }

  /** Was it only handed to functions that build keys out of what they get? What others return is not known. */
  #isHandedOn({ through }: Ingredient): boolean {
    return through.every((call) => keyBuilderNames.test(lastName(this.#model.things.calleeOf(call)) ?? ''));
  }

  #isMadeIn(ingredient: Ingredient, scope: AttemptScope): boolean {
    if (isKept(ingredient, scope, this.#model) || this.#isRenewedAfterAnswer(ingredient, scope)) return false;
    const place = ingredient.shown;
    if (scope.kind === 'recursion' && this.#isHandedDown(place, scope)) return false;
    return this.#model.part(AttemptScopes).runsIn(place, scope);
  }

  /** `catch (error) { if (isDecline(error)) key = randomUUID(); }`: after a definite answer comes another operation. */
  #isRenewedAfterAnswer({ trail }: Ingredient, { region }: AttemptScope): boolean {
    const renewal = trail.find((node) => node.type === 'AssignmentExpression' && contains(region, node));
    if (!renewal) return false;
    const body = isLoop(region) ? region.body : region;
    const facts = new Paths(this.#model.part(Answers)).factsAt(renewal, body);
    return facts.length > 0 && facts.every(({ definite }) => definite);
  }

  /** `function pay(order, key = randomUUID())` that hands `key` to itself makes it once. */
  #isHandedDown(place: Node, scope: AttemptScope): boolean {
    const { region, entry } = scope;
    if (!isFunction(region) || (entry?.type !== 'CallExpression' && entry?.type !== 'NewExpression'))
      return false;
    const index = region.params.findIndex((parameter) => contains(parameter, place));
    return index >= 0 && entry.arguments.length > index;
  }

  #counts(ingredient: Ingredient, scope: AttemptScope, sink: KeySink): boolean {
    const { node, names } = ingredient;
    const variable =
      node.type === 'Identifier' && names.length === 1 ? this.#model.bindings.variableOf(node) : null;
    if (variable && scope.counts(variable)) return true;
    // `attempt`, or Trigger.dev's `ctx.attempt.number`
    const last = (names.at(-1) === 'number' ? names.at(-2) : names.at(-1)) ?? '';
    return scope.kind === 'engine' && counterNames.test(last) && sink.use === 'request';
  }

  /**
   * A counter of attempts in a request key where the attempts are made elsewhere: by an engine (`job.attemptsMade`),
   * or by later runs over a row that this file counts up, on top of a key that was meant to be stable.
   */
  #speaksForItself(counter: Ingredient, sink: KeySink): boolean {
    const { names, element } = counter;
    if (sink.use !== 'request' || names.length < 2) return false;
    const last = names.at(-1) ?? '';
    if (!counterNames.test(last)) return false;
    if (engineCounterNames.test(last)) return true;
    if (!element) return false;
    return this.#isBesideKey(counter, sink) && this.#isCountedHere(last);
  }

  #isBesideKey(counter: Ingredient, sink: KeySink): boolean {
    return this.#model
      .part(Origins)
      .ingredientsOf(sink.value)
      .some((other) => {
        const last = other.names.at(-1);
        return (
          other !== counter && last !== undefined && keyNamed(last, this.#model.settings.keyNames) !== null
        );
      });
  }

  #isCountedHere(name: string): boolean {
    const { assignments, updates } = this.#model.index;
    const isMember = (target: Node): boolean =>
      target.type === 'MemberExpression' &&
      target.property.type === 'Identifier' &&
      target.property.name === name;
    return (
      updates.some(({ argument }) => isMember(argument)) ||
      assignments.some(({ operator, left }) => operator === '+=' && isMember(left))
    );
  }
}

/** Does the value come out of an engine's step that keeps its result? Then it was made once. */
function isKept({ trail }: Ingredient, scope: AttemptScope, model: Model): boolean {
  const scopes = model.part(AttemptScopes);
  return trail.some((node) => {
    const call = unwrap(node);
    if (call.type !== 'CallExpression') return false;
    return call.arguments.some((argument) => {
      const step = model.functions.functionOf(argument);
      return (
        step !== null &&
        step !== scope.region &&
        scopes.ofFunction(step).some(({ keepsResult }) => keepsResult)
      );
    });
  });
}

function placeOf({ shown, composition }: Ingredient, makes: FreshKey['makes'], sink: KeySink): Node {
  if (makes !== 'counter' || !composition) return shown;
  // The whole text that the counter is put into: the key, not the number, is what is wrong.
  return functionAround(composition) === functionAround(sink.value) ? composition : shown;
}
