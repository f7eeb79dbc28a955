/**
 * Indents JSON without reading its values: numbers keep all their digits, repeated members stay, escapes stay escaped.
 * (`JSON.stringify(JSON.parse(text))` rounds integers above 2^53, and an answer's id is often such a number.)
 * @returns null when the text is not a JSON object or array, or more than `limit` characters long
 */
export function prettyJson(text: string, limit = 500_000): string | null {
  const trimmed = text.trim();
  if (text.length > limit || !/^[[{]/.test(trimmed) || !looksLikeJson(trimmed)) return null;
  let depth = 0;
  return trimmed.replace(token, (match: string, string: string | undefined, mark: string | undefined) => {
    if (string !== undefined) return string;
    switch (mark) {
      case '{':
      case '[':
        depth++;
        return `${mark}${line(depth)}`;
      case '}':
      case ']':
        depth--;
        return `${line(depth)}${mark}`;
      case ',':
        return `,${line(depth)}`;
      case ':':
        return ': ';
      default:
        return /^\s/.test(match) ? '' : match.replace(/\s+/g, '');
    }
  });
}

/** A string; an empty object or array; a mark; white space. Everything else (numbers, words, masks) is left alone. */
const token = /("(?:[^"\\]|\\.)*")|\{\s*\}|\[\s*\]|([{}[\],:])|\s+/g;

const line = (depth: number): string => `\n${'  '.repeat(Math.max(0, depth))}`;

/** Masked values (runs of `•`) stand where JSON wants a value, so they are taken for one. */
function looksLikeJson(text: string): boolean {
  try {
    JSON.parse(text.replace(/("(?:[^"\\]|\\.)*")|•+/g, (_, string: string | undefined) => string ?? '0'));
    return true;
  } catch {
    return false;
  }
}
