import type { TSESTree } from '@typescript-eslint/utils';
import type { Bindings } from '../bindings.ts';
import type { Node } from '../syntax.ts';
import { literalText, unwrap, writtenName } from '../syntax.ts';
import { holeMark } from './sql-text.ts';

/** Text with holes: `${…}` and joined variables, whose expressions stand in `holes`. */
export interface HoledText {
  text: string;
  holes: Node[];
}

const deepest = 6;

/**
 * The text an expression has, with a mark for each part that is known only at run time; null when there is no text in
 * it. Follows constants, `+`, tagged templates (`sql`…``), and `{ text }`, `{ sql }`, `{ query }` objects.
 */
export function holedTextOf(bindings: Bindings, node: Node): HoledText | null {
  const holes: Node[] = [];
  const text = textIn(bindings, node, holes, 0);
  return text === null ? null : { text, holes };
}

function textIn(bindings: Bindings, node: Node, holes: Node[], depth: number): string | null {
  if (depth > deepest) return null;
  const inner = unwrap(node);
  const written = literalText(inner);
  if (written !== null) return written;
  switch (inner.type) {
    case 'TemplateLiteral':
      return templateText(bindings, inner, holes, depth);
    case 'TaggedTemplateExpression':
      return templateText(bindings, inner.quasi, holes, depth);
    case 'BinaryExpression': {
      if (inner.operator !== '+') return null;
      const left = textIn(bindings, inner.left, holes, depth + 1);
      const right = textIn(bindings, inner.right, holes, depth + 1);
      if (left === null && right === null) return null;
      return (left ?? hole(inner.left, holes)) + (right ?? hole(inner.right, holes));
    }
    case 'Identifier': {
      const variable = bindings.variableOf(inner);
      const binding = variable && bindings.bindingOf(variable);
      if (binding?.kind !== 'value' || !binding.constant || binding.path.length > 0) return null;
      return textIn(bindings, binding.init, holes, depth + 1);
    }
    case 'ObjectExpression':
      for (const property of inner.properties) {
        if (property.type !== 'Property') continue;
        const name = writtenName(property);
        if (name === 'text' || name === 'sql' || name === 'query')
          return textIn(bindings, property.value, holes, depth + 1);
      }
      return null;
    default:
      return null;
  }
}

function templateText(
  bindings: Bindings,
  node: TSESTree.TemplateLiteral,
  holes: Node[],
  depth: number,
): string {
  return node.quasis
    .map(({ value }, index) => {
      const expression = node.expressions[index];
      if (!expression) return value.cooked;
      const known =
        unwrap(expression).type === 'Identifier' ? textIn(bindings, expression, [], depth + 1) : null;
      return value.cooked + (known ?? hole(expression, holes));
    })
    .join('');
}

function hole(node: Node, holes: Node[]): string {
  holes.push(node);
  return holeMark(holes.length - 1);
}
