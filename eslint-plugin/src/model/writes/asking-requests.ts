import type { TSESTree } from '@typescript-eslint/utils';
import {
  askingEndings,
  askingFunctions,
  askingPaths,
  askingVerbs,
  countingNames,
  fileOperations,
  preparingAddresses,
  uploads,
  updatingAddresses,
} from '../../catalogue/http-clients.ts';
import { argumentAt } from '../local-functions.ts';
import type { Model } from '../model-of.ts';
import { optionOf } from '../options.ts';
import type { CallNode, FunctionNode, Node } from '../syntax.ts';
import { ancestors, isClass, isFunction, literalText, unwrap, writtenName } from '../syntax.ts';

const deepest = 5;
const most = 24;

/** Tells which POSTs and PATCHes only ask, or put something into a state that it may be in already. */
export class AskingRequests {
  readonly #model: Model;

  constructor(model: Model) {
    this.#model = model;
  }

  /**
   * @param address the expression of the request's address, where there is one.
   * @param body the object it sends, where it can be seen.
   */
  asks(call: CallNode, method: 'POST' | 'PATCH', address: Node | null, body: Node | null): boolean {
    if (this.#askingAddress(address) || this.#isInReader(call)) return true;
    const sent = body && this.#sent(body);
    if (!sent) return false;
    if (optionOf(sent, 'jsonrpc') || convertsFiles(sent)) return true;
    if (method === 'PATCH' && setsConstants(sent)) return true;
    const query = optionOf(sent, 'query');
    return query !== null && !/mutation/i.test(this.#model.textOf(query));
  }

  #sent(body: Node): Node | null {
    const node = unwrap(body);
    const given = node.type === 'CallExpression' && node.arguments[0] ? unwrap(node.arguments[0]) : node;
    return this.#model.bindings.standsFor(given);
  }

  #askingAddress(address: Node | null): boolean {
    const paths = address ? this.#pathsOf(address, 0) : [];
    return (
      paths.length > 0 && paths.length < most && paths.every((path) => path !== '' && this.#asksAt(path))
    );
  }

  #asksAt(text: string): boolean {
    const path = text.replace(/[?#].*$/s, '');
    return (
      [askingPaths, askingVerbs, askingEndings, uploads, ...preparingAddresses].some((one) =>
        one.test(path),
      ) || this.#updates(path)
    );
  }

  #updates(path: string): boolean {
    return updatingAddresses.some(
      ({ provider, address }) => address.test(path) && provider.test(this.#model.sourceCode.text),
    );
  }

  /**
   * The texts an address may have, holes as `:`; an empty text where nothing is known. A name of the address counts
   * as its last part: `ENDPOINTS.auth.login`, `searchUrl`.
   */
  #pathsOf(address: Node, depth: number, named = true): readonly string[] {
    if (depth > deepest) return [''];
    const node = unwrap(address);
    const written = literalText(node);
    if (written !== null) return [written];
    switch (node.type) {
      case 'TemplateLiteral': {
        const text = node.quasis.map(({ value }) => value.raw).join(':');
        const last = node.expressions.at(-1);
        if (!last || !text.endsWith(':') || text.includes('?')) return [text];
        // A hole at the end may be an id, or the path itself, which the callers know.
        return this.#pathsOf(last, depth + 1, false).map((end) =>
          end === '' ? text : `${text.slice(0, -1)}/${end.replace(/^\/+/, '')}`,
        );
      }
      case 'BinaryExpression':
        return this.#pathsOf(node.right, depth + 1);
      case 'ConditionalExpression':
        return [node.consequent, node.alternate].flatMap((one) => this.#pathsOf(one, depth + 1));
      case 'NewExpression':
        return node.arguments[0] ? this.#pathsOf(node.arguments[0], depth + 1) : [''];
      case 'CallExpression':
        return node.callee.type === 'MemberExpression' && writtenName(node.callee) === 'toString'
          ? this.#pathsOf(node.callee.object, depth + 1)
          : [''];
      case 'MemberExpression':
        return this.#ofMember(node, depth, named);
      case 'Identifier':
        return this.#ofVariable(node, depth, named);
      default:
        return [''];
    }
  }

  #ofMember(node: TSESTree.MemberExpression, depth: number, named: boolean): readonly string[] {
    const names: string[] = [];
    let holder: Node = node;
    while (holder.type === 'MemberExpression') {
      const name = writtenName(holder);
      if (name === null) return [''];
      names.unshift(name);
      holder = unwrap(holder.object);
    }
    const made = this.#model.bindings.standsFor(holder);
    const value = made === holder ? null : optionOf(made, ...names);
    if (value) return this.#pathsOf(value, depth + 1, named);
    return [named ? wordsOfName(names.at(-1) ?? '') : ''];
  }

