import type { ColumnRole, DetailField } from '../protocol.ts';
import { decodeBody, isEncrypted } from '../record/body.ts';
import { cellText } from '../record/cell.ts';
import type { Row } from '../record/cell.ts';
import { MASK, maskText } from '../record/masking.ts';
import type { KeyTable } from '../schema/key-table.ts';

/** Roles whose values hold what people sent and were answered: personal and payment data. */
const hidden: ReadonlySet<ColumnRole> = new Set(['body', 'headers', 'request', 'error']);

/** The columns of one row for a person, in the table's order; what may hold personal data is masked unless revealed. */
export const detailFields = (table: KeyTable, row: Row, reveal: boolean): DetailField[] =>
  table.shape.columns.map((column) => {
    const role = table.summary.columns[column.name] ?? null;
    const cell = row.get(column.name) ?? null;
    if (cell === null) return { column: column.name, role, text: null, masked: false };
    // A column without a role may hold anything, unless it is a number or a time.
    const masks = role === null ? typeof cell === 'string' || cell instanceof Uint8Array : hidden.has(role);
    if (!masks) return { column: column.name, role, text: cellText(cell), masked: false };
    const body = decodeBody(cell, isEncrypted(column.name));
    if (body?.text === null || body === null)
      return {
        column: column.name,
        role,
        text: `${MASK} (${body?.bytes ?? 0} bytes, ${body?.note ?? 'not text'})`,
        masked: true,
      };
    return reveal
      ? { column: column.name, role, text: body.text, masked: false }
      : { column: column.name, role, text: maskText(body.text), masked: true };
  });
