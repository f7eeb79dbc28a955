import type { Model } from '../model/model-of.ts';
import type { FunctionNode, Node } from '../model/syntax.ts';

/** Every place that speaks of a function by its own name, calls and hand-overs alike; null for a method. */
export function usesOf(model: Model, node: FunctionNode): Node[] | null {
  const { parent } = node;
  const declaration = node.type === 'FunctionDeclaration' ? node : parent;
  if (declaration !== node && declaration?.type !== 'VariableDeclarator') return null;
  const [variable] = model.bindings.declaredBy(declaration);
  return variable?.references.flatMap(({ identifier, init }) => (init ? [] : [identifier as Node])) ?? null;
}
