import type { KeySlot, Provider } from '../../catalogue/providers.ts';
import { providerMethods, providers } from '../../catalogue/providers.ts';
import { isLocalModule } from '../../catalogue/packages.ts';
import type { Model } from '../model-of.ts';
import type { CallNode } from '../syntax.ts';
import { writtenName } from '../syntax.ts';
import type { Thing } from '../things.ts';
import { lastName, pathOf } from '../things.ts';

/** A call of a provider's SDK. */
export interface ProviderCall {
  call: CallNode;
  provider: Provider;
  /** Does it do something each time it is made? */
  writes: boolean;
  /** Where its key goes, with the argument's index for this method; null where it takes none. */
  slot:
    | { in: 'options'; index: number; property: string }
    | { in: 'field'; index: number; property: string }
    | { in: 'headers'; index: number; property: string }
    | { in: 'argument'; index: number }
    | null;
}

/** The calls of payment, mail and messaging SDKs in a file. */
export class ProviderCalls {
  readonly #model: Model;
  readonly #known = new Map<CallNode, ProviderCall | null>();

  constructor(model: Model) {
    this.#model = model;
  }

  get all(): readonly ProviderCall[] {
    return this.mayHold ? this.#model.index.calls.flatMap((call) => this.of(call) ?? []) : [];
  }

  /** What a call is to a provider, or null. */
  of(call: CallNode): ProviderCall | null {
    if (!this.mayHold) return null;
    let found = this.#known.get(call);
    if (found === undefined) {
      found = this.#providerCall(call);
      this.#known.set(call, found);
    }
    return found;
  }

  /** Does the text name any provider? Decided without looking at a call. */
  get mayHold(): boolean {
    return this.#model.words.has('providers');
  }

  #providerCall(call: CallNode): ProviderCall | null {
    if (call.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return null;
    const written = writtenName(call.callee);
    if (written !== null && !providerMethods.test(written)) return null;
    const thing = this.#model.things.calleeOf(call);
    const provider = providers.find((one) => isClientOf(one, thing));
    const method = lastName(thing);
    if (!provider || method === null) return null;
    const writes = provider.writes.test(clientPath(thing));
    const slot = slotFor(provider.key, method);
    return writes || slot?.in === 'argument' ? { call, provider, writes, slot } : null;
  }
}

function isClientOf(provider: Provider, { root, steps }: Thing): boolean {
  if (steps.at(-1)?.kind !== 'member') return false;
  switch (root.kind) {
    case 'import':
      if (provider.packages.includes(root.package)) return true;
      if (!isLocalModule(root.source) || !provider.named) return false;
      return provider.named.test(root.name === 'default' ? (root.source.split('/').at(-1) ?? '') : root.name);
    case 'type':
      if (root.package !== null && provider.packages.includes(root.package)) return true;
      return root.package === null ? provider.clients.includes(root.name) && provider.named !== null : false;
    case 'unknown':
    case 'global':
      return (provider.named?.test(root.name) ?? false) || isHeldClient(provider, steps);
    case 'this':
      return isHeldClient(provider, steps);
    default:
      return false;
  }
}

/** `this.stripe.refunds.create`, `ctx.stripe.refunds.create`: a member named after the provider is its client. */
function isHeldClient(provider: Provider, steps: Thing['steps']): boolean {
  const [first] = steps;
  return first?.kind === 'member' && steps.length > 1 && (provider.named?.test(first.name) ?? false);
}

/** The path of a call on its client, without what leads to the client: `refunds.create`. */
export function clientPath(thing: Thing): string {
  const { root, steps } = thing;
  const made = steps.findLastIndex(({ kind }) => kind !== 'member');
  const own = steps.slice(made + 1);
  const held = made < 0 && (root.kind === 'this' || root.kind === 'unknown' || root.kind === 'global');
  const [first] = own;
  const drop =
    held &&
    own.length > 1 &&
    first?.kind === 'member' &&
    providers.some(({ named }) => named?.test(first.name));
  return pathOf({ root: { kind: 'unknown', name: '', variable: null }, steps: drop ? own.slice(1) : own });
}

function slotFor(key: KeySlot | null, method: string): ProviderCall['slot'] {
  if (key?.in !== 'argument') return key;
  const index = key.index[method];
  return index === undefined ? null : { in: 'argument', index };
}
