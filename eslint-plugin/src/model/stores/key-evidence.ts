import {
  answerColumn,
  eventColumn,
  eventObject,
  keyColumn,
  keyHeader,
  keyPrefix,
  maybeKeyColumn,
  scopeColumn,
} from '../../catalogue/databases-key-names.ts';
import { isNamedLikeMaker, madeByGlobal, madeByPackage } from '../../catalogue/key-makers.ts';
import { isTaught } from '../../catalogue/key-names.ts';
import type { Model } from '../model-of.ts';
import { Origins } from '../origins.ts';
import type { Node } from '../syntax.ts';
import { calledName, isFunction, unwrap, writtenName } from '../syntax.ts';
import { lastName, pathOf } from '../things.ts';
import { tableEvidence } from './names.ts';
import type { StoreOperation } from './operation.ts';
import { namesDoneCollection } from './recognise-key-values.ts';

/** What a value says it is: an idempotency key, the id of an event or message, something called a key. */
export type ValueEvidence = 'key' | 'event' | 'maybe' | null;

const order = [null, 'maybe', 'event', 'key'] as const;
const deepest = 5;

function stronger(a: ValueEvidence, b: ValueEvidence): ValueEvidence {
  return order.indexOf(a) >= order.indexOf(b) ? a : b;
}

/** Judges names and origins of values: which are keys, which are ids of events. */
export class KeyEvidence {
  readonly #model: Model;
  readonly #known = new Map<Node, ValueEvidence>();

  constructor(model: Model) {
    this.#model = model;
  }

  /** What an expression is by its names, header reads and constant text, followed to where it was made. */
  ofValue(node: Node | null | undefined, depth = 0): ValueEvidence {
    if (!node || depth > deepest) return null;
    const inner = unwrap(node);
    const before = this.#known.get(inner);
    if (before !== undefined) return before;
    this.#known.set(inner, null);
    const evidence = this.#work(inner, depth);
    this.#known.set(inner, evidence);
    return evidence;
  }

