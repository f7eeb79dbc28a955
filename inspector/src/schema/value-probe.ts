import { cellText } from '../record/cell.ts';
import type { Row } from '../record/cell.ts';
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
