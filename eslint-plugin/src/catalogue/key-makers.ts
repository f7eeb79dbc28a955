/** What a call that makes a value makes: something new each time, or the clock's reading. */
export type Freshness = 'random' | 'clock';

interface Maker {
  package: string;
  /** Callee paths from the module's main export, as `pathOf` writes them. */
  paths: readonly string[];
}

/** Functions that give another value at each call, by package (versions as read; see `v3`, `v5`: those are stable). */
const makers: readonly Maker[] = [
  { package: 'node:crypto', paths: ['randomUUID', 'randomBytes', 'randomInt', 'webcrypto.randomUUID'] },
  { package: 'crypto', paths: ['randomUUID', 'randomBytes', 'randomInt', 'webcrypto.randomUUID'] },
  // uuid 14.0.3; `require('uuid')` of majors before 7 was itself v4
  { package: 'uuid', paths: ['', 'v1', 'v4', 'v6', 'v7'] },
  { package: 'uuidv4', paths: ['', 'uuid'] },
  { package: 'uuidv7', paths: ['', 'uuidv7'] },
  { package: 'react-native-uuid', paths: ['v1', 'v4'] },
  { package: '@lukeed/uuid', paths: ['', 'v4'] },
  { package: 'nanoid', paths: ['', 'nanoid', 'customAlphabet()', 'customRandom()'] },
  { package: 'ulid', paths: ['', 'ulid', 'monotonicFactory()'] },
  { package: 'ulidx', paths: ['', 'ulid', 'monotonicFactory()'] },
  { package: '@paralleldrive/cuid2', paths: ['createId', 'init()'] },
  { package: 'cuid', paths: [''] },
  { package: 'ksuid', paths: ['random', 'randomSync'] },
  { package: 'hyperid', paths: ['()'] },
  { package: 'short-uuid', paths: ['generate', 'uuid', 'createTranslator().new', '().new', '().generate'] },
  { package: 'expo-crypto', paths: ['randomUUID'] },
  { package: 'shortid', paths: ['generate'] },
  { package: 'crypto-random-string', paths: [''] },
  { package: 'uid', paths: ['', 'uid'] },
];

const byPackage = new Map(makers.map((maker) => [maker.package, new Set(maker.paths)]));

const globalMakers = new Set([
  'crypto.randomUUID',
  'crypto.randomBytes',
  'crypto.getRandomValues',
  'globalThis.crypto.randomUUID',
  'window.crypto.randomUUID',
  'self.crypto.randomUUID',
  'Math.random',
  'Bun.randomUUIDv7',
]);

const globalClocks = new Set([
  'Date.now',
  'performance.now',
  'process.hrtime',
  'process.hrtime.bigint',
  'Date',
]);

/** `new Date()` and `new ObjectId()` are new each time only without an argument. */
const constructors: ReadonlyMap<string, Freshness> = new Map([
  ['Date', 'clock'],
  ['ObjectId', 'random'],
  ['ObjectID', 'random'],
]);

/**
 * Imported functions of the project that are called without any argument and are named after making an id: with
 * nothing to derive it from, the result cannot name the operation.
 */
const namesOfMakers =
  /^(?:(?:generate|gen|new|make|create|random|fresh|next|get)_?\w*(?:key|uuid|guid|nonce|token|ulid|nanoid)|uuid(?:_?v?[1467])?|guid|nanoid|ulid|cuid|newid|randomid|generateid|makeid|uniqid|uniqueid)$/i;

/** Sources that an engine replays: the same value at every attempt. By package and path, or by the context's path. */
const replayed: readonly { package: string; paths: RegExp }[] = [
  // @temporalio/workflow 1.24: Math.random, Date and uuid4 are seeded in workflow code
  { package: '@temporalio/workflow', paths: /^uuid4$/ },
  // @dbos-inc/dbos-sdk
  { package: '@dbos-inc/dbos-sdk', paths: /randomUUID$/ },
];

/** @restatedev/restate-sdk 1.17.2: `ctx.rand.uuidv4()`, `ctx.rand.random()`. */
export const replayedMembers = /(?:^|\.)rand\.(?:uuidv4|random)$/;

/** What a function of a package makes, by its path; null when it is not known to make anything new. */
export function madeByPackage(name: string, path: string): Freshness | null {
  if (replayed.some((entry) => entry.package === name && entry.paths.test(path))) return null;
  return byPackage.get(name)?.has(path) ? 'random' : null;
}

/** What a global function makes, by its full name (`crypto.randomUUID`, `Date.now`). */
export function madeByGlobal(name: string): Freshness | null {
  if (globalMakers.has(name)) return 'random';
  return globalClocks.has(name) ? 'clock' : null;
}

/** What `new X()` without arguments makes. */
export function madeByConstructor(name: string): Freshness | null {
  return constructors.get(name) ?? null;
}

/** Does an unknown function's name say that it makes an id? Only for calls without arguments. */
export function isNamedLikeMaker(name: string): boolean {
  return namesOfMakers.test(name);
}

/** Names of variables and members that count attempts. */
export const counterNames =
  /^(?:attempts?|attemptNo|attemptNum(?:ber)?|attemptsMade|attemptCount|attempt_count|attempt_number|tries|tryCount|tryNo|tryNumber|triesMade|try_count|retries|retryCount|retry_count|retryNo|retryNumber|retryAttempt|retry_attempt|numRetries|deliveryCount|deliveryAttempt|receiveCount|ApproximateReceiveCount)$/;

/** Counters that a queue or step engine hands to its handler: BullMQ's `job.attemptsMade`, Inngest's `attempt`. */
export const engineCounterNames =
  /^(?:attemptsMade|attemptsStarted|deliveryAttempt|deliveryCount|receiveCount|ApproximateReceiveCount)$/;
