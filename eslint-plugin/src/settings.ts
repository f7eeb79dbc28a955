import { retryFunctionNames } from './catalogue/retry-functions.ts';
import { closestName } from './closest-name.ts';

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

/** What an entry of a list looks like, and how to say so. */
interface Shape {
  form: RegExp;
  says: string;
}

/** Code is recognised by the last name of a path: `ids.mint()` and `mint()` are both calls of `mint`. */
const identifier: Shape = {
  form: /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u,
  says: 'a name as it stands in code, without dots, brackets, # or spaces: "mint" for ids.mint()',
};
/** A field name of HTTP (RFC 9110, section 5.6.2) or a name in code. */
const header: Shape = {
  form: /^[\p{ID_Continue}$!#%&'*+.^`|~-]+$/u,
  says: 'the name of a header, an option or a field, without spaces or colons: "X-Order-Token"',
};

const shapes = {
  retryFunctions: identifier,
  keyNames: header,
  keyMakers: identifier,
  effectFunctions: identifier,
  claimFunctions: identifier,
  sensitiveNames: identifier,
} as const satisfies Record<keyof IdempotencySettings, Shape>;

const names = Object.keys(shapes) as (keyof IdempotencySettings)[];

/** What stands behind each list before a team adds to it; `retryFunctions` has a documented default. */
const defaults: Partial<Record<keyof IdempotencySettings, readonly string[]>> = {
  retryFunctions: retryFunctionNames,
};

const read = new WeakMap<object, IdempotencySettings>();
const nothing = {};

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as somebody would write it down: `"withRetry"`, `7`, `an object`. */
function written(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function') return 'a function';
  if (value instanceof RegExp) return 'a regular expression';
  if (Array.isArray(value)) return 'an array';
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

function namesIn(list: unknown, name: keyof IdempotencySettings): ReadonlySet<string> {
  if (list === undefined) return new Set(defaults[name]);
  if (!Array.isArray(list)) {
    throw new TypeError(
      `The ESLint setting "idempotency.${name}" is ${written(list)}, not a list of names. Write it as an array: { ${name}: ["name"] }.`,
    );
  }
  const { form, says } = shapes[name];
  const strange = list.findIndex((entry) => typeof entry !== 'string' || !form.test(entry));
  if (strange !== -1) {
    throw new TypeError(
      `The ESLint setting "idempotency.${name}" holds ${written(list[strange])}, which can match nothing. Write ${says}.`,
    );
  }
  return new Set([...(defaults[name] ?? []), ...(list as string[])]);
}

/**
 * Reads `settings.idempotency` of an ESLint configuration; given names are added to the defaults. A list that is
 * `undefined` counts as not given.
 * @param settings the whole `settings` object of the configuration, as `context.settings` has it.
 * @throws TypeError with a sentence for the user when the setting is no object, has an unknown list, or a list
 *   is no array or holds what can be no name.
 */
export function readSettings(settings: object | undefined): IdempotencySettings {
  const { idempotency: given = nothing } = (settings ?? nothing) as { idempotency?: unknown };
  if (!isRecord(given)) {
    throw new TypeError(
      `The ESLint setting "idempotency" is ${written(given)}, not an object of lists. Write it as { retryFunctions: ["name"] }.`,
    );
  }
  const before = read.get(given);
  if (before) return before;
  const stranger = Object.keys(given).find((key) => !(names as string[]).includes(key));
  if (stranger !== undefined) {
    const meant = closestName(stranger, names);
    throw new TypeError(
      `The ESLint setting "idempotency" has no list "${stranger}". ${meant ? `Did you mean "${meant}"? ` : ''}It knows ${names.join(', ')}.`,
    );
  }
  const lists = names.map((name) => [name, namesIn(given[name], name)]);
  const settingsRead = Object.fromEntries(lists) as unknown as IdempotencySettings;
  read.set(given, settingsRead);
  return settingsRead;
}
