import { normaliseName } from '../schema/names.ts';

/** A value inside a saved answer or a request, with the name of the member it stands in. */
export interface NamedValue {
  /** In one spelling, without the endings of references: `chargeId` and `charge_id` are both `charge`. */
  name: string;
  value: string;
  /** Members above it; 0 for those of the document itself. */
  depth: number;
}

const MOST_VALUES = 300;
const MOST_DEPTH = 6;
const LONGEST_VALUE = 200;

/** A name without what makes it a reference, and in the singular. */
export const plainName = (name: string): string =>
  normaliseName(name)
    .replace(/_(id|ref|reference|no|number|uuid|key)$/, '')
    .replace(/(?<=[^s])s$/, '');

const textOf = (value: unknown): string | null => {
  if (typeof value === 'string') return value.length === 0 || value.length > LONGEST_VALUE ? null : value;
  return typeof value === 'number' ? String(value) : null;
};

const collect = (value: unknown, name: string, depth: number, found: NamedValue[]): void => {
  if (found.length >= MOST_VALUES || depth > MOST_DEPTH) return;
  const text = textOf(value);
  if (text !== null) found.push({ name: plainName(name), value: text, depth: depth - 1 });
  else if (Array.isArray(value)) for (const item of value) collect(item, name, depth + 1, found);
  else if (value !== null && typeof value === 'object')
    for (const [member, inner] of Object.entries(value))
      // JSON inside JSON: an envelope that keeps its body as text.
      collect(typeof inner === 'string' ? parsed(inner) : inner, member, depth + 1, found);
};

const parsed = (text: string): unknown => {
  if (!/^\s*[[{]/.test(text)) return text;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
};

/** The beginning of a document that was cut: its members by their looks. */
const members = /"((?:[^"\\]|\\.){1,60})"\s*:\s*(?:"((?:[^"\\]|\\.){1,200})"|(-?\d{1,30}(?:\.\d+)?))/g;

/** The numbers and texts of a JSON document, or of as much of one as there is. */
export const namedValues = (text: string): NamedValue[] => {
  const found: NamedValue[] = [];
  const document = parsed(text);
  if (typeof document !== 'string') collect(document, '', 0, found);
  else
    for (const match of text.slice(0, 64 * 1024).matchAll(members)) {
      if (found.length >= MOST_VALUES) break;
      found.push({ name: plainName(match[1] ?? ''), value: match[2] ?? match[3] ?? '', depth: 0 });
    }
  return found;
};
