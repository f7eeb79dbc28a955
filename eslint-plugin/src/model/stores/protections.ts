import type { TSESTree } from '@typescript-eslint/utils';
import {
  lockWords,
  rowLock,
  serialSigns,
  takingWords,
  unlockWords,
  violationSigns,
} from '../../catalogue/databases.ts';
import type { Model } from '../model-of.ts';
import type { CallNode, FunctionNode, Node } from '../syntax.ts';
import {
  ancestors,
  calledName,
  contains,
  functionAround,
  isFunction,
  unwrap,
  wrapped,
  writtenName,
} from '../syntax.ts';
import { isAwaited } from './links.ts';
import { wordsOf } from './names.ts';
import { leaves } from './outcomes.ts';
import type { StoreOperation } from './operation.ts';
import { Stores } from './stores.ts';

/** Tells whether something keeps two copies apart although a look-up comes before the insert. */
export class Protections {
  readonly #model: Model;

  constructor(model: Model) {
    this.#model = model;
  }

  /** Is the loser of the race told apart from other failures: by code, class, message, or a catch round the insert alone? */
  handlesViolation(insert: StoreOperation, site: Node): boolean {
    for (const place of insert.node === site ? [insert.node] : [insert.node, site]) {
      if (this.#caughtRound(place, insert)) return true;
    }
    return (insert.returnsErrors || takesError(insert.node)) && this.#readsError(insert);
  }

  #caughtRound(place: Node, insert: StoreOperation): boolean {
    for (const outer of ancestors(place)) {
      if (outer.type === 'TryStatement' && outer.handler && contains(outer.block, place)) {
        if (this.#knowsViolation(outer.handler) || isOnlyInsert(outer, insert)) return true;
      }
      if (
        outer.type === 'CallExpression' &&
        outer.callee.type === 'MemberExpression' &&
        contains(outer.callee.object, place)
      ) {
        const name = writtenName(outer.callee);
        const handler =
          name === 'catch' ? outer.arguments[0] : name === 'then' ? outer.arguments[1] : undefined;
        if (handler && this.#knowsViolation(handler)) return true;
        if (name === 'pipe' && outer.arguments.some((operator) => this.#knowsViolation(operator)))
          return true;
      }
    }
    return false;
  }

  /** The text of a handler, and of the functions of this file it calls, knows what a unique violation is. */
  #knowsViolation(handler: Node): boolean {
    if (violationSigns.test(this.#model.textOf(handler))) return true;
    return this.#model.functions.callsIn(handler).some((call) => {
      const callee = this.#model.functions.calleeOf(call);
      return callee !== null && violationSigns.test(this.#model.textOf(callee));
    });
  }

  /** `const { error } = await table.insert(row)`, and further on a test of its code, or another look at the store. */
  #readsError({ node, store }: StoreOperation): boolean {
    // `await table.insert(row);`: what it gives back is dropped.
    if (wrapped(node).parent?.type === 'ExpressionStatement' && isAwaited(node)) return false;
    const region = functionAround(node) ?? this.#model.sourceCode.ast;
    const rest = this.#model.sourceCode.text.slice(node.range[1], region.range[1]);
    if (violationSigns.test(rest)) return true;
    if (!/\bif\s*\(!?\w*error\b/i.test(rest)) return false;
    const looks = this.#model
      .part(Stores)
      .operations.filter((one) => one.act === 'look-up' && one.store === store);
    return this.#model.functions.callsIn(region).some((call) => {
      if (call.range[0] < node.range[1]) return false;
      const callee = this.#model.functions.calleeOf(call);
      return looks.some((look) => look.node === call || (callee !== null && contains(callee, look.node)));
    });
  }

  /** Does a lock, a serial transaction or a transaction of Firestore hold both, from the look-up on? */
  isSerial(lookUp: Node, insert: Node): boolean {
    return this.#isHeld(lookUp, insert) || this.#locksBefore(lookUp, insert);
  }

  /**
   * Is a node inside a call that runs its callback one at a time? The same is asked of every place that calls the
   * function, when the function is not exported.
   */
  isHeld(node: Node): boolean {
    return this.#isHeld(node, node) || this.#locksBefore(node, node);
  }

  #isHeld(lookUp: Node, insert: Node): boolean {
    for (const outer of ancestors(insert)) {
      if (outer.type !== 'CallExpression' || contains(outer.callee, insert)) continue;
      if (locks(outer) || (calledName(outer) === 'runTransaction' && contains(outer, lookUp))) return true;
      const holdsBoth = contains(outer, lookUp);
      if (holdsBoth && this.#runsOnce(outer)) return true;
      const own = outer.arguments
        .filter((argument) => !contains(argument, insert))
        .map((argument) => this.#model.textOf(argument));
      const option = own.join(' ');
      if (holdsBoth && serialSigns.test(option)) return true;
      // Kysely: `db.transaction().setIsolationLevel('serializable').execute(fn)`; better-sqlite3: `transaction(fn).immediate()`.
      if (holdsBoth && serialSigns.test(this.#model.textOf(outer.callee))) return true;
      if (holdsBoth && isImmediate(outer)) return true;
    }
    return false;
  }

  /** `idempotency.withIdempotency({ key, handler })` from elsewhere claims the key before it calls what it is given. */
  #runsOnce(call: CallNode): boolean {
    const name = calledName(call) ?? '';
    return (
      /^(?:with|run|ensure|execute|perform|process|do)\w*(?:Idempoten|Once)|^once$/.test(name) &&
      this.#model.functions.calleeOf(call) === null
    );
  }

  /** A lock taken, or a row of another table held with FOR UPDATE, before the look-up in the same function. */
  #locksBefore(lookUp: Node, insert: Node): boolean {
    const region = regionOf(lookUp);
    const around = (node: Node): boolean => isAround(functionAround(node), lookUp);
    const sqlBefore = this.#model
      .part(Stores)
      .statements.some(
        ({ node, statement }) =>
          (statement.serial || statement.locksRows) &&
          node.range[1] <= lookUp.range[0] &&
          contains(region, node) &&
          around(node),
      );
    return (
      sqlBefore ||
      this.#model.functions.callsIn(region).some((call) => {
        // A lock that comes after the look-up leaves its answer as old as it is.
        if (call.range[0] >= lookUp.range[0] || contains(call, insert) || contains(call, lookUp))
          return false;
        if (functionAround(call) !== functionAround(lookUp) && !isAround(functionAround(call), lookUp))
          return false;
        return takesLock(call) || this.#holds(call);
      })
    );
  }

  /** `SELECT … FOR UPDATE` of a row that is there, an advisory lock, `BEGIN IMMEDIATE`, a serial transaction. */
  #holds(call: CallNode): boolean {
    if (call.arguments.some((argument) => isFunction(unwrap(argument)))) return false;
    const text = this.#model.textOf(call);
    return serialSigns.test(text) || rowLock.test(text);
  }
}

