import type { TSESLint, TSESTree } from '@typescript-eslint/utils';
import type { Node } from './syntax.ts';
import { literalText, unwrap, writtenName } from './syntax.ts';

type Variable = TSESLint.Scope.Variable;
type Reference = TSESLint.Scope.Reference;

export type { Variable };

/** How a name came to its value, when it has exactly one definition that counts. */
export type Binding =
  | { kind: 'import'; source: string; name: string; typeOnly: boolean }
  /** Declared with a value: `const { a: { b } } = init` binds `b` at the path `['a', 'b']`; null where unknown. */
  | { kind: 'value'; init: Node; path: (string | null)[]; fallback: Node | null; constant: boolean }
  | { kind: 'declared'; declarator: TSESTree.VariableDeclarator }
  | {
      kind: 'parameter';
      function: TSESTree.FunctionLike;
      index: number;
      rest: boolean;
      path: (string | null)[];
      fallback: Node | null;
      annotation: TSESTree.TypeNode | null;
    }
  | { kind: 'function'; node: TSESTree.FunctionDeclaration | TSESTree.FunctionExpression }
  | { kind: 'class'; node: TSESTree.ClassDeclaration | TSESTree.ClassExpression }
  | { kind: 'other' };

/** Which variable each identifier of a file stands for, from the parser's scope manager. */
export class Bindings {
  readonly #sourceCode: Readonly<TSESLint.SourceCode>;
  #references: Map<Node, Reference> | undefined;
  readonly #bindings = new Map<Variable, Binding>();

  constructor(sourceCode: Readonly<TSESLint.SourceCode>) {
    this.#sourceCode = sourceCode;
  }

  /** The reference an identifier is, where it is one (a property name is none). */
  referenceOf(identifier: Node): Reference | undefined {
    if (!this.#references) {
      this.#references = new Map();
      for (const scope of this.#sourceCode.scopeManager?.scopes ?? []) {
        for (const reference of scope.references) this.#references.set(reference.identifier, reference);
      }
    }
    return this.#references.get(identifier);
  }

  /** The variable an identifier stands for; null for a global or a property name. */
  variableOf(identifier: Node): Variable | null {
    const variable = this.referenceOf(identifier)?.resolved ?? null;
    // A global that the configuration declares has no definition: it is as unknown as any other global.
    return variable && variable.defs.length > 0 ? variable : null;
  }

  /** The only value that the variable an identifier stands for is ever given; null for a part of one, or none. */
  valueOf(identifier: Node): Node | null {
    const variable = this.variableOf(identifier);
    const binding = variable && this.bindingOf(variable);
    return binding?.kind === 'value' && binding.path.length === 0 ? binding.init : null;
  }

  /** An expression without what wraps it; for a variable with only one value, that value. */
  standsFor(expression: Node): Node {
    const node = unwrap(expression);
    return node.type === 'Identifier' ? unwrap(this.valueOf(node) ?? node) : node;
  }

  /** The variables a declaration, function or pattern node declares. */
  declaredBy(node: Node): readonly Variable[] {
    return this.#sourceCode.scopeManager?.getDeclaredVariables(node as never) ?? [];
  }

  /** The only value a variable is ever given, or what else is known of where it comes from. */
  bindingOf(variable: Variable): Binding {
    const before = this.#bindings.get(variable);
    if (before) return before;
    const binding = bindingFrom(variable);
    this.#bindings.set(variable, binding);
    return binding;
  }

  /** Every value assigned to a variable after its declaration, in source order. */
  assignedTo(variable: Variable): TSESTree.AssignmentExpression[] {
    return variable.references.flatMap(({ identifier, init }) => {
      const parent = identifier.parent;
      return !init && parent?.type === 'AssignmentExpression' && parent.left === identifier ? [parent] : [];
    });
  }

  /** Is the variable changed by `++`, `--`, `+=`, `-=` or `x = x + …`? These places, in source order. */
  countedAt(variable: Variable): Node[] {
    return variable.references.flatMap(({ identifier }): Node[] => {
      const parent = identifier.parent;
      if (parent?.type === 'UpdateExpression') return [parent];
      if (parent?.type !== 'AssignmentExpression' || parent.left !== identifier) return [];
      if (parent.operator === '+=' || parent.operator === '-=') return [parent];
      const right = unwrap(parent.right);
      const counts =
        parent.operator === '=' &&
        right.type === 'BinaryExpression' &&
        (this.variableOf(right.left) === variable || this.variableOf(right.right) === variable);
      return counts ? [parent] : [];
    });
  }
}

