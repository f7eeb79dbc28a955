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
  imports: TSESTree.ImportDeclaration[];
  returns: TSESTree.ReturnStatement[];
  breaks: TSESTree.BreakStatement[];
  decorators: TSESTree.Decorator[];
  /** Gathered apart, when asked for: there are many, and few files are asked for them. */
  readonly members: TSESTree.MemberExpression[];
  /** Strings and templates; gathered apart, too. */
  readonly templates: (TSESTree.Literal | TSESTree.TemplateLiteral)[];
}

type Late = Pick<SyntaxIndex, 'members' | 'templates'>;

/** The types of nodes that are in the lists which every file needs. */
const listed = [
  'CallExpression',
  'NewExpression',
  'FunctionDeclaration',
  'FunctionExpression',
  'ArrowFunctionExpression',
  'ForStatement',
  'WhileStatement',
  'DoWhileStatement',
  'ForOfStatement',
  'ForInStatement',
  'ClassDeclaration',
  'ClassExpression',
  'Property',
  'AssignmentExpression',
  'VariableDeclarator',
  'UpdateExpression',
  'ImportDeclaration',
  'ReturnStatement',
  'BreakStatement',
  'Decorator',
];

function emptyIndex(sourceCode: Readonly<TSESLint.SourceCode>): SyntaxIndex {
  let late: Late | undefined;
  const gathered = (): Late => (late ??= lateLists(sourceCode));
  return {
    calls: [],
    functions: [],
    loops: [],
    classes: [],
    properties: [],
    assignments: [],
    declarators: [],
    updates: [],
    imports: [],
    returns: [],
    breaks: [],
    decorators: [],
    get members() {
      return gathered().members;
    },
    get templates() {
      return gathered().templates;
    },
  };
}

/**
 * An index that fills while the linter walks the file, and the listeners that fill it: the linter's walk is paid for
 * anyway, and a second one over a cold tree costs several times as much. Complete at `Program:exit`.
 */
export function indexWhileWalking(sourceCode: Readonly<TSESLint.SourceCode>): {
  index: SyntaxIndex;
  listeners: TSESLint.RuleListener;
} {
  const index = emptyIndex(sourceCode);
  const listener = (node: Node): void => {
    note(index, node, node.parent);
  };
  const listeners = Object.fromEntries(listed.map((type) => [type, listener]));
  return { index, listeners: listeners as TSESLint.RuleListener };
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
 * The index of a whole file at once: for those who ask outside of a rule's walk.
 * @param sourceCode ESLint's, or oxlint's stand-in for it: of the latter, only `ast` and `visitorKeys` are used.
 */
export function indexOf(sourceCode: Readonly<TSESLint.SourceCode>): SyntaxIndex {
  const index = emptyIndex(sourceCode);
  eachNode(sourceCode, (node, parent) => {
    note(index, node, parent);
  });
  return index;
}

function lateLists(sourceCode: Readonly<TSESLint.SourceCode>): Late {
  const late: Late = { members: [], templates: [] };
  eachNode(sourceCode, (node, parent) => {
    if (node.type === 'MemberExpression') late.members.push(node);
    else if (node.type === 'TemplateLiteral') late.templates.push(node);
    else if (node.type === 'Literal' && typeof node.value === 'string' && parent?.type !== 'TSLiteralType')
      late.templates.push(node);
  });
  return late;
}

type Visit = (node: Node, parent: Node | undefined) => void;

/** ESLint keeps the steps of its walk, so they are read again instead of walking; oxlint keeps none. */
function eachNode(sourceCode: Readonly<TSESLint.SourceCode>, visit: Visit): void {
  const steps = (sourceCode as { traverse?: () => Iterable<WalkStep> }).traverse?.();
  if (!steps) {
    walk(sourceCode, visit);
    return;
  }
  for (const step of steps) {
    if (step.phase !== 1 || step.kind !== 1) continue;
    const node = step.target as Node;
    visit(node, node.parent);
  }
}

/** Members of patterns are no members of literals. */
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
    default:
  }
}

/** Types are left out. */
function walk({ ast, visitorKeys }: Readonly<TSESLint.SourceCode>, visit: Visit): void {
  const keys = visitorKeys as Record<string, readonly string[] | undefined>;
  const enter = (node: Node, parent: Node | undefined): void => {
    visit(node, parent);
    for (const key of keys[node.type] ?? []) {
      const child = (node as unknown as Record<string, unknown>)[key];
      if (Array.isArray(child)) for (const one of child) enterChild(one, node);
      else enterChild(child, node);
    }
  };
  const enterChild = (child: unknown, parent: Node): void => {
    const type: unknown = (child as Node | null | undefined)?.type;
    if (typeof type === 'string' && !typesOnly.has(type)) enter(child as Node, parent);
  };
  enter(ast, undefined);
}
