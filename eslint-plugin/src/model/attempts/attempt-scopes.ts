import type { AttemptScope } from './attempt-scope.ts';
import type { Variable } from '../bindings.ts';
import { CatchChains } from './catch-chains.ts';
import { ClientHooks } from './client-hooks.ts';
import { EffectRetries } from './effect-retries.ts';
import { EngineScopes } from './engine-scopes.ts';
import { argumentAt, namesOfFunction } from '../local-functions.ts';
import type { Model } from '../model-of.ts';
import { PutBacks } from './put-backs.ts';
import { Recursion } from './recursion.ts';
import { Resubscriptions } from './resubscriptions.ts';
import { RetriedFunctions } from './retried-functions.ts';
import { RetryLoops } from './retry-loops.ts';
import { SecondTries } from './second-tries.ts';
import type { CallNode, FunctionNode, LoopNode, Node } from '../syntax.ts';
import {
  ancestors,
  classAround,
  contains,
  functionAround,
  isFunction,
  isLoop,
  literalText,
  writtenName,
} from '../syntax.ts';

/** How far a call is followed up to its callers. */
const deepest = 5;

/** An attempt scope that a node runs in, and the node inside the scope's own text through which it does. */
export interface ScopeAt {
  scope: AttemptScope;
  at: Node;
}

/** Which attempt scopes code runs in: those round it in the text, and those its function is called from. */
export class AttemptScopes {
  readonly #model: Model;
  #functions: Map<FunctionNode, AttemptScope[]> | undefined;
  readonly #loops = new Map<LoopNode, AttemptScope>();

  constructor(model: Model) {
    this.#model = model;
  }

  /** The scopes whose region is this function. */
  ofFunction(node: FunctionNode): readonly AttemptScope[] {
    return this.#all.get(node) ?? [];
  }

