import type { SourceCode } from 'eslint';

export interface DisableComment {
  /** Offset of the start of the line in front of which the comment stands. */
  offset: number;
  /** Up to the reason, the reason's placeholder left out. */
  before: string;
  /** After the reason, with the line's end. */
  after: string;
}

/**
 * The comment that silences one rule for one line, to be put in front of that line with its indentation. Among JSX
 * children it is written as an expression, for there a `//` would be text on the page.
 * @param line counts from 1
 * @returns null where a comment cannot stand in front of the line: inside a template, a string or a comment that goes
 *   over several lines, or in the middle of a JSX text (where it would swallow the space between two lines)
 */
export function disableComment(sourceCode: SourceCode, line: number, rule: string): DisableComment | null {
  const offset = sourceCode.getIndexFromLoc({ line, column: 0 });
  const indentation = /^[ \t]*/.exec(sourceCode.lines[line - 1] ?? '')?.[0] ?? '';
  const lineEnd = sourceCode.text.includes('\r\n') ? '\r\n' : '\n';
  const directive = `idempotency-disable-next-line ${rule}: `;

  if (sourceCode.getAllComments().some((comment) => spans(comment, offset))) return null;
  const node = sourceCode.getNodeByRangeIndex(offset) as unknown as SurroundingNode | null;
  if (node && spans(node, offset)) {
    if (node.type === 'TemplateElement' || node.type === 'Literal') return null;
    if (node.type === 'JSXText') {
      const [start, end] = node.range!;
      const text = sourceCode.text;
      if (text.slice(start, offset).trim() !== '' && text.slice(offset, end).trim() !== '') return null;
      return { offset, before: `${indentation}{/* ${directive}`, after: ` */}${lineEnd}` };
    }
  }
  return { offset, before: `${indentation}// ${directive}`, after: lineEnd };
}

interface SurroundingNode {
  type: string;
  range?: [number, number];
}

function spans(node: { range?: [number, number] }, offset: number): boolean {
  return node.range !== undefined && node.range[0] < offset && offset < node.range[1];
}
