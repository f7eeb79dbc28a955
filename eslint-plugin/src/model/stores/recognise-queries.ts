import type { StoreAct } from '../../catalogue/databases.ts';
import {
  atomicLinks,
  chainInserts,
  chainLookUps,
  dynamoCommands,
  dynamoVerbs,
  firestoreActs,
  modelClaims,
  modelInserts,
  modelLookUps,
  tableLinks,
} from '../../catalogue/databases.ts';
import type { Bindings } from '../bindings.ts';
import type { Node } from '../syntax.ts';
import { literalText, plainArguments, unwrap, writtenName } from '../syntax.ts';
import { fieldsOf, fieldsOfLinks, objectOf, propertyOf } from './fields.ts';
import type { Link } from './links.ts';
import { storeName } from './names.ts';
import type { StoreOperation } from './operation.ts';
import { holedTextOf } from './statement-text.ts';

type Found = Omit<StoreOperation, 'node'>;

const plain = { synchronous: false, returnsErrors: false, byUnique: false } as const;

/** The name of a table given as text, as a table object (`pgTable('hires', …)`), a model or an entity class. */
export function tableText(bindings: Bindings, node: Node): string | null {
  const inner = unwrap(node);
  if (inner.type === 'Identifier') {
    const variable = bindings.variableOf(inner);
    const binding = variable && bindings.bindingOf(variable);
    const init = binding?.kind === 'value' ? unwrap(binding.init) : null;
    const named =
      init?.type === 'CallExpression' && init.arguments[0] ? literalText(init.arguments[0]) : null;
    return named ?? (init && literalText(init)) ?? inner.name;
  }
  if (inner.type === 'MemberExpression') return writtenName(inner);
  const text = holedTextOf(bindings, inner)?.text;
  return text === undefined || text === '' ? null : text;
}

/** DynamoDB: `send(new GetCommand({ TableName, Key }))`, `client.put({ TableName, Item })`. */
export function dynamoOperation(bindings: Bindings, links: readonly Link[]): Found | null {
  const send = links.findLast(({ call }) => call !== null);
  const first = send?.args[0] && unwrap(send.args[0]);
  let act: StoreAct | undefined;
  let input: Node | undefined;
  if (send?.name === 'send' && first?.type === 'NewExpression' && first.callee.type === 'Identifier') {
    act = dynamoCommands.get(first.callee.name);
    input = plainArguments(first)[0];
  } else if (send && first) {
    if (propertyOf(objectOf(bindings, first), 'TableName')) act = dynamoVerbs[send.name];
    input = first;
  }
  const object = objectOf(bindings, input);
  if (!act || !object) return null;
  if (act === 'insert' && propertyOf(object, 'ConditionExpression')) act = 'claim';
  const table = propertyOf(object, 'TableName');
  const name = table && tableText(bindings, table);
  const fields = fieldsOf(bindings, object);
  return {
    act,
    library: 'dynamodb',
    store: storeName(name ?? 'table'),
    entity: table,
    fields,
    keys: [],
    ...plain,
  };
}

/**
 * Firestore, where a reference names the collection: `ref.get()`, `tx.get(ref)`, `batch.set(ref, row)`, `setDoc(ref, row)`.
 * @param linksOfNode links of any expression, for references given as arguments.
 */
export function firestoreOperation(
  bindings: Bindings,
  links: readonly Link[],
  linksOfNode: (node: Node) => Link[],
): Found | null {
  const last = links.findLast(({ call }) => call !== null);
  const act = last && firestoreActs[last.name];
  if (!act) return null;
  const given = last.args[0];
  const own = links.slice(0, links.indexOf(last));
  let reference = own;
  let row = last.args[0];
  if (!isReference(own)) {
    if (!given) return null;
    reference = linksOfNode(given);
    row = last.args[1];
    if (!isReference(reference)) return null;
  }
  const collection = reference.find(({ name }) => name === 'collection' || name === 'collectionGroup');
  const doc = reference.find(({ name }) => name === 'doc');
  const written = [...(collection?.args ?? []), ...(doc?.args ?? [])].find(
    (argument) => literalText(argument) !== null,
  );
  const table = written ?? collection?.args.at(-1) ?? doc?.args[0];
  const name = table && tableText(bindings, table);
  const fields = [...fieldsOfLinks(bindings, reference), ...fieldsOf(bindings, row)];
  const keys = doc?.args.filter((argument) => argument !== table) ?? [];
  return {
    act,
    library: 'firestore',
    store: storeName(name?.split('/')[0] ?? 'document'),
    entity: table ?? null,
    fields,
    keys: table && doc?.args.includes(table) ? [table] : keys,
    ...plain,
  };
}

