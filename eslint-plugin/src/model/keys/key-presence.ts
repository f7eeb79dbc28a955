import type { TSESTree } from '@typescript-eslint/utils';
import { keyNamed } from '../../catalogue/key-names.ts';
import type { Variable } from '../bindings.ts';
import { nameOf, staticText } from '../bindings.ts';
import { membersOf } from '../class-members.ts';
import type { Model } from '../model-of.ts';
import type { Node } from '../syntax.ts';
import { classAround, isFunction, unwrap, writtenName } from '../syntax.ts';
import { lastName } from '../things.ts';

/** Is there a key in what a call sends? `unknown` where a part of it cannot be seen. */
export type Presence = 'yes' | 'no' | 'unknown';

/** Names of headers objects that hold credentials or content types, and so no key. */
const plainHeaders = /auth|token|json|content|accept|bearer|cookie|signature|default|common|base/i;

const deepest = 8;

/** Looks for a key in headers, options and bodies. */
export class KeyPresence {
  readonly #model: Model;

  constructor(model: Model) {
    this.#model = model;
  }

  /** In an options object of a request: its headers, and its body as far as it can be seen. */
  inOptions(options: Node | null | undefined): Presence {
    return options ? this.#in(options, 0) : 'no';
  }

  /** In headers: an object, `Headers`, pairs, a call that makes them. */
  inHeaders(headers: Node | null | undefined): Presence {
    if (!headers) return 'no';
    const found = this.#in(headers, 0);
    return found === 'unknown' && plainHeaders.test(this.#nameFor(headers)) ? 'no' : found;
  }

  /** In a body: only what can be seen counts, since most bodies are objects from elsewhere. */
  inBody(body: Node | null | undefined): Presence {
    return body && this.#in(body, 0) === 'yes' ? 'yes' : 'no';
  }

  #nameFor(expression: Node): string {
    const node = unwrap(expression);
    if (node.type === 'Identifier') return node.name;
    if (node.type === 'MemberExpression') return writtenName(node) ?? '';
    if (node.type === 'CallExpression') return this.#nameFor(node.callee);
    return '';
  }

  #in(expression: Node, depth: number): Presence {
    const node = unwrap(expression);
    if (depth > deepest) return 'unknown';
    switch (node.type) {
      case 'ObjectExpression':
        return this.#inObject(node, depth);
      case 'ArrayExpression':
        return this.#inPairs(node);
      case 'Identifier':
        return this.#inVariable(node, depth);
      case 'MemberExpression':
        return this.#inMember(node, depth);
      case 'ConditionalExpression':
        return any(this.#in(node.consequent, depth + 1), this.#in(node.alternate, depth + 1));
      case 'LogicalExpression':
        return any(this.#in(node.left, depth + 1), this.#in(node.right, depth + 1));
      case 'NewExpression':
      case 'CallExpression':
        return this.#inCall(node, depth);
      case 'Literal':
      case 'TemplateLiteral':
      case 'BinaryExpression':
      case 'UnaryExpression':
      case 'ArrowFunctionExpression':
      case 'FunctionExpression':
        return 'no';
      default:
        return 'unknown';
    }
  }

  #inObject(node: TSESTree.ObjectExpression, depth: number): Presence {
    const { bindings, settings } = this.#model;
    let found: Presence = 'no';
    for (const property of node.properties) {
      if (property.type === 'SpreadElement') {
        const spread = this.#in(property.argument, depth + 1);
        found = any(
          found,
          spread === 'unknown' && plainHeaders.test(this.#nameFor(property.argument)) ? 'no' : spread,
        );
        continue;
      }
      const name = nameOf(bindings, property);
      if (name === null) {
        found = any(found, 'unknown');
        continue;
      }
      if (keyNamed(name, settings.keyNames)) return 'yes';
      if (/^headers$/i.test(name)) found = any(found, this.inHeaders(property.value));
      else if (
        /^(?:body|json|data|form|params|payload|searchParams|context|additionalHeaders)$/i.test(name)
      ) {
        found = any(found, this.inBody(property.value));
      }
    }
    return found;
  }

  #inPairs(node: TSESTree.ArrayExpression): Presence {
    const { bindings, settings } = this.#model;
    for (const pair of node.elements) {
      const name =
        pair?.type === 'ArrayExpression' && pair.elements[0] ? staticText(bindings, pair.elements[0]) : null;
      if (name !== null && keyNamed(name, settings.keyNames)) return 'yes';
    }
    return 'no';
  }

