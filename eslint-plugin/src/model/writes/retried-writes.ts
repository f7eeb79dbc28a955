import { rtkPackage } from '../../catalogue/client-hooks.ts';
import { retryingRequestNames } from '../../catalogue/retry-functions.ts';
import type { AttemptScope } from '../attempts/attempt-scope.ts';
import { AttemptScopes } from '../attempts/attempt-scopes.ts';
import { ClientPolicies, clientPackageOf, instanceOf } from '../attempts/client-policies.ts';
import { KeptFailures } from '../attempts/kept-failures.ts';
import { KeySinks } from '../keys/key-sinks.ts';
import { OperationIds } from '../keys/operation-ids.ts';
import type { Model } from '../model-of.ts';
import { optionOf } from '../options.ts';
import { Resubscriptions } from '../attempts/resubscriptions.ts';
import type { CallNode, Node } from '../syntax.ts';
import { ancestors, contains, isFunction, literalText, unwrap, wrapped, writtenName } from '../syntax.ts';
import type { Step } from '../things.ts';
import { lastName, pathOf } from '../things.ts';
import { OwnRequests } from './own-requests.ts';
import { SureWrites } from './sure-writes.ts';
import type { Write } from './writes.ts';
import { Writes } from './writes.ts';

/** A write that is sent again after a failure and carries no key. */
export interface RetriedWrite {
  write: Write;
  /** Who sends it again, as the subject of a sentence. */
  who: string;
  /** The attempts of this file's code; null where the client itself repeats the request. */
  scope: AttemptScope | null;
  /** False where the code does not show that the write does something anew each time. */
  sure: boolean;
}

/** Finds the writes of a file that are retried without a key. */
export class RetriedWrites {
  readonly #model: Model;
  #all: RetriedWrite[] | undefined;

  constructor(model: Model) {
    this.#model = model;
  }

  get all(): readonly RetriedWrite[] {
    return (this.#all ??= this.#model.part(Writes).all.flatMap((write) => {
      if (write.keyed !== 'no' || this.#isKeyedByClient(write)) return [];
      const retried = this.#retried(write);
      const ids = this.#model.part(OperationIds);
      if (!retried || ids.sentWith(write.call, retried.scope)) return [];
      if (write.provider === null && ids.inAddress(write.call, retried.scope)) return [];
      return [{ write, ...retried, sure: this.#model.part(SureWrites).isSure(write) }];
    }));
  }

  #retried(write: Write): { who: string; scope: AttemptScope | null } | null {
    const kept = this.#model.part(KeptFailures);
    for (const { scope, at } of this.#model.part(AttemptScopes).scopesOf(write.call)) {
      if (scope.promise !== 'retries' || scope.kind === 'hook') continue;
      if (scope.putsBack) {
        if (contains(scope.putsBack, at)) return { who: scope.who, scope };
        continue;
      }
      const ends = isFunction(scope.region)
        ? kept.endsIn(write.call, scope.region)
        : kept.endsBelow(write.call, at);
      if (ends) continue;
      return { who: scope.who, scope };
    }
    const who =
      this.#byStream(write) ??
      this.#model.part(OwnRequests).again(write.call) ??
      this.#byClient(write) ??
      this.#byHelper(write);
    return who === null ? null : { who, scope: null };
  }