function isReference(links: readonly Link[]): boolean {
  const named = (name: string): boolean => links.some((link) => link.name === name && link.args.length > 0);
  // mongodb's collections have no documents to refer to and no `where`.
  return (
    named('doc') ||
    (named('collection') && named('where')) ||
    (named('collection') && links.at(-1)?.name === 'collection')
  );
}

const builderEnds: ReadonlySet<string> = new Set([
  'where',
  'andWhere',
  'limit',
  'eq',
  'match',
  'forUpdate',
  'for',
  'execute',
  'values',
  'first',
]);

/** knex, Kysely, Drizzle, Supabase and TypeORM's query builder: one chain that names its table. */
export function builderOperation(bindings: Bindings, links: readonly Link[]): Found | null {
  const table = builderTable(links);
  if (!table) return null;
  const names = new Set(links.filter(({ call }) => call !== null).map(({ name }) => name));
  const inserts = links.find(({ name, call }) => call !== null && chainInserts.has(name));
  const upserts = names.has('upsert');
  const atomic = [...names].some((name) => atomicLinks.has(name));
  const looks = [...names].some((name) => chainLookUps.has(name));
  let act: StoreAct;
  if (inserts || upserts) act = atomic ? 'claim' : 'insert';
  else if (
    names.has('update') ||
    names.has('del') ||
    names.has('delete') ||
    names.has('deleteFrom') ||
    names.has('updateTable')
  )
    return null;
  else if (looks || [...names].some((name) => builderEnds.has(name))) act = 'look-up';
  else return null;
  const name = tableText(bindings, table);
  if (name === null) return null;
  const from = links.findIndex(
    (link) => link.name === 'from' && link.args[0] && literalText(link.args[0]) !== null,
  );
  const supabase =
    from >= 0 && links.findIndex((link) => link.name === 'insert' || link.name === 'select') > from;
  const fields = fieldsOfLinks(
    bindings,
    links.filter(({ args }) => !args.includes(table)),
  );
  return {
    act,
    library: 'builder',
    store: storeName(name),
    entity: table,
    fields,
    keys: [],
    synchronous: false,
    returnsErrors: supabase && !names.has('throwOnError'),
    byUnique: false,
  };
}

function builderTable(links: readonly Link[]): Node | undefined {
  for (const { name, args, call } of links) {
    const [first] = args;
    if (!first || !call) continue;
    if (
      tableLinks.has(name) &&
      name !== 'collection' &&
      name !== 'collectionGroup' &&
      name !== 'getCollection'
    )
      return first;
    // Drizzle's `insert(table)`: the row comes with `values`.
    if (name === 'insert' && links.some((link) => link.name === 'values')) return first;
    // `knex('table')`, `trx('table')`: the call of the instance itself, or of a member that holds it.
    if (
      call.type === 'CallExpression' &&
      literalText(first) !== null &&
      links.length > 1 &&
      links.some((link) => knexLinks.has(link.name))
    ) {
      const callee = unwrap(call.callee);
      const instance =
        callee.type === 'Identifier'
          ? callee.name
          : callee.type === 'MemberExpression'
            ? writtenName(callee)
            : null;
      if (
        instance !== null &&
        /knex|trx|^tx$|^db$|database|conn|transaction|qb|^pg$/i.test(instance) &&
        !tableLinks.has(instance)
      )
        return first;
    }
  }
  return undefined;
}