  get #all(): Map<FunctionNode, AttemptScope[]> {
    if (this.#functions) return this.#functions;
    const all = (this.#functions = new Map<FunctionNode, AttemptScope[]>());
    const add = (found: Map<FunctionNode, AttemptScope>): void => {
      for (const [region, scope] of found) {
        const list = all.get(region);
        if (list) list.push(scope);
        else all.set(region, [scope]);
      }
    };
    add(this.#model.part(RetriedFunctions).scopes());
    add(this.#model.part(EngineScopes).scopes());
    add(this.#model.part(ClientHooks).scopes());
    add(this.#model.part(Resubscriptions).scopes());
    add(this.#model.part(CatchChains).scopes());
    add(this.#model.part(EffectRetries).scopes());
    add(this.#model.part(PutBacks).scopes());
    add(this.#recursive());
    return all;
  }

  #recursive(): Map<FunctionNode, AttemptScope> {
    const recursion = this.#model.part(Recursion);
    const scopes = new Map<FunctionNode, AttemptScope>();
    for (const region of this.#model.index.functions) {
      const entry = recursion.againIn(region);
      if (!entry) continue;
      scopes.set(region, {
        kind: 'recursion',
        region,
        entry,
        who: 'this function calls itself',
        promise: 'retries',
        keepsResult: false,
        counts: (variable) => recursion.counts(region, variable),
      });
    }
    return scopes;
  }

  /**
   * The scopes a node runs in, nearest first.
   * @param sending the calls by which the node's value goes out, for the question whether a loop repeats them; the
   *   calls round the node where left out.
   */
  scopesOf(node: Node, sending: readonly CallNode[] = []): ScopeAt[] {
    const found: ScopeAt[] = [];
    for (const { place, depth } of this.placesOf(node)) {
      let inner: Node = place;
      for (const outer of ancestors(place)) {
        if (isLoop(outer) && inner === outer.body) {
          const calls = depth === 0 ? [...sending, ...callsRound(place, outer)] : callsRound(place, outer);
          if (
            calls.some((call) => contains(outer, call) && this.#model.part(RetryLoops).repeats(outer, call))
          ) {
            found.push({ scope: this.#loop(outer), at: place });
          }
        }
        if (isFunction(outer)) {
          for (const scope of this.ofFunction(outer)) found.push({ scope, at: place });
        }
        inner = outer;
      }
      const again = this.#model.part(SecondTries).around(place);
      if (again) found.push({ scope: again, at: place });
    }
    return found;
  }

  /** A node and the calls through which it runs: of its function, of that call's function, and so on. */
  placesOf(node: Node): { place: Node; depth: number }[] {
    const places: { place: Node; depth: number }[] = [{ place: node, depth: 0 }];
    const seen = new Set<FunctionNode>();
    for (let next = 0; next < places.length; next++) {
      const from = places[next];
      if (!from || from.depth >= deepest) continue;
      for (let round = functionAround(from.place); round; round = functionAround(round)) {
        if (seen.has(round)) continue;
        seen.add(round);
        const sites = [
          ...this.#model.functions.callSitesOf(round),
          ...this.#readsOf(round),
          ...this.#handedToPromise(round),
        ];
        for (const site of sites) {
          if (isCall(site) && this.#excludes(round, site, from.place)) continue;
          if (!contains(round, site)) places.push({ place: site, depth: from.depth + 1 });
        }
      }
    }
    return places;
  }

  /** Where a function is handed over by its name to run when a promise is settled: `.then(submit)`. */
  #handedToPromise(node: FunctionNode): Node[] {
    const { functions } = this.#model;
    const names = namesOfFunction(node);
    if (names.length === 0) return [];
    return ['then', 'catch', 'finally'].flatMap((method) =>
      functions.callsNamed(method).flatMap(({ callee, arguments: handlers }) =>
        callee.type === 'MemberExpression'
          ? handlers.filter((handler) => {
              const written = handler.type === 'Identifier' ? handler.name : writtenName(handler);
              return written !== null && names.includes(written) && functions.functionOf(handler) === node;
            })
          : [],
      ),
    );
  }

  /** `call('get', path)` does not come to a place under `method === 'get' ? … : (here)`. */
  #excludes(owner: FunctionNode, site: CallNode, place: Node): boolean {
    let inner: Node = place;
    for (const outer of ancestors(place)) {
      if (outer === owner) return false;
      const isBranch = outer.type === 'ConditionalExpression' || outer.type === 'IfStatement';
      if (isBranch && inner !== outer.test && outer.test.type === 'BinaryExpression') {
        const { left, operator, right } = outer.test;
        const wanted = literalText(right);
        const given = this.#textGivenTo(left, owner, site);
        if (wanted !== null && given !== null && (operator === '===' || operator === '!==')) {
          if (((given === wanted) === (operator === '===')) !== (inner === outer.consequent)) return true;
        }
      }
      inner = outer;
    }
    return false;
  }

  #textGivenTo(node: Node, owner: FunctionNode, site: CallNode): string | null {
    const { bindings } = this.#model;
    const variable = bindings.variableOf(node);
    const binding = variable && bindings.bindingOf(variable);
    if (binding?.kind !== 'parameter' || binding.function !== owner || binding.path.length > 0) return null;
    const given = argumentAt(site, binding.index);
    return given === 'unknown' ? null : literalText(given);
  }

  /** Where a getter of a class is read: `this.headers`. */
  #readsOf(getter: FunctionNode): Node[] {
    const { parent } = getter;
    if (parent?.type !== 'MethodDefinition' || parent.kind !== 'get') return [];
    const owner = classAround(getter);
    const name = writtenName(parent);
    return this.#model.index.members.filter(
      (member) =>
        member.object.type === 'ThisExpression' &&
        writtenName(member) === name &&
        classAround(member) === owner,
    );
  }

  /** Does a node run inside a scope: in its text, or in a function called from there? */
  runsIn(node: Node, scope: AttemptScope): boolean {
    const body = isLoop(scope.region) ? scope.region.body : scope.region;
    return this.placesOf(node).some(
      ({ place, depth }) => contains(body, place) && (place !== scope.region || depth > 0),
    );
  }

  #loop(region: LoopNode): AttemptScope {
    let scope = this.#loops.get(region);
    if (!scope) {
      const { bindings } = this.#model;
      const own = this.#model.part(RetryLoops).variablesOf(region);
      const counts = (variable: Variable): boolean =>
        own.includes(variable) || bindings.countedAt(variable).some((place) => contains(region, place));
      scope = {
        kind: 'loop',
        region,
        entry: region,
        who: 'this loop',
        promise: 'retries',
        several: this.#model.part(RetryLoops).takesOff(region),
        keepsResult: false,
        counts,
      };
      this.#loops.set(region, scope);
    }
    return scope;
  }
}

function isCall(node: Node): node is CallNode {
  return node.type === 'CallExpression' || node.type === 'NewExpression';
}

/** The calls that stand round a node and inside a loop, in the loop's own function. */
function callsRound(node: Node, loop: LoopNode): CallNode[] {
  const calls: CallNode[] = [];
  if (node.type === 'CallExpression') calls.push(node);
  for (const outer of ancestors(node)) {
    if (outer === loop) break;
    if (outer.type === 'CallExpression' || outer.type === 'NewExpression') calls.push(outer);
  }
  return calls;
}
