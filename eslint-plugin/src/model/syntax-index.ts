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
  continues: TSESTree.ContinueStatement[];
  decorators: TSESTree.Decorator[];
  /** Gathered apart, when asked for: there are many, and few files are asked for them. */
  readonly members: TSESTree.MemberExpression[];
  /** Strings and templates; gathered apart, too. */
  readonly templates: (TSESTree.Literal | TSESTree.TemplateLiteral)[];
}

type Late = Pick<SyntaxIndex, 'members' | 'templates'>;

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
    continues: [],
    decorators: [],
    get members() {
      return gathered().members;
    },
    get templates() {
      return gathered().templates;
    },
  };
}

/** Which list each type of node goes into. */
const listOf: ReadonlyMap<string, Exclude<keyof SyntaxIndex, keyof Late>> = new Map([
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
  ['ImportDeclaration', 'imports'],
  ['ReturnStatement', 'returns'],
  ['BreakStatement', 'breaks'],
  ['ContinueStatement', 'continues'],
  ['Decorator', 'decorators'],
]);

/** Nodes that hold nothing but types. */
const types = [
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSTypeAnnotation',
  'TSTypeParameterDeclaration',
  'TSTypeParameterInstantiation',
  'TSClassImplements',
  'TSDeclareFunction',
  'TSAbstractMethodDefinition',
];

/** Nodes that hold nothing: about half of a tree, so that leaving them out halves the walk. */
const leaves = [
  'Identifier',
  'PrivateIdentifier',
  'ThisExpression',
  'Literal',
  'TemplateElement',
  'JSXText',
  'JSXIdentifier',
  'JSXClosingElement',
];

/** Keys under which nothing but types stands. */
const keysOfTypes: ReadonlySet<string> = new Set([
  'typeAnnotation',
  'typeParameters',
  'typeArguments',
  'returnType',
  'superTypeArguments',
  'superTypeParameters',
  'implements',
]);

const decoratedKeys: readonly string[] = ['decorators'];

const typesOnly: ReadonlySet<string> = new Set(types);
const typesAndLeaves: ReadonlySet<string> = new Set([...types, ...leaves]);

/**
 * The index of a whole file, in one walk of its own over what the lists can hold. Listeners in the linter's walk, or
 * the steps that ESLint keeps of it, cost several times as much: they come by every leaf and every type.
 * @param sourceCode ESLint's, or oxlint's stand-in for it: `ast` and `visitorKeys` are all that is used.
 */
export function indexOf(sourceCode: Readonly<TSESLint.SourceCode>): SyntaxIndex {
  const index = emptyIndex(sourceCode);
  walk(sourceCode, typesAndLeaves, (node, parent) => {
    const list = listOf.get(node.type);
    // Members of patterns are no members of literals.
    if (list === undefined || (list === 'properties' && parent?.type === 'ObjectPattern')) return;
    (index[list] as Node[]).push(node);
  });
  return index;
}

function lateLists(sourceCode: Readonly<TSESLint.SourceCode>): Late {
  const late: Late = { members: [], templates: [] };
  walk(sourceCode, typesOnly, (node, parent) => {
    if (node.type === 'MemberExpression') late.members.push(node);
    else if (node.type === 'TemplateLiteral') late.templates.push(node);
    else if (node.type === 'Literal' && typeof node.value === 'string' && parent?.type !== 'TSLiteralType')
      late.templates.push(node);
  });
  return late;
}

/** Where a walk goes on from a node of each type; none for the types left out. */
type Steps = ReadonlyMap<string, readonly string[]>;

const knownSteps = new WeakMap<object, Map<ReadonlySet<string>, Steps>>();

function stepsOf(visitorKeys: object, leftOut: ReadonlySet<string>): Steps {
  const known = knownSteps.get(visitorKeys) ?? new Map<ReadonlySet<string>, Steps>();
  knownSteps.set(visitorKeys, known);
  const before = known.get(leftOut);
  if (before) return before;
  const steps = new Map<string, readonly string[]>();
  for (const [type, keys] of Object.entries(visitorKeys) as [string, readonly string[]][]) {
    if (!leftOut.has(type))
      steps.set(
        type,
        keys.filter((key) => !keysOfTypes.has(key)),
      );
  }
  known.set(leftOut, steps);
  return steps;
}

/**
 * Visits the nodes of a file in source order, but for those of the types left out and what is in them. Not by
 * recursion: a sum of thousands of strings, which linters get through, is thousands of nodes deep.
 */
function walk(
  { ast, visitorKeys }: Readonly<TSESLint.SourceCode>,
  leftOut: ReadonlySet<string>,
  visit: (node: Node, parent: Node | undefined) => void,
): void {
  const steps = stepsOf(visitorKeys, leftOut);
  const nodes: Node[] = [ast];
  const parents: (Node | undefined)[] = [undefined];
  const put = (child: Node | null, parent: Node): void => {
    if (!child) return;
    nodes.push(child);
    parents.push(parent);
  };
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    const parent = parents.pop();
    const keys = steps.get(node.type) ?? (isDecorated(node) ? decoratedKeys : null);
    if (!keys) continue;
    visit(node, parent);
    // Backwards, because what is put last comes next.
    for (let at = keys.length - 1; at >= 0; at--) {
      const child = (node as unknown as Record<string, unknown>)[keys[at] as string];
      if (child === null || typeof child !== 'object') continue;
      if (!Array.isArray(child)) put(child as Node, node);
      else for (let index = child.length - 1; index >= 0; index--) put(child[index] as Node | null, node);
    }
  }
}

/** `constructor(@Inject(KEYS) keys)`: the name of a parameter may bear decorators. */
function isDecorated(node: Node): boolean {
  return node.type === 'Identifier' && ((node.decorators as unknown[] | undefined)?.length ?? 0) > 0;
}
