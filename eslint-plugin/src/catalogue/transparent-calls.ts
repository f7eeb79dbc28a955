/**
 * Calls whose result still holds what went in. They decide how far a value is followed on its way into a key.
 */

/** Methods of strings, arrays, dates and buffers that keep their object's content. */
export const transparentMethods: ReadonlySet<string> = new Set([
  'at',
  'concat',
  'filter',
  'flat',
  'join',
  'map',
  'normalize',
  'padEnd',
  'padStart',
  'repeat',
  'replace',
  'replaceAll',
  'reverse',
  'slice',
  'sort',
  'split',
  'substr',
  'substring',
  'toISOString',
  'toJSON',
  'toLocaleLowerCase',
  'toLocaleUpperCase',
  'toHexString',
  'toLowerCase',
  'toSorted',
  'toString',
  'toUpperCase',
  'trim',
  'trimEnd',
  'trimStart',
  'valueOf',
  'getTime',
]);

/** Methods whose arguments get into the result as well. */
export const absorbingMethods: ReadonlySet<string> = new Set([
  'concat',
  'join',
  'padEnd',
  'padStart',
  'replace',
]);

/** Global functions and constructors that keep their arguments' content, by path. */
export const transparentGlobals: ReadonlySet<string> = new Set([
  'Array.from',
  'Buffer.from',
  'JSON.stringify',
  'Number',
  'Object.assign',
  'Object.freeze',
  'Object.values',
  'String',
  'String.raw',
  'atob',
  'btoa',
  'decodeURIComponent',
  'encodeURI',
  'encodeURIComponent',
  'Array.of',
]);

/** Imported functions that only rewrite a text: slugs, case, base64. By the function's own name. */
export const transparentFunctionNames =
  /^(?:default|slug|slugify|slugifyString|toSlug|kebabCase|snakeCase|camelCase|paramCase|lowerCase|toLower|upperCase|toUpper|trim|deburr|normali[sz]e\w*|canonicali[sz]e\w*|base64(?:url)?|encode\w*|stringify|toString|format)$/i;

/** Packages whose main export only rewrites a text. */
export const transparentPackages: ReadonlySet<string> = new Set([
  'slugify',
  '@sindresorhus/slugify',
  'slug',
  'lodash',
  'lodash-es',
  'change-case',
  'fast-json-stable-stringify',
  'safe-stable-stringify',
  'json-stable-stringify',
  'js-base64',
]);

/** Functions that turn their input into a digest: the result says nothing readable, and is as stable as its input. */
export const hashFunctionNames =
  /hash|sha-?\d|sha\d|md5|digest|hmac|fingerprint|checksum|crc32|^v[35]$|uuidv?[35]/i;

/** Own or imported functions that build a key out of what they are given. */
export const keyBuilderNames = /key|token|hash|digest|(?:^|_)id$|Id$|ID$/;
