import { OLDEST_ROWS, ROWS_AUDITED } from '../audit/audit-table.ts';
import { InspectorError } from '../inspector-error.ts';
import type { RecordDetail, RecordRow } from '../protocol.ts';
import { readRecord } from '../record/read-record.ts';
import type { KeyTable } from '../schema/key-table.ts';
import { rowGone } from './key-store.ts';
import { quotedName } from './postgres-catalogue.ts';
import type { Query } from './postgres-connection.ts';
import { orderBy, storedRows, textOf } from './postgres-rows.ts';
import type { OpenTable } from './postgres-rows.ts';
import { detailFields } from './row-detail.ts';
import { unpackRowId } from './row-id.ts';
import { membersIn, recordColumns, WHOLE_VALUE } from './row-select.ts';
import type { ReadColumn } from './row-select.ts';
import { literal } from './sql-dialect.ts';
import type { SqlDialect } from './sql-dialect.ts';

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

/** What is read of a member that only has to be there, and of any other, in characters. */
const MEMBER_TEXT = 4096;
/** A column's text up to this many bytes is read as it is. */
const SHORT_TEXT = 64;

/** Members of a JSON document as a smaller one that holds nothing else, as SQL. */
const documentOf = (members: readonly { path: readonly string[]; value: string }[]): string => {
  const inner = new Map<string, { path: readonly string[]; value: string }[]>();
  for (const {
    path: [name = '', ...rest],
    value,
  } of members)
    inner.set(name, [...(inner.get(name) ?? []), { path: rest, value }]);
  const parts = [...inner].map(([name, under]) => {
    const own = under.find((member) => member.path.length === 0);
    return `${literal(name)}, ${own === undefined ? documentOf(under) : own.value}`;
  });
  return `json_build_object(${parts.join(', ')})`;
};

/**
 * A column of JSON reduced where it stands to the members that make up a record, so that no saved answer leaves the
 * server for an audit: of the answer itself only its first character comes.
 */
const reduced = (column: ReadColumn, table: KeyTable, dialect: SqlDialect): ReadColumn => {
  const members = membersIn(table, column.name);
  if (members.length === 0) return column;
  const name = quotedName(column.name);
  const document = documentOf(
    members.map(({ ref, presence }) => ({
      path: ref.path ?? [],
      value: `left(${dialect.text(table, ref)}, ${presence ? 1 : MEMBER_TEXT})`,
    })),
  );
  return {
    name: column.name,
    limit: MEMBER_TEXT * members.length,
    expression:
      `(CASE WHEN octet_length((${name})::text) <= ${SHORT_TEXT} THEN (${name})::text` +
      ` WHEN ${name} IS NOT NULL THEN (${document})::text END)`,
  };
};

/** Rows without their answers, the newest first where the table tells, or the other way round. */
async function* rowsWithoutAnswers(
  query: Query,
  open: OpenTable,
  dialect: SqlDialect,
  reversed: boolean,
  limit: number,
): AsyncGenerator<RecordRow[]> {
  if (open.postgres.locator.length === 0) throw unpageable(open);
  const now = Date.now();
  const columns = recordColumns(open.table, 'none').map((column) => reduced(column, open.table, dialect));
  for await (const rows of storedRows(query, open, columns, orderBy(open, reversed), [], limit))
    yield rows.map((stored) => readRecord(open.table, stored, { now, reveal: false, withoutBody: true }));
}

/** The rows an audit looks at, without their answers, the newest first where the table tells. */
export const auditedRows = (
  query: Query,
  open: OpenTable,
  dialect: SqlDialect,
): AsyncGenerator<RecordRow[]> => rowsWithoutAnswers(query, open, dialect, false, ROWS_AUDITED);

/** Some rows at the other end of the table. */
export const oldestRows = async (
  query: Query,
  open: OpenTable,
  dialect: SqlDialect,
): Promise<RecordRow[]> => {
  const found: RecordRow[] = [];
  for await (const rows of rowsWithoutAnswers(query, open, dialect, true, OLDEST_ROWS)) found.push(...rows);
  return found;
};

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
