import { ROWS_AUDITED } from '../audit/audit-table.ts';
import { InspectorError } from '../inspector-error.ts';
import type { RecordDetail, RecordRow } from '../protocol.ts';
import { readRecord } from '../record/read-record.ts';
import { rowGone } from './key-store.ts';
import type { Query } from './postgres-connection.ts';
import { orderBy, storedRows, textOf } from './postgres-rows.ts';
import type { OpenTable } from './postgres-rows.ts';
import { detailFields } from './row-detail.ts';
import { unpackRowId } from './row-id.ts';
import { recordColumns, WHOLE_VALUE } from './row-select.ts';

/** Newest rows compared to notice a change at once; the server's own counters notice the rest within seconds. */
const WATCHED_ROWS = 200;

/** The refusal to list rows of which nothing tells one from another. */
export const unpageable = ({ table }: OpenTable): InspectorError =>
  new InspectorError(
    'no-row-names',
    `The rows of ${table.shape.table} cannot be listed.`,
    'A part of it stands in another database and nothing in it is unique, so that rows cannot be told apart.',
    'Give it a primary key.',
  );

/** All of one row, by its opaque name. */
export const rowDetail = async (
  query: Query,
  open: OpenTable,
  id: string,
  reveal: boolean,
): Promise<RecordDetail> => {
  if (open.postgres.locator.length === 0) throw unpageable(open);
  const cells = unpackRowId(id, open.order.length).slice(open.order.length - open.postgres.locator.length);
  const where = open.postgres.locator.map(
    (locator, index) => `${locator.expression} = $${index + 1}::${locator.type}`,
  );
  const columns = open.table.shape.columns.map((column) => ({ name: column.name, limit: WHOLE_VALUE }));
  const tail = `WHERE ${where.join(' AND ')}`;
  for await (const [stored] of storedRows(query, open, columns, tail, cells.map(textOf), 1))
    if (stored !== undefined)
      return {
        record: readRecord(open.table, stored, { now: Date.now(), reveal }),
        fields: detailFields(open.table, stored.row, reveal),
      };
  throw rowGone();
};

/** The rows an audit looks at, without their answers, the newest first where the table tells. */
export async function* auditedRows(query: Query, open: OpenTable): AsyncGenerator<RecordRow[]> {
  if (open.postgres.locator.length === 0) throw unpageable(open);
  const now = Date.now();
  const columns = recordColumns(open.table, 'none');
  for await (const rows of storedRows(query, open, columns, orderBy(open), [], ROWS_AUDITED))
    yield rows.map((stored) => readRecord(open.table, stored, { now, reveal: false, withoutBody: true }));
}

/** A text that changes when rows of a table change. */
export const changeMark = async (query: Query, open: OpenTable): Promise<string> => {
  const { name, oid } = open.postgres;
  const order = open.order.length === 0 ? '' : orderBy(open);
  const [row] = await query(
    `SELECT md5(coalesce(string_agg(place, ','), '')) AS newest, (pg_stat_get_tuples_inserted(${oid})` +
      ` + pg_stat_get_tuples_updated(${oid}) + pg_stat_get_tuples_deleted(${oid}))::text AS writes` +
      ` FROM (SELECT xmin::text || ctid::text AS place FROM ${name} ${order} LIMIT ${WATCHED_ROWS}) AS rows`,
  );
  return `${String(row?.newest)}:${String(row?.writes)}`;
};
