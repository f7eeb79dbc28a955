import {
  apolloPackage,
  apolloRetryLinks,
  apolloStampingLinks,
  clientHooks,
  middlewareChains,
  mutationHooks,
  mutationPackages,
  rtkPackage,
} from '../../catalogue/client-hooks.ts';
import type { AttemptScope } from './attempt-scope.ts';
import { ClientPolicies, clientPackageOf, instanceOf } from './client-policies.ts';
import type { Model } from '../model-of.ts';
import { optionOf } from '../options.ts';
import type { CallNode, FunctionNode, Node } from '../syntax.ts';
import { isFunction, literalText, unwrap, writtenName } from '../syntax.ts';
import type { Thing } from '../things.ts';
import { lastName, pathOf } from '../things.ts';

const packagesWithHooks = new Set([
  ...clientHooks.map((hook) => hook.package),
  ...middlewareChains.map((chain) => chain.package),
  apolloPackage,
  rtkPackage,
]);

type Found = Map<FunctionNode, AttemptScope>;

/** Hooks and functions of HTTP and query clients that run once per attempt when the client re-sends. */
export class ClientHooks {
  readonly #model: Model;

  constructor(model: Model) {
    this.#model = model;
  }

  scopes(): Found {
    const found: Found = new Map();
    if (!this.#hasClient()) return found;
    for (const call of this.#model.index.calls) {
      const thing = this.#model.things.calleeOf(call);
      this.#optionHooks(call, thing, found);
      this.#requestInterceptor(call, thing, found);
      this.#baseQuery(call, thing, found);
      this.#mutation(call, thing, found);
      this.#links(call, thing, found);
      this.#middlewares(call, thing, found);
    }
    for (const { handler, call } of this.#model.part(ClientPolicies).resending) {
      note(found, handler, 'hook', 'this interceptor', call);
    }
    return found;
  }

  /** A look at the imports first: few files have a client with hooks. */
  #hasClient(): boolean {
    const { packages, functions } = this.#model;
    for (const name of packages) {
      if (packagesWithHooks.has(name) || mutationPackages.test(name)) return true;
    }
    // `axiosInstance.interceptors.request.use(…)` on an instance from elsewhere
    return functions.callsNamed('use').length > 0 || this.#model.sourceCode.text.includes('$fetch');
  }