  #ofVariable(node: TSESTree.Identifier, depth: number, named: boolean): readonly string[] {
    const { bindings, functions } = this.#model;
    const variable = bindings.variableOf(node);
    const binding = variable && bindings.bindingOf(variable);
    if (binding?.kind === 'value' && binding.path.length === 0) {
      const found = this.#pathsOf(binding.init, depth + 1, named);
      return named && found.every((path) => path === '') ? [wordsOfName(node.name)] : found;
    }
    if (binding?.kind === 'parameter' && binding.path.length === 0 && isFunction(binding.function)) {
      const sites = functions.callSitesOf(binding.function);
      const given = sites.map((site) => argumentAt(site, binding.index));
      if (given.length > 0) {
        return given.flatMap((one) =>
          one && one !== 'unknown' ? this.#pathsOf(one, depth + 1, named) : [''],
        );
      }
    }
    return [binding && named ? wordsOfName(node.name) : ''];
  }

  /** In a function that is named after what it reads (`fetchRecording`), or in one or a class that only counts visits. */
  #isInReader(call: CallNode): boolean {
    let named = false;
    for (const outer of ancestors(call)) {
      if (isClass(outer) && outer.id && countingNames.test(outer.id.name)) return true;
      const name = isFunction(outer) ? nameOfFunction(outer) : null;
      if (name === null) continue;
      if (countingNames.test(name) || (!named && askingFunctions.test(name))) return true;
      named = true;
    }
    return false;
  }
}

/** `SEARCH_URL` and `searchUrl` give `/search`; a name without such an ending tells nothing of an address. */
function wordsOfName(name: string): string {
  const path =
    /^(.+?)_?(?:url|uri|endpoint|path|route)$/i.exec(name)?.[1] ??
    (/^[A-Z_]+$|^[a-z]+$/.test(name) ? name : '');
  return path === '' ? '' : `/${path.replaceAll(/([a-z])([A-Z])/g, '$1-$2')}`;
}

/** `{ isRead: true, state: 'closed' }`: sent again, the object is in the same state. */
function setsConstants(body: Node): boolean {
  if (body.type !== 'ObjectExpression' || body.properties.length === 0) return false;
  return body.properties.every((property) => {
    if (property.type !== 'Property') return false;
    const value = unwrap(property.value);
    return value.type === 'Literal' || (value.type === 'ObjectExpression' && setsConstants(value));
  });
}

/** `{ tasks: { a: { operation: 'import/url' }, b: { operation: 'convert' } } }` */
function convertsFiles(body: Node): boolean {
  const tasks = optionOf(body, 'tasks');
  const list = tasks && unwrap(tasks);
  if (list?.type !== 'ObjectExpression' || list.properties.length === 0) return false;
  return list.properties.every((task) => {
    const operation = task.type === 'Property' ? literalText(optionOf(task.value, 'operation')) : null;
    return operation !== null && fileOperations.test(operation);
  });
}

/** The name a function is declared with or held under; null for a callback. */
function nameOfFunction(node: FunctionNode): string | null {
  if (node.id) return node.id.name;
  const { parent } = node;
  if (parent?.type === 'VariableDeclarator') return parent.id.type === 'Identifier' ? parent.id.name : null;
  if (
    parent?.type === 'Property' ||
    parent?.type === 'MethodDefinition' ||
    parent?.type === 'PropertyDefinition'
  ) {
    return writtenName(parent);
  }
  return null;
}
