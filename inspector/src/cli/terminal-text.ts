import * as util from 'node:util';
import stringWidth from 'string-width';

type Style = Parameters<typeof util.styleText>[0];

export type Paint = (style: Style, text: string) => string;

/** Colours for a stream: none where it is no terminal or NO_COLOR is set. */
export const painter = (stream: { isTTY?: boolean }, environment: NodeJS.ProcessEnv): Paint => {
  const colours =
    (environment.NO_COLOR ?? '') === '' && (stream.isTTY === true || (environment.FORCE_COLOR ?? '') !== '');
  return (style, text) => (colours ? util.styleText(style, text, { validateStream: false }) : text);
};

/** Cells that a text takes on a terminal. */
export const widthOf = (text: string): number => stringWidth(text);

/** Text cut to a width in terminal cells, with an ellipsis where something is left out. */
export const fit = (text: string, width: number): string => {
  // Nothing is narrower than a cell but marks that combine, and of a very long text only the beginning is looked at.
  const start = text.length > width * 8 ? text.slice(0, width * 8) : text;
  if (start === text && widthOf(text) <= width) return text;
  let cut = '';
  for (const character of start) {
    if (widthOf(cut + character) > width - 1) break;
    cut += character;
  }
  return `${cut}…`;
};

/** Text broken at blanks into lines of at most this many cells, each with its indent; a longer word keeps its line. */
export const wrapped = (text: string, width: number, indent: string): string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent.length + widthOf(line) + 1 + widthOf(word) > width) {
      lines.push(indent + line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, indent + line];
};

/** Parts with a dot between them, as many in a line as fit; a part that fits no line is wrapped by itself. */
export const packed = (parts: readonly string[], width: number, indent: string): string[] => {
  const lines: string[] = [];
  for (const part of parts) {
    const last = lines.at(-1);
    if (last !== undefined && widthOf(last) + 3 + widthOf(part) <= width)
      lines[lines.length - 1] = `${last} · ${part}`;
    else lines.push(...wrapped(part, width, indent));
  }
  return lines;
};

export interface TextCell {
  text: string;
  style?: Style;
}

/** Rows of cells as lines, each column as wide as its widest cell; the last column is not padded. */
export const alignedLines = (
  rows: readonly (readonly TextCell[])[],
  paint: Paint,
  indent: string,
): string[] => {
  const widths: number[] = [];
  for (const row of rows)
    row.forEach((cell, index) => {
      widths[index] = Math.max(widths[index] ?? 0, widthOf(cell.text));
    });
  return rows.map((row) => {
    const cells = row.map((cell, index) => {
      const gap = index === row.length - 1 ? '' : ' '.repeat((widths[index] ?? 0) - widthOf(cell.text) + 2);
      return (cell.style === undefined ? cell.text : paint(cell.style, cell.text)) + gap;
    });
    return `${indent}${cells.join('')}`.trimEnd();
  });
};
