import type { TSESLint, TSESTree } from '@typescript-eslint/utils';
import type { CallNode, ClassNode, FunctionNode, LoopNode, Node } from './syntax.ts';

/** The nodes of a file that questions start from, in source order, gathered in one walk. */
export interface SyntaxIndex {
  calls: CallNode[];
  functions: FunctionNode[];
  loops: LoopNode[];
  classes: ClassNode[];
  /** Members of object literals, not of patterns. */
  properties: TSESTree.Property[];
  assignments: TSESTree.AssignmentExpression[];
  declarators: TSESTree.VariableDeclarator[];
  updates: TSESTree.UpdateExpression[];
  members: TSESTree.MemberExpression[];
  imports: TSESTree.ImportDeclaration[];
  returns: TSESTree.ReturnStatement[];
  breaks: TSESTree.BreakStatement[];
  decorators: TSESTree.Decorator[];
  templates: (TSESTree.Literal | TSESTree.TemplateLiteral)[];
}

function emptyIndex(): SyntaxIndex {
  return {
    calls: [],
    functions: [],
    loops: [],
    classes: [],
    properties: [],
    assignments: [],
    declarators: [],
    updates: [],
    members: [],
    imports: [],
    returns: [],
    breaks: [],
    decorators: [],
    templates: [],
  };
}

/** Nodes that hold nothing but types. */
const typesOnly = new Set([
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSTypeAnnotation',
  'TSTypeParameterDeclaration',
  'TSTypeParameterInstantiation',
  'TSClassImplements',
  'TSDeclareFunction',
  'TSAbstractMethodDefinition',
]);

/** One step of ESLint's own walk, as `SourceCode.traverse()` keeps it: kind 1 is a visit, phase 1 the way in. */
interface WalkStep {
  kind: number;
  phase?: number;
  target: unknown;
}

/**
 * The index of a whole file. ESLint keeps the steps of the walk it makes for all rules, so they are read again
 * instead of walking; oxlint keeps none.
 * @param sourceCode ESLint's, or oxlint's stand-in for it: of the latter, only `ast` and `visitorKeys` are used.
 */
export function indexOf(sourceCode: Readonly<TSESLint.SourceCode>): SyntaxIndex {
  const steps = (sourceCode as { traverse?: () => Iterable<WalkStep> }).traverse?.();
  return steps ? fromSteps(steps) : fromTree(sourceCode);
}

function fromSteps(steps: Iterable<WalkStep>): SyntaxIndex {
  const index = emptyIndex();
  for (const step of steps) {
    if (step.phase !== 1 || step.kind !== 1) continue;
    const node = step.target as Node;
    note(index, node, node.parent);
  }
  return index;
}

/** Members of patterns are no members of literals, and only strings are texts. */
function note(index: SyntaxIndex, node: Node, parent: Node | undefined): void {
  switch (node.type) {
    case 'CallExpression':
    case 'NewExpression':
      index.calls.push(node);
      return;
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      index.functions.push(node);
      return;
    case 'ForStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ForOfStatement':
    case 'ForInStatement':
      index.loops.push(node);
      return;
    case 'ClassDeclaration':
    case 'ClassExpression':
      index.classes.push(node);
      return;
    case 'Property':
      if (parent?.type !== 'ObjectPattern') index.properties.push(node);
      return;
    case 'AssignmentExpression':
      index.assignments.push(node);
      return;
    case 'VariableDeclarator':
      index.declarators.push(node);
      return;
    case 'UpdateExpression':
      index.updates.push(node);
      return;
    case 'MemberExpression':
      index.members.push(node);
      return;
    case 'ImportDeclaration':
      index.imports.push(node);
      return;
    case 'ReturnStatement':
      index.returns.push(node);
      return;
    case 'BreakStatement':
      index.breaks.push(node);
      return;
    case 'Decorator':
      index.decorators.push(node);
      return;
    case 'TemplateLiteral':
      index.templates.push(node);
      return;
    case 'Literal':
      if (typeof node.value === 'string' && parent?.type !== 'TSLiteralType') index.templates.push(node);
      return;
    default:
  }
}

/** Types are left out. */
function fromTree(sourceCode: Readonly<TSESLint.SourceCode>): SyntaxIndex {
  const index = emptyIndex();
  const keys = sourceCode.visitorKeys as Record<string, readonly string[] | undefined>;
  const visit = (node: Node, parent: Node | undefined): void => {
    note(index, node, parent);
    for (const key of keys[node.type] ?? []) {
      const child = (node as unknown as Record<string, unknown>)[key];
      if (Array.isArray(child)) for (const one of child) visitChild(one, node);
      else visitChild(child, node);
    }
  };
  const visitChild = (child: unknown, parent: Node): void => {
    const type: unknown = (child as Node | null | undefined)?.type;
    if (typeof type === 'string' && !typesOnly.has(type)) visit(child as Node, parent);
  };
  visit(sourceCode.ast, undefined);
  return index;
}
