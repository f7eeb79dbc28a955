/**
 * How the database libraries of JavaScript spell a look-up, an insert and an atomic insert. Read in the packages'
 * declarations: knex 3.3, Kysely 0.28, Drizzle 0.45, TypeORM 1.1, Sequelize 6.37, Mongoose 9, Prisma client,
 * @redis/client 6.3, ioredis 5, @aws-sdk/lib-dynamodb 3, @supabase/supabase-js 2, firebase-admin 13.
 */

/** What one statement or call does to a store, as far as a race is concerned. */
export type StoreAct = 'look-up' | 'insert' | 'claim';

/** Links of a fluent chain that name its table, and where: the link's first argument. */
export const tableLinks: ReadonlySet<string> = new Set([
  'from',
  'into',
  'table',
  'selectFrom',
  'insertInto',
  'collection',
  'collectionGroup',
  'getRepository',
  'getCollection',
]);

/** Links of a fluent chain that make it a look-up when nothing in it inserts. */
export const chainLookUps: ReadonlySet<string> = new Set([
  'select',
  'selectFrom',
  'selectDistinct',
  'first',
  'pluck',
  'count',
  'getOne',
  'getOneOrFail',
  'getMany',
  'getRawOne',
  'getCount',
  'getExists',
  'executeTakeFirst',
  'executeTakeFirstOrThrow',
  'maybeSingle',
  'single',
]);

/** Links that make a fluent chain an insert. */
export const chainInserts: ReadonlySet<string> = new Set(['insert', 'insertInto', 'batchInsert']);

/**
 * Links by which an insert yields to a row that is there: `ON CONFLICT DO NOTHING` and its relatives. An `upsert`
 * belongs here too: it never adds a second row under a unique rule.
 */
export const atomicLinks: ReadonlySet<string> = new Set([
  'onConflict',
  'onConflictDoNothing',
  'onConflictDoUpdate',
  'onDuplicateKeyUpdate',
  'ignore',
  'orIgnore',
  'orUpdate',
  'orReplace',
  'upsert',
]);

/** Methods of Prisma's model delegates and Drizzle's relational queries that look one row up by a `where`. */
export const modelLookUps: ReadonlySet<string> = new Set([
  'findUnique',
  'findUniqueOrThrow',
  'findFirst',
  'findFirstOrThrow',
  'findMany',
  'findOne',
  'findOneBy',
  'findOneOrFail',
  'findOneByOrFail',
  'findBy',
  'findByPk',
  'findById',
  'findAll',
  'find',
  'exists',
  'exist',
  'existsBy',
  'count',
  'countBy',
  'countDocuments',
  'aggregate',
]);

/** Methods of ORM models, repositories and managers that add a row. */
export const modelInserts: ReadonlySet<string> = new Set([
  'create',
  'createMany',
  'insert',
  'insertOne',
  'insertMany',
  'save',
  'bulkCreate',
  'bulkSave',
  'persist',
  'persistAndFlush',
]);

/** Methods that find or make a row in one call, or set a field only when the row is new. */
export const modelClaims: ReadonlySet<string> = new Set([
  'upsert',
  'findOrCreate',
  'findCreateFind',
  'connectOrCreate',
  'findOneAndUpdate',
  'findOneAndReplace',
  'replaceOne',
  'updateOne',
]);

/** Redis commands, in the spellings of `redis` and `ioredis`. Keys are the first argument. */
export const redisCommands: ReadonlyMap<string, StoreAct> = new Map([
  ['get', 'look-up'],
  ['exists', 'look-up'],
  ['mget', 'look-up'],
  ['mGet', 'look-up'],
  ['hget', 'look-up'],
  ['hGet', 'look-up'],
  ['hgetall', 'look-up'],
  ['hGetAll', 'look-up'],
  ['hexists', 'look-up'],
  ['hExists', 'look-up'],
  ['sismember', 'look-up'],
  ['sIsMember', 'look-up'],
  ['set', 'insert'],
  // Cloudflare KV, which has no insert that yields
  ['put', 'insert'],
  ['setex', 'insert'],
  ['setEx', 'insert'],
  ['psetex', 'insert'],
  ['pSetEx', 'insert'],
  ['hset', 'insert'],
  ['hSet', 'insert'],
  ['sadd', 'insert'],
  ['sAdd', 'insert'],
  ['setnx', 'claim'],
  ['setNX', 'claim'],
  ['hsetnx', 'claim'],
  ['hSetNX', 'claim'],
  ['incr', 'claim'],
  ['eval', 'claim'],
  ['evalsha', 'claim'],
  ['evalSha', 'claim'],
  ['fcall', 'claim'],
]);

/** DynamoDB commands and the client methods of version 2 and of the plain client. */
export const dynamoCommands: ReadonlyMap<string, StoreAct> = new Map([
  ['GetCommand', 'look-up'],
  ['GetItemCommand', 'look-up'],
  ['QueryCommand', 'look-up'],
  ['PutCommand', 'insert'],
  ['PutItemCommand', 'insert'],
  ['TransactWriteCommand', 'claim'],
  ['TransactWriteItemsCommand', 'claim'],
]);