  #work(node: Node, depth: number): ValueEvidence {
    const all = (nodes: readonly (Node | null | undefined)[]): ValueEvidence =>
      nodes.reduce<ValueEvidence>((found, one) => stronger(found, this.ofValue(one, depth + 1)), null);
    switch (node.type) {
      case 'Literal':
        return typeof node.value === 'string' ? ofText(node.value) : null;
      case 'TemplateLiteral':
        return node.quasis.reduce<ValueEvidence>(
          (found, { value }) => stronger(found, ofText(value.cooked ?? '')),
          all(node.expressions),
        );
      case 'Identifier':
        return stronger(this.#ofName(node.name), this.#ofOrigin(node, depth));
      case 'MemberExpression': {
        const name = writtenName(node);
        const object = unwrap(node.object);
        const owner =
          object.type === 'Identifier'
            ? object.name
            : object.type === 'MemberExpression'
              ? writtenName(object)
              : null;
        if (name === 'id' && owner !== null && eventObject.test(owner)) return 'event';
        return name === null ? this.ofValue(node.property, depth + 1) : this.#ofName(name);
      }
      case 'CallExpression': {
        const callee = unwrap(node.callee);
        const name = calledName(node);
        const receiver = callee.type === 'MemberExpression' ? this.ofValue(callee.object, depth + 1) : null;
        const local = this.#model.functions.calleeOf(node);
        const returned = local ? all(this.#model.functions.returnsOf(local)) : null;
        const named: ValueEvidence = name !== null && keyColumn.test(name) ? 'key' : null;
        return [receiver, returned, named, all(node.arguments)].reduce<ValueEvidence>(stronger, null);
      }
      case 'BinaryExpression':
      case 'LogicalExpression':
        return all([node.left, node.right]);
      case 'ConditionalExpression':
        return all([node.consequent, node.alternate]);
      case 'ArrayExpression':
        return all(node.elements);
      case 'ObjectExpression':
        return all(
          node.properties.map((property) =>
            property.type === 'Property' ? property.value : property.argument,
          ),
        );
      default:
        return null;
    }
  }

  #ofName(name: string): ValueEvidence {
    if (keyColumn.test(name) || keyHeader.test(name) || isTaught(name, this.#model.settings.keyNames)) {
      return 'key';
    }
    if (eventColumn.test(name)) return 'event';
    return /key$/i.test(name) || name === 'slot' || name === 'token' ? 'maybe' : null;
  }

  #ofOrigin(node: Node, depth: number): ValueEvidence {
    const variable = this.#model.bindings.variableOf(node);
    const binding = variable && this.#model.bindings.bindingOf(variable);
    if (binding?.kind === 'value' && !isFunction(binding.init)) {
      const path = binding.path.reduce<ValueEvidence>(
        (found, name) => stronger(found, name === null ? null : this.#ofName(name)),
        null,
      );
      // A row or an event that is taken apart says by the name of the part what the part is.
      return binding.path.length > 0 ? path : this.ofValue(binding.init, depth + 1);
    }
    if (binding?.kind === 'parameter') {
      return binding.path.reduce<ValueEvidence>(
        (found, name) => stronger(found, name === null ? null : this.#ofName(name)),
        null,
      );
    }
    return null;
  }

  /**
   * Is the value looked up one that was made just now? Then the look-up seeks a free name, and nothing is repeated. A
   * value that is only made where the caller brings none (`given ?? randomUUID()`) is another matter.
   */
  isFresh({ fields, keys }: StoreOperation): boolean {
    return [...fields.map(({ value }) => value), ...keys].some((value) => {
      const ingredients = value === null ? [] : this.#model.part(Origins).ingredientsOf(value);
      const made = ingredients.find(({ node }) => this.#isMadeNow(node));
      if (!made) return false;
      return ingredients.every(
        ({ node, composition }) =>
          this.#isMadeNow(node) || (composition !== null && composition === made.composition),
      );
    });
  }

  #isMadeNow(node: Node): boolean {
    if (node.type !== 'CallExpression') return false;
    const thing = this.#model.things.calleeOf(node);
    const { root } = thing;
    if (root.kind === 'import' && madeByPackage(root.package, pathOf(thing)) === 'random') return true;
    if (root.kind === 'global' && madeByGlobal(`${root.name}.${pathOf(thing)}`) === 'random') return true;
    return isNamedLikeMaker(lastName(thing) ?? '') || /^(?:random|short|unique)/i.test(lastName(thing) ?? '');
  }

  /** A cheap look before {@link isAboutKeys}: without any evidence in an operation itself, only its callers can tell. */
  mayBeAboutKeys({ store, fields, keys }: StoreOperation): boolean {
    return (
      tableEvidence(store) === 'sure' ||
      fields.some(
        ({ name, value }) => keyColumn.test(name) || eventColumn.test(name) || this.ofValue(value) !== null,
      ) ||
      keys.some((key) => this.ofValue(key) !== null)
    );
  }

  /**
   * Is this operation about idempotency keys or handled events?
   * @param more what else is known of the values, for an operation inside a function that was called with them.
   */
  isAboutKeys(operation: StoreOperation, more: readonly Node[] = []): boolean {
    const { store, fields, keys, library } = operation;
    const values = [...fields.map(({ value }) => value), ...keys, ...more].reduce<ValueEvidence>(
      (found, value) => stronger(found, this.ofValue(value)),
      null,
    );
    if (library === 'memory') return values === 'key' || (namesDoneCollection(store) && values !== null);
    if (library === 'redis')
      return values === 'key' || (values === 'event' && keyPrefix.test(store.slice('key '.length)));
    const table = tableEvidence(store);
    if (table === 'sure') return true;
    if (fields.some(({ name }) => keyColumn.test(name)) || values === 'key') return true;
    if (table === 'none') return false;
    const hasEvent = values === 'event' || fields.some(({ name }) => eventColumn.test(name));
    // Rows that hang on an event or message in another sense (a seat at an event) name somebody else too.
    if (hasEvent && conditionsOf(operation) <= 1) return true;
    const hasKey = fields.some(({ name }) => maybeKeyColumn.test(name)) && values === 'maybe';
    return hasKey && fields.some(({ name }) => answerColumn.test(name));
  }

  /** Is the row of another kind than keys and handled events, looked for by the id of a message and by no key? */
  isByMessageOnly({ store, fields, keys }: StoreOperation, more: readonly Node[] = []): boolean {
    if (tableEvidence(store) === 'sure' || !fields.some(({ name }) => messageColumn.test(name))) return false;
    if (fields.some(({ name }) => keyColumn.test(name))) return false;
    return [...fields.map(({ value }) => value), ...keys, ...more].every(
      (value) => this.ofValue(value) !== 'key',
    );
  }
}

const messageColumn = /^(?:(?:e?mail|gmail|external|provider)_?)?message_?id$/i;

/** How many things a look-up names, scopes left out. An insert names all its columns and so tells nothing. */
function conditionsOf({ fields, act }: StoreOperation): number {
  if (act !== 'look-up') return Infinity;
  return new Set(fields.map(({ name }) => name).filter((name) => !scopeColumn.test(name))).size;
}

/** Prefixes and names in keys: `idempotency:…`, `idem-…`. */
const keyText = /^[^\s]{0,20}(?:idempot|\bidem\b)[^\s]{0,20}$/i;

function ofText(text: string): ValueEvidence {
  if (keyHeader.test(text) || keyText.test(text)) return 'key';
  return keyPrefix.test(text) && !/\s/.test(text) && text.length < 60 ? 'event' : null;
}
