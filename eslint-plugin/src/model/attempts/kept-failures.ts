import type { Model } from '../model-of.ts';
import type { CallNode, FunctionNode, Node } from '../syntax.ts';
import { ancestors, contains, functionAround, isFunction, unwrap, wrapped, writtenName } from '../syntax.ts';

const deepest = 4;

/** What in a `catch` hands the failure on all the same. */
const rejects =
  /\bthrow\b|\b(?:\w*[rR]eject|next|done|callback|cb|fail|abort|rethrow|throw\w+|retry|exit)\s*\(/;
/** Errors by which engines and wrappers are told not to try again. */
const lastThrows =
  /\bthrow\s+new\s+(?:[\w.]+\.)?(?:Abort(?:TaskRun)?Error|Non-?Retr(?:y|i)able\w*|UnrecoverableError|TerminalError|FatalError|PermanentError|BailError)\b/g;
const handsOn = new RegExp(`${rejects.source}|\\breturn\\s+[^;\\s]|\\bcontinue\\b`);

/** Tells which failures a retried function keeps to itself, so that nobody makes another attempt because of them. */
export class KeptFailures {
  readonly #model: Model;

  constructor(model: Model) {
    this.#model = model;
  }

  /**
   * Does the failure of a call end inside the function that is retried, in a `catch` which only notes it, with nothing
   * behind it that may fail and so start another attempt?
   * @param region the function that is called once per attempt.
   */
  endsIn(call: Node, region: FunctionNode): boolean {
    return this.#ends(call, region, 0);
  }

  /**
   * Does the failure of a call end in a function on the way up to a loop or a second try? What that function is called
   * from goes round for other reasons, if at all.
   * @param at the place, in the text of the loop, through which the call runs.
   */
  endsBelow(call: Node, at: Node): boolean {
    for (let owner = functionAround(call), place: Node = call; owner && !contains(owner, at);) {
      if (this.#catching(place, owner)) return true;
      const sites = this.#model.functions.callSitesOf(owner);
      const site = sites.find((one) => contains(one, at) || contains(at, one)) ?? sites[0];
      if (!site || sites.length !== 1) return false;
      place = site;
      owner = functionAround(site);
    }
    return false;
  }

  #ends(place: Node, region: FunctionNode, depth: number): boolean {
    const owner = functionAround(place);
    if (!owner || depth > deepest) return false;
    const caught = this.#catching(place, owner);
    if (caught) return this.#isLast(caught, owner, region, depth);
    if (owner === region) return false;
    if (contains(region, owner) && owner.parent) return this.#ends(owner.parent, region, depth + 1);
    const sites = this.#model.functions.callSitesOf(owner);
    return sites.length > 0 && sites.every((site) => this.#ends(site, region, depth + 1));
  }

  /** Is nothing awaited behind a statement, up to the end of the retried function? */
  #isLast(statement: Node, owner: FunctionNode, region: FunctionNode, depth: number): boolean {
    if (depth > deepest || this.#waitsAfter(statement, owner)) return false;
    if (owner === region) return true;
    const sites = this.#model.functions.callSitesOf(owner);
    return (
      sites.length > 0 &&
      sites.every((site) => {
        const round = functionAround(site);
        return round !== null && this.#isLast(site, round, region, depth + 1);
      })
    );
  }

  #waitsAfter(statement: Node, owner: FunctionNode): boolean {
    return this.#model.index.calls.some((call) => {
      if (call.range[0] < statement.range[1] || !contains(owner, call)) return false;
      const { type } = wrapped(call) === call ? (call.parent ?? call) : wrapped(call);
      return type === 'AwaitExpression' || (type === 'ReturnStatement' && !buildsAnswer(call));
    });
  }

  /** The `try` or `.catch(…)` of this function that takes a call's failure and does not hand it on. */
  #catching(place: Node, owner: FunctionNode): Node | null {
    for (const outer of ancestors(place)) {
      if (outer === owner) return null;
      if (outer.type === 'TryStatement' && outer.handler && contains(outer.block, place)) {
        if (!this.#handsOn(outer.handler.body)) return outer;
      }
      if (outer.type === 'CallExpression' && outer.callee.type === 'MemberExpression') {
        const handler = outer.arguments[0] && unwrap(outer.arguments[0]);
        const catches = writtenName(outer.callee) === 'catch' && contains(outer.callee.object, place);
        if (catches && isFunction(handler) && !this.#handsOn(handler.body)) return outer;
      }
    }
    return null;
  }

  /** Does a handler throw, reject or return something, so that the failure may still be seen outside? */
  #handsOn(handler: Node): boolean {
    const text = this.#model.sourceCode.text
      .slice(handler.range[0], handler.range[1])
      .replaceAll(lastThrows, '');
    return handler.type === 'BlockStatement' ? handsOn.test(text) : rejects.test(text);
  }
}

/** `Result.ok(…)`, `Response.json(…)` */
function buildsAnswer({ callee }: CallNode): boolean {
  return (
    callee.type === 'MemberExpression' &&
    callee.object.type === 'Identifier' &&
    /^[A-Z]/.test(callee.object.name)
  );
}
