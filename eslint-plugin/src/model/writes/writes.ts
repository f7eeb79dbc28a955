import type { TSESTree } from '@typescript-eslint/utils';
import { rtkPackage } from '../../catalogue/client-hooks.ts';
import type { HttpClient } from '../../catalogue/http-clients.ts';
import { addressOptions, httpClients, writingVerbs } from '../../catalogue/http-clients.ts';
import type { Provider } from '../../catalogue/providers.ts';
import { staticText } from '../bindings.ts';
import { ClientPolicies, instanceOf } from '../attempts/client-policies.ts';
import type { Presence } from '../keys/key-presence.ts';
import { any, KeyPresence } from '../keys/key-presence.ts';
import { KeySinks } from '../keys/key-sinks.ts';
import type { Model } from '../model-of.ts';
import { optionOf } from '../options.ts';
import { AskingRequests } from './asking-requests.ts';
import { OwnRequests } from './own-requests.ts';
import type { ProviderCall } from './provider-calls.ts';
import { clientPath, ProviderCalls } from './provider-calls.ts';
import type { CallNode, Node } from '../syntax.ts';
import {
  ancestors,
  calledName,
  contains,
  isFunction,
  literalText,
  plainArguments,
  unwrap,
  wrapped,
  writtenName,
} from '../syntax.ts';
import type { Thing } from '../things.ts';
import { pathOf } from '../things.ts';
import { mentions } from '../trigger.ts';

/** A call that changes something at the other side each time it is made. */
export interface Write {
  call: CallNode;
  /** As a message says it: "POST", "PATCH", "`customers.create`". */
  what: string;
  client: HttpClient | null;
  provider: Provider | null;
  slot: ProviderCall['slot'];
  /** Does it carry a key? */
  keyed: Presence;
  /** The options argument of an HTTP call, where headers go; null where there is none yet. */
  options: Node | null;
  /** The expressions of the address and of the body of an HTTP call, where they are seen. */
  address: Node | null;
  body: Node | null;
  /** Index at which the options argument stands or would stand; null for chained headers. */
  optionsAt: number | null;
}

/** A write of which nothing more is seen than that it is called. */
const nothingSeen = {
  client: null,
  provider: null,
  slot: null,
  options: null,
  optionsAt: null,
  address: null,
  body: null,
} as const;

