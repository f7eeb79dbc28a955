import {
  addingArguments,
  beforeHandlers,
  countedThings,
  effectVerbs,
  handingBack,
  harmlessVerbs,
  manyPrefix,
  passingNames,
  unfinished,
} from '../../catalogue/harmless-repeats.ts';
import { namesOfFunction } from '../local-functions.ts';
import type { Model } from '../model-of.ts';
import { optionOf } from '../options.ts';
import type { CallNode, FunctionNode, Node } from '../syntax.ts';
import { ancestors, contains, functionAround, unwrap, wrapped, writtenName } from '../syntax.ts';
import type { StoreEvent } from './store-events.ts';

/** What happens between a look-up and its insert, and what of that, or of what follows, two copies must not both do. */
export class GuardedWork {
  readonly #model: Model;

  constructor(model: Model) {
    this.#model = model;
  }

  /** Does anything but reading happen between look-up and insert? */
  isBetween(
    lookUp: StoreEvent,
    insert: StoreEvent,
    events: readonly StoreEvent[],
    region: FunctionNode,
  ): boolean {
    if (isLater(lookUp.site, insert.site, region)) return true;
    const between = (node: Node): boolean =>
      node.range[0] > lookUp.site.range[1] &&
      node.range[1] < insert.site.range[0] &&
      !contains(node, insert.site);
    if (
      events.some(
        ({ operation, site }) =>
          operation.act !== 'look-up' &&
          operation !== insert.operation &&
          between(site) &&
          operation.store !== insert.operation.store,
      )
    ) {
      return true;
    }
    const lookUps = new Set<Node>(
      events.filter(({ operation }) => operation.act === 'look-up').map(({ site }) => site),
    );
    return this.#model.functions
      .callsIn(region)
      .some((call) => between(call) && !lookUps.has(call) && isAwaited(call) && !isNamedLikeRead(call));
  }

  /**
   * Does anything hang on the look-up that does harm when two copies do it: something created, sent, paid, counted up,
   * or a function that nobody knows? Reading, setting the same values again and deleting again do none.
   * @param guard the test that decides; what it does where the row was found does not count.
   */
  harmsTwice(
    lookUp: StoreEvent,
    insert: StoreEvent,
    events: readonly StoreEvent[],
    { guard, region }: { guard: Node; region: FunctionNode },
  ): boolean {
    if (isLater(lookUp.site, insert.site, region) || this.#isDoneByOthers(insert, region)) return true;
    // What else is done to this store notes the same; what libraries are asked is read.
    const { store } = lookUp.operation;
    const notes = new Set<Node>(
      events
        .filter(({ operation: { node, act, library, ...other }, site }) => {
          return node === site && (other.store === store || (act === 'look-up' && library !== 'own'));
        })
        .map(({ site }) => site),
    );
    const inserted = insert.operation.node;
    const callee = insert.site === inserted ? null : this.#around(insert.site, inserted);
    const harms = (call: CallNode): boolean =>
      call !== inserted && !notes.has(call) && !isInCatch(call, region) && this.#harms(call);
    const after = this.#model.functions
      .callsIn(region)
      .filter((call) => call.range[0] > lookUp.site.range[1] && !contains(call, insert.site))
      .filter((call) => !isWhereFound(call, guard, insert.site));
    const inside = callee ? this.#model.functions.callsIn(callee) : [];
    return [...after, ...inside].some((call) => !contains(call, inserted) && harms(call));
  }

  /** Does the work follow elsewhere: in the handler behind a guard, in a caller that is told `true` or `false`? */
  #isDoneByOthers({ operation: { node } }: StoreEvent, region: FunctionNode): boolean {
    if (
      unfinished.test(this.#model.textOf(node)) ||
      namesOfFunction(region).some((name) => beforeHandlers.test(name))
    )
      return true;
    const returned = this.#model.functions.returnsOf(region).map(unwrap);
    return (
      returned.length > 1 && returned.every((one) => one.type === 'Literal' && typeof one.value === 'boolean')
    );
  }

  /** The function of this file that a call leads to, where the insert stands in it. */
  #around(site: Node, inserted: Node): FunctionNode | null {
    const callee = site.type === 'CallExpression' ? this.#model.functions.calleeOf(site) : null;
    return callee && contains(callee, inserted) ? callee : null;
  }

