import type { TSESTree } from '@typescript-eslint/utils';
import {
  definiteFailureWords,
  generalErrorNames,
  isDefiniteStatus,
  openFailureWords,
  statusNames,
} from '../../catalogue/failures.ts';
import type { Model } from '../model-of.ts';
import { Paths } from './paths.ts';
import type { FunctionNode, Node } from '../syntax.ts';
import { literalText, unwrap, writtenName } from '../syntax.ts';
import { lastName } from '../things.ts';

const deepest = 8;

/**
 * What a condition says about the answer of a call: was it a definite one (429, 409, a named error, a decline), or
 * does it let server faults through?
 */
export class Answers {
  readonly #model: Model;
  #paths: Paths | undefined;
  readonly #predicates = new Map<FunctionNode, boolean>();

  constructor(model: Model) {
    this.#model = model;
  }

  /** Does `test` being `truth` mean that a definite answer has come? */
  isDefinite(test: Node, truth: boolean, depth = 0): boolean {
    const node = unwrap(test);
    if (depth > deepest) return false;
    switch (node.type) {
      case 'UnaryExpression':
        return node.operator === '!' && this.isDefinite(node.argument, !truth, depth + 1);
      case 'LogicalExpression': {
        if (node.operator === '??') return this.isDefinite(node.left, truth, depth + 1);
        const left = this.isDefinite(node.left, truth, depth + 1);
        const right = this.isDefinite(node.right, truth, depth + 1);
        return (node.operator === '&&') === truth ? left || right : left && right;
      }
      case 'BinaryExpression':
        return this.#comparison(node, truth);
      case 'CallExpression':
        return truth && this.#call(node, depth);
      case 'Identifier': {
        const held = this.#constant(node);
        return held !== null && this.isDefinite(held, truth, depth + 1);
      }
      default:
        return false;
    }
  }

  /** Does reaching a `case` mean that a definite answer has come: `switch (error.code) { case 'card_declined': … }`? */
  isDefiniteCase(discriminant: Node, test: Node): boolean {
    const asked = nameOfExpression(discriminant);
    if (asked === null || !(statusNames.test(asked) || /^(?:type|name|reason|kind)$/.test(asked)))
      return false;
    const value = unwrap(test);
    if (value.type === 'Literal' && typeof value.value === 'number') return isDefiniteStatus(value.value);
    const text = this.#text(test);
    return text !== null && text !== '' && !openFailureWords.test(text);
  }

  /** Does reaching a `case` mean that a server fault has come: `switch (response.status) { case 503: … }`? */
  isFaultCase(discriminant: Node, test: Node): boolean {
    const asked = nameOfExpression(discriminant);
    const value = unwrap(test);
    if (asked === null || !statusNames.test(asked) || value.type !== 'Literal') return false;
    return typeof value.value === 'number' && value.value >= 500 && !isDefiniteStatus(value.value);
  }

  /** Does `test` being `truth` mean that a response of failure has come, server faults among them? */
  isServerFault(test: Node, truth: boolean, depth = 0): boolean {
    const node = unwrap(test);
    if (depth > deepest) return false;
    switch (node.type) {
      case 'UnaryExpression':
        return node.operator === '!' && this.isServerFault(node.argument, !truth, depth + 1);
      case 'LogicalExpression':
        return (
          this.isServerFault(node.left, truth, depth + 1) || this.isServerFault(node.right, truth, depth + 1)
        );
      case 'MemberExpression':
        return !truth && writtenName(node) === 'ok';
      case 'BinaryExpression': {
        const [name, number] = statusAgainst(node);
        if (name === null || number === null) return false;
        if (node.operator === '>=' || node.operator === '>') return truth && number >= 399 && number <= 500;
        if (node.operator === '<') return !truth && number >= 400 && number <= 500;
        const equals = node.operator.startsWith('===') || node.operator === '==';
        return equals === truth && number >= 500 && !isDefiniteStatus(number);
      }
      case 'CallExpression': {
        const list = truth ? this.#listOf(node) : null;
        return (
          list?.some((entry) => typeof entry === 'number' && entry >= 500 && !isDefiniteStatus(entry)) ??
          false
        );
      }
      case 'Identifier': {
        const held = this.#constant(node);
        if (held !== null) return this.isServerFault(held, truth, depth + 1);
        return !truth && node.name === 'ok';
      }
      default:
        return false;
    }
  }

  /** Is a condition, given as a function, true only for definite answers? False where it cannot be read. */
  isDefinitePredicate(condition: Node): boolean {
    const callee = this.#model.functions.functionOf(condition);
    if (callee) return this.#predicate(callee, 0);
    const node = unwrap(condition);
    if (node.type !== 'Identifier' && node.type !== 'MemberExpression') return false;
    const name = nameOfExpression(node);
    return name !== null && definiteFailureWords.test(name) && !openFailureWords.test(name);
  }

