import * as util from 'node:util';
import stringWidth from 'string-width';

/** Takes terminal escapes, control characters and text-direction marks out of text that comes from a database. */
export const safeText = (text: string): string =>
  util
    .stripVTControlCharacters(text)
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
      character === '\n' || character === '\t' ? ' ' : '',
    );

/** A key whole on a terminal, and recognisable but not usable where the output goes elsewhere. */
export const shownKey = (key: string, whole: boolean): string => {
  const safe = safeText(key);
  if (whole) return safe;
  if (safe.length <= 4) return safe;
  return safe.length < 16 ? `${safe.slice(0, 3)}…` : `${safe.slice(0, 6)}…${safe.slice(-2)}`;
};

type Style = Parameters<typeof util.styleText>[0];

export type Paint = (style: Style, text: string) => string;

/** Colours for a stream: none where it is no terminal or NO_COLOR is set. */
export const painter = (stream: { isTTY?: boolean }, environment: NodeJS.ProcessEnv): Paint => {
  const colours =
    (environment.NO_COLOR ?? '') === '' && (stream.isTTY === true || (environment.FORCE_COLOR ?? '') !== '');
  return (style, text) => (colours ? util.styleText(style, text, { validateStream: false }) : text);
};

/** Text cut to a width in terminal cells, with an ellipsis where something is left out. */
export const fit = (text: string, width: number): string => {
  if (stringWidth(text) <= width) return text;
  let cut = '';
  for (const character of text) {
    if (stringWidth(cut + character) > width - 1) break;
    cut += character;
  }
  return `${cut}…`;
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
      widths[index] = Math.max(widths[index] ?? 0, stringWidth(cell.text));
    });
  return rows.map((row) => {
    const cells = row.map((cell, index) => {
      const gap =
        index === row.length - 1 ? '' : ' '.repeat((widths[index] ?? 0) - stringWidth(cell.text) + 2);
      return (cell.style === undefined ? cell.text : paint(cell.style, cell.text)) + gap;
    });
    return `${indent}${cells.join('')}`.trimEnd();
  });
};