  #harms(call: CallNode): boolean {
    const name = writtenCallee(call);
    if (isReply(call)) return false;
    // A function that somebody handed over can do anything.
    if (unwrap(call.callee).type === 'Identifier' && this.#isHandedOver(call)) return true;
    if (!isAwaited(call) && !isHandedOn(call)) return effectVerbs.test(name) && isStatement(call);
    // What runs its callback is judged by what the callback calls.
    if (passingNames.test(name)) return false;
    if (!harmlessVerbs.test(verbFirst(name))) return true;
    if (isNamedLikeRead(call)) {
      return handingBack.test(name) && call.arguments.some((argument) => optionOf(argument, 'amount'));
    }
    return (
      countedThings.test(name) ||
      call.arguments.some((argument) => addingArguments.test(this.#model.textOf(argument)))
    );
  }

  #isHandedOver({ callee }: CallNode): boolean {
    const variable = this.#model.bindings.variableOf(unwrap(callee));
    return variable !== null && this.#model.bindings.bindingOf(variable).kind === 'parameter';
  }
}

/** The name of a function with its verb in front: `deleteLeads` of `_bulkDeleteLeads`. */
function verbFirst(name: string): string {
  const rest = name.replace(manyPrefix, '');
  return rest.charAt(0).toLowerCase() + rest.slice(1);
}

function isAwaited(call: Node): boolean {
  return wrapped(call) !== call && wrapped(call).type === 'AwaitExpression';
}

/** Returned, or chained to what is awaited or returned: `return work()`, `await save().catch(note)`. */
function isHandedOn(call: Node): boolean {
  const { parent } = wrapped(call);
  if (parent?.type === 'ReturnStatement' || parent?.type === 'ArrowFunctionExpression') return true;
  if (parent?.type !== 'MemberExpression' || !/^(?:then|catch|finally)$/.test(writtenName(parent) ?? ''))
    return false;
  const chained = parent.parent;
  return chained?.type === 'CallExpression' && (isAwaited(chained) || isHandedOn(chained));
}

function isStatement(call: Node): boolean {
  const { parent } = wrapped(call);
  return (
    parent?.type === 'ExpressionStatement' ||
    (parent?.type === 'UnaryExpression' && parent.operator === 'void')
  );
}

/** `res.json(…)`, `NextResponse.json(…)`, `Response.redirect(…)`: an answer. */
function isReply({ callee }: CallNode): boolean {
  let object = unwrap(callee);
  while (object.type === 'MemberExpression' || object.type === 'CallExpression')
    object = unwrap(object.type === 'MemberExpression' ? object.object : object.callee);
  return (
    object.type === 'Identifier' &&
    /^(?:res|reply|response|\w*Response|c|ctx|console|log|logger)$/.test(object.name)
  );
}

/** In the branch of the deciding test that does not lead to the insert. */
function isWhereFound(call: Node, guard: Node, insertSite: Node): boolean {
  if (guard.type !== 'IfStatement' && guard.type !== 'ConditionalExpression') return false;
  return [guard.consequent, guard.alternate].some(
    (branch) => branch !== null && contains(branch, call) && !contains(branch, insertSite),
  );
}

/** In the handler of a failure of the region: a failed work is noted there. */
function isInCatch(call: Node, region: Node): boolean {
  for (const outer of ancestors(call)) {
    if (outer === region) return false;
    if (outer.type === 'CatchClause') return true;
  }
  return false;
}

/** Does the insert stand in a callback that is kept for later: a listener, a replaced method, an operator of a stream? */
function isLater(lookUpSite: Node, insertSite: Node, region: FunctionNode): boolean {
  const owner = functionAround(insertSite);
  if (functionAround(lookUpSite) === owner) return false;
  return owner !== null && owner !== region && !isTransaction(owner);
}

/** A transaction runs its callback at once: `prisma.$transaction(async (tx) => …)`. */
function isTransaction({ parent }: FunctionNode): boolean {
  return parent?.type === 'CallExpression' && /transaction$|^(?:in|with)?_?tx$/i.test(writtenCallee(parent));
}

/** What is only read between look-up and insert has not happened twice: `await findRate(order)`. */
function isNamedLikeRead(call: CallNode): boolean {
  return readNames.test(writtenCallee(call));
}

const readNames =
  /^(?:get|find|load|fetch|read|list|count|look(?:up)?|resolve|validate|verify|calculate|compute|parse|select|is|has|exists)(?:[A-Z_]\w*)$/;

function writtenCallee({ callee }: CallNode): string {
  return callee.type === 'Identifier' ? callee.name : (writtenName(unwrap(callee)) ?? '');
}