  #inVariable(node: TSESTree.Identifier, depth: number): Presence {
    const { bindings } = this.#model;
    if (node.name === 'undefined') return 'no';
    const variable = bindings.variableOf(node);
    if (!variable) return 'unknown';
    if (this.isGivenLater(variable)) return 'yes';
    const binding = bindings.bindingOf(variable);
    if (binding.kind === 'value' && binding.path.length === 0) {
      const found = this.#in(binding.init, depth + 1);
      // Something else may be put into it where it is handed to a function: that is not followed.
      return found;
    }
    return 'unknown';
  }

  /** Is a key put into what a variable holds: `headers.set('Idempotency-Key', …)`, `headers['Idempotency-Key'] = …`, `options.idempotencyKey = …`? */
  isGivenLater(variable: Variable): boolean {
    const { bindings, settings } = this.#model;
    return variable.references.some(({ identifier }) => {
      let member: Node | undefined = identifier.parent;
      let name: string | null = null;
      while (member?.type === 'MemberExpression') {
        name = nameOf(bindings, member);
        const { parent } = member as TSESTree.MemberExpression;
        if (parent?.type === 'AssignmentExpression' && parent.left === member) {
          return name !== null && keyNamed(name, settings.keyNames) !== null;
        }
        if (parent?.type === 'CallExpression' && parent.callee === member) {
          const header = parent.arguments[0] && staticText(bindings, parent.arguments[0]);
          return parent.arguments.length > 1 && !!header && keyNamed(header, settings.keyNames) !== null;
        }
        member = parent;
      }
      return false;
    });
  }

  #inMember(node: TSESTree.MemberExpression, depth: number): Presence {
    const owner = unwrap(node.object).type === 'ThisExpression' ? classAround(node) : null;
    const name = nameOf(this.#model.bindings, node);
    const member =
      owner && name !== null ? membersOf(owner, this.#model.index.assignments).get(name) : undefined;
    if (member?.getter) return this.#inReturns(member.getter, depth);
    const [held] = member?.values ?? [];
    return held ? this.#in(held.value, depth + 1) : 'unknown';
  }

  #inCall(node: TSESTree.CallExpression | TSESTree.NewExpression, depth: number): Presence {
    const { functions, things } = this.#model;
    const callee = functions.calleeOf(node);
    if (callee) return this.#inReturns(callee, depth);
    const name =
      lastName(things.calleeOf(node)) ?? (node.callee.type === 'Identifier' ? node.callee.name : '');
    const [made] = node.arguments;
    // `orders.map((order) => ({ … }))`
    if (node.type === 'CallExpression' && name === 'map' && made && isFunction(unwrap(made))) {
      const each = functions.functionOf(made);
      return each ? this.#inReturns(each, depth) : 'unknown';
    }
    const carries =
      /^(?:Headers|HttpHeaders|AxiosHeaders|assign|freeze|stringify|URLSearchParams|FormData|Request|fromEntries|entries|append|set)$/;
    if (!carries.test(name) && !carries.test(this.#nameFor(node))) return 'unknown';
    let found: Presence = 'no';
    const [first, second] = node.arguments;
    const header = first && second && staticText(this.#model.bindings, first);
    if (header && keyNamed(header, this.#model.settings.keyNames)) return 'yes';
    for (const argument of node.arguments) {
      if (argument.type === 'SpreadElement') return 'unknown';
      found = any(found, this.#in(argument, depth + 1));
    }
    if (node.callee.type === 'MemberExpression' && /^(?:append|set)$/.test(name)) {
      found = any(found, this.#in(node.callee.object, depth + 1));
    }
    return found;
  }

  #inReturns(callee: Parameters<Model['functions']['returnsOf']>[0], depth: number): Presence {
    const results = this.#model.functions.returnsOf(callee);
    if (results.length === 0) return 'unknown';
    return results.map((result) => this.#in(result, depth + 1)).reduce(any);
  }
}

/** A key somewhere is a key; otherwise one part that cannot be seen leaves all unknown. */
export function any(one: Presence, other: Presence): Presence {
  if (one === 'yes' || other === 'yes') return 'yes';
  return one === 'unknown' || other === 'unknown' ? 'unknown' : 'no';
}
