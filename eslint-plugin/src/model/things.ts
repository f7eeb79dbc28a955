import type { TSESTree } from '@typescript-eslint/utils';
import { packageOf } from '../catalogue/packages.ts';
import type { Bindings, Variable } from './bindings.ts';
import { nameOf } from './bindings.ts';
import type { ClassMember } from './class-members.ts';
import { membersOf } from './class-members.ts';
import type { SyntaxIndex } from './syntax-index.ts';
import type { CallNode, ClassNode, FunctionNode, Node } from './syntax.ts';
import { classAround, isClass, isFunction, literalText, unwrap } from './syntax.ts';

/** Where a value ultimately comes from. */
export type Root =
  /** `import`, `require` or dynamic import; `name` is `'*'` for the whole module, `'default'` for its default. */
  | { kind: 'import'; source: string; package: string; name: string }
  | { kind: 'global'; name: string }
  /** Known by its written type only: an instance of `name`, from `package` where that is imported. */
  | { kind: 'type'; name: string; package: string | null; as: string }
  | { kind: 'function'; node: FunctionNode }
  | { kind: 'class'; node: ClassNode }
  /** Comes from outside this file's sight: a parameter, an unresolved variable. `name` as it is written. */
  | { kind: 'unknown'; name: string; variable: Variable | null }
  /** `this` of a class (or of none), whose member the first step names. */
  | { kind: 'this'; node: ClassNode | null }
  /** An expression that starts afresh: a literal, an object. */
  | { kind: 'value'; node: Node };

/** One step from the root: `.name`, a call, or `new`. `node` is the expression the step ends at. */
export type Step =
  | { kind: 'member'; name: string; node: Node }
  | { kind: 'call'; node: CallNode }
  | { kind: 'new'; node: CallNode };

/** What an expression is: its root and the steps from there, in order. `axios.create(c).post` has three steps. */
export interface Thing {
  root: Root;
  steps: Step[];
}

const deepest = 24;

/**
 * Tells what expressions are: which import or global stands behind them, through aliases, destructuring,
 * `require`, instances (`create`, `extend`, `new`), `this.x` fields and written types.
 */
export class Things {
  readonly #bindings: Bindings;
  readonly #index: SyntaxIndex;
  readonly #known = new Map<Node, Thing>();

  constructor(bindings: Bindings, index: SyntaxIndex) {
    this.#bindings = bindings;
    this.#index = index;
  }

  /** What an expression is. Always answers; the root says `unknown` where the file does not tell. */
  thingOf(expression: Node): Thing {
    return this.#thing(expression, 0);
  }

  /** What is called: the thing of a call's callee. */
  calleeOf(call: CallNode): Thing {
    return this.thingOf(call.callee);
  }

