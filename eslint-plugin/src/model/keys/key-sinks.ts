import type { TSESTree } from '@typescript-eslint/utils';
import { keyNamed, keyTableNames } from '../../catalogue/key-names.ts';
import { nameOf, staticText } from '../bindings.ts';
import type { Model } from '../model-of.ts';
import { ProviderCalls } from '../writes/provider-calls.ts';
import { mayHoldKeys } from '../trigger.ts';
import type { CallNode, Node } from '../syntax.ts';
import { ancestors, isFunction, literalText, unwrap } from '../syntax.ts';
import { lastName } from '../things.ts';

/** A place where a value becomes an idempotency key. */
export interface KeySink {
  /** The value that becomes the key. */
  value: Node;
  /** The property, assignment, call or variable that makes it one. */
  node: Node;
  /** The header's, field's or variable's name, as it is written. */
  name: string;
  /** `request`: names an operation. `message`: keeps a queue from taking one message twice. `column`: of a key table. */
  use: 'request' | 'message' | 'column';
  /** How it is spelled. */
  how: 'property' | 'assignment' | 'call' | 'pair' | 'argument' | 'variable' | 'column' | 'text';
}

const headerSetters = new Set([
  'set',
  'append',
  'header',
  'setHeader',
  'setHeaders',
  'setHeaderValue',
  'setRequestHeader',
]);
const tableReaders = new Set([
  'insert',
  'where',
  'values',
  'create',
  'upsert',
  'createMany',
  'insertOne',
  'add',
]);

/** Finds every place of a file where a value becomes a key. */
export class KeySinks {
  readonly #model: Model;
  #all: KeySink[] | undefined;
  #mayFind: boolean | undefined;

  constructor(model: Model) {
    this.#model = model;
  }

