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

/** Which list of the index each type of node goes into. */
const listOf: ReadonlyMap<string, keyof SyntaxIndex> = new Map<string, keyof SyntaxIndex>([
  ['CallExpression', 'calls'],
  ['NewExpression', 'calls'],
  ['FunctionDeclaration', 'functions'],
  ['FunctionExpression', 'functions'],
  ['ArrowFunctionExpression', 'functions'],
  ['ForStatement', 'loops'],
  ['WhileStatement', 'loops'],
  ['DoWhileStatement', 'loops'],
  ['ForOfStatement', 'loops'],
  ['ForInStatement', 'loops'],
  ['ClassDeclaration', 'classes'],
  ['ClassExpression', 'classes'],
  ['Property', 'properties'],
  ['AssignmentExpression', 'assignments'],
  ['VariableDeclarator', 'declarators'],
  ['UpdateExpression', 'updates'],
  ['MemberExpression', 'members'],
  ['ImportDeclaration', 'imports'],
  ['ReturnStatement', 'returns'],
  ['BreakStatement', 'breaks'],
  ['Decorator', 'decorators'],
  ['TemplateLiteral', 'templates'],
  ['Literal', 'templates'],
]);

/** Members of patterns are no members of literals, and only strings are texts. */
const belongs: Readonly<Record<string, (node: Node, parent: Node | undefined) => boolean>> = {
  Property: (_, parent) => parent?.type !== 'ObjectPattern',
  Literal: (node, parent) =>
    node.type === 'Literal' && typeof node.value === 'string' && parent?.type !== 'TSLiteralType',
};

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
  for (const { kind, phase, target } of steps) {
    if (kind !== 1 || phase !== 1) continue;
    const node = target as Node;
    note(index, node, node.parent);
  }
  return index;
}

function note(index: SyntaxIndex, node: Node, parent: Node | undefined): void {
  const name = listOf.get(node.type);
  if (name && (belongs[node.type]?.(node, parent) ?? true)) (index[name] as Node[]).push(node);
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
