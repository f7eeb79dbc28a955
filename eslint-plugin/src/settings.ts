import { retryFunctionNames } from './catalogue/retry-functions.ts';

/** `settings.idempotency`: what a team teaches the plugin about its own code. All lists of names, all optional. */
export interface IdempotencySettings {
  /** Functions, methods and decorators that call what they are given again when it fails. */
  retryFunctions: ReadonlySet<string>;
  /** Headers, properties and options that carry an idempotency key, beside the known ones. */
  keyNames: ReadonlySet<string>;
  /** Functions that return a new random key at each call. */
  keyMakers: ReadonlySet<string>;
  /** Functions that change the world and have to happen once. */
  effectFunctions: ReadonlySet<string>;
  /** Functions that claim a key and let exactly one caller win. */
  claimFunctions: ReadonlySet<string>;
  /** Variables and properties that hold personal data, beside the known ones. */
  sensitiveNames: ReadonlySet<string>;
}

const names = [
  'retryFunctions',
  'keyNames',
  'keyMakers',
  'effectFunctions',
  'claimFunctions',
  'sensitiveNames',
] as const satisfies (keyof IdempotencySettings)[];

/** What stands behind each list before a team adds to it; `retryFunctions` has a documented default. */
const defaults: Partial<Record<keyof IdempotencySettings, readonly string[]>> = {
  retryFunctions: retryFunctionNames,
};

const read = new WeakMap<object, IdempotencySettings>();
const nothing = {};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function namesIn(given: Record<string, unknown>, name: (typeof names)[number]): ReadonlySet<string> {
  const list = given[name] ?? [];
  if (!Array.isArray(list) || !list.every((entry) => typeof entry === 'string' && entry !== '')) {
    throw new TypeError(
      `The ESLint setting "idempotency.${name}" is not a list of names. Write it as an array of non-empty strings.`,
    );
  }
  return new Set([...(defaults[name] ?? []), ...(list as string[])]);
}

/**
 * Reads `settings.idempotency` of an ESLint configuration; given names are added to the defaults.
 * @param settings the whole `settings` object of the configuration, as `context.settings` has it.
 * @throws TypeError with a sentence for the user when the setting is no object, has an unknown list, or a list
 *   holds anything but non-empty strings.
 */
export function readSettings(settings: object | undefined): IdempotencySettings {
  const given: unknown = (settings as { idempotency?: unknown } | undefined)?.idempotency ?? nothing;
  if (!isRecord(given)) {
    throw new TypeError(
      'The ESLint setting "idempotency" is not an object. Write it as { retryFunctions: ["name"], ... }.',
    );
  }
  const before = read.get(given);
  if (before) return before;
  const stranger = Object.keys(given).find((key) => !(names as readonly string[]).includes(key));
  if (stranger !== undefined) {
    throw new TypeError(
      `The ESLint setting "idempotency" has no list "${stranger}". It knows ${names.join(', ')}.`,
    );
  }
  const lists = names.map((name) => [name, namesIn(given, name)]);
  const settingsRead = Object.fromEntries(lists) as unknown as IdempotencySettings;
  read.set(given, settingsRead);
  return settingsRead;
}
