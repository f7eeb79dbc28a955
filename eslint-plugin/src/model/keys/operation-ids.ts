import { isNamedLikeMaker, madeByGlobal, madeByPackage } from '../../catalogue/key-makers.ts';
import { bodyIdNames, deliveryHeaders, rowIdNames } from '../../catalogue/operation-id-names.ts';
import { nameOf } from '../bindings.ts';
import type { AttemptScope } from '../attempts/attempt-scope.ts';
import type { Model } from '../model-of.ts';
import { Origins } from '../origins.ts';
import { argumentAt } from '../local-functions.ts';
import type { CallNode, Node } from '../syntax.ts';
import { contains, isFunction, unwrap, writtenName } from '../syntax.ts';
import { lastName, pathOf } from '../things.ts';

const deepest = 8;

/** Finds ids that name one operation under another word than "idempotency": a random `requestId`, `X-Shop-Delivery`. */
export class OperationIds {
  readonly #model: Model;

  constructor(model: Model) {
    this.#model = model;
  }

  /**
   * Does a request carry an id of its own that stays the same at each attempt: one made at random for it outside the
   * attempts and sent in the body, or the id of a delivered message in a header?
   * @param scope the attempts; null where the client itself sends the same request again.
   */
  sentWith(call: CallNode, scope: AttemptScope | null): boolean {
    const [address] = call.arguments;
    if (scope && address && this.#isInQuery(address, scope)) return true;
    return call.arguments.some((argument) => this.#holds(argument, scope, false, 0));
  }

  /** `${base}?${new URLSearchParams({ requestId })}`, `${base}?requestId=${id}`, with an id made before the attempts. */
  #isInQuery(address: Node, scope: AttemptScope): boolean {
    const node = unwrap(address);
    if (node.type === 'Identifier') {
      const value = this.#model.bindings.valueOf(node);
      return value !== null && this.#isInQuery(value, scope);
    }
    if (node.type !== 'TemplateLiteral') return false;
    return node.expressions.some((expression, at) => {
      const before = node.quasis[at]?.value.raw ?? '';
      const named = /[?&](\w+)=$/.exec(before)?.[1];
      if (named !== undefined) return bodyIdNames.test(named) && this.#isMade(expression, scope, 'outside');
      return before.endsWith('?') && this.#holds(expression, scope, false, 0);
    });
  }

  /**
   * Does the address of a request, its first argument, hold an id that was made at random outside the attempts: the
   * name that the client gives to what it creates, or a request id in the query?
   */
  inAddress(call: CallNode, scope: AttemptScope | null): boolean {
    const [address] = call.arguments;
    if (!address || address.type === 'SpreadElement' || unwrap(address).type === 'ObjectExpression')
      return false;
    return this.#isMade(address, scope, 'outside');
  }

  #holds(expression: Node, scope: AttemptScope | null, inHeaders: boolean, depth: number): boolean {
    if (depth > deepest) return false;
    const node = unwrap(expression);
    if (node.type === 'CallExpression') {
      const { callee } = node;
      // `params.toString()`
      if (callee.type === 'MemberExpression' && node.arguments.length === 0)
        return this.#holds(callee.object, scope, inHeaders, depth + 1);
      if (writtenName(unwrap(callee)) === 'map') return this.#rowsCarry(node, scope, depth);
      return node.arguments.some((argument) => this.#holds(argument, scope, inHeaders, depth + 1));
    }
    if (
      node.type === 'NewExpression' &&
      node.callee.type === 'Identifier' &&
      node.callee.name === 'URLSearchParams'
    ) {
      return node.arguments.some((argument) => this.#holds(argument, scope, inHeaders, depth + 1));
    }
    if (node.type === 'Identifier') {
      const variable = this.#model.bindings.variableOf(node);
      const binding = variable && this.#model.bindings.bindingOf(variable);
      if (binding?.kind === 'parameter' && binding.path.length === 0 && isFunction(binding.function)) {
        const sites = this.#model.functions.callSitesOf(binding.function);
        const given = sites.map((site) => argumentAt(site, binding.index));
        return (
          given.length > 0 &&
          given.every((one) => one && one !== 'unknown' && this.#holds(one, scope, inHeaders, depth + 1))
        );
      }
      if (binding?.kind !== 'value' || binding.path.length > 0) return false;
      return this.#holds(binding.init, scope, inHeaders, depth + 1);
    }
    if (node.type !== 'ObjectExpression') return false;
    return node.properties.some((property) => {
      if (property.type === 'SpreadElement')
        return this.#holds(property.argument, scope, inHeaders, depth + 1);
      const name = nameOf(this.#model.bindings, property);
      if (name === null) return false;
      if (inHeaders) return deliveryHeaders.test(name) && !this.#isMade(property.value, scope, 'inside');
      if (/^headers$/i.test(name)) return this.#holds(property.value, scope, true, depth + 1);
      if (rowIdNames.test(name)) return !this.#isMade(property.value, scope, 'inside');
      if (bodyIdNames.test(name)) return this.#isMade(property.value, scope, 'outside');
      return (
        /^(?:body|json|data|payload|variables|input|rows)$/i.test(name) &&
        this.#holds(property.value, scope, false, depth + 1)
      );
    });
  }

  /** `rows.map((row) => ({ insertId: idOf(row), json: row }))` */
  #rowsCarry({ arguments: [callback] }: CallNode, scope: AttemptScope | null, depth: number): boolean {
    const made = callback && this.#model.functions.functionOf(callback);
    const rows = made ? this.#model.functions.returnsOf(made) : [];
    return rows.length > 0 && rows.every((row) => this.#holds(row, scope, false, depth + 1));
  }

  /** Is a value made at random, inside or outside the attempts? */
  #isMade(value: Node, scope: AttemptScope | null, where: 'inside' | 'outside'): boolean {
    return this.#model
      .part(Origins)
      .ingredientsOf(value)
      .some(({ node, shown }) => {
        if (!this.#makes(node)) return false;
        const inside = scope !== null && (contains(scope.region, node) || contains(scope.region, shown));
        return inside === (where === 'inside');
      });
  }

  #makes(node: Node): boolean {
    if (node.type !== 'CallExpression') return false;
    const thing = this.#model.things.calleeOf(node);
    const { root } = thing;
    if (root.kind === 'import' && madeByPackage(root.package, pathOf(thing)) === 'random') return true;
    if (root.kind === 'global') return madeByGlobal(`${root.name}.${pathOf(thing)}`) === 'random';
    return node.arguments.length === 0 && isNamedLikeMaker(lastName(thing) ?? '');
  }
}
