import { Answers } from '../attempts/answers.ts';
import { Paths } from '../attempts/paths.ts';
import { KeySinks } from '../keys/key-sinks.ts';
import type { Model } from '../model-of.ts';
import { optionOf } from '../options.ts';
import type { CallNode, Node } from '../syntax.ts';
import { ancestors, contains, isFunction, literalText, unwrap, writtenName } from '../syntax.ts';
import { pathOf } from '../things.ts';

const effectPackages = /^(?:effect|@effect\/platform)$/;

/**
 * Clients that have a way of their own to say that a request is sent again: jQuery's `$.ajax(this)` in the handler of
 * the error, and the operators of Effect's HttpClient, which look at no method (effect 4.1.0).
 */
export class OwnRequests {
  readonly #model: Model;

  constructor(model: Model) {
    this.#model = model;
  }

  /** Is this `$.ajax({ type: 'POST', … })` or `$.ajax({ method: 'POST', … })`? Gives its options. */
  ajaxOptions(call: CallNode): Node | null {
    if (call.type !== 'CallExpression' || writtenName(call.callee) !== 'ajax') return null;
    const { callee } = call;
    if (callee.type !== 'MemberExpression' || !this.#isJquery(callee.object)) return null;
    const options = call.arguments.find((argument) => unwrap(argument).type === 'ObjectExpression');
    const method = optionOf(options, 'type') ?? optionOf(options, 'method');
    return options && literalText(method)?.toUpperCase() === 'POST' ? unwrap(options) : null;
  }

  /** Who sends a write of one of these clients again; null for other writes and where a key is set on its way. */
  again(call: CallNode): string | null {
    if (call.type !== 'CallExpression') return null;
    return this.#byItself(call) ?? this.#byOperator(call);
  }

  #byItself(call: CallNode): string | null {
    const options = this.ajaxOptions(call);
    if (!options || this.#holdsKey(options)) return null;
    const chained = this.#model.functions.callsNamed('fail').flatMap((fail) => {
      const isOnCall = fail.callee.type === 'MemberExpression' && unwrap(fail.callee.object) === call;
      return isOnCall ? fail.arguments : [];
    });
    const handlers = [optionOf(options, 'error'), ...chained];
    const paths = new Paths(this.#model.part(Answers));
    const again = handlers.some((handler) => {
      const region = handler && this.#model.functions.functionOf(handler);
      if (!region) return false;
      return this.#model.functions.callsIn(region).some((inner) => {
        const [first] = inner.arguments;
        const repeats = writtenName(inner.callee) === 'ajax' && first?.type === 'ThisExpression';
        return repeats && paths.factsAt(inner, region).some(({ definite }) => !definite);
      });
    });
    return again ? 'the handler of its error' : null;
  }

  /** `client.pipe(HttpClient.retryTransient(…))` round `HttpClientRequest.post(url)` or `client.post(url)`. */
  #byOperator(call: CallNode): string | null {
    const retries = this.#model.functions
      .callsNamed('retryTransient')
      .filter((operator) => this.#isOfEffect(operator, /^(?:HttpClient\.)?retryTransient$/));
    if (retries.length === 0) return null;
    const isRequest = this.#isOfEffect(call, /^(?:HttpClientRequest\.)(?:post|patch)$/);
    for (const outer of ancestors(call)) {
      if (!isFunction(outer)) continue;
      if (this.#holdsKey(outer)) return null;
      if (isRequest && retries.some((operator) => contains(outer, operator)))
        return "Effect's retryTransient";
    }
    const { steps } = this.#model.things.calleeOf(call);
    const ofClient = steps.some(
      (step) => step.kind === 'call' && retries.some((operator) => contains(step.node, operator)),
    );
    return ofClient ? "Effect's retryTransient" : null;
  }

  #isOfEffect(call: CallNode, path: RegExp): boolean {
    const thing = this.#model.things.calleeOf(call);
    return (
      thing.root.kind === 'import' && effectPackages.test(thing.root.package) && path.test(pathOf(thing))
    );
  }

  #isJquery(object: Node): boolean {
    const { root, steps } = this.#model.things.thingOf(object);
    if (steps.length > 0) return false;
    if (root.kind === 'import') return root.package === 'jquery';
    return (root.kind === 'global' || root.kind === 'unknown') && /^(?:\$|jQuery)$/.test(root.name);
  }

  #holdsKey(node: Node): boolean {
    return this.#model.part(KeySinks).all.some((sink) => contains(node, sink.node));
  }
}
