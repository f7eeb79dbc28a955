import type { TSESTree } from '@typescript-eslint/utils';
import type { Bindings, Variable } from '../bindings.ts';
import type { Node } from '../syntax.ts';
import { ancestors, contains, functionAround, isFunction, unwrap, wrapped, writtenName } from '../syntax.ts';

/** What a test that is true says about the looked-up row. */
type Says = 'found' | 'missing' | 'unclear';

/** Names of the part of an answer that holds its error, not its row. */
const errorNames = /^(?:e|err|error|readError|lookupError|\w*Error|unavailable|failed)$/;
/** Members of an answer that hold the row, or tell whether there is one. */
const rowMembers =
  /^(?:Items?|rows?|data|value|values|result|results|docs?|record|records|length|size|count|Count|rowCount|affectedRows|changes|exists|found|hit|entry|body)$/;
/** An answer to a request, in the frameworks' spellings. */
const replies =
  /\b(?:res|response|reply|ctx|c)\b[^;]*\.(?:json|send|end|status|code|body)\b|new Response\(|Response\.json\(/;
const missingMembers = /^(?:empty|missing|notFound|isEmpty|isMissing)$/;

/** Follows the outcome of a look-up through variables to the tests that hang on it. */
export class Outcomes {
  readonly #bindings: Bindings;

  constructor(bindings: Bindings) {
    this.#bindings = bindings;
  }

  /**
   * Does the code at `target` run only, or mainly, when the look-up found nothing?
   * @param lookUp the expression whose value is the outcome.
   * @param region the function that holds both.
   * @returns the test that decides, or null.
   */
  guardOf(lookUp: Node, target: Node, region: Node): Node | null {
    const carriers = this.#carriers(lookUp, region);
    const tests = [
      ...carriers.tests,
      ...[...carriers.variables].flatMap((variable) => this.#testsOf(variable)),
    ].sort((one, other) => one.holder.range[0] - other.holder.range[0]);
    for (const { test, holder } of tests) {
      if (holder.range[0] > target.range[0]) continue;
      const says = this.#says(test, carriers.variables, lookUp);
      if (endsWithout(holder, test, says, target)) return null;
      if (decides(holder, says, target)) return holder;
    }
    return null;
  }

  /** The test that answers the request when the row is there: `if (hit) return res.json(hit)`. Null where there is none. */
  replyAfter(lookUp: Node, region: Node, text: string): Node | null {
    const { variables, tests } = this.#carriers(lookUp, region);
    for (const { test, holder } of [
      ...tests,
      ...[...variables].flatMap((variable) => this.#testsOf(variable)),
    ]) {
      if (holder.type !== 'IfStatement' || this.#says(test, variables, lookUp) !== 'found') continue;
      if (replies.test(text.slice(holder.consequent.range[0], holder.consequent.range[1]))) return holder;
    }
    return null;
  }

  /** Variables that hold the outcome or something made of it, and tests that hold the look-up itself. */
  #carriers(lookUp: Node, region: Node): { variables: Set<Variable>; tests: Test[] } {
    const variables = new Set<Variable>();
    const tests: Test[] = [];
    const pending: Node[] = [lookUp];
    const hold = (declared: readonly Variable[]): void => {
      for (const variable of declared) {
        if (variables.has(variable) || errorNames.test(variable.name)) continue;
        variables.add(variable);
        pending.push(
          ...variable.references
            .filter((reference) => reference.isRead())
            .map(({ identifier }) => identifier as Node),
        );
      }
    };
    // `db.get(sql, args, (error, row) => …)` hands the row to its own callback.
    const callback = lookUp.type === 'CallExpression' ? lookUp.arguments.at(-1) : undefined;
    if (isFunction(callback)) {
      const [first] = callback.params;
      hold(
        this.#bindings.declaredBy(callback).filter(({ defs }) => !defs.some(({ name }) => name === first)),
      );
    }
    for (let node = pending.pop(); node; node = pending.pop()) {
      for (const outer of [node, ...ancestors(node)]) {
        if (outer === region) break;
        const test = testHolding(outer, node);
        if (test) tests.push(test);
        // What is asked next with a part of the row is something else: `await load(row.ownerId)`.
        if (
          outer.type === 'AwaitExpression' &&
          node.type === 'Identifier' &&
          isArgumentIn(outer.argument, node)
        )
          break;
        hold(this.#declaredAt(outer, node));
        const returning = outer === node ? null : returningCallback(outer);
        if (returning) {
          if (returning !== region) pending.push(returning);
          break;
        }
        if (outer !== node && isStatement(outer)) break;
      }
      if (variables.size > 24) break;
    }
    return { variables, tests };
  }

  /** The variables that get the value of `inner` at this node: a declaration, an assignment, a callback's parameter. */
  #declaredAt(outer: Node, inner: Node): readonly Variable[] {
    if (outer.type === 'VariableDeclarator' && outer.init && contains(outer.init, inner))
      return this.#bindings.declaredBy(outer);
    if (outer.type === 'AssignmentExpression' && contains(outer.right, inner))
      return this.#assigned(outer.left);
    // `look().then((row) => …)`, `from(look()).pipe(mergeMap((row) => …))`: the callback gets the row.
    if (
      outer.type === 'CallExpression' &&
      outer.callee.type === 'MemberExpression' &&
      contains(outer.callee.object, inner)
    ) {
      const name = writtenName(outer.callee);
      if (name !== 'then' && name !== 'pipe' && name !== 'subscribe') return [];
      return outer.arguments.flatMap((argument) => {
        const callback =
          name === 'pipe' && argument.type === 'CallExpression' ? argument.arguments[0] : argument;
        if (!callback || !isFunction(callback)) return [];
        const [first] = callback.params;
        return this.#bindings
          .declaredBy(callback)
          .filter(
            ({ defs }) => first !== undefined && defs.some(({ name: id }) => contains(first, id as Node)),
          );
      });
    }
    return [];
  }

  #assigned(pattern: Node): Variable[] {
    if (pattern.type === 'Identifier') {
      const variable = this.#bindings.variableOf(pattern);
      return variable ? [variable] : [];
    }
    if (pattern.type === 'ObjectPattern') {
      return pattern.properties.flatMap((property) =>
        this.#assigned(property.type === 'Property' ? property.value : property.argument),
      );
    }
    if (pattern.type === 'ArrayPattern')
      return pattern.elements.flatMap((element) => (element ? this.#assigned(element) : []));
    return [];
  }

  #testsOf(variable: Variable): Test[] {
    return variable.references.flatMap(({ identifier }) => {
      for (const outer of ancestors(identifier as Node)) {
        const test = testHolding(outer, identifier as Node);
        if (test) return [test];
        if (isStatement(outer)) return [];
      }
      return [];
    });
  }

  #says(test: Node, variables: ReadonlySet<Variable>, lookUp: Node): Says {
    const node = unwrap(test);
    const about = (part: Node): boolean => this.#mentions(part, variables, lookUp);
    switch (node.type) {
      case 'UnaryExpression':
        if (node.operator !== '!' || readsRow(node.argument)) return 'unclear';
        return opposite(this.#says(node.argument, variables, lookUp));
      case 'LogicalExpression': {
        const sides = [node.left, node.right]
          .filter(about)
          .map((side) => this.#says(side, variables, lookUp));
        return sides.find((says) => says !== 'unclear') ?? 'unclear';
      }
      case 'BinaryExpression':
        return comparison(node);
      case 'MemberExpression':
        return missingMembers.test(writtenName(node) ?? '') ? 'missing' : 'found';
      case 'CallExpression':
        return 'found';
      default:
        return about(node) ? 'found' : 'unclear';
    }
  }

  #mentions(node: Node, variables: ReadonlySet<Variable>, lookUp: Node): boolean {
    if (contains(node, lookUp)) return true;
    for (const variable of variables) {
      if (variable.references.some(({ identifier }) => contains(node, identifier as Node))) return true;
    }
    return false;
  }
}

/** The callback whose result this is: `attempt(() => look())` gives what the look-up gives. */
function returningCallback(node: Node): Node | null {
  const owner = node.type === 'ReturnStatement' ? functionAround(node) : isFunction(node) ? node : null;
  if (!owner || owner.type === 'FunctionDeclaration') return null;
  if (isFunction(node) && node.body.type === 'BlockStatement') return null;
  return owner.parent.type === 'CallExpression' && owner.parent.callee !== owner ? owner : null;
}

interface Test {
  test: Node;
  holder: Node;
}

/** `outer` as a test, when `inner` stands in its condition. */
function testHolding(outer: Node, inner: Node): Test | null {
  switch (outer.type) {
    case 'IfStatement':
    case 'ConditionalExpression':
    case 'WhileStatement':
      return contains(outer.test, inner) ? { test: outer.test, holder: outer } : null;
    case 'SwitchStatement':
      return contains(outer.discriminant, inner) ? { test: outer.discriminant, holder: outer } : null;
    case 'LogicalExpression': {
      // A condition's own `&&` is part of that condition.
      const isValue =
        wrapped(outer).parent?.type !== 'IfStatement' && wrapped(outer).parent?.type !== 'LogicalExpression';
      return isValue && contains(outer.left, inner) ? { test: outer.left, holder: outer } : null;
    }
    default:
      return null;
  }
}

/** `row.answer` of a row that has none yet: the row is there all the same. `result.rows`, `res.Item` hold the row itself. */
function readsRow(node: Node): boolean {
  const inner = unwrap(node);
  if (inner.type !== 'MemberExpression' || inner.computed) return false;
  const name = writtenName(inner) ?? '';
  return !rowMembers.test(name) && !missingMembers.test(name);
}

function opposite(says: Says): Says {
  if (says === 'unclear') return says;
  return says === 'found' ? 'missing' : 'found';
}

/** `row !== null`, `rows.length > 0`, `rowCount === 1`, `state === 'done'` say that a row is there. */
function comparison(node: TSESTree.BinaryExpression): Says {
  const right = unwrap(node.right);
  const nothing =
    (right.type === 'Literal' &&
      (right.value === null || right.value === 0 || right.value === false || right.value === 0n)) ||
    (right.type === 'Identifier' && right.name === 'undefined');
  switch (node.operator) {
    case '===':
    case '==':
      if (nothing && readsRow(node.left)) return 'unclear';
      return nothing ? 'missing' : 'found';
    case '!==':
    case '!=':
      // `row.hash !== hash` reads a row as well.
      return 'found';
    case '>':
    case '>=':
      return 'found';
    case '<':
    case '<=':
      return right.type === 'Literal' && (right.value === 1 || right.value === 0) ? 'missing' : 'found';
    default:
      return 'unclear';
  }
}

/** Does a test send the run to `target` when the row is missing, and away from it when it is there? */
function decides(holder: Node, says: Says, target: Node): boolean {
  if (holder.type === 'LogicalExpression') {
    if (!contains(holder.right, target)) return false;
    return holder.operator === '&&' ? says === 'missing' : says !== 'missing';
  }
  if (holder.type === 'SwitchStatement')
    return !contains(holder, target) && holder.cases.some((one) => leaves(one.consequent.at(-1)));
  if (holder.type === 'WhileStatement') return false;
  if (holder.type !== 'IfStatement' && holder.type !== 'ConditionalExpression') return false;
  if (contains(holder.consequent, target)) return says === 'missing';
  if (holder.alternate && contains(holder.alternate, target)) return says === 'found';
  if (holder.type === 'ConditionalExpression') return false;
  if (!isReachedAfter(holder, target)) return false;
  if (says === 'found' && leaves(holder.consequent)) return true;
  return says === 'missing' && leaves(holder.alternate);
}

/** `if (!row) return;` before the target: then the insert happens when the row is there, and is no claim. */
function endsWithout(holder: Node, test: Node, says: Says, target: Node): boolean {
  if (holder.type !== 'IfStatement' || says !== 'missing' || !leaves(holder.consequent)) return false;
  const condition = unwrap(test);
  const partial = condition.type === 'LogicalExpression' && condition.operator === '&&';
  return !partial && !contains(holder, target) && isReachedAfter(holder, target);
}

/** Does a node stand in the arguments of the call, or chain of calls, that an expression is? */
function isArgumentIn(expression: Node, node: Node): boolean {
  const call = unwrap(expression);
  if (call.type === 'MemberExpression') return isArgumentIn(call.object, node);
  if (call.type !== 'CallExpression') return false;
  return call.arguments.some((argument) => contains(argument, node)) || isArgumentIn(call.callee, node);
}

/** Is `target` in what follows the statement, in the same block or one round it, inside one function or its callbacks? */
function isReachedAfter(statement: Node, target: Node): boolean {
  for (let inner: Node = statement; inner.parent; inner = inner.parent) {
    const outer = inner.parent;
    if (isFunction(outer)) return false;
    if (!contains(outer, target)) continue;
    return target.range[0] >= statement.range[1];
  }
  return false;
}

const throwing: ReadonlySet<string> = new Set([
  'redirect',
  'permanentRedirect',
  'notFound',
  'forbidden',
  'unauthorized',
]);

/** Does a branch end by leaving: `return`, `throw`, `continue`, `break`? */
export function leaves(statement: Node | null | undefined): boolean {
  switch (statement?.type) {
    case 'ReturnStatement':
    case 'ThrowStatement':
    case 'ContinueStatement':
    case 'BreakStatement':
      return true;
    case 'BlockStatement':
      return leaves(statement.body.at(-1));
    case 'IfStatement':
      return leaves(statement.consequent) && leaves(statement.alternate);
    case 'ExpressionStatement': {
      // Next.js and the like leave by throwing: `redirect('/orders')`.
      const call = unwrap(statement.expression);
      return (
        call.type === 'CallExpression' && call.callee.type === 'Identifier' && throwing.has(call.callee.name)
      );
    }
    default:
      return false;
  }
}

function isStatement(node: Node): boolean {
  return /Statement$/.test(node.type) || node.type === 'VariableDeclaration' || isFunction(node);
}
