import { Answers } from './answers.ts';
import type { Variable } from '../bindings.ts';
import type { Model } from '../model-of.ts';
import { Paths } from './paths.ts';
import type { CallNode, FunctionNode, Node } from '../syntax.ts';
import { ancestors, contains, isFunction, literalText, unwrap, writtenName } from '../syntax.ts';

/** Names of the error that a callback takes first. */
const errorNames = /^(?:e|er|err|error|ex|exception|problem|fault|failure|cause|caught)$/i;

/** `error`, or `error && …`: is the test true only with an error? */
function asksFor(test: Node, name: string): boolean {
  const node = unwrap(test);
  if (node.type === 'Identifier') return node.name === name;
  if (node.type !== 'LogicalExpression' || node.operator !== '&&') return false;
  return asksFor(node.left, name) || asksFor(node.right, name);
}

/** Functions that call themselves again when what they do fails. */
export class Recursion {
  readonly #model: Model;
  readonly #paths: Paths;
  readonly #known = new Map<FunctionNode, CallNode | null>();

  constructor(model: Model) {
    this.#model = model;
    this.#paths = new Paths(model.part(Answers));
  }

  /** The call by which a function runs itself again after a failure that may have had its effect, or null. */
  againIn(node: FunctionNode): CallNode | null {
    let again = this.#known.get(node);
    if (again === undefined) {
      again = this.#find(node);
      this.#known.set(node, again);
    }
    return again;
  }

  /** Is this parameter one that the recursive call counts on: `attempt + 1`, `left - 1`? */
  counts(node: FunctionNode, variable: Variable): boolean {
    const again = this.againIn(node);
    const counted = this.#model.bindings.countedAt(variable).some((place) => contains(node, place));
    if (again && counted) return true;
    return (
      again?.arguments.some((argument) => {
        const held = unwrap(argument);
        if (held.type !== 'BinaryExpression' && held.type !== 'UpdateExpression') return false;
        const base = unwrap(held.type === 'BinaryExpression' ? held.left : held.argument);
        return base.type === 'Identifier' && this.#model.bindings.variableOf(base) === variable;
      }) ?? false
    );
  }

  #find(node: FunctionNode): CallNode | null {
    for (const call of this.#callsOf(node)) {
      if (!contains(node, call)) continue;
      if (this.#sameOperation(node, call) && this.#afterOpenFailure(call, node)) return call;
    }
    return null;
  }

  /** The calls of a function, and `setTimeout(f, …)` that hands it over to be called. */
  #callsOf(node: FunctionNode): CallNode[] {
    const { functions } = this.#model;
    const later = functions.callsNamed('setTimeout').filter(({ arguments: [first] }) => {
      return first?.type === 'Identifier' && functions.functionOf(first) === node;
    });
    return [...functions.callSitesOf(node), ...later];
  }

  /** Nothing of what describes the operation is replaced: a walk down a tree or a list hands on something else. */
  #sameOperation(node: FunctionNode, call: CallNode): boolean {
    const { bindings } = this.#model;
    if (this.#model.functions.calleeOf(call) !== node) return true;
    return call.arguments.every((argument, at) => {
      const held = unwrap(argument);
      if (held.type === 'Literal' || held.type === 'BinaryExpression' || held.type === 'UpdateExpression')
        return true;
      if (held.type === 'ObjectExpression' || held.type === 'SpreadElement') return true;
      if (held.type !== 'Identifier')
        return held.type === 'ThisExpression' || held.type === 'MemberExpression';
      const variable = bindings.variableOf(held);
      const binding = variable && bindings.bindingOf(variable);
      return binding?.kind !== 'parameter' || binding.function !== node || binding.index === at;
    });
  }

  #afterOpenFailure(call: CallNode, node: FunctionNode): boolean {
    let inner: Node = call;
    for (const outer of ancestors(call)) {
      if (outer === node) break;
      // "Try again" is a button here: a person decides, perhaps much later.
      if (isFunction(outer) && isHandlerOfClick(outer)) return false;
      if (outer.type === 'CatchClause') {
        return this.#paths.factsAt(call, outer.body).some(({ definite }) => !definite);
      }
      if (isFunction(outer) && isFailureHandler(outer, call)) {
        return this.#paths.factsAt(call, outer).some(({ definite }) => !definite);
      }
      inner = outer;
    }
    if (isFunction(inner)) return false;
    return this.#paths.factsAt(call, node).some(({ definite, fault }) => !definite && fault);
  }
}

/** `onClick={() => …}`, `{ onPress: () => … }` */
function isHandlerOfClick({ parent }: FunctionNode): boolean {
  const holder = parent?.type === 'JSXExpressionContainer' ? parent.parent : parent;
  if (holder?.type === 'JSXAttribute')
    return holder.name.type === 'JSXIdentifier' && clicks.test(holder.name.name);
  return holder?.type === 'Property' && clicks.test(writtenName(holder) ?? '');
}

const clicks = /^on(?:Click|Press|Tap|Select|Submit|Action|Retry)$/;

/** `.catch(handler)`, `.then(done, handler)`, `.on('error', handler)`, `xhr.onerror = handler`, or a callback that takes the error first. */
function isFailureHandler(handler: FunctionNode, call: Node): boolean {
  const { parent } = handler;
  const [first] = handler.params;
  if (first?.type === 'Identifier' && errorNames.test(first.name) && parent?.type === 'CallExpression') {
    // `(error, result) => { if (error) again(); }`
    let inner = call;
    for (const outer of ancestors(call)) {
      if (outer === handler) break;
      if (outer.type === 'IfStatement' && inner === outer.consequent && asksFor(outer.test, first.name))
        return true;
      inner = outer;
    }
  }
  if (parent?.type === 'AssignmentExpression' && parent.left.type === 'MemberExpression')
    return /^on(?:error|timeout)$/.test(writtenName(parent.left) ?? '');
  if (parent?.type !== 'CallExpression' || parent.callee.type !== 'MemberExpression') return false;
  const name = writtenName(parent.callee);
  if (/^(?:on|once|addListener|addEventListener)$/.test(name ?? ''))
    return /^(?:error|timeout)$/.test(literalText(parent.arguments[0]) ?? '');
  return (
    (name === 'catch' && parent.arguments[0] === handler) ||
    (name === 'then' && parent.arguments[1] === handler)
  );
}
