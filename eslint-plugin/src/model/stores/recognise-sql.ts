import type { Bindings } from '../bindings.ts';
import type { Node } from '../syntax.ts';
import type { Link } from './links.ts';
import { isAwaited } from './links.ts';
import { storeName } from './names.ts';
import type { Field, StoreOperation } from './operation.ts';
import type { SqlStatement } from './sql-text.ts';
import { holeMark, readSql } from './sql-text.ts';
import type { HoledText } from './statement-text.ts';
import { holedTextOf } from './statement-text.ts';

/** Methods that only prepare a statement; another call runs it. */
const preparing: ReadonlySet<string> = new Set(['prepare', 'prepareAsync']);
/** Methods of synchronous drivers: better-sqlite3, node:sqlite, bun:sqlite. */
const synchronousRuns: ReadonlySet<string> = new Set(['get', 'all', 'run', 'iterate', 'values', 'exec']);

export interface SqlUse {
  statements: SqlStatement[];
  holed: HoledText;
  /** The values bound to placeholders. */
  bound: Node[];
}

/** The SQL that the links of a call run, or null; a statement that is only prepared is not run. */
export function sqlOf(bindings: Bindings, links: readonly Link[]): SqlUse | null {
  for (const [index, { name, args, call }] of links.entries()) {
    if (!call) continue;
    for (const [position, argument] of args.entries()) {
      if (position > 1) break;
      const holed = holedTextOf(bindings, argument);
      const statements = holed && readSql(holed.text);
      if (!statements) continue;
      if (preparing.has(name) && index === links.length - 1) return null;
      return {
        statements,
        holed,
        bound: links.slice(index).flatMap((link) => link.args.filter((arg) => arg !== argument)),
      };
    }
  }
  return null;
}

/** The operations of SQL that an expression runs. */
export function sqlOperations(
  node: StoreOperation['node'],
  links: readonly Link[],
  { statements, holed, bound }: SqlUse,
): StoreOperation[] {
  const last = links.at(-1)?.name ?? '';
  const prepared = links.some(({ name }) => preparing.has(name) || name === 'query') && links.length > 1;
  const synchronous = prepared && synchronousRuns.has(last) && !isAwaited(node);
  return statements.flatMap((statement): StoreOperation[] => {
    const { act, table } = statement;
    if ((act !== 'look-up' && act !== 'insert' && act !== 'claim') || table === null || table === '')
      return [];
    return [
      {
        act,
        library: 'sql',
        node,
        store: tableName(table, holed),
        entity: null,
        fields: statement.columns.map((name): Field => ({ name, value: null })),
        keys: [...holed.holes, ...bound],
        synchronous,
        returnsErrors: false,
        byUnique: false,
      },
    ];
  });
}

function tableName(table: string, { holes }: HoledText): string {
  const index = holes.findIndex((_, position) => table.includes(holeMark(position)));
  const hole = holes[index];
  if (!hole) return storeName(table);
  return hole.type === 'Identifier' ? storeName(hole.name) : table;
}