  #thing(expression: Node, depth: number): Thing {
    const node = unwrap(expression);
    const before = this.#known.get(node);
    if (before) return before;
    const thing = depth > deepest ? value(node) : this.#work(node, depth + 1);
    if (depth <= deepest) this.#known.set(node, thing);
    return thing;
  }

  #work(node: Node, depth: number): Thing {
    switch (node.type) {
      case 'Identifier':
        return this.#identifier(node, depth);
      case 'ThisExpression':
        return { root: { kind: 'this', node: classAround(node) }, steps: [] };
      case 'MemberExpression':
        return this.#member(node, depth);
      case 'CallExpression':
        return this.#call(node, depth);
      case 'NewExpression':
        return step(this.#thing(node.callee, depth), { kind: 'new', node });
      case 'ImportExpression': {
        const source = literalText(node.source);
        return source === null ? value(node) : { root: imported(source, '*'), steps: [] };
      }
      case 'ConditionalExpression': {
        const first = this.#thing(node.consequent, depth);
        return first.root.kind === 'value' ? this.#thing(node.alternate, depth) : first;
      }
      case 'LogicalExpression': {
        const left = this.#thing(node.left, depth);
        if (node.operator === '&&') return this.#thing(node.right, depth);
        return left.root.kind === 'value' || left.root.kind === 'unknown'
          ? this.#thing(node.right, depth)
          : left;
      }
      case 'AssignmentExpression':
        return this.#thing(node.right, depth);
      default:
        if (isFunction(node)) return { root: { kind: 'function', node }, steps: [] };
        if (isClass(node)) return { root: { kind: 'class', node }, steps: [] };
        return value(node);
    }
  }

  #identifier(node: TSESTree.Identifier, depth: number): Thing {
    const variable = this.#bindings.variableOf(node);
    if (!variable) {
      // A name with no reference is a property name; with one it is a global.
      return { root: { kind: 'global', name: node.name }, steps: [] };
    }
    const unknown: Thing = { root: { kind: 'unknown', name: node.name, variable }, steps: [] };
    const binding = this.#bindings.bindingOf(variable);
    switch (binding.kind) {
      case 'import':
        return { root: imported(binding.source, binding.name), steps: [] };
      case 'function':
        return { root: { kind: 'function', node: binding.node }, steps: [] };
      case 'class':
        return { root: { kind: 'class', node: binding.node }, steps: [] };
      case 'value': {
        const thing = along(this.#thing(binding.init, depth), binding.path, node);
        if (thing && thing.root.kind !== 'value') return thing;
        return thing ?? unknown;
      }
      case 'declared': {
        const typed = this.#typed(annotationOf(binding.declarator.id), node.name);
        if (typed) return typed;
        const assigned = this.#bindings.assignedTo(variable);
        const only = assigned.length === 1 ? assigned[0] : undefined;
        return only ? this.#thing(only.right, depth) : unknown;
      }
      case 'parameter': {
        const typed = binding.path.length === 0 ? this.#typed(binding.annotation, node.name) : null;
        if (typed) return typed;
        return (binding.path.length > 0 && along(unknown, binding.path, node)) || unknown;
      }
      default:
        return unknown;
    }
  }

  #member(node: TSESTree.MemberExpression, depth: number): Thing {
    const name = nameOf(this.#bindings, node);
    const object = unwrap(node.object);
    if (name !== null && object.type === 'ThisExpression') {
      const field = this.#field(object, name, depth);
      if (field) return field;
    }
    const thing = this.#thing(node.object, depth);
    if (name === null) return { root: { kind: 'unknown', name: '[]', variable: null }, steps: [] };
    if (thing.root.kind === 'value' && thing.steps.length === 0) {
      const held = memberOfLiteral(thing.root.node, name);
      if (held) return this.#thing(held, depth);
    }
    // `require('x').default` is the module's main export, as `import x from 'x'` is.
    if (name === 'default' && thing.root.kind === 'import' && thing.steps.length === 0) {
      return { root: { ...thing.root, name: 'default' }, steps: [] };
    }
    return step(thing, { kind: 'member', name, node });
  }

  #field(self: Node, name: string, depth: number): Thing | null {
    const owner = classAround(self);
    const member = owner && this.#memberOf(owner, name, depth);
    if (!member) return null;
    if (member.method) return { root: { kind: 'function', node: member.method }, steps: [] };
    for (const { value: held } of member.values) {
      const thing = this.#thing(held, depth);
      if (thing.root.kind !== 'value' && thing.root.kind !== 'unknown') return thing;
    }
    return this.#typed(member.annotation, name);
  }

  /** A member of a class, or the one it inherits from a class of this file. */
  #memberOf(owner: ClassNode, name: string, depth: number): ClassMember | null {
    const own = membersOf(owner, this.#index.assignments).get(name);
    if (own || !owner.superClass || depth > deepest) return own ?? null;
    const { root, steps } = this.#thing(owner.superClass, depth + 1);
    return root.kind === 'class' && steps.length === 0 && root.node !== owner
      ? this.#memberOf(root.node, name, depth + 1)
      : null;
  }

  #call(node: TSESTree.CallExpression, depth: number): Thing {
    const [first] = node.arguments;
    if (
      node.callee.type === 'Identifier' &&
      node.callee.name === 'require' &&
      first &&
      node.arguments.length === 1
    ) {
      const source = literalText(first);
      if (source !== null && !this.#bindings.variableOf(node.callee))
        return { root: imported(source, '*'), steps: [] };
    }
    const callee = this.#thing(node.callee, depth);
    return this.#injected(callee, first, depth) ?? step(callee, { kind: 'call', node });
  }

  /** Angular's `inject(HttpClient)` gives an instance of what it is given. */
  #injected({ root, steps }: Thing, token: Node | undefined, depth: number): Thing | null {
    if (root.kind !== 'import' || root.package !== '@angular/core' || root.name !== 'inject') return null;
    if (steps.length > 0 || !token) return null;
    const { root: of, steps: more } = this.#thing(token, depth);
    if (of.kind !== 'import' || more.length > 0) return null;
    return { root: { kind: 'type', name: of.name, package: of.package, as: of.name }, steps: [] };
  }

  /** An instance known by its written type: `stripe: Stripe`, `Stripe | null`, `Promise<Stripe>`. */
  #typed(type: TSESTree.TypeNode | null | undefined, as: string): Thing | null {
    if (!type) return null;
    if (type.type === 'TSUnionType') {
      for (const one of type.types) {
        const typed = this.#typed(one, as);
        if (typed) return typed;
      }
      return null;
    }
    if (type.type !== 'TSTypeReference') return null;
    const named = type.typeName.type === 'TSQualifiedName' ? type.typeName.right : type.typeName;
    if (named.type !== 'Identifier') return null;
    const variable = this.#bindings.variableOf(leftmost(type.typeName));
    const binding = variable && this.#bindings.bindingOf(variable);
    if (binding?.kind === 'import') {
      const name = binding.name === 'default' || binding.name === '*' ? named.name : binding.name;
      return { root: { kind: 'type', name, package: packageOf(binding.source), as }, steps: [] };
    }
    if (binding?.kind === 'class') return { root: { kind: 'class', node: binding.node }, steps: [] };
    return { root: { kind: 'type', name: named.name, package: null, as }, steps: [] };
  }
}

