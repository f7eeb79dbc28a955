import { axiosRetriers, conditionsWithoutPost, ownRetries } from '../../catalogue/client-hooks.ts';
import { Answers } from './answers.ts';
import type { Model } from '../model-of.ts';
import { hasSpread, optionOf } from '../options.ts';

import { Paths } from './paths.ts';
import type { CallNode, FunctionNode, Node } from '../syntax.ts';
import { literalText, unwrap, writtenName } from '../syntax.ts';
import type { Root, Thing } from '../things.ts';
import { lastName, pathOf } from '../things.ts';

/** Who makes a client repeat a failed POST, for messages. */
export interface ClientRetry {
  who: string;
  /** The call or option that switched it on. */
  node: Node;
}

/** Which HTTP clients of a file send a failed POST again by themselves. */
export class ClientPolicies {
  readonly #model: Model;
  #axios: Map<string, ClientRetry> | undefined;

  constructor(model: Model) {
    this.#model = model;
  }

  /** Do these options make a client of this package repeat POST? */
  byOptions(source: string, options: Node): ClientRetry | null {
    const policy = ownRetries.get(source);
    const retry = optionOf(options, 'retry');
    if (!policy || !retry) return null;
    if (policy === 'explicit-number') {
      const number = this.#model.numberOf(retry);
      return number !== null && number > 0 ? { who: source, node: retry } : null;
    }
    const methods = optionOf(retry, 'methods');
    const list = methods && unwrap(methods);
    if (list?.type !== 'ArrayExpression') return null;
    const limit = this.#model.numberOf(optionOf(retry, 'limit'));
    const listed = list.elements.some((element) => literalText(element)?.toUpperCase() === 'POST');
    return listed && limit !== 0 ? { who: source, node: retry } : null;
  }

  /**
   * The axios instances that repeat POST: through axios-retry, retry-axios, or a response interceptor that sends the
   * failed request again. By `instanceOf`.
   */
  get axios(): ReadonlyMap<string, ClientRetry> {
    if (this.#axios) return this.#axios;
    const found = (this.#axios = new Map<string, ClientRetry>());
    const { packages, functions } = this.#model;
    const plugged = axiosRetriers.some((plugin) => packages.has(plugin.package));
    if (!plugged && functions.callsNamed('use').length === 0) return found;
    for (const call of this.#model.index.calls) {
      const thing = this.#model.things.calleeOf(call);
      const retried = this.#retriedByPlugin(call, thing) ?? this.#retriedByInterceptor(call, thing);
      if (retried) found.set(retried.instance, retried.retry);
    }
    return found;
  }

  /** `client.post(url, body, { raxConfig: { httpMethodsToRetry: ['POST'] } })`, with retry-axios attached somewhere. */
  byRequest(options: Node): ClientRetry | null {
    const config = this.#model.packages.has('retry-axios') ? optionOf(options, 'raxConfig') : null;
    return config && this.#repeatsPost(config, false) ? { who: 'retry-axios', node: config } : null;
  }

  #retriedByPlugin(call: CallNode, thing: Thing): { instance: string; retry: ClientRetry } | null {
    if (thing.root.kind !== 'import') return null;
    const { package: source } = thing.root;
    const path = pathOf(thing);
    const plugin = axiosRetriers.find((entry) => entry.package === source && entry.path === path);
    const [client, options] = call.arguments;
    if (!plugin || !client || client.type === 'SpreadElement') return null;
    const instance = instanceOf(this.#model.things.thingOf(client));
    const given = options ?? (plugin.defaultPost ? null : this.#raxConfigOf(client, instance));
    if (given && !this.#repeatsPost(given, plugin.defaultPost)) return null;
    if (!given && !plugin.defaultPost) return null;
    return { instance, retry: { who: source, node: call } };
  }

  /** Where retry-axios reads what it is to do: `client.defaults.raxConfig = { … }`, `axios.create({ raxConfig })`. */
  #raxConfigOf(client: Node, instance: string): Node | null {
    const made = this.#model.things.thingOf(client).steps.at(-1);
    const config = made?.kind === 'call' ? optionOf(made.node.arguments[0], 'raxConfig') : null;
    if (config) return config;
    const set = this.#model.index.assignments.find(({ left }) => {
      if (left.type !== 'MemberExpression' || writtenName(left) !== 'raxConfig') return false;
      const { root, steps } = this.#model.things.thingOf(left);
      return instanceOf({ root, steps: steps.slice(0, -2) }) === instance;
    });
    return set?.right ?? null;
  }

  #repeatsPost(options: Node, defaultPost: boolean): boolean {
    const limit = this.#model.numberOf(optionOf(options, 'retries') ?? optionOf(options, 'retry'));
    if (limit === 0) return false;
    const methods =
      optionOf(options, 'httpMethodsToRetry') ?? optionOf(options, 'raxConfig', 'httpMethodsToRetry');
    if (methods) {
      const list = unwrap(methods);
      if (list.type !== 'ArrayExpression') return false;
      return list.elements.some((element) => literalText(element)?.toUpperCase() === 'POST');
    }
    if (!defaultPost) return false;
    const condition = optionOf(options, 'retryCondition');
    if (!condition) return !hasSpread(options) && unwrap(options).type === 'ObjectExpression';
    return this.#conditionTakesPost(condition);
  }

