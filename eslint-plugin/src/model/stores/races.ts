import { onceOnlyColumn } from '../../catalogue/databases-key-names.ts';
import type { Model } from '../model-of.ts';
import type { FunctionNode, Node } from '../syntax.ts';
import { ancestors, contains, functionAround, isFunction, unwrap } from '../syntax.ts';
import { GuardedWork } from './guarded-work.ts';
import { KeyEvidence } from './key-evidence.ts';
import type { StoreOperation } from './operation.ts';
import { OnceOnlyRows } from './once-only-rows.ts';
import { Outcomes } from './outcomes.ts';
import { Protections } from './protections.ts';
import { racingRows } from './race-words.ts';
import type { StoreEvent } from './store-events.ts';
import { StoreEvents } from './store-events.ts';
import { Stores } from './stores.ts';
import type { Uniqueness } from './unique-rules.ts';
import { UniqueRules } from './unique-rules.ts';

/** A look-up and the insert that hangs on it, with nothing that keeps two copies apart. */
export interface Race {
  lookUp: StoreOperation;
  /** Where the function that holds both does the look-up: the look-up itself or the call that leads to it. */
  site: Node;
  insert: StoreOperation;
  insertSite: Node;
  /** The test that decides between answering and inserting. */
  guard: Node;
  region: FunctionNode;
  unique: Uniqueness;
  /** Something else happens between look-up and insert, so both copies have done it when one insert fails. */
  worksFirst: boolean;
  /** False where a second copy may do no harm: nothing is seen that must not happen twice, and the store is not seen. */
  sure: boolean;
}

/** Finds check-then-insert races on tables of idempotency keys and handled events. */
export class Races {
  readonly #model: Model;
  #found: Race[] | undefined;
  #racing: { rows: ReturnType<typeof racingRows> } | undefined;

  constructor(model: Model) {
    this.#model = model;
  }