/** Words of the name and of what it is called on: `withLock`, `mutex.runExclusive`, `redlock.using`. */
function locks(call: CallNode): boolean {
  const callee = unwrap(call.callee);
  const owner = callee.type === 'MemberExpression' ? unwrap(callee.object) : null;
  const ownerName =
    owner?.type === 'Identifier'
      ? owner.name
      : owner?.type === 'MemberExpression'
        ? writtenName(owner)
        : null;
  const words = [...wordsOf(calledName(call) ?? ''), ...wordsOf(ownerName ?? '')];
  return words.some((word) => lockWords.has(word)) && !words.some((word) => unlockWords.has(word));
}

/** A lock taken by a statement of its own: `await lock.acquire(key)`, `const release = await acquireLock(key)`. */
function takesLock(call: CallNode): boolean {
  return (
    locks(call) && isAwaited(call) && wordsOf(calledName(call) ?? '').some((word) => takingWords.has(word))
  );
}

function isImmediate(call: TSESTree.CallExpression): boolean {
  const outer = wrapped(call).parent;
  const name = outer?.type === 'MemberExpression' ? writtenName(outer) : null;
  return name === 'immediate' || name === 'exclusive';
}

/** A try whose block is the insert alone, and a catch that goes on quietly: whatever the error, somebody else was first. */
function isOnlyInsert({ block, handler }: TSESTree.TryStatement, insert: StoreOperation): boolean {
  const statements = block.body;
  if (!handler || statements.length > 2 || !statements[0] || !contains(statements[0], insert.node))
    return false;
  const last = handler.body.body.at(-1);
  if (handler.param === null && leaves(last) && last?.type !== 'ThrowStatement') return true;
  return (
    last?.type === 'ReturnStatement' && handler.body.body.length === 1 && last.argument?.type === 'Literal'
  );
}

function regionOf(node: Node): FunctionNode | TSESTree.Program {
  let region: FunctionNode | null = null;
  for (const outer of ancestors(node)) {
    if (isFunction(outer)) region = outer;
    if (outer.type === 'Program') return region ?? outer;
  }
  throw new Error('A node outside of a program was asked about.');
}

function isAround(owner: FunctionNode | null, node: Node): boolean {
  return owner !== null && contains(owner, node);
}

/** `const { data, error } = await insert` */
function takesError(insert: Node): boolean {
  const { parent } = wrapped(insert);
  const pattern =
    parent?.type === 'VariableDeclarator'
      ? parent.id
      : parent?.type === 'AssignmentExpression'
        ? parent.left
        : null;
  return (
    pattern?.type === 'ObjectPattern' &&
    pattern.properties.some((property) => property.type === 'Property' && writtenName(property) === 'error')
  );
}
