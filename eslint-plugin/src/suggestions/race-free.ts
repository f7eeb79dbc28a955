import type { TSESLint, TSESTree } from '@typescript-eslint/utils';
import type { Model } from '../model/model-of.ts';
import type { Node } from '../model/syntax.ts';
import { ancestors, calledName, contains, isFunction, wrapped } from '../model/syntax.ts';
import { leaves } from '../model/stores/outcomes.ts';
import type { Race } from '../model/stores/races.ts';
import { freeName, indentOf } from './new-key.ts';
import type { RaceFreeInsert } from './race-free-inserts.ts';
import { raceFreeInsert } from './race-free-inserts.ts';
import { styleOf } from './style-of-file.ts';
import { wholeLine } from './whole-line.ts';

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
  // A promise that nobody waits for tells nothing.
  if (wrapped(insert.node) === insert.node && !insert.synchronous) return null;
  // Catching an error inside a transaction of PostgreSQL leaves that transaction aborted.
  const transaction = isInTransaction(insert.node, race.region);
  const spelling = raceFreeInsert(model, race);
  if (!spelling || (transaction && spelling.told === 'error')) return null;
  const exit = exitOf(model, race, guard, spelling.told);
  if (exit === null) return null;
  const moves = race.worksFirst;
  if (moves && (!transaction || !standsAlone(model, insert.node, guard, statement))) return null;
  const place = moves ? guard : statement;
  const { lineBreak } = styleOf(model);
  const indent = indentOf(model, place);
  const lines = codeFor(model, insert.node, block, spelling, exit);
  const code = lines.join(`${lineBreak}${indent}`);
  return (fixer) =>
    moves
      ? [
          fixer.insertTextAfter(guard, `${lineBreak}${indent}${code}`),
          fixer.removeRange(wholeLine(model, statement) ?? statement.range),
        ]
      : [fixer.replaceText(statement, code)];
}

/** The statements that take the insert's place; the lines after the first without the block's own indentation. */
function codeFor(
  model: Model,
  insert: Node,
  block: Node,
  { text, told, lost }: RaceFreeInsert,
  exit: readonly string[],
): string[] {
  const { end, quote, step } = styleOf(model);
  const awaited = wrapped(insert) === insert ? text : `await ${text}`;
  if (told === 'answer') {
    const name = freeName(model, block, 'claimed');
    const [first = ''] = exit;
    return [
      `const ${name} = ${awaited}${end}`,
      exit.length === 1 ? `if (${lost(name)}) ${first}` : `if (${lost(name)}) {`,
      ...(exit.length === 1 ? [] : [...exit.map((line) => `${step}${line}`), '}']),
    ];
  }
  return [
    `try {`,
    `${step}${deeper(awaited, step)}${end}`,
    `} catch (error) {`,
    `${step}if (!(${lost('error').replaceAll("'", quote)})) throw error${end}`,
    ...exit.map((line) => `${step}${line}`),
    `}`,
  ];
}

/** One level deeper; texts over several lines keep their white space. */
function deeper(text: string, step: string): string {
  return text.includes('`') ? text : text.replace(/\n(?=.)/g, `\n${step}`);
}

/**
 * How the loser leaves, line by line: as the guard does. Where the guard's answer needs the row, the loser looks
 * again; when there is none, another unique rule stopped the insert, and the error goes on its way.
 */
function exitOf(
  model: Model,
  race: Race,
  guard: TSESTree.IfStatement,
  told: RaceFreeInsert['told'],
): string[] | null {
  const { consequent } = guard;
  const declarator = declaratorOf(race.site);
  const reads = (part: Node, declared: Node): boolean =>
    model.bindings
      .declaredBy(declared)
      .some(({ references }) => references.some(({ identifier }) => contains(part, identifier as Node)));
  if (!declarator || !reads(consequent, declarator)) {
    const derived = declaratorsBetween(race.site, guard).some((one) => reads(consequent, one));
    if (derived) return null;
    const statements = consequent.type === 'BlockStatement' ? consequent.body : [consequent];
    return statements.flatMap((statement) => linesOf(model, statement));
  }
  const lookUp = declarator.parent;
  if (told !== 'error' || lookUp.type !== 'VariableDeclaration' || lookUp.parent !== guard.parent)
    return null;
  if (lookUp.kind !== 'const' || lookUp.declarations.length !== 1) return null;
  // What the guard's answer needs besides has to be made before, too.
  if (lookUp.range[1] > guard.range[0] || !standsAlone(model, guard, lookUp, guard)) return null;
  return [...linesOf(model, lookUp), ...linesOf(model, guard), `throw error${styleOf(model).end}`];
}

/** The text of a statement, the lines after the first without the statement's own indentation. */
function linesOf(model: Model, statement: Node): string[] {
  const indent = indentOf(model, statement);
  return model.sourceCode
    .getText(statement as never)
    .split(/\r?\n/)
    .map((line, index) => (index > 0 && line.startsWith(indent) ? line.slice(indent.length) : line));
}

function declaratorOf(node: Node): TSESTree.VariableDeclarator | null {
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

/** Does an expression or statement need nothing that is made between two statements of the block? */
function standsAlone(model: Model, node: Node, from: Node, to: Node): boolean {
  return declaratorsBetween(from, to)
    .flatMap((declarator) => model.bindings.declaredBy(declarator))
    .every(({ references }) => !references.some(({ identifier }) => contains(node, identifier as Node)));
}

/** What the statements of the second one's block declare between the two. */
function declaratorsBetween(from: Node, to: Node): Node[] {
  const block = to.parent;
  if (!block || !('body' in block) || !Array.isArray(block.body)) return [];
  return block.body
    .filter((one) => one.range[0] >= from.range[1] && one.range[1] <= to.range[0])
    .flatMap((one) => (one.type === 'VariableDeclaration' ? one.declarations : []));
}