/** What every request that writes shows of its method: text, or a member. */
const methodWords = /["'`](?:post|patch)["'`]|\.\s*(?:post|patch)/i;

/** POST and PATCH requests in every client's spelling, and providers' calls. */
export class Writes {
  readonly #model: Model;
  #all: Write[] | undefined;
  #mayFind: boolean | undefined;
  #optioned: { objects: ReadonlySet<Node>; names: ReadonlySet<string> } | undefined;

  constructor(model: Model) {
    this.#model = model;
  }

  get all(): readonly Write[] {
    return (this.#all ??= this.mayFind ? this.#find() : []);
  }

  /** A cheap look at the text: without a method's name, a provider or a taught name there is no write. */
  get mayFind(): boolean {
    const { sourceCode, settings, words } = this.#model;
    return (this.#mayFind ??=
      (words.has('methods') && methodWords.test(sourceCode.text)) ||
      this.#model.part(ProviderCalls).mayHold ||
      mentions(sourceCode.text, settings.effectFunctions));
  }

  #find(): Write[] {
    const known = this.#model.index.calls.flatMap((call) => this.#write(call) ?? []);
    const calls = new Set<Node>(known.map(({ call }) => call));
    const taught = this.#model.index.calls.flatMap((call) =>
      calls.has(call) ? [] : (this.#taught(call, known) ?? []),
    );
    return [...known, ...taught];
  }

  #write(call: CallNode): Write | null {
    if (call.type !== 'CallExpression') return null;
    const provided = this.#model.part(ProviderCalls).of(call);
    if (provided) return provided.writes ? this.#providerWrite(provided) : null;
    return this.#mutation(call) ?? this.#ajax(call) ?? this.#byMethodOption(call) ?? this.#byVerb(call);
  }

  /** A function that a team named as one whose effect has to happen once; any of its arguments may be the key. */
  #taught(call: CallNode, known: readonly Write[]): Write | null {
    const { effectFunctions } = this.#model.settings;
    const name = calledName(call);
    if (name === null || !effectFunctions.has(name)) return null;
    const made = this.#model.functions.calleeOf(call);
    // A function of this file whose request is seen is judged by that request.
    if (made && known.some((write) => contains(made, write.call))) return null;
    const presence = this.#model.part(KeyPresence);
    let keyed: Presence = this.#setsKey(made) ? 'yes' : 'no';
    for (const argument of call.arguments) {
      if (argument.type === 'SpreadElement') keyed = any(keyed, 'unknown');
      else if (/idem|key|token|dedup/i.test(this.#model.textOf(argument))) keyed = 'yes';
      else keyed = any(keyed, presence.inBody(argument));
    }
    return {
      call,
      what: `\`${name}\``,
      client: null,
      provider: null,
      slot: null,
      keyed,
      options: null,
      optionsAt: null,
      address: null,
      body: null,
    };
  }

  /** An endpoint of RTK Query: `builder.mutation({ query: () => ({ url, method: 'POST', body }) })` */
  #mutation(call: TSESTree.CallExpression): Write | null {
    if (writtenName(call.callee) !== 'mutation' || !this.#model.packages.has(rtkPackage)) return null;
    const query = optionOf(call.arguments[0], 'query');
    const made = query && this.#model.functions.functionOf(query);
    const [result] = made ? this.#model.functions.returnsOf(made) : [];
    const options = result ? this.#objectOf(result) : null;
    const method = options && literalText(optionOf(options, 'method'))?.toUpperCase();
    if (!options || (method !== 'POST' && method !== 'PATCH')) return null;
    if (this.#asks(call, method, optionOf(options, 'url'), optionOf(options, 'body'))) return null;
    const keyed = this.#model.part(KeyPresence).inOptions(options);
    return { ...nothingSeen, call, what: method, keyed };
  }

  /** jQuery's `$.ajax({ type: 'POST', url, data })` */
  #ajax(call: TSESTree.CallExpression): Write | null {
    const options = this.#model.part(OwnRequests).ajaxOptions(call);
    if (!options || this.#asks(call, 'POST', optionOf(options, 'url'), optionOf(options, 'data')))
      return null;
    const keyed = this.#model.part(KeyPresence).inOptions(options);
    return { ...nothingSeen, call, what: 'POST', keyed };
  }

  /** A helper of this file that sets a key by itself. */
  #setsKey(callee: Node | null): boolean {
    return callee !== null && this.#model.part(KeySinks).all.some(({ node }) => contains(callee, node));
  }

  #providerWrite({ call, provider, slot }: ProviderCall): Write {
    const presence = this.#model.part(KeyPresence);
    let keyed: Presence = 'no';
    for (const [index, argument] of call.arguments.entries()) {
      if (argument.type === 'SpreadElement') keyed = any(keyed, 'unknown');
      else if (slot?.in === 'argument') keyed = any(keyed, index === slot.index ? 'yes' : 'no');
      // A key that SDKs take in the options is none in the parameters, and the other way round; where it is written
      // in the wrong place, the author meant one, and another rule says that it is not sent.
      else if (slot?.index === index)
        keyed = this.#names(argument, slot.property) ? 'yes' : any(keyed, presence.inOptions(argument));
      else keyed = any(keyed, presence.inBody(argument));
    }
    const thing = this.#model.things.calleeOf(call);
    const what = `\`${clientPath(thing)}\``;
    return { ...nothingSeen, call, what, provider, slot, keyed };
  }

  /** `fetch(url, { method: 'POST' })` and whatever takes the same options: `axios(cfg)`, `this.call(path, init)`. */
  #byMethodOption(call: CallNode): Write | null {
    if (!call.arguments.some((argument) => this.#mayHoldMethod(argument))) return null;
    for (const [index, argument] of plainArguments(call).entries()) {
      const options = this.#objectOf(argument);
      const method = options && literalText(optionOf(options, 'method'))?.toUpperCase();
      if (!options || (method !== 'POST' && method !== 'PATCH')) continue;
      if (optionOf(options, 'handler') || this.#looksLikeRoute(call)) return null;
      const address = index === 0 ? addressIn(options) : (call.arguments[0] ?? null);
      const body = optionOf(options, 'body') ?? optionOf(options, 'data');
      if (this.#asks(call, method, address, body)) return null;
      const client = this.#clientOf(this.#model.things.calleeOf(call));
      const own = this.#setsKey(this.#model.functions.calleeOf(call)) || this.#setOnRequest(call);
      const keyed = own
        ? 'yes'
        : this.#withOthers(call, index, this.#model.part(KeyPresence).inOptions(argument));
      const at = { options, optionsAt: index, address, body };
      return { call, what: method, client, provider: null, slot: null, keyed, ...at };
    }
    return null;
  }

  /** `const request = https.request(url, { method: 'POST' }); request.setHeader('Idempotency-Key', key);` */
  #setOnRequest(call: CallNode): boolean {
    const declarator = wrapped(call).parent;
    if (declarator?.type !== 'VariableDeclarator') return false;
    const presence = this.#model.part(KeyPresence);
    return this.#model.bindings.declaredBy(declarator).some((variable) => presence.isGivenLater(variable));
  }

  /** A key can be another argument of a helper: `post(path, { method: 'POST' }, idempotencyKey)`. */
  #withOthers(call: CallNode, index: number, keyed: Presence): Presence {
    const others = call.arguments.filter((_, at) => at !== index && at !== 0);
    return others.some((argument) => /idem/i.test(this.#model.textOf(argument))) ? 'yes' : keyed;
  }

  /** Is a field of this name, or the option that makes the service work one out, written in an argument? */
  #names(argument: Node, property: string): boolean {
    const text = this.#model.textOf(argument);
    return text.includes(property) || /contentBasedDeduplication\b(?!\s*:\s*false)/.test(text);
  }

  /** A cheap look before an argument is resolved: is it one of the file's objects with such a method, or named like one? */
  #mayHoldMethod(argument: Node): boolean {
    const { objects, names } = (this.#optioned ??= this.#optionObjects());
    if (objects.size === 0) return false;
    const node = unwrap(argument);
    if (node.type === 'Identifier') return names.has(node.name);
    return node.type === 'NewExpression' || objects.has(node);
  }

  /** The object literals of the file that say `method: 'POST'` or `'PATCH'`, and the variables made with one. */
  #optionObjects(): { objects: ReadonlySet<Node>; names: ReadonlySet<string> } {
    const objects = new Set<Node>();
    const names = new Set<string>();
    for (const property of this.#model.index.properties) {
      if (writtenName(property) !== 'method' || !/^(?:post|patch)$/i.test(literalText(property.value) ?? ''))
        continue;
      objects.add(property.parent);
      for (const outer of ancestors(property)) {
        if (outer.type === 'VariableDeclarator' && outer.id.type === 'Identifier') names.add(outer.id.name);
      }
    }
    return { objects, names };
  }

  #objectOf(argument: Node): Node | null {
    const node = unwrap(argument);
    if (node.type === 'ObjectExpression') return node;
    // `fetch(new Request(url, { method: 'POST' }))`
    if (node.type === 'NewExpression') {
      const init =
        node.callee.type === 'Identifier' && node.callee.name === 'Request' ? node.arguments[1] : undefined;
      return init && unwrap(init).type === 'ObjectExpression' ? unwrap(init) : null;
    }
    if (node.type !== 'Identifier') return null;
    const { bindings } = this.#model;
    const variable = bindings.variableOf(node);
    const binding = variable && bindings.bindingOf(variable);
    if (binding?.kind !== 'value' || binding.path.length > 0) return null;
    const held = unwrap(binding.init);
    return held.type === 'Identifier' ? null : this.#objectOf(held);
  }

  /** `client.post(url, body, options)` */
  #byVerb(call: CallNode): Write | null {
    if (call.callee.type !== 'MemberExpression') return null;
    const what = writingVerbs.get(writtenName(call.callee) ?? '');
    if (!what) return null;
    const thing = this.#model.things.calleeOf(call);
    const owner: Thing = { root: thing.root, steps: thing.steps.slice(0, -1) };
    const client = this.#clientOf(owner) ?? this.#retriedAxios(owner);
    if (!client && (!isAddress(call.arguments[0]) || this.#model.functions.calleeOf(call))) return null;
    if (call.arguments.some((argument) => isFunction(unwrap(argument))) || this.#looksLikeRoute(call))
      return null;
    const optionsAt = client ? client.verbOptions : 2;
    const bodyAt = client ? client.verbBody : 1;
    const options = optionsAt === null ? null : (call.arguments[optionsAt] ?? null);
    const body = bodyAt === null ? optionOf(options, 'json') : (call.arguments[bodyAt] ?? null);
    const address = this.#addressOf(call, client);
    if (this.#asks(call, what, address, body)) return null;
    const presence = this.#model.part(KeyPresence);
    let keyed = any(presence.inOptions(options), presence.inBody(body));
    if (call.arguments.some(({ type }) => type === 'SpreadElement')) keyed = any(keyed, 'unknown');
    // An unknown client may take its options anywhere.
    if (!client) {
      for (const argument of call.arguments.slice(1)) keyed = any(keyed, presence.inBody(argument));
      keyed = this.#withOthers(call, bodyAt ?? -1, keyed);
    }
    if (client && client.headerMethods.length > 0) keyed = any(keyed, this.#inChain(call));
    return { call, what, client, provider: null, slot: null, keyed, options, optionsAt, address, body };
  }

  /** What is handed to axios-retry is an instance of axios, wherever it comes from. */
  #retriedAxios(owner: Thing): HttpClient | null {
    const retried = this.#model.part(ClientPolicies).axios.has(instanceOf(owner));
    return retried ? (httpClients.find(({ name }) => name === 'axios') ?? null) : null;
  }

  #addressOf(call: CallNode, client: HttpClient | null): Node | null {
    if (client?.name !== 'wretch') return call.arguments[0] ?? null;
    // `wretch(base).url('/batches').post(body)`
    const before = call.callee.type === 'MemberExpression' ? unwrap(call.callee.object) : null;
    return before?.type === 'CallExpression' ? (before.arguments[0] ?? null) : null;
  }

  /** `request.post(url).set('Idempotency-Key', key).send(body)`: headers before and after the verb. */
  #inChain(call: CallNode): Presence {
    const presence = this.#model.part(KeyPresence);
    let keyed: Presence = 'no';
    const look = (chained: Node): void => {
      if (chained.type !== 'CallExpression' || chained.callee.type !== 'MemberExpression') return;
      if (!/^(?:set|headers|options|header)$/.test(writtenName(chained.callee) ?? '')) return;
      const [first, second] = chained.arguments;
      const header = first ? staticText(this.#model.bindings, first) : null;
      if (first && header === null) keyed = any(keyed, presence.inHeaders(first));
      if (second && header !== null && this.#model.part(KeySinks).isKeyName(header)) keyed = 'yes';
    };
    for (let outer: Node = wrapped(call); ;) {
      const member: Node | undefined = outer.parent;
      if (
        member?.type !== 'MemberExpression' ||
        member.object !== outer ||
        member.parent?.type !== 'CallExpression'
      )
        break;
      look(member.parent);
      outer = wrapped(member.parent);
    }
    for (
      let inner: Node = unwrap(call.callee);
      inner.type === 'MemberExpression' || inner.type === 'CallExpression';
    ) {
      look(inner);
      inner = unwrap(inner.type === 'CallExpression' ? inner.callee : inner.object);
    }
    return keyed;
  }

  /** Registering a route or a test's double is no request. */
  #looksLikeRoute(call: CallNode): boolean {
    const object = call.callee.type === 'MemberExpression' ? unwrap(call.callee.object) : null;
    const name = object?.type === 'Identifier' ? object.name : object ? (writtenName(object) ?? '') : '';
    return /^(?:app|router|route|routes|server|fastify|cy|nock|scope|mock\w*|page|rest|msw)$/i.test(name);
  }

  #asks(call: CallNode, method: 'POST' | 'PATCH', address: Node | null, body: Node | null): boolean {
    return this.#model.part(AskingRequests).asks(call, method, address, body);
  }

  #clientOf(thing: Thing): HttpClient | null {
    const { root } = thing;
    if (
      root.kind === 'global' &&
      (root.name === 'fetch' || root.name === '$fetch' || root.name === 'globalThis')
    ) {
      return httpClients.find(({ name }) => name === (root.name === '$fetch' ? 'ofetch' : 'fetch')) ?? null;
    }
    if (root.kind === 'type') {
      return (
        httpClients.find(
          ({ types, packages }) =>
            types.includes(root.name) && (root.package === null || packages.includes(root.package)),
        ) ?? null
      );
    }
    if (root.kind !== 'import') return null;
    const path = pathOf(thing);
    const client = httpClients.find(({ packages }) => packages.includes(root.package));
    if (!client) return null;
    if (client.name === 'wretch') return path === '' || path.startsWith('()') ? client : null;
    const made = Object.keys(client.makers).reduce((rest, maker) => rest.replaceAll(`${maker}()`, ''), path);
    const entry = made.replace(/^\.+|\.+$/g, '');
    return client.entries.includes(entry) ? client : null;
  }
}

function isAddress(argument: Node | undefined): boolean {
  if (!argument) return false;
  const node = unwrap(argument);
  const text =
    node.type === 'TemplateLiteral'
      ? (node.quasis.map(({ value }) => value.raw).join('x') ?? '')
      : literalText(node);
  return text !== null && /^(?:\/|https?:|x\/|[\w-]+\/)/.test(text);
}

/** The address among the options of a request. */
function addressIn(options: Node): Node | null {
  for (const name of addressOptions) {
    const address = optionOf(options, name);
    if (address) return address;
  }
  return null;
}
