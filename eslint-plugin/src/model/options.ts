import type { TSESTree } from '@typescript-eslint/utils';
import type { Node } from './syntax.ts';
import { unwrap, writtenName } from './syntax.ts';

/** The value of an option in an object literal, by name or path of names; null where it is not written there. */
export function optionOf(options: Node | null | undefined, ...path: string[]): Node | null {
  let held: Node | null = options ?? null;
  for (const name of path) {
    const object: Node | null = held && unwrap(held);
    if (object?.type !== 'ObjectExpression') return null;
    const found: TSESTree.ObjectLiteralElement | undefined = object.properties.findLast(
      (property) => property.type === 'Property' && writtenName(property) === name,
    );
    held = found?.type === 'Property' ? found.value : null;
  }
  return held;
}

/** Does an object literal hold a spread, so that what is not written in it may still be there? */
export function hasSpread(options: Node): boolean {
  const object = unwrap(options);
  return object.type === 'ObjectExpression' && object.properties.some(({ type }) => type === 'SpreadElement');
}