  /** `http.post(url, body).pipe(retry(3))` on a cold Observable; a promise would not be sent again. */
  #byStream({ call, client }: Write): string | null {
    const cold = client?.name === 'Angular HttpClient' || this.#isNestHttp(call);
    if (!cold) return null;
    const again = this.#model.part(Resubscriptions).all.some(({ source }) => unwrap(source) === call);
    return again ? "rxjs's retry" : null;
  }

  #isNestHttp(call: CallNode): boolean {
    const { root, steps } = this.#model.things.calleeOf(call);
    return root.kind === 'type' && root.name === 'HttpService' && steps.length === 1;
  }

  #byClient({ call, options }: Write): string | null {
    const thing = this.#model.things.calleeOf(call);
    const { root, steps } = thing;
    const policies = this.#model.part(ClientPolicies);
    const retried =
      policies.axios.get(instanceOf(thing)) ??
      policies.axios.get(instanceOf({ root, steps: steps.slice(0, -1) })) ??
      (options && policies.byRequest(options));
    if (retried) return retried.who;
    if (writtenName(call.callee) === 'mutation' && this.#model.packages.has(rtkPackage))
      return this.#byBaseQuery(call);
    const source = clientPackageOf(root);
    if (source === null) return null;
    switch (source) {
      case 'got':
      case 'ky':
      case 'ofetch': {
        const own = options && this.#hasOwnRetry(options) ? [options] : [options, ...madeWith(steps)];
        const by = own.find((given) => given && policies.byOptions(source, given));
        return by ? source : null;
      }
      case 'superagent':
        return this.#isChainedTo(call, 'retry') ? 'superagent' : null;
      case 'wretch':
        return this.#hasRetryMiddleware(steps) ? "wretch's retry middleware" : null;
      case 'undici':
        return options && this.#hasRetryDispatcher(options) ? "undici's retry" : null;
      case 'fetch-retry':
        return pathOf(thing) === '()' ? 'fetch-retry' : null;
      default:
        return null;
    }
  }

  /** `createApi({ baseQuery: retry(base), endpoints })` round an endpoint; a base query that sets a key is none. */
  #byBaseQuery(call: CallNode): string | null {
    for (const outer of ancestors(call)) {
      const base = outer.type === 'ObjectExpression' ? optionOf(outer, 'baseQuery') : null;
      if (!base) continue;
      const made = this.#model.things.thingOf(base);
      const [step] = made.steps;
      if (made.root.kind !== 'import' || pathOf(made) !== 'retry()' || step?.kind !== 'call') return null;
      const [inner, options] = step.node.arguments;
      // An endpoint's own number goes before the wrapper's.
      const own = this.#model.numberOf(optionOf(call.arguments[0], 'extraOptions', 'maxRetries'));
      if (!inner || (own ?? this.#model.numberOf(optionOf(options, 'maxRetries'))) === 0) return null;
      const wrappedQuery = this.#model.things.thingOf(inner).steps.at(-1);
      const seen = [
        this.#model.functions.functionOf(inner) ?? inner,
        ...(wrappedQuery && wrappedQuery.kind !== 'member' ? [wrappedQuery.node] : []),
      ];
      const keyed = this.#model
        .part(KeySinks)
        .all.some(({ node }) => seen.some((query) => contains(query, node)));
      return keyed ? null : "RTK Query's retry";
    }
    return null;
  }

  /** `{ dispatcher }` that is a `new RetryAgent(agent, { methods: ['POST'] })`, or composed with `interceptors.retry(…)`. */
  #hasRetryDispatcher(options: Node): boolean {
    const dispatcher = optionOf(options, 'dispatcher');
    const agent = dispatcher && this.#model.things.thingOf(dispatcher);
    const made = agent?.steps.at(-1);
    if (agent?.root.kind !== 'import' || !made || made.kind === 'member') return false;
    if (agent.root.name === 'RetryAgent') return listsPost(made.node.arguments[1]);
    if (lastName({ root: agent.root, steps: agent.steps.slice(0, -1) }) !== 'compose') return false;
    return this.#model.functions.callsIn(made.node).some((call) => {
      const thing = this.#model.things.calleeOf(call);
      const isRetry = thing.root.kind === 'import' && pathOf(thing) === 'interceptors.retry';
      return isRetry && listsPost(call.arguments[0]);
    });
  }

  #hasOwnRetry(options: Node): boolean {
    const node = unwrap(options);
    return (
      node.type === 'ObjectExpression' &&
      node.properties.some((property) => property.type === 'Property' && writtenName(property) === 'retry')
    );
  }

  #isChainedTo(call: CallNode, name: string): boolean {
    for (let outer: Node = wrapped(call); ;) {
      const member: Node | undefined = outer.parent;
      if (
        member?.type !== 'MemberExpression' ||
        member.object !== outer ||
        member.parent?.type !== 'CallExpression'
      ) {
        return false;
      }
      if (writtenName(member) === name) return this.#model.numberOf(member.parent.arguments[0]) !== 0;
      outer = wrapped(member.parent);
    }
  }

  #hasRetryMiddleware(steps: readonly Step[]): boolean {
    return steps.some((step, at) => {
      const before = steps[at - 1];
      if (step.kind !== 'call' || before?.kind !== 'member' || before.name !== 'middlewares') return false;
      return this.#model.functions.callsIn(step.node).some((call) => {
        const { root } = this.#model.things.calleeOf(call);
        return root.kind === 'import' && root.package === 'wretch' && root.name === 'retry';
      });
    });
  }

  /** A function that takes the request's options and sends them again when it fails: of this file, or by its name. */
  #byHelper({ call, client, provider, optionsAt }: Write): string | null {
    const { functions, things, bindings } = this.#model;
    const callee = functions.calleeOf(call);
    const name = lastName(things.calleeOf(call)) ?? '';
    if (!callee) {
      const retries = retryingRequestNames.test(name)
        ? !this.#triesOnce(call)
        : // `retries` of a queue's SDK says how often the queue delivers.
          !client && !provider && this.#saysRetries(call);
      return retries ? name : null;
    }
    const parameters = bindings.declaredBy(callee).filter((variable) => {
      const binding = bindings.bindingOf(variable);
      return binding.kind === 'parameter' && binding.index === optionsAt;
    });
    const again = functions.callsIn(callee).some((inner) => {
      const handsOn = parameters.some(({ references }) =>
        references.some(({ identifier }) =>
          inner.arguments.some((argument) => contains(argument, identifier)),
        ),
      );
      if (!handsOn) return false;
      return this.#model
        .part(AttemptScopes)
        .scopesOf(inner)
        .some(({ scope }) => scope.promise === 'retries' && contains(callee, scope.region));
    });
    if (!again) return null;
    const written = unwrap(call.callee);
    return written.type === 'Identifier' ? written.name : (writtenName(written) ?? 'the function');
  }

  /** `resilientFetch(url, { maxRetries: 0 })` */
  #triesOnce(call: CallNode): boolean {
    return call.arguments.some((argument) =>
      ['maxRetries', 'retries', 'retry', 'retryCount', 'maxAttempts', 'attempts'].some((name) => {
        const given = this.#model.numberOf(optionOf(argument, name));
        return given !== null && given <= (/attempts/i.test(name) ? 1 : 0);
      }),
    );
  }

  /** `fetchJson(url, { method: 'POST', … }, { retries: 2 })`: how often a function from elsewhere is to send it again. */
  #saysRetries(call: CallNode): boolean {
    return call.arguments.some((argument) =>
      ['retries', 'maxRetries', 'retryCount'].some(
        (name) => (this.#model.numberOf(optionOf(argument, name)) ?? 0) > 0,
      ),
    );
  }

  /** A request interceptor or hook of this client puts a key on each request. */
  #isKeyedByClient({ call, options }: Write): boolean {
    const thing = this.#model.things.calleeOf(call);
    const instances = [instanceOf(thing), instanceOf({ root: thing.root, steps: thing.steps.slice(0, -1) })];
    const sinks = this.#model.part(KeySinks).all;
    const holdsKey = (node: Node): boolean => sinks.some((sink) => contains(node, sink.node));
    const intercepted = this.#model.functions.callsNamed('use').some((hook) => {
      const callee = this.#model.things.calleeOf(hook);
      if (!pathOf(callee).endsWith('interceptors.request.use')) return false;
      if (!instances.includes(instanceOf({ root: callee.root, steps: callee.steps.slice(0, -3) })))
        return false;
      return hook.arguments.some((argument) =>
        holdsKey(this.#model.functions.functionOf(argument) ?? argument),
      );
    });
    const given = [...madeWith(thing.steps), ...(options ? [options] : [])];
    return intercepted || [...given, ...given.flatMap((one) => this.#hooksIn(one))].some(holdsKey);
  }

  /** The hooks of a client's options that are named there and written elsewhere: `hooks: { init: [stamp] }`. */
  #hooksIn(options: Node): Node[] {
    const object = unwrap(options);
    if (object.type !== 'ObjectExpression') return [];
    return object.properties.flatMap((property) => {
      if (property.type !== 'Property') return [];
      if (writtenName(property) === 'hooks') return this.#hooksIn(property.value);
      const held = unwrap(property.value);
      const list = held.type === 'ArrayExpression' ? held.elements : [held];
      return list.flatMap((one) => (one && this.#model.functions.functionOf(one)) ?? []);
    });
  }
}

/** The options that the instances on the way were made with: of `axios.create(o)`, `got.extend(o)`. */
function madeWith(steps: readonly Step[]): Node[] {
  return steps.flatMap((step) => (step.kind === 'member' ? [] : step.node.arguments.slice(0, 1)));
}

function listsPost(options: Node | undefined): boolean {
  const methods = optionOf(options, 'methods');
  const list = methods && unwrap(methods);
  return list?.type === 'ArrayExpression' && list.elements.some((method) => literalText(method) === 'POST');
}