const knexLinks: ReadonlySet<string> = new Set([
  'where',
  'andWhere',
  'first',
  'insert',
  'select',
  'whereIn',
  'pluck',
]);

/**
 * Models, delegates, repositories and managers with the methods of Prisma, TypeORM, Sequelize, Mongoose, mongodb,
 * MikroORM and Drizzle's relational queries.
 * @param receiver what the method is called on, as a name: the entity of a `Repository<Entity>`, a model, a member.
 */
export function modelOperation(
  bindings: Bindings,
  links: readonly Link[],
  receiver: { name: string | null; entity: Node | null; isModel: boolean },
): Found | null {
  const at = links.findIndex(
    ({ name, call }) =>
      call !== null && (modelLookUps.has(name) || modelInserts.has(name) || modelClaims.has(name)),
  );
  const link = links[at];
  if (!link) return null;
  const { name: method, args } = link;
  const entityFirst = args[0] && isEntity(args[0]) && args.length > 1 ? args[0] : undefined;
  const made = modelInserts.has(method) && args[0] ? entityMade(bindings, args[0]) : undefined;
  const collection = links.slice(0, at).find(({ name }) => name === 'collection' || name === 'getCollection');
  const where =
    propertyOf(objectOf(bindings, args[0]), 'where') ?? propertyOf(objectOf(bindings, args[1]), 'where');
  const data = propertyOf(objectOf(bindings, args[0]), 'data');
  const prisma =
    method.startsWith('findUnique') ||
    method.startsWith('findFirst') ||
    (data !== null && (method === 'create' || method === 'createMany'));
  if (
    !prisma &&
    !receiver.isModel &&
    !entityFirst &&
    !made &&
    !collection &&
    !where &&
    !/^(?:findOne|existsBy|countBy|findBy)/.test(method)
  )
    return null;
  const named = collection?.args[0] ?? entityFirst ?? (receiver.isModel ? undefined : made);
  const name = named ? tableText(bindings, named) : receiver.name;
  if (name === null) return null;
  const rest = entityFirst ? args.slice(1) : args;
  let act: StoreAct = modelLookUps.has(method) ? 'look-up' : modelInserts.has(method) ? 'insert' : 'claim';
  const options = objectOf(bindings, args.at(-1));
  const upsert = propertyOf(options, 'upsert');
  if (/^findOneAnd|^(?:replace|update)One$/.test(method) && !upsert) return null;
  if (act === 'insert' && (propertyOf(options, 'skipDuplicates') || propertyOf(options, 'ignoreDuplicates')))
    act = 'claim';
  return {
    act,
    library: collection ? 'mongodb' : prisma ? 'prisma' : 'model',
    store: storeName(name),
    entity: named ?? receiver.entity,
    // Options (`limit`, `select`) stand beside or after the condition; a row may be any argument.
    fields:
      act === 'look-up'
        ? fieldsOf(bindings, where ?? rest[0])
        : rest.flatMap((argument) => fieldsOf(bindings, argument)),
    keys: rest.filter((argument) => unwrap(argument).type !== 'ObjectExpression'),
    synchronous: false,
    returnsErrors: false,
    byUnique: method.startsWith('findUnique') && act === 'look-up',
  };
}

/** The entity of a row given to a manager: `persist(new Row())`, `save(manager.create(Row, {…}))`, or a variable with one. */
function entityMade(bindings: Bindings, node: Node): Node | undefined {
  const row = bindings.standsFor(node);
  if (row.type === 'NewExpression') return isEntity(row.callee) ? row.callee : undefined;
  const first = row.type === 'CallExpression' ? row.arguments[0] : undefined;
  return first && first.type !== 'SpreadElement' && isEntity(first) ? first : undefined;
}

function isEntity(node: Node): boolean {
  const inner = unwrap(node);
  return inner.type === 'Identifier' && /^[A-Z][A-Za-z0-9]*[a-z]/.test(inner.name);
}
