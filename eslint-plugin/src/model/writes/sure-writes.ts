import { addingNames } from '../../catalogue/http-clients.ts';
import { nameOf } from '../bindings.ts';
import { argumentAt } from '../local-functions.ts';
import type { Model } from '../model-of.ts';
import type { CallNode, FunctionNode, Node } from '../syntax.ts';
import { isFunction, unwrap, writtenName } from '../syntax.ts';
import { AskingRequests } from './asking-requests.ts';
import type { Write } from './writes.ts';

const deepest = 4;

/** A parameter that an expression is nothing but. */
interface Handed {
  function: FunctionNode;
  index: number;
}

/** A call of a helper with the address it sends to and the body it sends. */
interface Filling {
  site: CallNode;
  path: Node;
  given: Node;
}

/** Tells the writes of which the code shows that they do something anew each time from those that may not. */
export class SureWrites {
  readonly #model: Model;

  constructor(model: Model) {
    this.#model = model;
  }

  /**
   * Is it seen that the write does something anew? Not where it sets fields of one object at that object's own
   * address, and not where a helper is told elsewhere both where to send and what.
   */
  isSure(write: Write): boolean {
    if (write.provider !== null || write.address === null) return true;
    return !this.#setsFields(write) && this.#isShown(write.address, write.body);
  }

  /** `PATCH /contacts/:id` with fields by name, none of which adds to what is there. */
  #setsFields({ what, address, body }: Write): boolean {
    if (what !== 'PATCH' || !address || !body || !endsInHole(this.#model.bindings.standsFor(address)))
      return false;
    const sent = this.#sent(body);
    return sent.type === 'ObjectExpression' && sent.properties.length > 0 && !this.#adds(sent);
  }

  #adds(body: Node): boolean {
    if (body.type !== 'ObjectExpression') return false;
    return body.properties.some((property) => {
      if (property.type !== 'Property') return false;
      const name = nameOf(this.#model.bindings, property);
      return name === null || addingNames.test(name) || this.#adds(unwrap(property.value));
    });
  }

  /**
   * Does the request itself, or a call of the helper it stands in, show the address? A helper that most of its calls
   * only ask with counts where one of the others shows what it writes.
   */
  #isShown(address: Node, body: Node | null): boolean {
    const calls = this.#callsThatFill(address, body, 0);
    if (calls === null) return true;
    const asking = this.#model.part(AskingRequests);
    const writing = calls.filter(({ site, path, given }) => !asking.asks(site, 'POST', path, given));
    if (writing.length * 2 >= calls.length) return writing.length > 0;
    return writing.some(({ given }) => this.#showsContent(this.#sent(given)));
  }

  /**
   * The calls that hand a helper the address it sends to and the body it sends, where both are nothing but parameters;
   * null where they are not. Calls that hand on what they are given are followed to their own callers.
   */
  #callsThatFill(address: Node, body: Node | null, depth: number): readonly Filling[] | null {
    const where = this.#handed(address);
    const what = body && this.#handed(this.#sent(body));
    if (!where || !what || where.function !== what.function) return null;
    if (depth > deepest) return [];
    return this.#model.functions.callSitesOf(where.function).flatMap((site): readonly Filling[] => {
      const [path, given] = [argumentAt(site, where.index), argumentAt(site, what.index)];
      if (!path || !given || path === 'unknown' || given === 'unknown') return [];
      if (this.#handed(path)) return this.#callsThatFill(path, given, depth + 1) ?? [{ site, path, given }];
      return [{ site, path, given }];
    });
  }

  /** An object or a list written down, or a text made in place; not a name of the caller's, nor what a call makes of it. */
  #showsContent(body: Node): boolean {
    return /^(?:ObjectExpression|ArrayExpression|Literal|TemplateLiteral|NewExpression)$/.test(body.type);
  }

  /** The parameter an expression is, alone or behind the base of an address: `path`, `${BASE}${path}`, `base + path`. */
  #handed(expression: Node, depth = 0): Handed | null {
    if (depth > deepest) return null;
    const node = unwrap(expression);
    if (node.type === 'TemplateLiteral') {
      const last = node.expressions.at(-1);
      const plain = node.quasis.every(({ value }) => /^(?:https?:\/\/|\/)?$/.test(value.raw));
      return last && plain ? this.#handed(last, depth + 1) : null;
    }
    if (node.type === 'BinaryExpression') return this.#handed(node.right, depth + 1);
    if (node.type === 'NewExpression' && node.callee.type === 'Identifier' && node.callee.name === 'URL') {
      return node.arguments[0] ? this.#handed(node.arguments[0], depth + 1) : null;
    }
    if (node.type === 'CallExpression' && writtenName(unwrap(node.callee)) === 'toString') {
      return node.callee.type === 'MemberExpression' ? this.#handed(node.callee.object, depth + 1) : null;
    }
    if (node.type !== 'Identifier') return null;
    const variable = this.#model.bindings.variableOf(node);
    const binding = variable && this.#model.bindings.bindingOf(variable);
    if (binding?.kind === 'value' && binding.path.length === 0) {
      const made = unwrap(binding.init);
      // `const text = JSON.stringify(body)`
      return this.#handed(this.#argumentOfJson(made) ?? made, depth + 1);
    }
    if (binding?.kind !== 'parameter' || binding.path.length > 0 || !isFunction(binding.function))
      return null;
    return { function: binding.function, index: binding.index };
  }

  /** What a body is made of: the value in `JSON.stringify(value)`, and what a constant stands for. */
  #sent(body: Node): Node {
    const node = this.#model.bindings.standsFor(body);
    const inner = this.#argumentOfJson(node);
    return inner ? this.#model.bindings.standsFor(inner) : node;
  }

  #argumentOfJson(node: Node): Node | null {
    const isJson = node.type === 'CallExpression' && writtenName(unwrap(node.callee)) === 'stringify';
    return isJson ? (node.arguments[0] ?? null) : null;
  }
}

/** `…/contacts/${id}`: the address of one object. */
function endsInHole(address: Node): boolean {
  if (address.type !== 'TemplateLiteral') return false;
  const [last, before] = [address.quasis.at(-1), address.quasis.at(-2)];
  return last?.value.raw === '' && /\w\/$/.test(before?.value.raw ?? '');
}
