import type { TSESLint, TSESTree } from '@typescript-eslint/utils';
import type { Model } from '../model/model-of.ts';
import type { Node } from '../model/syntax.ts';
import { ancestors, contains, isFunction, wrapped } from '../model/syntax.ts';
import { calledName } from '../model/stores/protections.ts';
import { leaves } from '../model/stores/outcomes.ts';
import type { Race } from '../model/stores/races.ts';
import type { RaceFreeInsert } from './race-free-inserts.ts';
import { raceFreeInsert } from './race-free-inserts.ts';

type Edit = (fixer: TSESLint.RuleFixer) => TSESLint.RuleFix[];

/** Libraries whose stores have one entry per key whatever the schema says. */
const uniqueByNature: ReadonlySet<string> = new Set(['redis', 'dynamodb', 'firestore']);

/**
 * The edit that makes a look-up and its insert safe: the insert yields to a row that is there, and the copy that lost
 * leaves as the look-up's guard does. The look-up stays, as the fast path.
 *
 * Null where no rule is seen or implied that makes the key unique, where the work would have to move in front of the
 * insert, and where the loser's answer needs the row that the look-up did not find.
 */
export function raceFreeEdit(model: Model, race: Race): Edit | null {
  const { unique, insert, insertSite, guard, lookUp } = race;
  if (unique === 'unknown' && !uniqueByNature.has(insert.library)) return null;
  if (
    insertSite !== insert.node ||
    race.site !== lookUp.node ||
    guard.type !== 'IfStatement' ||
    guard.alternate
  )
    return null;
  const statement = wrapped(insert.node).parent;
  const block = guard.parent;
  if (
    statement?.type !== 'ExpressionStatement' ||
    statement.parent !== block ||
    !('body' in block) ||
    !leaves(guard.consequent)
  )
    return null;
  // Catching an error inside a transaction of PostgreSQL leaves that transaction aborted.
  const transaction = isInTransaction(insert.node, race.region);
  const spelling = raceFreeInsert(model, race);
  if (!spelling || (transaction && spelling.told === 'error')) return null;
  const exit = exitOf(model, race, guard, transaction);
  if (exit === null) return null;
  const moves = race.worksFirst;
  if (moves && (!transaction || !standsAlone(model, insert.node, guard, statement))) return null;
  const place = moves ? guard : statement;
  const indent = ' '.repeat(place.loc.start.column);
  const code = codeFor(model, insert.node, spelling, exit, indent);
  return (fixer) =>
    moves
      ? [fixer.insertTextAfter(guard, `\n${indent}${code}`), fixer.removeRange(wholeLine(model, statement))]
      : [fixer.replaceText(statement, code)];
}

function codeFor(
  model: Model,
  insert: Node,
  { text, told, lost }: RaceFreeInsert,
  exit: string,
  indent: string,
): string {
  const awaited = wrapped(insert) === insert ? text : `await ${text}`;
  if (told === 'answer') {
    const name = freeName(model, 'claimed');
    return `const ${name} = ${awaited};\n${indent}if (${lost(name)}) ${exit}`;
  }
  const name = freeName(model, 'error');
  return [
    `try {`,
    `${indent}  ${awaited};`,
    `${indent}} catch (${name}) {`,
    `${indent}  if (!(${lost(name)})) throw ${name};`,
    `${indent}  ${exit}`,
    `${indent}}`,
  ].join('\n');
}

/** A name that the file does not use yet. A caught `error` may have the name of another one: it is in a block of its own. */
function freeName(model: Model, wished: string): string {
  if (wished === 'error') return wished;
  let name = wished;
  for (let number = 2; new RegExp(`\\b${name}\\b`).test(model.sourceCode.text); number++)
    name = `${wished}${number}`;
  return name;
}

/** How the loser leaves: as the guard does, or by looking again where the look-up is by the unique column itself. */
function exitOf(model: Model, race: Race, guard: TSESTree.IfStatement, transaction: boolean): string | null {
  const { consequent } = guard;
  const only =
    consequent.type === 'BlockStatement' && consequent.body.length === 1 ? consequent.body[0] : consequent;
  const carried = model.bindings.declaredBy(declaratorOf(race.site) ?? race.site);
  const needsRow = carried.some(({ references }) =>
    references.some(({ identifier }) => contains(consequent, identifier as Node)),
  );
  if (!needsRow) return only ? model.sourceCode.getText(only as never) : null;
  return transaction || !race.lookUp.byUnique ? null : again(model, race.region);
}

/** `return book(key, room);`, for a function whose parameters are plain names. */
function again(model: Model, region: Race['region']): string | null {
  const names = region.params.map((parameter) => (parameter.type === 'Identifier' ? parameter.name : null));
  if (names.includes(null) || !region.async || region.generator) return null;
  const given = names.join(', ');
  if (region.type === 'FunctionDeclaration' && region.id) return `return ${region.id.name}(${given});`;
  const { parent } = region;
  if (parent.type === 'MethodDefinition' && !parent.computed && parent.kind === 'method') {
    return `return this.${model.sourceCode.getText(parent.key as never)}(${given});`;
  }
  const named =
    parent.type === 'VariableDeclarator' && parent.id.type === 'Identifier' ? parent.id.name : null;
  return named === null ? null : `return ${named}(${given});`;
}

function declaratorOf(node: Node): Node | null {
  for (const outer of ancestors(node)) {
    if (outer.type === 'VariableDeclarator') return outer;
    if (/Statement$/.test(outer.type) || isFunction(outer)) return null;
  }
  return null;
}

/** Is this inside the callback of a transaction, within the function? */
function isInTransaction(node: Node, region: Node): boolean {
  for (const outer of [node, ...ancestors(node)]) {
    if (
      outer.type === 'CallExpression' &&
      !contains(outer.callee, node) &&
      /transaction/i.test(calledName(outer) ?? '')
    )
      return true;
    if (outer.type === 'FunctionDeclaration' && outer === region) return false;
  }
  return false;
}

/** Does the insert need nothing that is made between the guard and itself? */
function standsAlone(model: Model, insert: Node, guard: Node, statement: Node): boolean {
  const block = statement.parent;
  if (!block || !('body' in block) || !Array.isArray(block.body)) return false;
  const between = block.body.filter(
    (one) => one.range[0] >= guard.range[1] && one.range[1] <= statement.range[0],
  );
  return between
    .flatMap((one) =>
      one.type === 'VariableDeclaration'
        ? one.declarations.flatMap((declarator) => model.bindings.declaredBy(declarator))
        : [],
    )
    .every(({ references }) => !references.some(({ identifier }) => contains(insert, identifier as Node)));
}

/** The statement with its line's indent and line break. */
function wholeLine(model: Model, statement: Node): TSESTree.Range {
  const { text } = model.sourceCode;
  const start = text.lastIndexOf('\n', statement.range[0] - 1);
  return [
    text.slice(start + 1, statement.range[0]).trim() === '' ? start : statement.range[0],
    statement.range[1],
  ];
}