  /** All sinks, in source order of their kinds. A value can have several (a variable and the property it goes to). */
  get all(): readonly KeySink[] {
    return (this.#all ??= this.mayFind ? this.#find() : []);
  }

  /** The cheap look at the text. */
  get mayFind(): boolean {
    const { sourceCode, settings } = this.#model;
    const isCode = (offset: number): boolean => this.#model.isCode(offset);
    return (this.#mayFind ??= mayHoldKeys(sourceCode.text, settings, isCode));
  }

  /** Does a name stand for a key? */
  isKeyName(name: string): boolean {
    return keyNamed(name, this.#model.settings.keyNames) !== null;
  }

  #find(): KeySink[] {
    const { index, bindings, settings } = this.#model;
    const sinks: KeySink[] = [];
    const add = (value: Node, node: Node, name: string | null, how: KeySink['how']): void => {
      const known = name === null ? null : keyNamed(name, settings.keyNames);
      if (known && name !== null) sinks.push({ value, node, name, use: known.use, how });
    };
    for (const property of index.properties) {
      // `headers: [['Idempotency-Key', key]]`
      if (property.value.type === 'ArrayExpression') this.#pairs(property.value, add);
      if (property.kind === 'init' && !isFunction(property.value)) {
        add(property.value, property, nameOf(bindings, property), 'property');
      }
    }
    for (const assignment of index.assignments) {
      const { left } = assignment;
      if (left.type === 'MemberExpression')
        add(assignment.right, assignment, nameOf(bindings, left), 'assignment');
      if (left.type === 'Identifier') add(assignment.right, assignment, left.name, 'variable');
    }
    for (const declarator of index.declarators) {
      if (declarator.id.type !== 'Identifier' || !declarator.init || isFunction(unwrap(declarator.init)))
        continue;
      if (isHeaderName(declarator.init)) continue;
      add(declarator.init, declarator, declarator.id.name, 'variable');
    }
    for (const call of index.calls) this.#inCall(call, add);
    this.#inAws(sinks);
    this.#inDirectives(sinks);
    for (const { call, slot } of this.#model.part(ProviderCalls).all) {
      if (slot?.in !== 'argument') continue;
      const value = call.arguments[slot.index];
      if (value && value.type !== 'SpreadElement') {
        sinks.push({ value, node: value, name: 'key', use: 'request', how: 'argument' });
      }
    }
    if (this.#model.words.has('keyTables')) this.#columns(sinks);
    return sinks;
  }

  /** AWS's `new RunInstancesCommand({ ClientToken })`; elsewhere a client token is something that a page is given. */
  #inAws(sinks: KeySink[]): void {
    if (!this.#isOfAws) return;
    for (const property of this.#model.index.properties) {
      const name = nameOf(this.#model.bindings, property);
      if (name === null || !/^clientToken$/i.test(name) || isFunction(property.value)) continue;
      if (![...ancestors(property)].some((outer) => this.#isAwsInput(outer))) continue;
      sinks.push({ value: property.value, node: property, name, use: 'request', how: 'property' });
    }
  }

  get #isOfAws(): boolean {
    return [...this.#model.packages].some((name) => awsPackages.test(name));
  }

  #isAwsInput(outer: Node): boolean {
    if (outer.type === 'CallExpression' || outer.type === 'NewExpression') {
      const { root } = this.#model.things.calleeOf(outer);
      return (
        (root.kind === 'import' || root.kind === 'type') &&
        root.package !== null &&
        awsPackages.test(root.package)
      );
    }
    if (outer.type !== 'VariableDeclarator' || outer.id.type !== 'Identifier') return false;
    const type = outer.id.typeAnnotation?.typeAnnotation;
    const named = type?.type === 'TSTypeReference' && type.typeName.type === 'Identifier';
    return named && /(?:CommandInput|Request)$/.test((type.typeName as TSESTree.Identifier).name);
  }

  /** Shopify's directive in the text of a query: `@idempotent(key: "${randomUUID()}")` (shopify.dev). */
  #inDirectives(sinks: KeySink[]): void {
    if (!this.#model.sourceCode.text.includes('@idempotent')) return;
    const add = (value: Node): void => {
      sinks.push({ value, node: value, name: '@idempotent', use: 'request', how: 'text' });
    };
    for (const text of this.#model.index.templates) {
      if (text.type === 'TemplateLiteral') {
        for (const [at, value] of text.expressions.entries()) {
          if (directive.test(text.quasis[at]?.value.raw ?? '')) add(value);
        }
      } else if (directive.test(literalText(text) ?? '')) {
        const added = nextAdded(text);
        if (added) add(added);
      }
    }
  }

  #inCall(
    call: CallNode,
    add: (value: Node, node: Node, name: string | null, how: KeySink['how']) => void,
  ): void {
    const { bindings, functions, settings, things } = this.#model;
    const [first, second] = call.arguments;
    if (call.callee.type === 'MemberExpression' && first && second && second.type !== 'SpreadElement') {
      const name = nameOf(bindings, call.callee);
      if (name !== null && headerSetters.has(name)) add(second, call, staticText(bindings, first), 'call');
    }
    for (const argument of call.arguments) {
      if (argument.type === 'ArrayExpression') this.#pairs(argument, add);
      // `charge(order, idempotencyKey)` of another file: the variable's name says what the argument is.
      if (
        argument.type === 'Identifier' &&
        keyNamed(argument.name, settings.keyNames) !== null &&
        !functions.calleeOf(call) &&
        lastName(things.calleeOf(call)) !== null
      ) {
        if (call.arguments.length > 1 && !isHarmless(call))
          add(argument, argument, argument.name, 'argument');
      }
    }
  }

  /** `new Headers([['Idempotency-Key', key]])` */
  #pairs(
    list: TSESTree.ArrayExpression,
    add: (value: Node, node: Node, name: string | null, how: KeySink['how']) => void,
  ): void {
    for (const pair of list.elements) {
      if (pair?.type !== 'ArrayExpression' || pair.elements.length !== 2) continue;
      const [name, value] = pair.elements;
      if (name && value && value.type !== 'SpreadElement') {
        add(value, pair, staticText(this.#model.bindings, name), 'pair');
      }
    }
  }

  /** The column `key` of a table or model whose name says that it holds idempotency keys. */
  #columns(sinks: KeySink[]): void {
    for (const property of this.#model.index.properties) {
      if (nameOf(this.#model.bindings, property) !== 'key') continue;
      const call = [...ancestors(property)].find((outer) => outer.type === 'CallExpression');
      if (call?.callee.type !== 'MemberExpression') continue;
      const method = nameOf(this.#model.bindings, call.callee);
      if (method === null || !tableReaders.has(method)) continue;
      const { range } = call.callee.object;
      if (!keyTableNames.test(this.#model.sourceCode.text.slice(range[0], range[1]))) continue;
      sinks.push({ value: property.value, node: property, name: 'key', use: 'column', how: 'column' });
    }
  }
}

const awsPackages = /^(?:@aws-sdk\/|aws-sdk$)/;

const directive = /@idempotent\s*\(\s*key\s*:\s*\\?["']?$/;

/** What is added to a text that ends here: `'… @idempotent(key: "' + key + '")'`. */
function nextAdded(text: Node): Node | null {
  let whole = text;
  for (;;) {
    const sum = whole.parent;
    if (sum?.type !== 'BinaryExpression' || sum.operator !== '+') return null;
    if (sum.left === whole) return sum.right;
    whole = sum;
  }
}

/** `const IDEMPOTENCY_KEY = 'Idempotency-Key'` names a header; it holds no key. */
function isHeaderName(value: Node): boolean {
  const node = unwrap(value);
  return node.type === 'Literal';
}

/** Calls that only look at what they are given. */
function isHarmless(call: CallNode): boolean {
  const callee = call.callee;
  const object = callee.type === 'MemberExpression' ? unwrap(callee.object) : null;
  return object?.type === 'Identifier' && /^(?:console|log|logger)$/.test(object.name);
}
