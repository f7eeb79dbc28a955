import type { TSESTree } from '@typescript-eslint/utils';
import { isLocalModule } from '../catalogue/packages.ts';
import type { Model } from '../model/model-of.ts';
import type { Node } from '../model/syntax.ts';
import { literalText, plainArguments, unwrap, writtenName } from '../model/syntax.ts';
import { objectOf, propertyOf } from '../model/stores/fields.ts';
import { linksOf } from '../model/stores/links.ts';
import type { Race } from '../model/stores/races.ts';
import { indentOf } from './new-key.ts';
import { styleOf } from './style-of-file.ts';

/** An insert that lets one copy win, and how the loser is told. */
export interface RaceFreeInsert {
  /** The expression, without its `await`. */
  text: string;
  /** By what the insert answers (`lost` of its name), or by the error it throws (`lost` of the error's name). */
  told: 'answer' | 'error';
  lost: (name: string) => string;
}

/**
 * The insert of a race in the spelling of its library that a taken key does not break; null where we know no spelling
 * that is sure to work.
 */
export function raceFreeInsert(model: Model, race: Race): RaceFreeInsert | null {
  switch (race.insert.library) {
    case 'sql':
      return sqlInsert(model, race);
    case 'prisma':
      return caught(model.textOf(race.insert.node), `'P2002'`);
    case 'builder':
      return drizzleInsert(model, race);
    case 'model':
      return modelInsert(model, race);
    case 'mongodb':
      return caught(model.textOf(race.insert.node), '11000');
    case 'redis':
      return redisInsert(model, race);
    case 'dynamodb':
      return dynamoInsert(model, race);
    case 'firestore':
      return firestoreInsert(model, race);
    default:
      return null;
  }
}

/** Narrowing that needs neither an import nor a cast: it compiles in TypeScript and is plain JavaScript. */
function caught(text: string, code: string): RaceFreeInsert {
  return {
    text,
    told: 'error',
    lost: (error) => `${error} instanceof Error && 'code' in ${error} && ${error}.code === ${code}`,
  };
}

function caughtByName(text: string, name: string): RaceFreeInsert {
  return { text, told: 'error', lost: (error) => `${error} instanceof Error && ${error}.name === '${name}'` };
}

/** PostgreSQL through pg and SQLite: `ON CONFLICT DO NOTHING` and the number of rows. */
function sqlInsert(model: Model, { insert }: Race): RaceFreeInsert | null {
  const literal = model.index.templates.find(
    (node) =>
      node.range[0] >= insert.node.range[0] &&
      node.range[1] <= insert.node.range[1] &&
      /^\s*insert\b/i.test(literalText(node) ?? ''),
  );
  if (!literal) return null;
  const sql = model.textOf(literal);
  const inner = sql.slice(1, -1);
  // What follows a comment is a comment; after a SELECT, `ON` would belong to a join (sqlite.org/lang_upsert.html).
  if (/--|\/\*|\bselect\b|;\s*\S/i.test(inner)) return null;
  const end = inner.search(/\s+returning\b|\s*;?\s*$/i);
  const yields = `${sql[0]}${inner.slice(0, end)} ON CONFLICT DO NOTHING${inner.slice(end)}${sql.at(-1)}`;
  const text = replaced(model, insert.node, literal, yields);
  if (insert.synchronous && /\.run\([^]*\)$/.test(text)) {
    return { text, told: 'answer', lost: (name) => `${name}.changes === 0` };
  }
  // `$1` is pg's placeholder; other drivers tell the number of rows in other ways.
  return /\$\d/.test(inner) && isOfPg(model, insert.node)
    ? { text, told: 'answer', lost: (name) => `${name}.rowCount === 0` }
    : null;
}

/** Packages whose `query` takes `$1`, too, and answers with the rows or with nothing. */
const otherDrivers =
  /^(?:typeorm|@nestjs\/typeorm|sequelize|@neondatabase\/serverless|pg-promise|postgres|drizzle-orm|@mikro-orm\/|@prisma\/|slonik)/;
const connectionNames = /pool|client|conn|^(?:db|database|pg|postgres|tx|trx)$/i;

