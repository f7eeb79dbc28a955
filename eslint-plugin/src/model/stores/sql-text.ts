import type { StoreAct } from '../../catalogue/databases.ts';
import { serialSigns } from '../../catalogue/databases.ts';

/** One SQL statement, read only as far as races need it. */
export interface SqlStatement {
  act: StoreAct | 'unique-rule' | 'other';
  /** Last part of the table's name, unquoted; a hole's mark ({@link holeMark}) where the name is put in at run time. */
  table: string | null;
  /** Columns compared in the condition of a look-up, listed in an insert, or under the unique rule. */
  columns: string[];
  /** Holds rows back with `FOR UPDATE` or the like; an absent row is not held. */
  locksRows: boolean;
  /** Serial isolation, an advisory lock or a table lock. */
  serial: boolean;
}

/** What stands for the n-th `${…}` of a template in its SQL. */
export function holeMark(index: number): string {
  return `__hole${index}__`;
}

const NAME = String.raw`(?:"[^"]+"|\x60[^\x60]+\x60|\[[^\]]+\]|[\w$]+)`;
const TABLE = `(${NAME}(?:\\s*\\.\\s*${NAME})*)`;
const SQL_START =
  /^\s*(?:(?:with|select|insert|replace|merge|update|delete|create|alter|call|exec)\s|lock\s+table\s|begin(?:\s|;|$)|start\s+transaction|set\s+(?:session|local|transaction)\s)/i;
const INSERT = new RegExp(
  String.raw`\b(?:insert\s+(or\s+\w+\s+)?(ignore\s+)?into|(replace)\s+into|(merge)\s+into)\s+${TABLE}\s*(?:as\s+\w+\s*)?(\([^()]*\))?`,
  'i',
);
const YIELDS = /\bon\s+conflict\b|\bon\s+duplicate\s+key\b|\bwhere\s+not\s+exists\b/i;
const FROM = new RegExp(String.raw`\bfrom\s+(?:only\s+)?${TABLE}`, 'i');
const COMPARED = new RegExp(
  String.raw`(${NAME}(?:\.${NAME})*)\s*(?:=(?!=)|in\s*\(|is\s+not\s+distinct)`,
  'gi',
);
const TABLE_RULE = new RegExp(
  String.raw`\bcreate\s+table\s+(?:if\s+not\s+exists\s+)?${TABLE}\s*\(([\s\S]*)\)`,
  'i',
);
const INDEX_RULE = new RegExp(
  String.raw`\bcreate\s+unique\s+index\s+(?:concurrently\s+)?(?:if\s+not\s+exists\s+)?(?:${NAME}\s+)?on\s+(?:only\s+)?${TABLE}\s*(?:using\s+\w+\s*)?\(([^)]*)\)`,
  'i',
);

/**
 * Reads SQL text, several statements too.
 * @param text SQL with {@link holeMark} in place of each hole.
 * @returns null when the text is no SQL.
 */
export function readSql(text: string): SqlStatement[] | null {
  const bare = text.replace(/--[^\n]*/g, ' ').replace(/\/\*[\s\S]*?\*\//g, ' ');
  if (!SQL_START.test(bare)) return null;
  return bare
    .split(';')
    .filter((statement) => statement.trim() !== '')
    .map(readStatement);
}

function readStatement(text: string): SqlStatement {
  const serial = serialSigns.test(text);
  const locksRows = /\bfor\s+(?:no\s+key\s+)?update\b|\bwith\s*\(\s*(?:updlock|holdlock)/i.test(text);
  const rule = uniqueRule(text);
  if (rule) return { act: 'unique-rule', ...rule, locksRows, serial };
  const insert = INSERT.exec(text);
  if (insert) {
    const [, orWord, ignores, replaces, merges, table, list] = insert;
    const yields = orWord ?? ignores ?? replaces ?? merges ?? (YIELDS.test(text) ? 'yields' : undefined);
    return {
      act: yields === undefined ? 'insert' : 'claim',
      table: lastPart(table ?? ''),
      columns: columnList(list ?? ''),
      locksRows,
      serial,
    };
  }
  const from = /^\s*(?:with\b[\s\S]*)?select\b/i.test(text) ? FROM.exec(text) : null;
  if (!from) return { act: 'other', table: null, columns: [], locksRows, serial };
  const condition = /\bwhere\b([\s\S]*)/i.exec(text)?.[1] ?? '';
  const columns = [...condition.matchAll(COMPARED)].map(([, name]) => lastPart(name ?? ''));
  return { act: 'look-up', table: lastPart(from[1] ?? ''), columns, locksRows, serial };
}

function uniqueRule(text: string): { table: string; columns: string[] } | null {
  const index = INDEX_RULE.exec(text);
  if (index) return { table: lastPart(index[1] ?? ''), columns: columnList(`(${index[2] ?? ''})`) };
  const table = TABLE_RULE.exec(text);
  if (!table) return null;
  const body = table[2] ?? '';
  const columns: string[] = [];
  for (const [, list] of body.matchAll(/\b(?:primary\s+key|unique)\s*(\([^)]*\))/gi))
    columns.push(...columnList(list ?? ''));
  for (const [, name] of body.matchAll(
    new RegExp(
      `(?:^|,|\\()\\s*(${NAME})\\s+[^,()]*(?:\\([^)]*\\)[^,()]*)?\\b(?:primary\\s+key|unique)\\b`,
      'gi',
    ),
  )) {
    columns.push(lastPart(name ?? ''));
  }
  return columns.length > 0 ? { table: lastPart(table[1] ?? ''), columns } : null;
}

function columnList(list: string): string[] {
  return list
    .replace(/[()]/g, ' ')
    .split(',')
    .map((name) => lastPart(name.trim().split(/\s+/)[0] ?? ''))
    .filter((name) => name !== '');
}

function lastPart(name: string): string {
  const last = name.split('.').at(-1)?.trim() ?? '';
  return last.replace(/^["`[]|["`\]]$/g, '');
}
