import type { StoreAct } from '../../catalogue/databases.ts';
import { redisCommands, verbs } from '../../catalogue/databases.ts';
import { doneCollections } from '../../catalogue/databases-key-names.ts';
import type { Bindings } from '../bindings.ts';
import type { Thing } from '../things.ts';
import type { CallNode, Node } from '../syntax.ts';
import { literalText, unwrap, wrapped, writtenName } from '../syntax.ts';
import { fieldsOf, objectOf, propertyOf } from './fields.ts';
import type { Link } from './links.ts';
import { isAwaited } from './links.ts';
import { storeName, wordsOf } from './names.ts';
import type { StoreOperation } from './operation.ts';
import { holedTextOf } from './statement-text.ts';

type Found = Omit<StoreOperation, 'node'>;

const plain = { entity: null, synchronous: false, returnsErrors: false, byUnique: false } as const;

/** Names of what Redis commands are called on; the names of the packages below hold one of these words, too. */
export const redisNames = /redis|valkey|upstash|(?:^|[^a-z])kv(?:$|[^a-z])|keyValue/i;
const redisPackages = /^(?:redis|ioredis|@redis\/|@upstash\/redis|@vercel\/kv|iovalkey|handy-redis)/;

/** Redis and Redis-like stores: `get` and `set` under a key. `receiver` is what the command is called on. */
export function redisOperation(
  bindings: Bindings,
  call: CallNode,
  links: readonly Link[],
  thing: Thing,
  receiver: string | null,
): Found | null {
  // A batch is one chain: `redis.multi().set(key, value).expire(key, 60).exec()`.
  const batched = links.some(({ name }) => name === 'multi' || name === 'pipeline');
  const link = batched ? links.findLast(({ name }) => redisCommands.has(name)) : links.at(-1);
  const [key] = link?.args ?? [];
  let act = link && redisCommands.get(link.name);
  if (!link || !act || !key) return null;
  const { root } = thing;
  const fromPackage =
    (root.kind === 'import' && redisPackages.test(root.package)) ||
    (root.kind === 'type' && root.package !== null && redisPackages.test(root.package));
  if (!fromPackage && !(receiver !== null && redisNames.test(receiver))) return null;
  if (act === 'insert' && link.args.slice(1).some((argument) => setsIfAbsent(bindings, argument)))
    act = 'claim';
  // A claim whose answer nobody reads lets everybody win.
  const unread = act === 'claim' && link.name.startsWith('set') && isUnread(call);
  if (unread) act = 'insert';
  // A script gets its keys after its text.
  const scripted = /^(?:eval|evalsha|fcall)$/i.test(link.name);
  const named = scripted ? (link.args[2] ?? link.args[1] ?? key) : key;
  return {
    act,
    library: 'redis',
    store: keySpace(bindings, named),
    fields: [],
    keys: scripted ? link.args.slice(1) : [key],
    ...plain,
    unread,
  };
}

function setsIfAbsent(bindings: Bindings, argument: Node): boolean {
  if (literalText(argument)?.toUpperCase() === 'NX') return true;
  const object = objectOf(bindings, argument);
  if (propertyOf(object, 'NX') ?? propertyOf(object, 'nx')) return true;
  const condition = propertyOf(object, 'condition') ?? propertyOf(object, 'mode');
  return condition !== null && literalText(condition)?.toUpperCase() === 'NX';
}

function isUnread(call: CallNode): boolean {
  return wrapped(call).parent?.type === 'ExpressionStatement' && (isAwaited(call) || wrapped(call) === call);
}

/** A name for the entries a key expression reaches: its fixed beginning, the function that makes it, or its name. */
export function keySpace(bindings: Bindings, key: Node, depth = 0): string {
  const inner = unwrap(key);
  if (inner.type === 'Identifier' && depth < 4) {
    const value = bindings.valueOf(inner);
    return value ? keySpace(bindings, value, depth + 1) : `key ${inner.name}`;
  }
  const text = holedTextOf(bindings, inner)?.text;
  if (text !== undefined) {
    const fixed = text.replace(/__hole\d+__/g, '*');
    return `key ${fixed}`;
  }
  if (inner.type === 'CallExpression') {
    const name =
      inner.callee.type === 'Identifier'
        ? inner.callee.name
        : inner.callee.type === 'MemberExpression'
          ? writtenName(inner.callee)
          : null;
    if (name !== null) return `key ${name}()`;
  }
  return inner.type === 'MemberExpression' ? `key ${writtenName(inner) ?? '?'}` : 'key ?';
}

