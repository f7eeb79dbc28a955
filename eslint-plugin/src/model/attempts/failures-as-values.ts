import type { TSESTree } from '@typescript-eslint/utils';
import type { Model } from '../model-of.ts';
import { optionOf } from '../options.ts';
import type { CallNode, FunctionNode, LoopNode, Node } from '../syntax.ts';
import { ancestors, functionAround, isLoop, literalText, unwrap, wrapped, writtenName } from '../syntax.ts';
import { Answers } from './answers.ts';
import { Paths, targetOf } from './paths.ts';

/**
 * Failures that a function of this file hands back instead of throwing them: `catch { return { outcome: 'retry' } }`.
 * The loop that calls it goes round when it finds such a value.
 */
export class FailuresAsValues {
  readonly #model: Model;
  readonly #answers: Answers;
  readonly #paths: Paths;
  readonly #known = new Map<FunctionNode, readonly Node[]>();

  constructor(model: Model) {
    this.#model = model;
    this.#answers = model.part(Answers);
    this.#paths = new Paths(this.#answers);
  }

  /**
   * Does what a call hands back after a failure of open outcome lead to the loop's head again? Null where the call is
   * none of a function of this file that answers with objects written there.
   */
  goRound(loop: LoopNode, call: CallNode): boolean | null {
    const { functions } = this.#model;
    const callee = functions.calleeOf(call);
    const held = callee && variableOf(call, loop);
    if (!callee || !held) return null;
    const answers = functions.returnsOf(callee);
    if (answers.length === 0 || answers.some((answer) => unwrap(answer).type !== 'ObjectExpression'))
      return null;
    return this.#failuresOf(callee).some((failure) => this.#reachesHead(loop, held, failure));
  }

  /** The objects a function returns after a failure: from a `catch`, or behind a test that lets server faults through. */
  #failuresOf(callee: FunctionNode): readonly Node[] {
    let found = this.#known.get(callee);
    if (!found) {
      found = this.#model.index.returns.flatMap((statement) => {
        if (!statement.argument || functionAround(statement) !== callee) return [];
        const handler = [...ancestors(statement)].find(({ type }) => type === 'CatchClause');
        const open = this.#paths
          .factsAt(statement, handler ?? callee)
          .some(({ definite, fault }) => !definite && (fault || handler !== undefined));
        return open ? [unwrap(statement.argument)] : [];
      });
      this.#known.set(callee, found);
    }
    return found;
  }

  /** Walks on from the declaration that holds the value, through the tests that the value decides. */
  #reachesHead(loop: LoopNode, held: TSESTree.VariableDeclarator, failure: Node): boolean {
    const declaration = held.parent;
    const block = declaration.parent;
    if (block?.type !== 'BlockStatement' || block.parent !== loop || held.id.type !== 'Identifier')
      return false;
    const name = held.id.name;
    const end = this.#walk(block.body.slice(block.body.indexOf(declaration) + 1), loop, name, failure);
    return end === 'round' || end === 'falls';
  }

  /** How statements end for a value: at the loop's head, outside the loop, behind the last of them; or nobody knows. */
  #walk(statements: readonly TSESTree.Statement[], loop: LoopNode, name: string, failure: Node): End {
    for (const statement of statements) {
      const end = this.#end(statement, loop, name, failure);
      if (end !== 'falls') return end;
    }
    return 'falls';
  }

  #end(statement: TSESTree.Statement, loop: LoopNode, name: string, failure: Node): End {
    switch (statement.type) {
      case 'ReturnStatement':
      case 'ThrowStatement':
        return 'leaves';
      case 'BreakStatement':
        return 'leaves';
      case 'ContinueStatement':
        return targetOf(statement) === loop ? 'round' : 'leaves';
      case 'BlockStatement':
        return this.#walk(statement.body, loop, name, failure);
      case 'IfStatement': {
        const holds = truthOf(this.#answers, statement.test, name, failure);
        const yes = this.#end(statement.consequent, loop, name, failure);
        const no = statement.alternate ? this.#end(statement.alternate, loop, name, failure) : 'falls';
        if (holds !== null) return holds ? yes : no;
        // What counts attempts or waits decides nothing: `if (attempt === last) throw …`.
        if (yes === no) return yes;
        if (yes === 'leaves' || no === 'leaves') return yes === 'leaves' ? no : yes;
        return 'falls';
      }
      default:
        return isLoop(statement) || statement.type === 'SwitchStatement' || statement.type === 'TryStatement'
          ? 'unknown'
          : 'falls';
    }
  }
}

type End = 'round' | 'leaves' | 'falls' | 'unknown';

/** The declaration in the loop that holds what a call hands back: `const result = await attempt(n)`. */
function variableOf(call: CallNode, loop: LoopNode): TSESTree.VariableDeclarator | null {
  const outer = wrapped(call).parent;
  return outer?.type === 'VariableDeclarator' && functionAround(outer) === functionAround(loop)
    ? outer
    : null;
}

/** Is a test true for the object of a failure? Null where the object does not decide it. */
function truthOf(answers: Answers, test: Node, name: string, failure: Node): boolean | null {
  const node = unwrap(test);
  if (node.type === 'UnaryExpression' && node.operator === '!') {
    const truth = truthOf(answers, node.argument, name, failure);
    return truth === null ? null : !truth;
  }
  if (node.type === 'LogicalExpression' && node.operator !== '??') {
    const [left, right] = [node.left, node.right].map((side) => truthOf(answers, side, name, failure));
    const decides = node.operator === '||';
    if (left === decides || right === decides) return decides;
    return left === null || right === null ? null : !decides;
  }
  if (node.type === 'MemberExpression') {
    const value = memberOf(node, name, failure);
    if (value?.type === 'Literal') return Boolean(value.value);
    if (value === null) return isOf(node, name) ? false : null;
    // `{ again: isRateLimit(error) }` does not let a timeout through.
    return answers.isDefinite(value, true) ? false : null;
  }
  if (node.type === 'BinaryExpression' && /^[!=]==?$/.test(node.operator)) {
    const value = memberOf(node.left, name, failure);
    const wanted = unwrap(node.right);
    if (value?.type !== 'Literal' || wanted.type !== 'Literal') return null;
    const same =
      literalText(value) === null ? value.value === wanted.value : literalText(value) === literalText(wanted);
    return node.operator.startsWith('=') === same;
  }
  return null;
}

function isOf(expression: Node, name: string): boolean {
  const node = unwrap(expression);
  return (
    node.type === 'MemberExpression' &&
    unwrap(node.object).type === 'Identifier' &&
    (unwrap(node.object) as TSESTree.Identifier).name === name
  );
}

/** What the failure's object holds for `result.outcome`; null where it has no such member or the test asks of another. */
function memberOf(expression: Node, name: string, failure: Node): Node | null {
  const node = unwrap(expression);
  if (node.type !== 'MemberExpression' || !isOf(node, name)) return null;
  const member = writtenName(node);
  const value = member === null ? null : optionOf(failure, member);
  return value && unwrap(value);
}
