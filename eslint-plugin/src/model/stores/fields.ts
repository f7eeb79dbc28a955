import type { TSESTree } from '@typescript-eslint/utils';
import type { Bindings } from '../bindings.ts';
import type { Node } from '../syntax.ts';
import { isFunction, literalText, unwrap, writtenName } from '../syntax.ts';
import type { Link } from './links.ts';
import type { Field } from './operation.ts';

const deepest = 4;

/** The object literal an expression is, constants and one-object arrays followed; null for anything else. */
export function objectOf(
  bindings: Bindings,
  node: Node | undefined,
  depth = 0,
): TSESTree.ObjectExpression | null {
  if (!node || depth > deepest) return null;
  const inner = unwrap(node);
  if (inner.type === 'ObjectExpression') return inner;
  if (inner.type === 'ArrayExpression') return objectOf(bindings, inner.elements[0] ?? undefined, depth + 1);
  if (inner.type === 'CallExpression' || inner.type === 'NewExpression') {
    // `repository.create({…})`, `new Model({…})`: the row is the argument.
    const row = inner.arguments
      .map((argument) => unwrap(argument))
      .find(({ type }) => type === 'ObjectExpression');
    return (row as TSESTree.ObjectExpression | undefined) ?? null;
  }
  if (inner.type !== 'Identifier') return null;
  const value = bindings.valueOf(inner);
  return value && objectOf(bindings, value, depth + 1);
}

/** A property of an object literal by name, or null. */
export function propertyOf(object: TSESTree.ObjectExpression | null, name: string): Node | null {
  for (const property of object?.properties ?? []) {
    if (property.type === 'Property' && writtenName(property) === name) return property.value;
  }
  return null;
}

/** Properties that wrap a condition or a row without being a column. */
const wrappers: ReadonlySet<string> = new Set([
  'where',
  'data',
  'create',
  'defaults',
  'Key',
  'Item',
  'Put',
  'AND',
  'and',
  '$set',
  '$setOnInsert',
  'equals',
  'ExpressionAttributeValues',
]);

/** The fields of an object literal, spreads and the libraries' wrappers (`where`, `data`, `AND`, `a_b: {…}`) opened. */
export function fieldsOf(bindings: Bindings, node: Node | undefined, depth = 0): Field[] {
  const object = objectOf(bindings, node);
  if (!object || depth > deepest) return [];
  return object.properties.flatMap((property): Field[] => {
    if (property.type === 'SpreadElement') return fieldsOf(bindings, property.argument, depth + 1);
    const name = writtenName(property) ?? literalText(property.key);
    if (name === null || isFunction(property.value)) return [];
    const value = unwrap(property.value);
    if (wrappers.has(name)) return fieldsOf(bindings, value, depth + 1);
    const inner = value.type === 'ObjectExpression' ? fieldsOf(bindings, value, depth + 1) : [];
    return [{ name, value }, ...inner];
  });
}

/** Functions of query builders that compare a column with a value: `eq(t.key, key)`, `.eq('key', key)`. */
const comparisons: ReadonlySet<string> = new Set([
  'eq',
  'equals',
  'is',
  'where',
  'andWhere',
  'match',
  'filter',
  'and',
  'or',
]);

/** The fields a fluent chain compares or writes: objects, `column, value`, `column, '=', value`, `eq(column, value)`. */
export function fieldsOfLinks(bindings: Bindings, links: readonly Link[]): Field[] {
  return links.flatMap(({ args }) => fieldsOfArguments(bindings, args, 0));
}

function fieldsOfArguments(bindings: Bindings, args: readonly Node[], depth: number): Field[] {
  const [first] = args;
  const last = args.at(-1);
  const column = first && columnOf(first);
  if (column !== null && column !== undefined && last && args.length >= 2)
    return [{ name: column, value: unwrap(last) }];
  return args.flatMap((argument) => fieldsIn(bindings, argument, depth));
}

function fieldsIn(bindings: Bindings, node: Node, depth: number): Field[] {
  if (depth > deepest) return [];
  const inner = unwrap(node);
  if (inner.type === 'CallExpression') {
    const { callee } = inner;
    const name =
      callee.type === 'Identifier'
        ? callee.name
        : callee.type === 'MemberExpression'
          ? writtenName(callee)
          : null;
    const args = inner.arguments.filter((argument) => argument.type !== 'SpreadElement');
    if (name !== null && comparisons.has(name)) return fieldsOfArguments(bindings, args, depth + 1);
    return fieldsOf(bindings, inner, depth + 1);
  }
  if (isFunction(inner)) {
    const returned = inner.body.type === 'BlockStatement' ? null : inner.body;
    return returned ? fieldsIn(bindings, returned, depth + 1) : [];
  }
  return fieldsOf(bindings, inner, depth + 1);
}

/** The column that `'key'`, `table.key` or `sql.column` names. */
function columnOf(node: Node): string | null {
  const inner = unwrap(node);
  const text = literalText(inner);
  if (text !== null) return /^[\w.]+$/.test(text) ? (text.split('.').at(-1) ?? null) : null;
  return inner.type === 'MemberExpression' ? writtenName(inner) : null;
}
