import type { ColumnRole } from '../protocol.ts';
import { cellText } from '../record/cell.ts';
import type { Row, ValueRef } from '../record/cell.ts';
import type { RolesByColumn } from './column-roles.ts';
import type { TableShape } from './table-shape.ts';

export type SampleRow = Row;

const set = (
  roles: RolesByColumn,
  column: string,
  role: 'code' | 'state' | 'operation',
  why: string,
): void => {
  roles.set(column, { role, why: `${column} is ${role}: ${why}` });
};

/**
 * Settles by values what names leave open: a `status` that holds HTTP codes is the code, an integer "code" that holds
 * words is the state.
 * @param sample some rows, each with the columns in question; none leaves everything as it is.
 */
export const settleByValues = (
  shape: TableShape,
  roles: RolesByColumn,
  sample: readonly SampleRow[],
): void => {
  if (sample.length === 0) return;
  const hasCode = [...roles.values()].some((finding) => finding.role === 'code');
  const hasState = [...roles.values()].some((finding) => finding.role === 'state');
  for (const column of shape.columns) {
    const role = roles.get(column.name)?.role;
    const texts = sample.map((row) => cellText(row.get(column.name) ?? null)).filter((text) => text !== null);
    if (texts.length === 0) continue;
    if (role === 'state' && !hasCode && texts.every((text) => /^[1-5]\d\d$/.test(text)))
      set(roles, column.name, 'code', 'every value seen is an HTTP code');
    if (role === 'code' && !hasState && texts.every((text) => /^[a-z_ -]{3,}$/i.test(text)))
      set(roles, column.name, 'state', 'every value seen is a word');
    if (
      role === 'scope' &&
      /^(idempotency_)?scope$/i.test(column.name) &&
      texts.every((text) => /[./: ]/.test(text))
    )
      set(roles, column.name, 'operation', 'every value seen names an action');
  }
};

/** How much of an answer is looked at to see whether it is an envelope, in characters. */
export const ENVELOPE_LIMIT = 16 * 1024;

const codeNames = ['status', 'statusCode', 'status_code', 'httpStatus', 'code'];
const bodyNames = ['body', 'response', 'data', 'payload', 'responseBody', 'response_body'];

const objectIn = (text: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
};

const isCode = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 100 && Number(value) <= 599;

/**
 * Where code and answer stand when a table without a column for codes keeps both in one JSON object, such as
 * `{"status": 201, "body": {...}}`. Null unless every answer of the sample is one.
 */
export const envelopeOf = (
  refs: ReadonlyMap<ColumnRole, readonly ValueRef[]>,
  sample: readonly SampleRow[],
): { code: ValueRef; body: ValueRef } | null => {
  const column = refs.get('body')?.[0]?.column;
  if (column === undefined || refs.has('code')) return null;
  const answers = sample
    .map((row) => cellText(row.get(column) ?? null))
    .filter((text) => text !== null)
    .map(objectIn);
  if (answers.length === 0) return null;
  const everywhere = (name: string, fits: (value: unknown) => boolean): boolean =>
    answers.every((answer) => answer !== null && Object.hasOwn(answer, name) && fits(answer[name]));
  const code = codeNames.find((name) => everywhere(name, isCode));
  const body = bodyNames.find((name) => everywhere(name, () => true));
  return code === undefined || body === undefined
    ? null
    : { code: { column, path: [code] }, body: { column, path: [body] } };
};
