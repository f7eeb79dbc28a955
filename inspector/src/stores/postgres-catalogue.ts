import { checkedLabels } from '../schema/column-labels.ts';
import { kindOfType } from '../schema/table-shape.ts';
import type { ColumnShape, TableShape, UniqueSet } from '../schema/table-shape.ts';
import type { Query } from './postgres-connection.ts';

/** A value that names a row or orders rows: how it is read as text, and the type that the text is turned back into. */
export interface Locator {
  expression: string;
  type: string;
}

/** A table of a PostgreSQL database. */
export interface PostgresTable {
  oid: string;
  shape: TableShape;
  /** `"schema"."table"`. */
  name: string;
  /** The types of columns as they are written in casts. */
  types: ReadonlyMap<string, string>;
  /** What names a row; empty where nothing does. */
  locator: Locator[];
  /** Whether policies of row-level security choose the rows that this user sees. */
  rowsHidden: boolean;
  /** The planner's estimate of the number of rows; -1 where it has none. */
  estimatedRows: number;
  /** Columns that come first in some index. */
  indexed: ReadonlySet<string>;
}

/** Quotes a name for PostgreSQL. */
export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

interface CatalogueColumn {
  name: string;
  type: string;
  base: string;
  kind: string;
  /** Whether its operators are PostgreSQL's own, which alone are looked up (`search_path = pg_catalog`). */
  native: boolean;
  notNull: boolean;
  default: string | null;
  generated: boolean;
  /** Of an enum. */
  labels: string[] | null;
}

interface CatalogueIndex {
  columns: (string | null)[];
  unique: boolean;
  primary: boolean;
  where: string | null;
}

/** Ordinary and partitioned tables that this user may read; never views, foreign tables or the system's own. */
const tablesQuery = `
  SELECT c.oid::text AS oid, n.nspname::text AS schema, c.relname::text AS table,
    (c.relkind = 'p')::text AS partitioned, c.relhassubclass::text AS inherited,
    (c.relkind = 'p' AND EXISTS (SELECT FROM pg_partition_tree(c.oid) p JOIN pg_class f ON f.oid = p.relid
      WHERE f.relkind = 'f'))::text AS foreign_part,
    row_security_active(c.oid)::text AS row_security,
    (c.relpersistence = 'u')::text AS unlogged, c.reltuples::text AS rows,
    (SELECT json_agg(json_build_object(
        'name', a.attname, 'type', format_type(a.atttypid, -1),
        'base', format_type(CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END, NULL),
        'native', o.typnamespace = 'pg_catalog'::regnamespace OR o.typtype IN ('e', 'c', 'r', 'm'),
        'kind', t.typtype, 'notNull', a.attnotnull, 'default', pg_get_expr(d.adbin, d.adrelid),
        'generated', a.attgenerated <> '',
        'labels', (SELECT json_agg(e.enumlabel ORDER BY e.enumsortorder) FROM pg_enum e WHERE e.enumtypid = b.oid)) ORDER BY a.attnum)
      FROM pg_attribute a JOIN pg_type t ON t.oid = a.atttypid
        JOIN pg_type b ON b.oid = CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END
        JOIN pg_type o ON o.oid = CASE WHEN b.typcategory = 'A' AND b.typelem <> 0 THEN b.typelem ELSE b.oid END
        LEFT JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
      WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped)::text AS columns,
    (SELECT json_agg(json_build_object(
        'unique', i.indisunique AND i.indisvalid, 'primary', i.indisprimary, 'where', pg_get_expr(i.indpred, i.indrelid),
        'columns', (SELECT json_agg(a.attname ORDER BY k.place)
          FROM unnest(i.indkey::int2[]) WITH ORDINALITY AS k(number, place)
            LEFT JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number
          WHERE k.place <= i.indnkeyatts)))
      FROM pg_index i WHERE i.indrelid = c.oid)::text AS indexes,
    (SELECT json_agg(pg_get_constraintdef(k.oid)) FROM pg_constraint k
      WHERE k.conrelid = c.oid AND k.contype = 'c')::text AS checks
  FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
  WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND n.nspname NOT IN ('pg_catalog', 'information_schema') AND n.nspname !~ '^pg_(toast|temp)'
    AND has_schema_privilege(n.oid, 'USAGE') AND has_table_privilege(c.oid, 'SELECT')
  ORDER BY n.nspname, c.relname LIMIT 5000`;

const parsed = <T>(text: unknown): T[] => (typeof text === 'string' ? (JSON.parse(text) as T[]) : []);

const columnShape = (column: CatalogueColumn, checks: readonly string[]): ColumnShape => ({
  name: column.name,
  type: column.base,
  kind: column.kind === 'e' ? 'text' : kindOfType(column.base),
  notNull: column.notNull,
  default: column.default,
  generated: column.generated,
  labels: column.labels ?? checkedLabels(column.name, checks),
});

const uniquesOf = (indexes: readonly CatalogueIndex[]): UniqueSet[] =>
  indexes
    .filter((index) => index.unique && index.columns.every((name) => name !== null))
    .map((index) => ({ columns: index.columns as string[], primary: index.primary, where: index.where }))
    .sort((a, b) => Number(b.primary) - Number(a.primary));

/**
 * The place of a row in its file names it until it is next written. Where rows of several files come together, as in a
 * table with partitions or heirs, the file belongs to the name.
 */
const placeOf = (several: boolean): Locator[] => [
  ...(several ? [{ expression: 'tableoid', type: 'oid' }] : []),
  { expression: 'ctid', type: 'tid' },
];

/** A column as part of a row's name: by its own order, or by its text's where its operators are not PostgreSQL's own. */
const locatorOf = ({ name, type, native }: CatalogueColumn): Locator =>
  native
    ? { expression: quotedName(name), type }
    : { expression: `((${quotedName(name)})::text COLLATE "C")`, type: 'text' };

/** Reads the tables of a database from its catalogue. */
export const postgresTables = async (query: Query): Promise<PostgresTable[]> =>
  (await query(tablesQuery)).map((row) => {
    const catalogueColumns = parsed<CatalogueColumn>(row.columns);
    const indexes = parsed<CatalogueIndex>(row.indexes);
    const checks = parsed<string>(row.checks);
    const columns = catalogueColumns.map((column) => columnShape(column, checks));
    const types = new Map(catalogueColumns.map((column) => [column.name, column.type]));
    const unique = uniquesOf(indexes);
    const required = new Set(columns.filter((column) => column.notNull).map((column) => column.name));
    const partitioned = row.partitioned === 'true';
    // A unique rule says nothing about the rows of heirs.
    const inherited = row.inherited === 'true' && !partitioned;
    const naming = unique.find(
      (set) => !inherited && set.where === null && set.columns.every((name) => required.has(name)),
    );
    const locator =
      naming !== undefined
        ? naming.columns.flatMap((name) => catalogueColumns.filter((one) => one.name === name).map(locatorOf))
        : // A row of a foreign table has no place that could be relied on.
          row.foreign_part === 'true'
          ? []
          : placeOf(partitioned || inherited);
    const indexed = indexes.map((index) => index.columns[0]).filter((name) => typeof name === 'string');
    const schema = String(row.schema);
    const table = String(row.table);
    return {
      oid: String(row.oid),
      name: `${quotedName(schema)}.${quotedName(table)}`,
      shape: {
        schema,
        table,
        columns,
        unique,
        unlogged: row.unlogged === 'true',
        ...(partitioned ? {} : { indexed }),
      },
      types,
      locator,
      rowsHidden: row.row_security === 'true',
      estimatedRows: Number(row.rows),
      indexed: new Set(indexed),
    };
  });
