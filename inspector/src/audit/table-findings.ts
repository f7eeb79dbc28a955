import type { ColumnRole, Finding } from '../protocol.ts';
import { stateWord } from '../record/row-test.ts';
import { doneWords, literalDefault } from '../record/state-rules.ts';
import { columnOf, refOf } from '../schema/key-table.ts';
import type { KeyTable } from '../schema/key-table.ts';
import { normaliseName } from '../schema/names.ts';
import type { UniqueSet } from '../schema/table-shape.ts';

/** Columns that may stand in the key's unique rule: together with the key they still name one operation. */
const partOfKey: ReadonlySet<ColumnRole | null> = new Set(['key', 'scope', 'operation', 'method', 'path']);

/** The unique rules that let a key stand once only in its scope. */
const guardingRules = (table: KeyTable): UniqueSet[] =>
  table.shape.unique.filter(
    (unique) =>
      unique.columns.some((column) => table.summary.columns[column] === 'key') &&
      unique.columns.every((column) => partOfKey.has(table.summary.columns[column] ?? null)),
  );

/** Whether the database itself keeps a key from standing twice. */
export const keyIsUnique = (table: KeyTable): boolean =>
  guardingRules(table).some((unique) => unique.where === null);

/** What is said of keys that a unique rule holds apart for some rows or some values only; null where one holds for all. */
const partialRule = (
  table: KeyTable,
  guarding: readonly UniqueSet[],
  keys: readonly string[],
): string | null => {
  const names = keys.join(', ');
  if (guarding.length > 0)
    return guarding.every((unique) => unique.where !== null)
      ? `${names} is unique only where ${guarding[0]?.where ?? ''}: rows outside of this are not guarded.`
      : null;
  const wider = table.shape.unique.find(
    (unique) => unique.where === null && unique.columns.some((column) => keys.includes(column)),
  );
  if (wider === undefined) return null;
  const beside = wider.columns.filter((column) => !partOfKey.has(table.summary.columns[column] ?? null));
  return `${names} is unique only together with ${beside.join(' and ')}: the same key with another ${beside[0] ?? ''} is let in.`;
};

/** The state column whose default says that the work is done, and that default; null where it says something else. */
const stateDefaultDone = (table: KeyTable): { column: string; value: string } | null => {
  const state = refOf(table, 'state');
  const column = state === null || state.path !== undefined ? undefined : columnOf(table.shape, state);
  if (column === undefined) return null;
  const text = literalDefault(column) ?? column.default?.trim().toLowerCase() ?? '';
  const flag = /^(is_)?(completed?|done|finished|processed|handled|consumed|dispatched)$/.test(
    normaliseName(column.name),
  );
  const done =
    doneWords.includes(stateWord(text)) || (flag && column.kind !== 'text' && /^(1|true)$/.test(text));
  return done ? { column: column.name, value: column.kind === 'text' ? `'${text}'` : text } : null;
};

/**
 * What the table's own shape allows to go wrong, whatever its rows say.
 * @param rows how many rows the finding is about
 */
export const tableFindings = (table: KeyTable, rows: number): Finding[] => {
  const { shape } = table;
  const findings: Finding[] = [];
  const find = (id: string, severity: Finding['severity'], sentence: string, rule: string | null): void => {
    findings.push({ id, severity, table: shape.table, sentence, rows, examples: [], page: id, rule });
  };
  const keys = (table.refs.get('key') ?? []).map((ref) => ref.column);
  const keyNames = keys.join(', ');
  const guarding = guardingRules(table);
  const partly = partialRule(table, guarding, keys);
  if (partly !== null) find('partly-unique', 'warning', partly, 'no-check-then-insert');
  else if (guarding.length === 0)
    find(
      'no-unique-rule',
      'error',
      `Nothing makes ${keyNames} unique: two copies of one request can both be inserted, and both do the work.`,
      'no-check-then-insert',
    );
  else {
    const scopes = (table.refs.get('scope') ?? []).map((ref) => ref.column);
    const scoped = guarding.some((unique) => unique.columns.some((column) => scopes.includes(column)));
    const global = guarding.filter(
      (unique) => unique.where === null && unique.columns.every((column) => keys.includes(column)),
    );
    // A key that the database makes of other columns may hold its owner already.
    const made = shape.columns.some((column) => column.generated && keys.includes(column.name));
    if (table.family === 'request' && scopes.length > 0 && global.length > 0 && !made)
      find(
        'unique-without-scope',
        'warning',
        `${keyNames} is unique by itself${scoped ? ' as well' : ''}, though rows have ${scopes.join(' and ')}: the same key text from another ${scopes[0] ?? 'scope'} meets this row.`,
        null,
      );
  }
  if (!table.showsProgress && table.family === 'request')
    find(
      'cannot-show-progress',
      'warning',
      'A row cannot stand here before its answer is known: the key is saved after the work, and two copies at once both do it.',
      null,
    );
  const doneByDefault = table.family === 'request' ? stateDefaultDone(table) : null;
  if (doneByDefault !== null)
    find(
      'state-defaults-to-done',
      'warning',
      `${doneByDefault.column} is ${doneByDefault.value} unless it is told otherwise: a key that was only claimed passes for one whose work is done.`,
      null,
    );
  const expires = refOf(table, 'expires');
  if (expires !== null && shape.indexed !== undefined && !shape.indexed.includes(expires.column))
    find(
      'no-sweep-index',
      'info',
      `No index begins with ${expires.column}: a job that deletes expired keys reads the whole table each time.`,
      null,
    );
  if (table.family === 'request' && !table.refs.has('fingerprint') && !table.refs.has('request'))
    find(
      'no-fingerprint',
      'info',
      'No fingerprint is kept: the same key with another request gets the first one’s answer, and nobody notices.',
      null,
    );
  if (shape.unlogged)
    find(
      'unlogged-table',
      'warning',
      'The table is UNLOGGED: PostgreSQL empties it after a crash, and every retry then runs again.',
      null,
    );
  return findings;
};