const memoryClasses: ReadonlySet<string> = new Set([
  'Map',
  'Set',
  'LRUCache',
  'TTLCache',
  'NodeCache',
  'LRU',
  'QuickLRU',
]);
const memoryActs: Record<string, StoreAct> = { has: 'look-up', get: 'look-up', set: 'insert', add: 'insert' };

/** A Map or Set of this process: `seen.has(id)`, `seen.add(id)`. */
export function memoryOperation(links: readonly Link[], thing: Thing, receiver: string | null): Found | null {
  const link = links.at(-1);
  const act = link && memoryActs[link.name];
  const [key] = link?.args ?? [];
  const made = thing.steps[0]?.kind === 'new' && thing.steps.length === 3;
  const { root } = thing;
  const typed = root.kind === 'type' && memoryClasses.has(root.name);
  const named = (root.kind === 'global' || root.kind === 'import') && memoryClasses.has(root.name);
  if (!act || !key || receiver === null || !(typed || (made && named))) return null;
  return {
    act,
    library: 'memory',
    store: `memory ${receiver}`,
    fields: [],
    keys: [key],
    ...plain,
    synchronous: true,
  };
}

/** Does the name of a collection in memory say that it holds what is done? */
export function namesDoneCollection(store: string): boolean {
  return store.startsWith('memory ') && doneCollections.test(store.slice('memory '.length));
}

/**
 * A store or a function that the project wrote itself, judged by its verb: `rows.findByKey(key)`, `isProcessed(id)`,
 * `markProcessed(id)`. Nothing is said here about what it stores; the caller asks for evidence.
 * @param claimFunctions names that a team taught the plugin.
 */
export function ownOperation(
  bindings: Bindings,
  call: CallNode,
  name: string | null,
  receiver: { name: string | null; entity: Node | null },
  claimFunctions: ReadonlySet<string>,
): Found | null {
  if (name === null || call.type !== 'CallExpression') return null;
  // Memcached's `add` stores only what is not there yet.
  const act =
    name === 'add' && /memcache/i.test(receiver.name ?? '') ? 'claim' : actOfName(name, claimFunctions);
  const args = call.arguments.filter((argument) => argument.type !== 'SpreadElement');
  if (!act || args.length === 0 || (receiver.name !== null && noStores.test(receiver.name))) return null;
  const fields = args.flatMap((argument) => fieldsOf(bindings, argument));
  const keys = args.filter((argument) => unwrap(argument).type !== 'ObjectExpression');
  const store = receiver.name === null ? stemOf(name) : storeName(receiver.name);
  // What nobody waits for is done at once, in this process: a list, a parser, an object.
  const synchronous = !isAwaited(call) && !isPromised(call);
  return { act, library: 'own', store, fields, keys, ...plain, synchronous, entity: receiver.entity };
}

/** Objects of one request or response, with methods that read like a store's. */
const noStores =
  /headers?$|params?$|query$|cookies?$|form(?:data)?$|url$|config$|options$|^(?:req|res|request|response|reply|ctx|c|context|console|log|logger|JSON|Object|Array|Reflect|metrics?|span|session)$/i;

/** Is the call's value returned, or given to `.then`, `.catch` or `.pipe`? */
function isPromised(call: CallNode): boolean {
  const { parent } = wrapped(call);
  if (parent?.type === 'ReturnStatement' || parent?.type === 'ArrowFunctionExpression') return true;
  return (
    parent?.type === 'MemberExpression' && /^(?:then|catch|finally|pipe)$/.test(writtenName(parent) ?? '')
  );
}

function actOfName(name: string, claimFunctions: ReadonlySet<string>): StoreAct | null {
  if (claimFunctions.has(name) || verbs.claim.test(name)) return 'claim';
  if (/^find\w*And|^(?:get|find)\w*Or(?:Create|Insert|Set)/.test(name)) return null;
  if (verbs['look-up'].test(name)) return 'look-up';
  return verbs.insert.test(name) ? 'insert' : null;
}

/** `isEventProcessed` and `markEventProcessed` are about the same thing: what is left without the verb. */
function stemOf(name: string): string {
  return wordsOf(name).slice(1).join(' ');
}
