import type { ColumnRole } from '../protocol.ts';
import type { ValueRef } from '../record/cell.ts';
import { refOf } from '../schema/key-table.ts';
import { refsIn } from '../record/row-test.ts';
import type { KeyTable } from '../schema/key-table.ts';

/** How much of a saved answer a page reads, in characters or bytes; the rest comes with the row's detail. */
const PAGE_BODY = 16 * 1024;
/** How much of an answer is read when it is shown whole, or when values are taken from inside it. */
export const WHOLE_VALUE = 1024 * 1024;
/** How much of any other text a page reads. */
const PAGE_TEXT = 4096;

/** How much of saved answers a page may hold when they are shown whole, in characters; it ends early at more. */
export const PAGE_ANSWERS = 32 * 1024 * 1024;

/** A column to read for a record, and how much of a long value. */
export interface ReadColumn {
  name: string;
  limit: number;
  /** What is read in the column's place, as SQL. */
  expression?: string;
}

const recordRoles: ColumnRole[] = [
  'key', 'scope', 'operation', 'fingerprint', 'state', 'recovery-point', 'code', 'body', 'locked', 'lock-expires',
  'lock-owner', 'last-run', 'created', 'completed', 'expires', 'error',
]; // prettier-ignore

/** How much of saved answers is read: nothing but whether there is one, a masked beginning, or all of it. */
export type Bodies = 'none' | 'masked' | 'whole';

const bodyLimits: Record<Bodies, number> = { none: 1, masked: PAGE_BODY, whole: WHOLE_VALUE };

/** The columns that make up a record, each once. */
export const recordColumns = (table: KeyTable, bodies: Bodies): ReadColumn[] => {
  const limits = new Map<string, number>();
  const need = (name: string, limit: number): void => {
    limits.set(name, Math.max(limits.get(name) ?? 0, limit));
  };
  for (const role of recordRoles)
    for (const ref of table.refs.get(role) ?? [])
      if (ref.path !== undefined) need(ref.column, WHOLE_VALUE);
      else need(ref.column, role === 'body' ? bodyLimits[bodies] : PAGE_TEXT);
  // A column that has no role may still say that the work was given up.
  for (const { column } of table.rules.flatMap((rule) => refsIn(rule.when)))
    if (!limits.has(column)) need(column, PAGE_TEXT);
  if (table.family === 'request' && refOf(table, 'fingerprint') === null) {
    const request = refOf(table, 'request');
    if (request !== null) need(request.column, WHOLE_VALUE);
  }
  return [...limits].map(([name, limit]) => ({ name, limit }));
};

/** The values inside a column's JSON that make up a record, and whether only their presence matters. */
export const membersIn = (table: KeyTable, column: string): { ref: ValueRef; presence: boolean }[] =>
  recordRoles.flatMap((role) =>
    (table.refs.get(role) ?? [])
      .filter((ref) => ref.column === column && ref.path !== undefined)
      .map((ref) => ({ ref, presence: role === 'body' })),
  );

/** The column whose length is the length of the saved answer, or null. */
export const bodyColumn = (table: KeyTable): string | null => refOf(table, 'body')?.column ?? null;
