import type { DecodedBody } from './body.ts';

/** What stands for a hidden value. */
export const MASK = '•••';

/** Names of members tell what an answer holds and are kept; what looks like data used as a name is not. */
const tellingName = /^[A-Za-z_$][\w$-]{0,47}$/;

const maskValue = (value: unknown, depth: number): unknown => {
  if (value === null || typeof value !== 'object') return value === null ? null : MASK;
  if (depth > 20) return MASK;
  if (Array.isArray(value)) {
    const shown = value.slice(0, 3).map((item) => maskValue(item, depth + 1));
    return value.length > 3 ? [...shown, `${MASK} ${value.length - 3} more`] : shown;
  }
  const masked: Record<string, unknown> = Object.create(null) as Record<string, unknown>;
  let unnamed = 0;
  for (const [name, inner] of Object.entries(value)) {
    if (tellingName.test(name)) masked[name] = maskValue(inner, depth + 1);
    else masked[`${MASK}${'•'.repeat(unnamed++)}`] = maskValue(inner, depth + 1);
  }
  return masked;
};

/** Hides every value of a text and keeps the structure of JSON: `{"id":7}` becomes `{"id":"•••"}`. */
export const maskText = (text: string): string => {
  if (text === '') return '';
  if (/^\s*[[{]/.test(text))
    try {
      return JSON.stringify(maskValue(JSON.parse(text), 0));
    } catch {
      // Not JSON after all: hidden as a whole below.
    }
  return `${MASK} (${text.length} ${text.length === 1 ? 'character' : 'characters'})`;
};

/** A saved answer as it may be shown: whole when revealed, else masked. Bytes that are no text show their length only. */
export const showBody = (body: DecodedBody | null, reveal: boolean): string | null => {
  if (body === null) return null;
  if (body.text === null) return `${MASK} (${body.bytes} bytes, ${body.note ?? 'not text'})`;
  return reveal ? body.text : maskText(body.text);
};