function leftmost(name: TSESTree.EntityName): Node {
  return name.type === 'TSQualifiedName' ? leftmost(name.left) : name;
}

function annotationOf(pattern: TSESTree.BindingName): TSESTree.TypeNode | null {
  return pattern.typeAnnotation?.typeAnnotation ?? null;
}

function value(node: Node): Thing {
  return { root: { kind: 'value', node }, steps: [] };
}

function step(thing: Thing, next: Step): Thing {
  return { root: thing.root, steps: [...thing.steps, next] };
}

function imported(source: string, name: string): Root {
  return { kind: 'import', source, package: packageOf(source), name };
}

/** The thing at a path of a destructured one; null where part of the path is unknown. */
function along(thing: Thing, path: readonly (string | null)[], node: Node): Thing | null {
  let result = thing;
  for (const name of path) {
    if (name === null) return null;
    if (result.root.kind === 'import' && result.root.name === '*' && result.steps.length === 0) {
      result = { root: { ...result.root, name }, steps: [] };
      continue;
    }
    if (result.root.kind === 'value' && result.steps.length === 0) {
      const held = memberOfLiteral(result.root.node, name);
      if (held) {
        result = value(unwrap(held));
        continue;
      }
    }
    result = step(result, { kind: 'member', name, node });
  }
  return result;
}

function memberOfLiteral(node: Node, name: string): Node | null {
  if (node.type !== 'ObjectExpression') return null;
  for (const property of node.properties) {
    if (property.type !== 'Property' || property.kind !== 'init') continue;
    const { key } = property;
    const written = !property.computed && key.type === 'Identifier' ? key.name : literalText(key);
    if (written === name) return property.value;
  }
  return null;
}

/**
 * The path of a thing as text: what was imported, then members and calls. The main export of a module is empty.
 * `axios.create(c).post` gives `create().post`, `new Stripe(k).refunds` gives `new().refunds`.
 */
export function pathOf(thing: Thing): string {
  const { root } = thing;
  const head = root.kind === 'import' && root.name !== 'default' && root.name !== '*' ? root.name : '';
  return thing.steps.reduce((path, one) => {
    if (one.kind === 'call') return `${path}()`;
    if (one.kind === 'new') return `${path}${path === '' ? '' : '.'}new()`;
    return path === '' ? one.name : `${path}.${one.name}`;
  }, head);
}

/** The last name written in a thing: of a method, a function, an import. Null for a bare call result. */
export function lastName(thing: Thing): string | null {
  const last = thing.steps.at(-1);
  if (last) return last.kind === 'member' ? last.name : null;
  const { root } = thing;
  if (root.kind === 'import') return root.name === '*' ? null : root.name;
  if (root.kind === 'global' || root.kind === 'unknown') return root.name;
  return null;
}
