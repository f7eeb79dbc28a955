import type { TSESTree } from '@typescript-eslint/utils';
import type { Model } from '../model/model-of.ts';
import type { Node } from '../model/syntax.ts';

/** A statement with its line's indentation and the line break before it; null where the line holds more. */
export function wholeLine({ sourceCode: { text } }: Model, statement: Node): TSESTree.Range | null {
  const [start, end] = statement.range;
  const lineStart = text.lastIndexOf('\n', start - 1);
  const before = text[lineStart - 1] === '\r' ? lineStart - 1 : lineStart;
  const alone =
    /^[ \t]*$/.test(text.slice(lineStart + 1, start)) && /^[ \t]*(?:\r?\n|$)/.test(text.slice(end));
  return alone && lineStart >= 0 ? [before, end] : null;
}