  #constant(node: TSESTree.Identifier): Node | null {
    const { bindings } = this.#model;
    const variable = bindings.variableOf(node);
    const binding = variable && bindings.bindingOf(variable);
    return binding?.kind === 'value' && binding.constant && binding.path.length === 0 ? binding.init : null;
  }

  #comparison(node: TSESTree.BinaryExpression, truth: boolean): boolean {
    if (node.operator === 'instanceof') {
      const name = nameOfExpression(node.right);
      return truth && name !== null && !generalErrorNames.test(name) && !openFailureWords.test(name);
    }
    const [name, number] = statusAgainst(node);
    if (name !== null && number !== null) {
      if (node.operator === '<') return truth && number >= 400 && number <= 500;
      if (node.operator === '<=') return truth && number >= 400 && number < 500;
      const same = node.operator === '===' || node.operator === '==';
      const other = node.operator === '!==' || node.operator === '!=';
      return (same || other) && same === truth && isDefiniteStatus(number);
    }
    const same = node.operator === '===' || node.operator === '==';
    if (!same && node.operator !== '!==' && node.operator !== '!=') return false;
    if (same !== truth) return false;
    const [asked, text] = [node.left, node.right].map((side) => this.#text(side));
    const said = asked ?? text;
    const side = unwrap(asked === null || asked === undefined ? node.left : node.right);
    if (typeof said !== 'string' || side.type !== 'MemberExpression') return false;
    return said !== '' && !openFailureWords.test(said);
  }

  #text(node: TSESTree.Node): string | null {
    const written = literalText(node);
    if (written !== null) return written;
    const inner = unwrap(node);
    const held = inner.type === 'Identifier' ? this.#constant(inner) : null;
    return held && literalText(held);
  }

  #call(node: TSESTree.CallExpression, depth: number): boolean {
    const { functions, things } = this.#model;
    const list = this.#listOf(node);
    if (list) {
      return list.length > 0 && list.every((entry) => isDefiniteEntry(entry));
    }
    const callee = functions.calleeOf(node);
    if (callee) return this.#predicate(callee, depth);
    const name = lastName(things.calleeOf(node));
    const [first] = node.arguments;
    if (node.callee.type === 'MemberExpression' && first) {
      const object = unwrap(node.callee.object);
      if (name === 'test' && object.type === 'Literal' && 'regex' in object) {
        return !openFailureWords.test(object.regex.pattern);
      }
      if (name === 'includes' || name === 'startsWith' || name === 'endsWith') {
        const text = this.#text(first);
        return text !== null && !openFailureWords.test(text);
      }
    }
    return name !== null && definiteFailureWords.test(name) && !openFailureWords.test(name);
  }

  /** The entries of `[429].includes(x)` or `codes.has(x)`, where the list is a constant of this file. */
  #listOf(node: TSESTree.CallExpression): (number | string)[] | null {
    if (node.callee.type !== 'MemberExpression') return null;
    const name = writtenName(node.callee);
    if (name !== 'includes' && name !== 'has') return null;
    let list: Node | null = unwrap(node.callee.object);
    if (list.type === 'Identifier') list = this.#constant(list);
    list = list && unwrap(list);
    if (list?.type === 'NewExpression') list = list.arguments[0] ? unwrap(list.arguments[0]) : null;
    if (list?.type !== 'ArrayExpression') return null;
    const entries: (number | string)[] = [];
    for (const element of list.elements) {
      if (element?.type !== 'Literal') return null;
      if (typeof element.value !== 'number' && typeof element.value !== 'string') return null;
      entries.push(element.value);
    }
    return entries;
  }

  /** A function of this file that answers true only for definite answers. */
  #predicate(callee: FunctionNode, depth: number): boolean {
    const before = this.#predicates.get(callee);
    if (before !== undefined) return before;
    this.#predicates.set(callee, false);
    const answer = this.#decides(callee, depth + 1);
    this.#predicates.set(callee, answer);
    return answer;
  }

  #decides(callee: FunctionNode, depth: number): boolean {
    if (callee.body.type !== 'BlockStatement') return this.isDefinite(callee.body, true, depth);
    this.#paths ??= new Paths(this);
    const { exits } = this.#paths.through(callee.body.body);
    const yes = exits.filter((exit) => exit.node.type === 'ReturnStatement' && !saysNo(exit.node.argument));
    return (
      yes.length > 0 &&
      yes.every(({ node, facts }) => {
        const result = node.type === 'ReturnStatement' ? node.argument : null;
        return facts.definite || (result !== null && this.isDefinite(result, true, depth));
      })
    );
  }
}

function isDefiniteEntry(entry: number | string): boolean {
  return typeof entry === 'number' ? isDefiniteStatus(entry) : !openFailureWords.test(entry);
}

function saysNo(result: Node | null): boolean {
  if (!result) return true;
  const node = unwrap(result);
  return node.type === 'Literal' && !node.value;
}

function nameOfExpression(expression: Node): string | null {
  const node = unwrap(expression);
  return node.type === 'Identifier' ? node.name : writtenName(node);
}

/** `error.response?.status === 429` gives `['status', 429]`: the name on one side, the number on the other. */
function statusAgainst(node: TSESTree.BinaryExpression): [string | null, number | null] {
  for (const [asked, given] of [
    [node.left, node.right],
    [node.right, node.left],
  ] as const) {
    const number = unwrap(given);
    if (number.type !== 'Literal' || typeof number.value !== 'number' || number.value < 100) continue;
    let inner = unwrap(asked);
    if (inner.type === 'LogicalExpression') inner = unwrap(inner.left);
    if (inner.type === 'CallExpression') inner = unwrap(inner.callee);
    const name = nameOfExpression(inner);
    if (name !== null && statusNames.test(name)) return [name, number.value];
  }
  return [null, null];
}
