import type { TSESTree } from '@typescript-eslint/utils';
import type { ClassNode, FunctionNode, Node } from './syntax.ts';
import { isFunction, writtenName } from './syntax.ts';

/** What a class says about one of its members, wherever it says it. */
export interface ClassMember {
  /** Initial values and what `this.name = …` gives it anywhere in the class. */
  values: { value: Node; assignment: TSESTree.AssignmentExpression | null }[];
  getter: FunctionNode | null;
  method: FunctionNode | null;
  annotation: TSESTree.TypeNode | null;
  /** The constructor parameter that declares it (`constructor(private readonly http: Http)`). */
  parameter: TSESTree.TSParameterProperty | null;
  static: boolean;
}

const known = new WeakMap<ClassNode, Map<string, ClassMember>>();

/** The members of a class by name, private names without their `#`. Inherited members are not in it. */
export function membersOf(
  node: ClassNode,
  assignments: readonly TSESTree.AssignmentExpression[],
): ReadonlyMap<string, ClassMember> {
  const before = known.get(node);
  if (before) return before;
  const members = new Map<string, ClassMember>();
  const member = (name: string): ClassMember => {
    let entry = members.get(name);
    if (!entry) {
      entry = { values: [], getter: null, method: null, annotation: null, parameter: null, static: false };
      members.set(name, entry);
    }
    return entry;
  };
  for (const element of node.body.body) {
    if (element.type === 'PropertyDefinition' || element.type === 'AccessorProperty') {
      const name = writtenName(element);
      if (name === null) continue;
      const entry = member(name);
      entry.static = element.static;
      entry.annotation = element.typeAnnotation?.typeAnnotation ?? null;
      if (isFunction(element.value)) entry.method = element.value;
      else if (element.value) entry.values.push({ value: element.value, assignment: null });
    } else if (element.type === 'MethodDefinition') {
      if (element.kind === 'constructor') {
        for (const parameter of element.value.params) {
          if (parameter.type === 'TSParameterProperty') noteParameter(parameter, member);
        }
        continue;
      }
      const name = writtenName(element);
      if (name === null || element.value.type !== 'FunctionExpression') continue;
      const entry = member(name);
      entry.static = element.static;
      if (element.kind === 'get') entry.getter = element.value;
      else if (element.kind === 'method') entry.method = element.value;
    }
  }
  for (const assignment of assignments) {
    const { left } = assignment;
    if (left.type !== 'MemberExpression' || left.object.type !== 'ThisExpression') continue;
    if (left.range[0] < node.range[0] || left.range[1] > node.range[1]) continue;
    const name = writtenName(left);
    if (name !== null) member(name).values.push({ value: assignment.right, assignment });
  }
  known.set(node, members);
  return members;
}

function noteParameter(parameter: TSESTree.TSParameterProperty, member: (name: string) => ClassMember): void {
  const inner =
    parameter.parameter.type === 'AssignmentPattern' ? parameter.parameter.left : parameter.parameter;
  if (inner.type !== 'Identifier') return;
  const entry = member(inner.name);
  entry.parameter = parameter;
  entry.annotation = inner.typeAnnotation?.typeAnnotation ?? null;
}
