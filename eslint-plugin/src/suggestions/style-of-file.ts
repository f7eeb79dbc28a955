import type { Model } from '../model/model-of.ts';
import type { Node } from '../model/syntax.ts';

/** How a file is written, so that what a suggestion adds does not stand out. */
export interface FileStyle {
  /** What ends a statement. */
  end: ';' | '';
  quote: "'" | '"';
  /** One level of indentation. */
  step: string;
  lineBreak: '\n' | '\r\n';
}

const styles = new WeakMap<Model, FileStyle>();

/** Reads the style off the file, once; where it says nothing, semicolons, single quotes and two spaces. */
export function styleOf(model: Model): FileStyle {
  let style = styles.get(model);
  if (!style) {
    style = readStyle(model);
    styles.set(model, style);
  }
  return style;
}

function readStyle(model: Model): FileStyle {
  const { text } = model.sourceCode;
  return {
    end: endsWithoutSemicolons(model) ? '' : ';',
    quote: quoteOf(model),
    step: stepOf(model.sourceCode.lines),
    lineBreak: text.includes('\r\n') ? '\r\n' : '\n',
  };
}

function endsWithoutSemicolons({ sourceCode, index }: Model): boolean {
  const statements: Node[] = [
    ...sourceCode.ast.body.filter(({ type }) => /^(?:Import|ExportAll|Expression)/.test(type)),
    ...index.declarators.flatMap(({ parent }) => (/^For/.test(parent.parent.type) ? [] : [parent])),
    ...index.returns,
  ];
  const bare = statements.filter(({ range }) => sourceCode.text[range[1] - 1] !== ';');
  return bare.length * 2 > statements.length;
}

function quoteOf({ sourceCode }: Model): FileStyle['quote'] {
  const double = sourceCode.ast.tokens.filter(({ type, value }) => type === 'String' && value[0] === '"');
  const single = sourceCode.ast.tokens.filter(({ type, value }) => type === 'String' && value[0] === "'");
  return double.length > single.length ? '"' : "'";
}

/** The smallest indentation in the file; the lines of block comments have one space more. */
function stepOf(lines: readonly string[]): string {
  if (lines.some((line) => line.startsWith('\t'))) return '\t';
  const widths = lines.flatMap((line) => {
    const [, space = '', rest = ''] = /^( *)(.?)/.exec(line) ?? [];
    return space.length > 1 && rest !== '' && rest !== '*' ? [space.length] : [];
  });
  return ' '.repeat(widths.length === 0 ? 2 : Math.min(4, ...widths));
}

/**
 * Does a line that starts like this go on with the statement before it, where that has no semicolon?
 * (ECMAScript, "Automatic Semicolon Insertion")
 */
export function continuesStatement(text: string): boolean {
  return /^(?:[([`+\-/*,.]|in\b|instanceof\b)/.test(text);
}