function bindingFrom(variable: Variable): Binding {
  const definition = variable.defs[0];
  if (!definition) return { kind: 'other' };
  const { name, node } = definition;
  switch (node.type) {
    case 'ImportDefaultSpecifier':
    case 'ImportNamespaceSpecifier':
    case 'ImportSpecifier': {
      const declaration = node.parent as TSESTree.ImportDeclaration;
      const typeOnly =
        declaration.importKind === 'type' || (node.type === 'ImportSpecifier' && node.importKind === 'type');
      return { kind: 'import', source: declaration.source.value, name: importedName(node), typeOnly };
    }
    case 'VariableDeclarator': {
      if (!node.init) return { kind: 'declared', declarator: node };
      const place = placeIn(node.id, name);
      if (!place) return { kind: 'other' };
      return {
        kind: 'value',
        init: node.init,
        path: place.path,
        fallback: place.fallback,
        // Few ask, and the answer takes a look at every reference.
        get constant() {
          return variable.references.every((reference) => reference.init || !reference.isWrite());
        },
      };
    }
    case 'FunctionDeclaration':
      if (node.id === name) return { kind: 'function', node };
      return parameterOf(node, name);
    case 'FunctionExpression':
      // `const again = async function attempt() { … attempt() … }`
      if (node.id === name) return { kind: 'function', node };
      return parameterOf(node, name);
    case 'ArrowFunctionExpression':
      return parameterOf(node, name);
    case 'ClassDeclaration':
    case 'ClassExpression':
      return { kind: 'class', node };
    default:
      return { kind: 'other' };
  }
}

function importedName(
  node: TSESTree.ImportDefaultSpecifier | TSESTree.ImportNamespaceSpecifier | TSESTree.ImportSpecifier,
): string {
  if (node.type === 'ImportDefaultSpecifier') return 'default';
  if (node.type === 'ImportNamespaceSpecifier') return '*';
  return node.imported.type === 'Identifier' ? node.imported.name : node.imported.value;
}

function parameterOf(node: TSESTree.FunctionLike, name: Node): Binding {
  for (const [index, parameter] of node.params.entries()) {
    const rest = parameter.type === 'RestElement';
    let pattern: Node = parameter.type === 'TSParameterProperty' ? parameter.parameter : parameter;
    if (pattern.type === 'RestElement') pattern = pattern.argument;
    const place = placeIn(pattern, name);
    if (!place) continue;
    const bare = pattern.type === 'AssignmentPattern' ? pattern.left : pattern;
    const annotated = (bare as TSESTree.BindingName).typeAnnotation;
    return {
      kind: 'parameter',
      function: node,
      index,
      rest,
      ...place,
      annotation: annotated?.typeAnnotation ?? null,
    };
  }
  return { kind: 'other' };
}

/** Where a name stands in a pattern, and the default it falls back to; null when it is not in there. */
function placeIn(pattern: Node, name: Node): { path: (string | null)[]; fallback: Node | null } | null {
  if (pattern === name) return { path: [], fallback: null };
  switch (pattern.type) {
    case 'AssignmentPattern': {
      const place = placeIn(pattern.left, name);
      if (!place) return null;
      return { path: place.path, fallback: place.path.length === 0 ? pattern.right : place.fallback };
    }
    case 'ObjectPattern':
      for (const property of pattern.properties) {
        if (property.type === 'RestElement') {
          if (property.argument === name) return { path: [null], fallback: null };
          continue;
        }
        const place = placeIn(property.value, name);
        if (place) return { path: [writtenName(property), ...place.path], fallback: place.fallback };
      }
      return null;
    case 'ArrayPattern':
      for (const [index, element] of pattern.elements.entries()) {
        const place = element && placeIn(element.type === 'RestElement' ? element.argument : element, name);
        if (place) return { path: [String(index), ...place.path], fallback: place.fallback };
      }
      return null;
    default:
      return null;
  }
}

/** The text an expression is known to have: a literal, or a constant that is one. */
export function staticText(bindings: Bindings, node: Node): string | null {
  const written = literalText(node);
  if (written !== null) return written;
  const inner = unwrap(node);
  if (inner.type !== 'Identifier') return null;
  const variable = bindings.variableOf(inner);
  const binding = variable && bindings.bindingOf(variable);
  return binding?.kind === 'value' && binding.constant && binding.path.length === 0
    ? literalText(binding.init)
    : null;
}

/** The name of a member or property, computed names included where their text is known. */
export function nameOf(bindings: Bindings, node: Node): string | null {
  const written = writtenName(node);
  if (written !== null) return written;
  if (node.type === 'MemberExpression' && node.computed) return staticText(bindings, node.property);
  if (node.type === 'Property' && node.computed) return staticText(bindings, node.key);
  return null;
}
