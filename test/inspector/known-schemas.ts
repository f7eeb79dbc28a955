import fs from 'node:fs';
import { kindOfType } from '../../inspector/src/schema/table-shape.ts';
import type { TableShape } from '../../inspector/src/schema/table-shape.ts';

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

/** The roles' short names in the file. */
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

const file = new URL('../fixtures/key-table-schemas.tsv', import.meta.url);

/** The tables of `test/fixtures/key-table-schemas.tsv`, in its order. */
export const knownTables = (): KnownTable[] => {
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

/** A known table as a catalogue would describe it. */
export const shapeOf = (known: KnownTable): TableShape => {
  const primary = known.columns.filter((column) => column.primary).map((column) => column.name);
  return {
    schema: null,
    table: known.table,
    columns: known.columns.map((column) => ({
      name: column.name,
      type: column.type,
      kind: kindOfType(column.type),
      notNull: column.primary,
      default: null,
    })),
    unique: primary.length === 0 ? [] : [{ columns: primary, primary: true, where: null }],
    unlogged: false,
  };
};