/**
 * Words at the head of a method or function name, for stores and repositories that a project wrote itself. Only used
 * where the store or the value says that it is about idempotency keys or event ids.
 */
export const verbs: Record<StoreAct, RegExp> = {
  'look-up':
    /^(?:find|get|has|exists?|look|lookup|fetch|read|load|is|was|check|count|select|query|search|already|seen|contains?|includes|peek|retrieve)(?![a-z])/,
  insert:
    /^(?:insert|create|add|save|store|set|put|record|mark|note|remember|write|persist|register|append|keep|cache|track)(?![a-z])/,
  claim:
    /^(?:claim|acquire|reserve|lock|try|begin|start|once|setnx|upsert|merge|replace|ensure|guard|checkAndSet|checkAndMark|testAndSet|compareAndSet)(?![a-z])|(?:If(?:Absent|New|Not|None|Missing)|OrIgnore|OrCreate|OrGet|Once|NX|Nx)/,
};

/** Words in the names of functions, and of objects, that run their callback or what follows one at a time. */
export const lockWords: ReadonlySet<string> = new Set([
  'lock',
  'locked',
  'locker',
  'redlock',
  'mutex',
  'exclusive',
  'exclusively',
  'semaphore',
  'synchronized',
  'synchronised',
  'serialize',
  'serially',
  'lease',
  'advisory',
]);
/** Names with one of these words let go, or only ask. */
export const unlockWords: ReadonlySet<string> = new Set([
  'unlock',
  'release',
  'timeout',
  'row',
  'until',
  'is',
  'error',
]);
/** Words of functions that take a lock and return. */
export const takingWords: ReadonlySet<string> = new Set([
  'acquire',
  'lock',
  'take',
  'obtain',
  'get',
  'hold',
  'enter',
]);

/** A lock on rows that are there, in SQL and in the query builders' and ORMs' spellings. */
export const rowLock =
  /\bFOR\s+(?:NO\s+KEY\s+)?UPDATE\b|\.forUpdate\(\)|\.for\(\s*['"]update['"]|pessimistic_write|LOCK\.UPDATE|\block\s*:\s*true/;

/** Signs that a piece of code knows a unique violation when it sees one, by code, class, name or message. */
export const violationSigns = new RegExp(
  [
    'P2002', // Prisma, unique constraint failed
    'P2034|\\b40001\\b|\\b40P01\\b', // a serialization failure, repeated by the caller
    '\\b23505\\b', // PostgreSQL unique_violation
    '\\b1100[01]\\b|E1100', // MongoDB duplicate key
    'ER_DUP_ENTRY|\\b1062\\b', // MySQL
    '\\.constraint\\b', // PostgreSQL's drivers name the rule that was broken
    'SQLITE_CONSTRAINT|\\b2067\\b|\\b1555\\b', // SQLite, extended codes of UNIQUE and PRIMARYKEY
    'UniqueConstraint|UniqueViolation|unique_violation', // Sequelize, MikroORM, Objection
    'ConditionalCheckFailed|TransactionCanceled', // DynamoDB
    'ALREADY_EXISTS|already-exists|AlreadyExists', // Firestore, gRPC
    '[uU]nique|UNIQUE', // messages and project predicates
    '[dD]uplicate|DUPLICATE|[dD]upKey',
    '[cC]onflict(?:Error|ing)|isConflict',
    '\\b2627\\b|\\b2601\\b', // SQL Server
  ].join('|'),
);

/** SQL or an option that makes a transaction serial, or takes a lock which an absent row cannot escape. */
export const serialSigns =
  /serializable|pg_(?:try_)?advisory|get_lock\s*\(|lock\s+table|begin\s+(?:immediate|exclusive)|sp_getapplock|dbms_lock/i;

/** Packages whose objects keep values under keys, for stores that are judged by their verbs only. */
export const keyValuePackages = /cache|keyv|\bkv\b|redis|store|storage|idempot|lru/i;

/** Firestore's methods and functions. */
export const firestoreActs: Record<string, StoreAct> = {
  get: 'look-up',
  getDoc: 'look-up',
  getDocs: 'look-up',
  set: 'insert',
  setDoc: 'insert',
  add: 'insert',
  addDoc: 'insert',
  create: 'claim',
};

/** Methods of DynamoDB's document clients. */
export const dynamoVerbs: Record<string, StoreAct> = {
  get: 'look-up',
  getItem: 'look-up',
  query: 'look-up',
  put: 'insert',
  putItem: 'insert',
  transactWrite: 'claim',
};

/** Names of methods and tags that run SQL text. */
export const statementRunners =
  /^(?:\$?query\w*|\$?execute\w*|exec|run|all|get|first|prepare|raw|sql|one|oneOrNone|none|any|many|unsafe|send|begin|transaction|iterate|values)$|sql$/i;
