import type { TSESTree } from '@typescript-eslint/utils';
import {
  absorbingMethods,
  hashFunctionNames,
  transparentFunctionNames,
  transparentGlobals,
  transparentMethods,
  transparentPackages,
} from '../catalogue/transparent-calls.ts';
import type { Binding, Variable } from './bindings.ts';
import { nameOf } from './bindings.ts';
import { membersOf } from './class-members.ts';
import { isTimeBucket } from './clocks.ts';
import type { Ingredient, State } from './ingredient.ts';
import { composedOf, entered } from './ingredient.ts';
import { argumentAt } from './local-functions.ts';
import type { Model } from './model-of.ts';
import type { CallNode, FunctionNode, Node } from './syntax.ts';
import { classAround, contains, isFunction, unwrap } from './syntax.ts';
import { lastName, pathOf } from './things.ts';

const deepest = 48;
const most = 120;

/** Follows values back to where they are made. */
export class Origins {
  readonly #model: Model;
  readonly #known = new Map<Node, readonly Ingredient[]>();

  constructor(model: Model) {
    this.#model = model;
  }

  /**
   * Everything a value is made of: through variables, parameters and their call sites in this file, returned values
   * of local functions, members, spreads, templates, concatenation, hashing, class fields. Literals are left out.
   */
  ingredientsOf(value: Node): readonly Ingredient[] {
    const before = this.#known.get(value);
    if (before) return before;
    const walk = new Walk(this.#model);
    walk.value(value, [], {
      frame: null,
      trail: [],
      shown: value,
      element: null,
      composition: null,
      hashed: false,
      bucketed: false,
      through: [],
      depth: 0,
    });
    this.#known.set(value, walk.found);
    return walk.found;
  }
}

class Walk {
  readonly found: Ingredient[] = [];
  readonly #model: Model;
  readonly #seen = new Map<Node, Set<string>>();

  constructor(model: Model) {
    this.#model = model;
  }

  /** Follows the member at `path` of what `expression` is; the value itself for an empty path. */
  value(expression: Node, path: readonly string[], before: State): void {
    const node = unwrap(expression);
    if (before.depth > deepest || this.found.length >= most) return;
    const way = `${path.join('.')}@${before.frame?.at ?? ''}`;
    const ways = this.#seen.get(node);
    if (ways?.has(way)) return;
    if (ways) ways.add(way);
    else this.#seen.set(node, new Set([way]));
    const state: State = {
      ...before,
      trail: [...before.trail, node],
      shown: before.frame === null ? node : before.shown,
      depth: before.depth + 1,
    };
    switch (node.type) {
      case 'Identifier':
        this.#identifier(node, path, state);
        return;
      case 'MemberExpression':
        this.#member(node, path, state);
        return;
      case 'CallExpression':
      case 'NewExpression':
        this.#call(node, path, state);
        return;
      case 'ConditionalExpression':
        this.value(node.consequent, path, state);
        this.value(node.alternate, path, state);
        return;
      case 'LogicalExpression':
        if (node.operator !== '&&') this.value(node.left, path, state);
        this.value(node.right, path, state);
        return;
      case 'AssignmentExpression':
        this.value(node.right, path, state);
        return;
      case 'TemplateLiteral':
        for (const part of node.expressions) this.value(part, [], composedOf(state, part));
        return;
      case 'TaggedTemplateExpression':
        for (const part of node.quasi.expressions) this.value(part, [], composedOf(state, part));
        return;
      case 'BinaryExpression':
        if (node.operator === '+') {
          for (const part of [node.left, node.right]) this.value(part, [], composedOf(state, part));
        } else if (/^[-*/%]$/.test(node.operator)) {
          this.value(node.left, [], isTimeBucket(node) ? { ...state, bucketed: true } : state);
        }
        return;
      case 'UpdateExpression':
        this.value(node.argument, path, state);
        return;
      case 'ArrayExpression':
        this.#array(node, path, state);
        return;
      case 'ObjectExpression':
        this.#object(node, path, state);
        return;
      case 'Literal':
      case 'UnaryExpression':
        return;
      default:
        if (!isFunction(node)) this.#leaf(node, path, state);
    }
  }

  #leaf(node: Node, names: readonly string[], state: State): void {
    const { trail, shown, element, composition, hashed, bucketed, through } = state;
    this.found.push({ node, names, trail, shown, element, composition, hashed, bucketed, through });
  }