  #optionHooks(call: CallNode, thing: Thing, found: Found): void {
    const source = clientPackageOf(thing.root);
    if (source === null) return;
    const hooks = clientHooks.filter((hook) => hook.package === source);
    if (hooks.length === 0) return;
    for (const options of call.arguments) {
      const retry = this.#model.part(ClientPolicies).byOptions(source, options);
      if (!retry) continue;
      for (const hook of hooks) {
        const held = optionOf(options, ...hook.at);
        if (!held) continue;
        const list = unwrap(held);
        for (const one of list.type === 'ArrayExpression' ? list.elements : [list]) {
          const region = one && this.#model.functions.functionOf(one);
          if (region && (!hook.onlyTakingRequest || takesRequest(region)))
            note(found, region, 'hook', source, null);
        }
      }
    }
  }

  #requestInterceptor(call: CallNode, thing: Thing, found: Found): void {
    if (!pathOf(thing).endsWith('interceptors.request.use')) return;
    const instance = instanceOf({ root: thing.root, steps: thing.steps.slice(0, -3) });
    const retry = this.#model.part(ClientPolicies).axios.get(instance);
    const region = retry && this.#functionAt(call, 0);
    if (region) note(found, region, 'hook', retry.who, null);
  }

  /** `retry(fetchBaseQuery({ prepareHeaders }), { maxRetries })` of RTK Query */
  #baseQuery(call: CallNode, thing: Thing, found: Found): void {
    if (thing.root.kind !== 'import' || thing.root.package !== rtkPackage || pathOf(thing) !== 'retry')
      return;
    const limit = this.#model.numberOf(optionOf(call.arguments[1], 'maxRetries'));
    const first = call.arguments[0];
    if (limit === 0 || !first || first.type === 'SpreadElement') return;
    const own = this.#model.functions.functionOf(first);
    if (own) note(found, own, 'callback', "RTK Query's retry", call);
    const base = this.#model.things.thingOf(first).steps.at(-1);
    if (base?.kind !== 'call') return;
    const hook = optionOf(base.node.arguments[0], 'prepareHeaders');
    const region = hook && this.#model.functions.functionOf(hook);
    if (region) note(found, region, 'hook', "RTK Query's retry", null);
  }

  /** `useMutation({ mutationFn, retry: 3 })` */
  #mutation(call: CallNode, thing: Thing, found: Found): void {
    const name = lastName(thing);
    if (name === null || thing.root.kind !== 'import' || !mutationPackages.test(thing.root.package)) return;
    if (!mutationHooks.has(name) && name !== 'MutationObserver') return;
    const options = call.arguments.find((argument) => optionOf(argument, 'mutationFn'));
    const retry = optionOf(options, 'retry') ?? this.#defaultMutationRetry();
    const given = retry && unwrap(retry);
    if (!given || (given.type === 'Literal' && !given.value)) return;
    const held = optionOf(options, 'mutationFn');
    const region = held && this.#model.functions.functionOf(held);
    if (region) note(found, region, 'callback', 'TanStack Query', null);
  }

  /** `new QueryClient({ defaultOptions: { mutations: { retry } } })` in the same file */
  #defaultMutationRetry(): Node | null {
    for (const property of this.#model.index.properties) {
      if (writtenName(property) !== 'mutations') continue;
      const retry = optionOf(property.value, 'retry');
      if (retry) return retry;
    }
    return null;
  }

  /** `ApolloLink.from([retry, stamp, http])`, `from([...])`, `retry.concat(stamp).concat(http)` */
  #links(call: CallNode, thing: Thing, found: Found): void {
    const chain = this.#chainOf(call, thing);
    if (!chain) return;
    const made = chain.map((link) => ({ link, thing: this.#model.things.thingOf(link) }));
    const retry = made.findIndex(
      ({ thing: { root } }) => root.kind === 'import' && apolloRetryLinks.has(root.name),
    );
    if (retry < 0) return;
    for (const { thing: link } of made.slice(retry + 1)) {
      if (link.root.kind !== 'import' || !apolloStampingLinks.has(link.root.name)) continue;
      const last = link.steps.at(-1);
      const region = last && last.kind !== 'member' ? this.#functionAt(last.node, 0) : null;
      if (region) note(found, region, 'hook', "Apollo's RetryLink", null);
    }
  }

  /** `wretch(url).middlewares([retry(), stamp])`, `agent.compose(stamp, interceptors.retry({ methods: ['POST'] }))` */
  #middlewares(call: CallNode, thing: Thing, found: Found): void {
    const chain = middlewareChains.find(({ method }) => lastName(thing) === method);
    const [first] = call.arguments;
    if (!chain || !first || !this.#model.packages.has(chain.package)) return;
    const list = unwrap(first);
    const links = list.type === 'ArrayExpression' ? list.elements : call.arguments;
    const at = links.findIndex((link) => {
      if (!link || link.type === 'SpreadElement') return false;
      const made = this.#model.things.thingOf(link);
      if (made.root.kind !== 'import' || made.root.package !== chain.package || pathOf(made) !== chain.retry)
        return false;
      const step = made.steps.at(-1);
      return !chain.listsMethods || (step?.kind === 'call' && listsPost(step.node.arguments[0]));
    });
    if (at < 0) return;
    const inner = chain.outermost === 'first' ? links.slice(at + 1) : links.slice(0, at);
    for (const link of inner) {
      const region = link && link.type !== 'SpreadElement' ? this.#innermost(link) : null;
      if (region) note(found, region, 'hook', `${chain.package}'s retry`, null);
    }
  }

  /** The function that sees each request: the last of `(next) => (url, options) => …`, itself or made by a call. */
  #innermost(link: Node): FunctionNode | null {
    const { functions } = this.#model;
    const node = unwrap(link);
    let region =
      node.type === 'CallExpression' ? (functions.calleeOf(node) ?? null) : functions.functionOf(node);
    for (let depth = 0; region && depth < 4; depth++) {
      const returned = functions.returnsOf(region).map((result) => functions.functionOf(result));
      const [next] = returned;
      if (!next || returned.length !== 1) break;
      region = next;
    }
    return region;
  }

  #chainOf(call: CallNode, thing: Thing): Node[] | null {
    const [first] = call.arguments;
    if (!first || first.type === 'SpreadElement') return null;
    if (thing.root.kind !== 'import' || thing.root.package !== apolloPackage) return null;
    const name = lastName(thing);
    if (name === 'from') {
      const list = unwrap(first);
      return list.type === 'ArrayExpression' ? list.elements.filter((link) => link !== null) : null;
    }
    if (name !== 'concat' || call.callee.type !== 'MemberExpression') return null;
    const before = unwrap(call.callee.object);
    const outer =
      before.type === 'CallExpression' ? this.#chainOf(before, this.#model.things.calleeOf(before)) : null;
    return [...(outer ?? [before]), first];
  }

  #functionAt(call: CallNode, index: number): FunctionNode | null {
    const argument = call.arguments[index];
    return argument && argument.type !== 'SpreadElement' ? this.#model.functions.functionOf(argument) : null;
  }
}

function note(
  found: Found,
  region: FunctionNode,
  kind: 'hook' | 'callback',
  who: string,
  entry: Node | null,
): void {
  if (found.has(region)) return;
  found.set(region, {
    kind,
    region,
    entry,
    who,
    promise: 'retries',
    keepsResult: false,
    counts: (variable) =>
      /attempt|retryCount|retries/i.test(variable.name) && variable.defs[0]?.node === region,
  });
}

function listsPost(options: Node | undefined): boolean {
  const methods = optionOf(options, 'methods');
  const list = methods && unwrap(methods);
  return list?.type === 'ArrayExpression' && list.elements.some((method) => literalText(method) === 'POST');
}

/** A hook written for ky 1: its first parameter is the request itself, whose headers it sets. */
function takesRequest(region: FunctionNode): boolean {
  const [first] = region.params;
  return (
    isFunction(region) &&
    first?.type === 'Identifier' &&
    (region.params.length > 1 || first.name === 'request')
  );
}