  #conditionTakesPost(condition: Node): boolean {
    const name = lastName(this.#model.things.thingOf(condition));
    if (name !== null && conditionsWithoutPost.has(name)) return false;
    const callee = this.#model.functions.functionOf(condition);
    // A condition that looks at the method decides about POST by itself.
    if (callee) {
      const text = this.#model.textOf(callee);
      if (/method/i.test(text)) return false;
      if (/isNetworkOrIdempotentRequestError/.test(text)) return true;
      if (/isSafeRequestError|isIdempotentRequestError/.test(text)) return false;
    }
    return !this.#model.part(Answers).isDefinitePredicate(condition);
  }

  /** `client.interceptors.response.use(ok, async (error) => { …; return client(error.config) })` */
  #retriedByInterceptor(call: CallNode, thing: Thing): { instance: string; retry: ClientRetry } | null {
    if (!pathOf(thing).endsWith('interceptors.response.use')) return null;
    const handler = call.arguments[1];
    const failed =
      handler && handler.type !== 'SpreadElement' ? this.#model.functions.functionOf(handler) : null;
    const instance = instanceOf({ root: thing.root, steps: thing.steps.slice(0, -3) });
    if (!failed || !this.resendIn(failed, instance)) return null;
    return { instance, retry: { who: 'the response interceptor', node: call } };
  }

  /** The call by which a failure handler sends the failed request again after a failure of open outcome, or null. */
  resendIn(handler: FunctionNode, instance: string): CallNode | null {
    const paths = new Paths(this.#model.part(Answers));
    for (const call of this.#model.functions.callsIn(handler)) {
      if (call.type !== 'CallExpression' || call.arguments.length !== 1) continue;
      const thing = this.#model.things.calleeOf(call);
      const direct = instanceOf(thing) === instance;
      const request =
        lastName(thing) === 'request' &&
        instanceOf({ root: thing.root, steps: thing.steps.slice(0, -1) }) === instance;
      if (!direct && !request) continue;
      if (paths.factsAt(call, handler).some(({ definite }) => !definite)) return call;
    }
    return null;
  }

  /** The interceptor handlers in which a failed request is sent again, with the call that does it. */
  get resending(): { handler: FunctionNode; call: CallNode }[] {
    return this.#model.functions.callsNamed('use').flatMap((call) => {
      const thing = this.#model.things.calleeOf(call);
      if (!pathOf(thing).endsWith('interceptors.response.use')) return [];
      const failed = call.arguments[1];
      const handler =
        failed && failed.type !== 'SpreadElement' ? this.#model.functions.functionOf(failed) : null;
      const instance = instanceOf({ root: thing.root, steps: thing.steps.slice(0, -3) });
      const again = handler && this.resendIn(handler, instance);
      return again ? [{ handler, call: again }] : [];
    });
  }
}

/** The package of an HTTP client; Nuxt and Nitro have ofetch's `$fetch` as a global. Null for other roots. */
export function clientPackageOf(root: Root): string | null {
  if (root.kind === 'import') return root.package;
  return root.kind === 'global' && root.name === '$fetch' ? 'ofetch' : null;
}

/** A text that is the same for two expressions that are the same client instance. */
export function instanceOf({ root, steps }: Thing): string {
  const last = steps.findLastIndex(({ kind }) => kind !== 'member');
  const made = steps[last];
  const members = steps.slice(last + 1).flatMap((one) => (one.kind === 'member' ? [one.name] : []));
  if (made) return [`made at ${made.node.range[0]}`, ...members].join('.');
  switch (root.kind) {
    case 'import':
      return [`${root.source} ${root.name === '*' ? 'default' : root.name}`, ...members].join('.');
    case 'unknown':
      return [`${root.name} ${root.variable?.identifiers[0]?.range[0] ?? ''}`, ...members].join('.');
    case 'this':
      return [`this ${root.node?.range[0] ?? ''}`, ...members].join('.');
    case 'type':
      return [`${root.name} ${root.as}`, ...members].join('.');
    case 'global':
      return [root.name, ...members].join('.');
    default:
      return [`at ${root.node.range[0]}`, ...members].join('.');
  }
}