  #array(node: TSESTree.ArrayExpression, path: readonly string[], state: State): void {
    const at = path.length > 0 && /^\d+$/.test(path[0] ?? '') ? node.elements[Number(path[0])] : undefined;
    if (at && at.type !== 'SpreadElement') {
      this.value(at, path.slice(1), state);
      return;
    }
    for (const element of node.elements) {
      if (!element) continue;
      const held = element.type === 'SpreadElement' ? element.argument : element;
      this.value(held, [], composedOf(state, held));
    }
  }

  #object(node: TSESTree.ObjectExpression, path: readonly string[], state: State): void {
    const [name, ...rest] = path;
    if (name === undefined) {
      for (const property of node.properties) {
        if (property.type === 'Property') this.value(property.value, [], composedOf(state, property.value));
      }
      return;
    }
    for (const property of node.properties.toReversed()) {
      if (property.type === 'SpreadElement') this.value(property.argument, path, state);
      else if (nameOf(this.#model.bindings, property) === name) {
        if (property.kind === 'get' && isFunction(property.value))
          this.#returned(property.value, rest, state);
        else this.value(property.value, rest, state);
        return;
      }
    }
  }

  #member(node: TSESTree.MemberExpression, path: readonly string[], state: State): void {
    const name = nameOf(this.#model.bindings, node);
    if (name === null) {
      this.#leaf(node, ['[]', ...path], state);
      return;
    }
    const object = unwrap(node.object);
    if (object.type === 'ThisExpression') {
      this.#field(node, name, path, state);
      return;
    }
    this.value(object, [name, ...path], state);
  }

  #field(node: TSESTree.MemberExpression, name: string, path: readonly string[], state: State): void {
    const { index } = this.#model;
    const owner = classAround(node);
    const member = owner && membersOf(owner, index.assignments).get(name);
    if (member?.getter) {
      this.#returned(member.getter, path, entered(member.getter, null, node, state));
      return;
    }
    if (!member || (member.values.length === 0 && !member.method)) {
      this.#leaf(node, ['this', name, ...path], state);
      return;
    }
    for (const { value, assignment } of member.values) {
      this.value(value, path, assignment ? { ...state, trail: [...state.trail, assignment] } : state);
    }
  }

  #identifier(node: TSESTree.Identifier, path: readonly string[], state: State): void {
    const { bindings } = this.#model;
    const variable = bindings.variableOf(node);
    if (!variable) {
      this.#leaf(node, [node.name, ...path], state);
      return;
    }
    if (path.length > 0) this.#laterMembers(variable, path, state);
    const binding = bindings.bindingOf(variable);
    if (binding.kind === 'value' || binding.kind === 'declared') {
      for (const assignment of bindings.assignedTo(variable)) {
        if (assignment.operator === '+=')
          this.value(assignment.right, [], composedOf(state, assignment.right));
        else this.value(assignment.right, path, { ...state, trail: [...state.trail, assignment] });
      }
    }
    if (bindings.countedAt(variable).length > 0) this.#leaf(node, [node.name, ...path], state);
    switch (binding.kind) {
      case 'value': {
        const full = binding.path.includes(null) ? null : [...(binding.path as string[]), ...path];
        if (binding.fallback) this.value(binding.fallback, path, state);
        if (full) this.value(binding.init, full, state);
        else this.#leaf(node, [node.name, ...path], state);
        return;
      }
      case 'parameter':
        this.#parameter(node, binding, path, state);
        return;
      case 'declared':
        if (bindings.assignedTo(variable).length === 0) this.#leaf(node, [node.name, ...path], state);
        return;
      default:
        this.#leaf(node, [node.name, ...path], state);
    }
  }

  /** `envelope.key = …` after `const envelope = {}`. */
  #laterMembers(variable: Variable, path: readonly string[], state: State): void {
    const { bindings, index } = this.#model;
    for (const assignment of index.assignments) {
      const { left } = assignment;
      if (left.type !== 'MemberExpression' || left.object.type !== 'Identifier') continue;
      if (nameOf(bindings, left) !== path[0] || bindings.variableOf(left.object) !== variable) continue;
      this.value(assignment.right, path.slice(1), { ...state, trail: [...state.trail, assignment] });
    }
  }

  #parameter(
    node: TSESTree.Identifier,
    binding: Extract<Binding, { kind: 'parameter' }>,
    path: readonly string[],
    state: State,
  ): void {
    const { functions } = this.#model;
    const owner = binding.function;
    const names = [...binding.path.map((name) => name ?? '…'), ...path];
    const named = binding.path.length === 0 ? [node.name, ...path] : ['', ...names];
    if (!isFunction(owner) || binding.path.includes(null)) {
      this.#leaf(node, named, state);
      return;
    }
    for (let frame = state.frame; frame; frame = frame.outer) {
      if (frame.function !== owner || !frame.call) continue;
      this.#argument(frame.call, binding, names, named, node, { ...state, frame: frame.outer }, state);
      return;
    }
    // Calls that stand inside the function itself are its own recursion: what they hand on came in from outside.
    const sites = functions.callSitesOf(owner).filter((site) => !contains(owner, site));
    if (binding.fallback && (sites.length === 0 || binding.path.length > 0)) {
      this.value(binding.fallback, path, state);
    }
    if (sites.length === 0) this.#leaf(node, named, state);
    for (const site of sites)
      this.#argument(site, binding, names, named, node, { ...state, frame: null }, state);
  }

  #argument(
    call: CallNode,
    binding: Extract<Binding, { kind: 'parameter' }>,
    names: readonly string[],
    named: readonly string[],
    node: Node,
    outside: State,
    inside: State,
  ): void {
    if (binding.rest) {
      for (const argument of call.arguments.slice(binding.index)) {
        if (argument.type === 'SpreadElement') this.value(argument.argument, [], outside);
        else this.value(argument, [], composedOf({ ...outside, trail: [...outside.trail, call] }, argument));
      }
      return;
    }
    const argument = argumentAt(call, binding.index);
    if (argument === 'unknown') this.#leaf(node, named, inside);
    else if (argument) this.value(argument, names, outside);
    else if (binding.fallback) this.value(binding.fallback, names.slice(binding.path.length), inside);
  }

  #returned(callee: FunctionNode, path: readonly string[], state: State): void {
    for (const result of this.#model.functions.returnsOf(callee)) this.value(result, path, state);
  }

  #call(node: CallNode, path: readonly string[], state: State): void {
    const { functions, things } = this.#model;
    const callee = functions.calleeOf(node);
    if (callee) {
      this.#returned(callee, path, entered(callee, node, node, state));
      return;
    }
    const thing = things.calleeOf(node);
    const name = lastName(thing);
    if (
      thing.root.kind === 'global' &&
      transparentGlobals.has(pathOfGlobal(thing.root.name, pathOf(thing)))
    ) {
      for (const argument of node.arguments) {
        const held = argument.type === 'SpreadElement' ? argument.argument : argument;
        this.value(held, path, state);
      }
      return;
    }
    if (path.length > 0) {
      this.#leaf(node, [...path], state);
      return;
    }
    if (isTimeBucket(node)) {
      this.#bucket(node, { ...state, bucketed: true });
      return;
    }
    const object = node.callee.type === 'MemberExpression' ? unwrap(node.callee.object) : null;
    if (name !== null && object && transparentMethods.has(name)) {
      this.value(object, [], state);
      if (absorbingMethods.has(name)) this.#arguments(node, state);
      return;
    }
    if (
      name !== null &&
      (hashFunctionNames.test(name) || (object && (name === 'update' || name === 'digest')))
    ) {
      const hashed = { ...state, hashed: true };
      if (object && name !== 'digestMessage') this.#hashedObject(object, hashed);
      this.#arguments(node, hashed);
      return;
    }
    const source = thing.root.kind === 'import' ? thing.root.package : null;
    const rewrites =
      (source !== null && transparentPackages.has(source)) ||
      (name !== null && name !== 'default' && transparentFunctionNames.test(name));
    if (rewrites) {
      this.#arguments(node, state);
      return;
    }
    this.#leaf(node, [], state);
    this.#arguments(node, { ...state, through: [...state.through, node] });
  }

  /** `Math.floor(now / window)` holds its time in the argument, `iso.slice(0, 10)` in the object. */
  #bucket(node: CallNode, state: State): void {
    if (node.callee.type !== 'MemberExpression') return;
    const object = unwrap(node.callee.object);
    if (object.type === 'Identifier' && object.name === 'Math') this.#arguments(node, state);
    else this.value(object, [], state);
  }

  /** `createHash('sha256').update(a).update(b)`: what went in stands in the arguments along the chain. */
  #hashedObject(object: Node, state: State): void {
    const node = unwrap(object);
    if (node.type !== 'CallExpression') return;
    this.#arguments(node, state);
    if (node.callee.type === 'MemberExpression') this.#hashedObject(node.callee.object, state);
  }

  #arguments(call: CallNode, state: State): void {
    for (const argument of call.arguments) {
      const held = argument.type === 'SpreadElement' ? argument.argument : argument;
      this.value(held, [], composedOf(state, held));
    }
  }
}

function pathOfGlobal(name: string, path: string): string {
  const called = path.replace(/^\.?new\(\)$/, '');
  return called === '' ? name : `${name}.${called}`;
}