  /** At most one race per look-up, in source order. */
  get all(): readonly Race[] {
    return (this.#found ??= this.#find());
  }

  /** The cheap look at the text. */
  get mayFind(): boolean {
    return this.#rows !== null;
  }

  get #rows(): ReturnType<typeof racingRows> {
    const { sourceCode, settings } = this.#model;
    const isCode = (offset: number): boolean => this.#model.isCode(offset);
    return (this.#racing ??= { rows: racingRows(sourceCode.text, settings, isCode) }).rows;
  }

  #find(): Race[] {
    if (!this.mayFind || !this.#mayRace()) return [];
    const found = new Map<Node, Race>();
    // Inner functions first: a race belongs to the smallest function that holds both halves.
    const regions = [...this.#model.index.functions].sort((a, b) => size(a) - size(b));
    for (const region of regions) {
      const events = this.#model.part(StoreEvents).of(region);
      for (const lookUp of events) {
        if (lookUp.operation.act !== 'look-up') continue;
        const statement = statementOf(lookUp.site);
        if (found.has(statement)) continue;
        const race = this.#raceFrom(lookUp, events, region);
        if (race) found.set(statement, race);
      }
    }
    this.#leaveOutRepeated(found);
    for (const race of this.#inHalves()) {
      const statement = statementOf(race.site);
      if (!found.has(statement)) found.set(statement, race);
    }
    return [...found.values()].sort((a, b) => a.site.range[0] - b.site.range[0]);
  }

  /**
   * A function that calls another one with a race of its own adds nothing by looking before it or inserting after it,
   * nor does an earlier look in the same function: one repair is enough.
   */
  #leaveOutRepeated(found: Map<Node, Race>): void {
    const calledAt = (site: Node): FunctionNode | null =>
      site.type === 'CallExpression' ? this.#model.functions.calleeOf(site) : null;
    for (const [statement, race] of found) {
      const looks = calledAt(race.site);
      const inserts = calledAt(race.insertSite);
      const repeats = [...found.values()].some((other) => {
        if (other === race) return false;
        if (other.lookUp === race.lookUp && other.region === looks) return true;
        if (other.insert !== race.insert) return false;
        return other.region === inserts || (other.region === race.region && this.#isNearer(other, race));
      });
      if (repeats) found.delete(statement);
    }
  }

  /** Of two looks before one insert, the one for the key is the one to repair; of two for keys, the later. */
  #isNearer(one: Race, other: Race): boolean {
    const evidence = this.#model.part(KeyEvidence);
    const [oneAsks, otherAsks] = [one, other].map(({ lookUp }) => evidence.isAboutKeys(lookUp));
    if (oneAsks !== otherAsks) return oneAsks === true;
    return one.site.range[0] > other.site.range[0];
  }

  /** Is any store both asked and filled, and does anything in its operations speak of keys, events or once-only rows? */
  #mayRace(): boolean {
    if (!this.#model.part(Stores).mayPair) return false;
    if (this.#rows === 'business' && !this.#model.part(OnceOnlyRows).mayHangOnEffect) return false;
    const paired = this.#model.part(Stores).paired;
    if (paired.length === 0) return false;
    const evidence = this.#model.part(KeyEvidence);
    if (paired.some((operation) => evidence.mayBeAboutKeys(operation))) return true;
    if (paired.some(({ fields }) => fields.some(({ name }) => onceOnlyColumn.test(name)))) return true;
    // What a function of this file is called with speaks for the operations in it.
    const { functions, index } = this.#model;
    return index.calls.some(
      (call) =>
        functions.calleeOf(call) !== null &&
        call.arguments.some((argument) => evidence.ofValue(argument) !== null),
    );
  }

  /**
   * Middleware in two functions: one answers from the store or lets the request through, another one keeps the answer.
   * Only where the first writes nothing at all and nothing in the file claims that store.
   */
  #inHalves(): Race[] {
    const { operations } = this.#model.part(Stores);
    const evidence = this.#model.part(KeyEvidence);
    const outcomes = new Outcomes(this.#model.bindings);
    return operations.flatMap((lookUp): Race[] => {
      const region = functionAround(lookUp.node);
      if (lookUp.act !== 'look-up' || lookUp.library === 'memory' || !region || !evidence.isAboutKeys(lookUp))
        return [];
      const events = this.#model.part(StoreEvents).of(region);
      const onlyLooks = events.every(({ operation }) => operation.act === 'look-up');
      const same = operations.filter(({ store }) => store === lookUp.store);
      if (!onlyLooks || same.some(({ act }) => act === 'claim')) return [];
      const insert = same.find(
        ({ act, node }) => act === 'insert' && functionAround(node) !== region && !contains(region, node),
      );
      const guard = insert && outcomes.replyAfter(lookUp.node, region, this.#model.sourceCode.text);
      if (!insert || !guard || this.#model.part(Protections).handlesViolation(insert, insert.node)) return [];
      if (this.#model.part(Protections).isHeld(lookUp.node)) return [];
      const unique = this.#model.part(UniqueRules).of(lookUp, insert);
      return [
        {
          lookUp,
          site: lookUp.node,
          insert,
          insertSite: insert.node,
          guard,
          region,
          unique,
          worksFirst: true,
          sure: true,
        },
      ];
    });
  }

  #raceFrom(lookUp: StoreEvent, events: readonly StoreEvent[], region: FunctionNode): Race | null {
    const evidence = this.#model.part(KeyEvidence);
    const work = this.#model.part(GuardedWork);
    for (const insert of events) {
      const { operation } = insert;
      if (operation.act !== 'insert' || operation.store !== lookUp.operation.store) continue;
      if (insert.site === lookUp.site || insert.site.range[0] < lookUp.site.range[0]) continue;
      // A row that carries a key may be looked for by something else, a balance by its owner, say.
      const aboutKeys =
        evidence.isAboutKeys(lookUp.operation, lookUp.given) ||
        (lookUp.operation.fields.length === 0 && evidence.isAboutKeys(operation, insert.given));
      if (!aboutKeys && !this.#model.part(OnceOnlyRows).hangOnEffect(lookUp, insert)) continue;
      const guard = new Outcomes(this.#model.bindings).guardOf(lookUp.site, insert.site, region);
      if (!guard || evidence.isFresh(lookUp.operation) || this.#isSafe(lookUp, insert, events, region))
        continue;
      return {
        lookUp: lookUp.operation,
        site: lookUp.site,
        insert: operation,
        insertSite: insert.site,
        guard,
        region,
        unique: this.#model.part(UniqueRules).of(lookUp.operation, operation),
        worksFirst: work.isBetween(lookUp, insert, events, region),
        sure:
          !this.#hangsOnWork(lookUp, operation) || work.harmsTwice(lookUp, insert, events, { guard, region }),
      };
    }
    return null;
  }

  /**
   * Is the race one only because of what hangs on it? The store of another file may insert without a conflict, a
   * collection in memory is empty after each start, and a mail that is kept under its own id is the same mail.
   */
  #hangsOnWork(lookUp: StoreEvent, insert: StoreOperation): boolean {
    if (insert.library === 'own' || insert.library === 'memory') return true;
    return this.#model.part(KeyEvidence).isByMessageOnly(lookUp.operation, lookUp.given);
  }

  #isSafe(
    lookUp: StoreEvent,
    insert: StoreEvent,
    events: readonly StoreEvent[],
    region: FunctionNode,
  ): boolean {
    const protections = this.#model.part(Protections);
    if (this.#isOfOneRun(lookUp.operation, region)) return true;
    if (
      lookUp.operation.synchronous &&
      insert.operation.synchronous &&
      !this.#waitsBetween(lookUp.site, insert.site)
    ) {
      return true;
    }
    const claimed = events.some(
      ({ operation, site, given }) =>
        operation.act === 'claim' &&
        // A claim of the same key decides wherever it stands: what is set before it only notes what was found.
        (operation.store === insert.operation.store ||
          (site.range[0] < insert.site.range[1] &&
            this.#model.part(KeyEvidence).isAboutKeys(operation, given))),
    );
    if (claimed || protections.handlesViolation(insert.operation, insert.site)) return true;
    if (protections.isSerial(lookUp.site, insert.site)) return true;
    if (
      insert.operation.node !== insert.site &&
      protections.isSerial(lookUp.operation.node, insert.operation.node)
    )
      return true;
    return this.#callersAreSafe(region, insert);
  }

  /**
   * A collection in memory that each run of the code makes anew: two copies of a request have one each. A function that
   * is handed out, or called for several things at once (`map(async …)`), shares the one of the function around it.
   */
  #isOfOneRun({ library, node }: StoreOperation, region: FunctionNode): boolean {
    if (library !== 'memory' || node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression')
      return false;
    const variable = this.#model.bindings.variableOf(unwrap(node.callee.object));
    const made = variable?.defs[0]?.node;
    const maker = made ? functionAround(made) : null;
    if (!maker) return false;
    if (!contains(maker, region)) return true;
    for (let inner: FunctionNode | null = region; inner; inner = functionAround(inner)) {
      if (inner === maker) return true;
      const type = inner.parent?.type;
      if (type !== 'Property' && type !== 'VariableDeclarator' && type !== 'BlockStatement') return false;
      if (isReturned(inner, this.#model)) return false;
    }
    return false;
  }

  /** Is every call of a function that only this file can call protected where it stands? */
  #callersAreSafe(region: FunctionNode, insert: StoreEvent, depth = 0): boolean {
    if (depth > 2 || isExported(region)) return false;
    const sites = this.#model.functions.callSitesOf(region);
    const protections = this.#model.part(Protections);
    return (
      sites.length > 0 &&
      sites.every((site) => {
        if (protections.isHeld(site) || protections.handlesViolation(insert.operation, site)) return true;
        const owner = functionAround(site);
        return owner !== null && owner !== region && this.#callersAreSafe(owner, insert, depth + 1);
      })
    );
  }

  /** Does the run give way between two places: an `await`, or the second one in a callback that runs later? */
  #waitsBetween(from: Node, to: Node): boolean {
    const owner = functionAround(from);
    if (owner !== functionAround(to)) return true;
    return givesWay(owner ?? this.#model.sourceCode.ast, from.range[1], to.range[0], this.#model);
  }
}

function size(node: Node): number {
  return node.range[1] - node.range[0];
}

function statementOf(node: Node): Node {
  for (const outer of ancestors(node)) {
    if (/Statement$|Declaration$/.test(outer.type) || isFunction(outer)) return outer;
  }
  return node;
}

/** Is there an `await` or a `yield` of this function itself between two offsets? Functions inside it run on their own. */
function givesWay(node: Node, from: number, to: number, model: Model): boolean {
  const keys = model.sourceCode.visitorKeys as Record<string, readonly string[] | undefined>;
  return (keys[node.type] ?? []).some((key) => {
    const value = (node as unknown as Record<string, unknown>)[key];
    return (Array.isArray(value) ? value : [value]).some((child: Node | null | undefined) => {
      if (
        typeof child?.type !== 'string' ||
        child.range[1] <= from ||
        child.range[0] >= to ||
        isFunction(child)
      )
        return false;
      // The look-up's own `await` begins before.
      if ((child.type === 'AwaitExpression' || child.type === 'YieldExpression') && child.range[0] >= from)
        return true;
      if (child.type === 'ForOfStatement' && child.await) return true;
      // What waits and then leaves does not come to the second place: `if (running.has(id)) return await running.get(id)`.
      if (child.type === 'IfStatement' && child.range[1] <= to && leavesAtEnd(child.consequent)) {
        return [child.test, child.alternate].some(
          (part) => part && (isWaiting(part) || givesWay(part, from, to, model)),
        );
      }
      return givesWay(child, from, to, model);
    });
  });
}

/** Does a function leave the one around it: returned, or named in what is returned? */
function isReturned(node: FunctionNode, model: Model): boolean {
  const owner = functionAround(node);
  const name = node.id ?? (node.parent?.type === 'VariableDeclarator' ? node.parent.id : null);
  return model.index.returns.some((statement) => {
    if (functionAround(statement) !== owner || !statement.argument) return false;
    if (contains(statement, node)) return unwrap(statement.argument).type !== 'CallExpression';
    if (name?.type !== 'Identifier') return false;
    const text = model.sourceCode.text.slice(...statement.argument.range);
    return new RegExp(`\\b${name.name}\\b(?!\\s*\\()`).test(text);
  });
}

function isWaiting({ type }: Node): boolean {
  return type === 'AwaitExpression' || type === 'YieldExpression';
}

function leavesAtEnd(branch: Node): boolean {
  const last = branch.type === 'BlockStatement' ? branch.body.at(-1) : branch;
  return last !== undefined && /^(?:Return|Throw|Continue|Break)Statement$/.test(last.type);
}

/** Can other files call this function? */
function isExported(node: FunctionNode): boolean {
  for (const outer of [node, ...ancestors(node)]) {
    if (outer.type === 'ExportNamedDeclaration' || outer.type === 'ExportDefaultDeclaration') return true;
    if (outer.type === 'MethodDefinition' || outer.type === 'PropertyDefinition') {
      return outer.accessibility !== 'private' && outer.key.type !== 'PrivateIdentifier';
    }
    if (outer.type === 'AssignmentExpression') return true;
    if (outer !== node && isFunction(outer)) return false;
  }
  return false;
}