/** Is this a `query` of pg's pool or client? */
function isOfPg(model: Model, node: Node): boolean {
  if (node.type !== 'CallExpression' || writtenName(node.callee) !== 'query') return false;
  const { root, steps } = model.things.calleeOf(node);
  if (root.kind === 'import' || root.kind === 'type') {
    if (root.package === 'pg') return true;
    if (root.package !== null && !isLocalModule(root.package)) return false;
  }
  if ([...model.packages].some((name) => otherDrivers.test(name))) return false;
  const held = steps.at(-2);
  const name = held ? (held.kind === 'member' ? held.name : null) : 'name' in root ? root.name : null;
  return name !== null && connectionNames.test(name);
}

/** Drizzle on a table of PostgreSQL or SQLite. */
function drizzleInsert(model: Model, { insert }: Race): RaceFreeInsert | null {
  const entity = insert.entity && unwrap(insert.entity);
  const variable = entity?.type === 'Identifier' ? model.bindings.variableOf(entity) : null;
  const binding = variable && model.bindings.bindingOf(variable);
  const made = binding?.kind === 'value' ? unwrap(binding.init) : null;
  const maker = made?.type === 'CallExpression' && made.callee.type === 'Identifier' ? made.callee.name : '';
  if (maker !== 'pgTable' && maker !== 'sqliteTable') return null;
  const text = model.textOf(insert.node);
  // What runs the statement would have to stand at the end.
  if (/\.(?:returning|run|execute|all|get|prepare)\(/.test(text)) return null;
  return {
    text: `${text}.onConflictDoNothing().returning()`,
    told: 'answer',
    lost: (name) => `${name}.length === 0`,
  };
}

/** Sequelize by the name of its error, Mongoose by the number of the server's. */
function modelInsert(model: Model, { insert }: Race): RaceFreeInsert | null {
  const entity = insert.entity && unwrap(insert.entity);
  const variable = entity?.type === 'Identifier' ? model.bindings.variableOf(entity) : null;
  const binding = variable && model.bindings.bindingOf(variable);
  const made = binding?.kind === 'value' ? unwrap(binding.init) : null;
  if (made?.type !== 'CallExpression') return null;
  const text = model.textOf(insert.node);
  const links = linksOf(model.things.thingOf(made));
  const { root } = model.things.thingOf(made);
  if (root.kind === 'import' && root.package === 'mongoose') return caught(text, '11000');
  return links.at(-1)?.name === 'define' ? caughtByName(text, 'SequelizeUniqueConstraintError') : null;
}

/** Redis, whose keys are unique by nature: `NX`, in the spelling of the client in use. */
function redisInsert(model: Model, { insert }: Race): RaceFreeInsert | null {
  const { node } = insert;
  if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return null;
  if (writtenName(node.callee) !== 'set') return null;
  const args = plainArguments(node);
  const lost = (name: string): string => `${name} === null`;
  const last = args.at(-1);
  const third = args[2] && unwrap(args[2]);
  if (!last || args.length < 2) return null;
  if (args.some((argument) => /\bNX\b/i.test(literalText(argument) ?? '')))
    return { text: model.textOf(node), told: 'answer', lost };
  const { quote } = styleOf(model);
  const given = third ? optionsWithNx(model, third) : nxFor(model, node, quote);
  if (third?.type === 'ObjectExpression')
    return given === null ? null : { text: replaced(model, node, third, given), told: 'answer', lost };
  // `set(key, value, 'EX', 60)`
  if (third && literalText(third) === null) return null;
  const added = third ? `${quote}NX${quote}` : given;
  if (added === null) return null;
  return { text: replaced(model, node, last, `${model.textOf(last)}, ${added}`), told: 'answer', lost };
}

/** The options of a `SET` with `NX` among them; null for what is no literal of options. */
function optionsWithNx(model: Model, options: Node): string | null {
  if (options.type !== 'ObjectExpression') return null;
  const text = model.textOf(options);
  if (/\b(?:nx|condition|mode)\b/i.test(text)) return text;
  const { quote } = styleOf(model);
  // @redis/client 5 takes `{ expiration, condition }`, earlier ones `{ EX, NX }`; @upstash/redis writes them small.
  const member = /\bexpiration\b/.test(text)
    ? `condition: ${quote}NX${quote}`
    : /\b(?:ex|px|exat|pxat|keepTtl)\b/.test(text)
      ? 'nx: true'
      : 'NX: true';
  const last = options.properties.at(-1);
  return last ? replaced(model, options, last, withMembers(model, options, last, [member])) : `{ ${member} }`;
}

/** `NX` for a `set(key, value)` without options, by the package that the client comes from. */
function nxFor(model: Model, call: TSESTree.CallExpression, quote: string): string | null {
  const { root } = model.things.calleeOf(call);
  if (root.kind !== 'import' && root.kind !== 'type') return null;
  switch (root.package) {
    case 'ioredis':
    case 'iovalkey':
      return `${quote}NX${quote}`;
    case 'redis':
    case '@redis/client':
      return '{ NX: true }';
    case '@upstash/redis':
    case '@vercel/kv':
      return '{ nx: true }';
    default:
      return null;
  }
}

/** DynamoDB: the row is put only when its key is not there. */
function dynamoInsert(model: Model, { insert, lookUp }: Race): RaceFreeInsert | null {
  const inputOf = (node: Node): ReturnType<typeof objectOf> => {
    const command = node.type === 'CallExpression' && node.arguments[0] ? unwrap(node.arguments[0]) : null;
    return command?.type === 'NewExpression' ? objectOf(model.bindings, command.arguments[0]) : null;
  };
  const put = inputOf(insert.node);
  const key = objectOf(model.bindings, propertyOf(inputOf(lookUp.node), 'Key') ?? undefined);
  const column = key?.properties[0];
  const name = column?.type === 'Property' ? writtenName(column) : null;
  const last = put?.properties.at(-1);
  if (!put || !last || name === null || !/^\w+$/.test(name)) return null;
  if (put.range[0] < insert.node.range[0] || put.range[1] > insert.node.range[1]) return null;
  if (propertyOf(put, 'ExpressionAttributeNames') || propertyOf(put, 'ConditionExpression')) return null;
  const { quote } = styleOf(model);
  const text = (value: string): string => `${quote}${value}${quote}`;
  const condition = unreservedName.test(name)
    ? [`ConditionExpression: ${text(`attribute_not_exists(${name})`)}`]
    : [
        `ConditionExpression: ${text(`attribute_not_exists(#${name})`)}`,
        `ExpressionAttributeNames: { ${text(`#${name}`)}: ${text(name)} }`,
      ];
  return caughtByName(
    replaced(model, insert.node, last, withMembers(model, put, last, condition)),
    'ConditionalCheckFailedException',
  );
}

/** Names that cannot be one of DynamoDB's reserved words (`key`, `token`, `uuid`, …), which need a placeholder. */
const unreservedName = /^(?:pk|sk|id|[a-z]\w*[a-z](?:I[dD]|_id|Key|_key))$/;

/** The text of an object's last member with others after it, on lines of their own where the members stand so. */
function withMembers(
  model: Model,
  object: TSESTree.ObjectExpression,
  last: Node,
  members: readonly string[],
): string {
  const ownLine = last.loc.start.line > object.loc.start.line;
  const lead = ownLine ? `${styleOf(model).lineBreak}${indentOf(model, last)}` : ' ';
  return [model.textOf(last), ...members].join(`,${lead}`);
}

/** Firestore of the Admin SDK: `create` fails with the code 6 where `set` would overwrite. */
function firestoreInsert(model: Model, { insert }: Race): RaceFreeInsert | null {
  const { node } = insert;
  if (
    node.type !== 'CallExpression' ||
    node.callee.type !== 'MemberExpression' ||
    node.arguments.length !== 1
  )
    return null;
  if (writtenName(node.callee) !== 'set') return null;
  return caught(replaced(model, node, node.callee.property, 'create'), '6');
}

/** The text of `outer` with the text of `part` replaced. */
function replaced(model: Model, outer: Node, part: Node, by: string): string {
  const { text } = model.sourceCode;
  return text.slice(outer.range[0], part.range[0]) + by + text.slice(part.range[1], outer.range[1]);
}
