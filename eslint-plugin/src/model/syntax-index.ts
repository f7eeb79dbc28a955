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

/**
 * Walks the whole file once, types left out.
 * @param sourceCode ESLint's, or oxlint's stand-in for it: `ast` and `visitorKeys` are all that is used.
 */
export function indexOf(sourceCode: Readonly<TSESLint.SourceCode>): SyntaxIndex {
  const index: SyntaxIndex = {
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
  const keys = sourceCode.visitorKeys as Record<string, readonly string[] | undefined>;
  const visit = (node: Node, inPattern: boolean): void => {
    note(index, node, inPattern);
    for (const key of keys[node.type] ?? []) {
      const child = (node as unknown as Record<string, unknown>)[key];
      if (Array.isArray(child)) for (const one of child) visitChild(one, node);
      else visitChild(child, node);
    }
  };
  const visitChild = (child: unknown, parent: Node): void => {
    const type: unknown = (child as Node | null | undefined)?.type;
    if (typeof type !== 'string' || typesOnly.has(type)) return;
    visit(child as Node, parent.type === 'ObjectPattern');
  };
  visit(sourceCode.ast, false);
  return index;
}

function note(index: SyntaxIndex, node: Node, inPattern: boolean): void {
  switch (node.type) {
    case 'CallExpression':
    case 'NewExpression':
      index.calls.push(node);
      break;
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrowFunctionExpression':
      index.functions.push(node);
      break;
    case 'ForStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'ForOfStatement':
    case 'ForInStatement':
      index.loops.push(node);
      break;
    case 'ClassDeclaration':
    case 'ClassExpression':
      index.classes.push(node);
      break;
    case 'Property':
      if (!inPattern) index.properties.push(node);
      break;
    case 'AssignmentExpression':
      index.assignments.push(node);
      break;
    case 'VariableDeclarator':
      index.declarators.push(node);
      break;
    case 'UpdateExpression':
      index.updates.push(node);
      break;
    case 'MemberExpression':
      index.members.push(node);
      break;
    case 'ImportDeclaration':
      index.imports.push(node);
      break;
    case 'ReturnStatement':
      index.returns.push(node);
      break;
    case 'BreakStatement':
      index.breaks.push(node);
      break;
    case 'Decorator':
      index.decorators.push(node);
      break;
    case 'TemplateLiteral':
      index.templates.push(node);
      break;
    case 'Literal':
      if (typeof node.value === 'string') index.templates.push(node);
      break;
    default:
  }
}
