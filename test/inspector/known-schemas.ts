import fs from 'node:fs';

export interface KnownColumn {
  name: string;
  type: string;
  primary: boolean;
  role: string | null;
}

/** A table of a real project, each column with the role that a person gave it. */
export interface KnownTable {
  family: 'http' | 'inbox' | 'domain' | 'negative';
  table: string;
  source: string;
  columns: KnownColumn[];
}

/** The roles' short names in the files. */
const roleNames: Record<string, string | null> = {
  '': null,
  other: null,
  op: 'operation',
  fp: 'fingerprint',
  params: 'request',
  ctype: 'content-type',
  restype: 'result-type',
  locktok: 'lock-owner',
  lockuntil: 'lock-expires',
  err: 'error',
  ref: 'reference',
  lastrun: 'last-run',
};

/**
 * The tables of one of the files of `test/fixtures`, in its order.
 * `key-table-schemas.tsv`: tables of public projects as they were found.
 * `key-table-conventions.tsv`: tables as the frameworks' and libraries' habits would name them, written before they
 * were shown to the inspector.
 * `key-table-sample.tsv`, `key-table-second-sample.tsv`: tables of public projects, drawn after the rules were made.
 */
export const knownTables = (name: string): KnownTable[] => {
  const file = new URL(`../fixtures/${name}`, import.meta.url);
  const tables = new Map<string, KnownTable>();
  for (const line of fs.readFileSync(file, 'utf8').trim().split('\n').slice(1)) {
    const [family, , table, source, name, type, primary, role] = line.split('\t');
    const id = `${table} ${source}`;
    const known = tables.get(id) ?? {
      family: family as KnownTable['family'],
      table: table ?? '',
      source: source ?? '',
      columns: [],
    };
    tables.set(id, known);
    const short = role ?? '';
    known.columns.push({
      name: name ?? '',
      type: type ?? '',
      primary: primary === '1',
      role: short in roleNames ? (roleNames[short] ?? null) : short,
    });
  }
  return [...tables.values()];
};

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** The columns of a unique index for a table whose primary key does not hold its key; empty where none is due. */
const uniqueColumns = ({ columns }: KnownTable): string[] => {
  if (columns.some((column) => column.role === 'key' && column.primary)) return [];
  if (!columns.some((column) => column.role === 'key')) return [];
  return ['scope', 'operation', 'key'].flatMap((role) =>
    columns.filter((column) => column.role === role).map((column) => column.name),
  );
};

const createTable = (known: KnownTable, name: string, typeOf: (type: string) => string): string => {
  const primary = known.columns.filter((column) => column.primary).map((column) => quoted(column.name));
  const lines = known.columns.map((column) => `${quoted(column.name)} ${typeOf(column.type)}`);
  if (primary.length > 0) lines.push(`PRIMARY KEY (${primary.join(', ')})`);
  const unique = uniqueColumns(known).map(quoted);
  const index =
    unique.length === 0 ? '' : `CREATE UNIQUE INDEX ${quoted('one_key')} ON ${name} (${unique.join(', ')});`;
  return `CREATE TABLE ${name} (${lines.join(', ')}); ${index}`;
};

/** SQLite takes the names of other databases' types as they are. */
export const sqliteStatements = (known: KnownTable): string =>
  createTable(known, quoted(known.table), (type) => type);

const ownTypes: [RegExp, string][] = [
  [/int|bool/, 'INTEGER'],
  [/bytea|blob/, 'BLOB'],
  [/real|numeric/, 'REAL'],
];

/** The same table as most SQLite code writes it, in SQLite's own four types. */
export const sqliteOwnTypes = (known: KnownTable): string =>
  createTable(
    known,
    quoted(known.table),
    (type) => ownTypes.find(([pattern]) => pattern.test(type))?.[1] ?? 'TEXT',
  );

const postgresTypes: Record<string, string> = {
  datetime: 'timestamp',
  enum: 'some_label',
  blob: 'bytea',
  longtext: 'text',
  tinyint: 'smallint',
};

/** A schema of its own for each table, named by its place in the file: several tables have the same name. */
export const postgresStatements = (tables: readonly KnownTable[]): string =>
  [
    "CREATE TYPE public.some_label AS ENUM ('processing', 'completed');",
    'SET search_path = public;',
    ...tables.map((known, at) => {
      const schema = `t${at}`;
      return `CREATE SCHEMA ${schema}; ${createTable(known, `${schema}.${quoted(known.table)}`, (type) => postgresTypes[type] ?? type)}`;
    }),
  ].join('\n');
