import { stripVTControlCharacters, toUSVString } from 'node:util';

/**
 * Text from elsewhere made fit for one line of a terminal or a message: without terminal escapes, control characters,
 * text-direction marks and halves of characters; line breaks and tabs become blanks.
 */
export const safeText = (text: string): string =>
  toUSVString(stripVTControlCharacters(text)).replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, (character) =>
    /\s/.test(character) ? ' ' : '',
  );

/** A value of a report with every text in it, names of members too, made safe by {@link safeText}. */
export const safeValue = <T>(value: T): T => {
  if (typeof value === 'string') return safeText(value) as T;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(safeValue) as T;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [safeText(name), safeValue<unknown>(inner)]),
  ) as T;
};
