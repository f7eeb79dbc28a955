import { InspectorError } from '../inspector-error.ts';
import { PROTOCOL_VERSION } from '../protocol.ts';
import type {
  EffectRepeat,
  EffectRow,
  EffectsParams,
  EffectsReport,
  EffectTable,
  TableName,
} from '../protocol.ts';
import { keyRecordOf } from '../record/key-record.ts';
import { explainRepeat } from './explain-repeat.ts';
import type { KeptKeys } from './explain-repeat.ts';
import type { KeyLink, RepeatedRow } from './key-links.ts';
import type { FoundRepeat, KeysBesideRepeats, KeysOfRepeat } from './near-keys.ts';
import type { RepeatedOperations } from './repeated-operations.ts';

/** Keys shown beside one repeat. */
const MOST_KEYS = 10;
/** The longest window: a year and a day. */
export const LONGEST_WINDOW_SECONDS = 31_622_400;

/** What is asked of a business table, with every column seen to be there. */
export interface EffectsQuestion {
  table: EffectTable;
  operation: string[];
  created: string | null;
  windowMs: number;
}

/**
 * Fills in what was left open and sees that the columns are there.
 * @throws InspectorError for a column or a window that there is not
 */
export const effectsQuestion = (table: EffectTable, params: EffectsParams): EffectsQuestion => {
  const operation = params.operation.length === 0 ? table.operation : [...new Set(params.operation)];
  const created = params.created ?? table.created;
  const names = new Set(table.columns.map((column) => column.name));
  const missing = [...operation, ...(created === null ? [] : [created])].find((name) => !names.has(name));
  if (missing !== undefined)
    throw new InspectorError(
      'no-such-column',
      `The table ${table.table} has no column ${missing}.`,
      `Its columns are ${[...names].slice(0, 30).join(', ')}${names.size > 30 ? ' and more' : ''}.`,
      'Name columns of this table.',
    );
  if (operation.length === 0)
    throw new InspectorError(
      'no-operation',
      `Nothing tells which columns of ${table.table} define one operation.`,
      'None of its columns has the name of an account, an order or an amount.',
      'Name the columns in which two rows of one operation are equal.',
    );
  if (!(params.windowSeconds >= 1 && params.windowSeconds <= LONGEST_WINDOW_SECONDS))
    throw new InspectorError(
      'bad-window',
      'The window cannot be used.',
      'It is shorter than a second or longer than a year.',
      'Give a time such as 10 minutes.',
    );
  return { table, operation, created, windowMs: params.windowSeconds * 1000 };
};

const repeatOf = (found: FoundRepeat, beside: KeysOfRepeat, kept: KeptKeys): EffectRepeat => {
  // They come newest first; rows of one moment keep the order in which they were written.
  const order = found.rows.map((_row, index) => index).toReversed();
  order.sort((a, b) => (found.rows[a]?.at ?? 0) - (found.rows[b]?.at ?? 0));
  const rows = order.map((index) => found.rows[index] as RepeatedRow);
  const links = beside.links.map((link) => ({
    ...link,
    row: link.row === null ? null : order.indexOf(link.row),
  }));
  const timed = rows.every((row) => row.at !== null);
  const { keys, ...explanation } = explainRepeat(rows, links, {
    kept: kept === 'timed' && !timed ? 'timeless' : kept,
    near: beside.near,
  });
  const shown = keys.slice(0, MOST_KEYS);
  const placeOf = (row: number): number | null => {
    const naming = shown
      .map((link, place) => ({ link, place }))
      .filter(({ link }: { link: KeyLink }) => link.row === row);
    return naming[0]?.place ?? null;
  };
  return {
    operation: found.operation,
    rows: rows.map(({ values, created }, index): EffectRow => ({ values, created, key: placeOf(index) })),
    rowCount: found.rowCount,
    gapSeconds: rows.slice(1).map((row, index) => {
      const before = rows[index]?.at ?? null;
      return row.at === null || before === null ? null : (row.at - before) / 1000;
    }),
    keys: shown.map(({ key }) => keyRecordOf(key.record)),
    keysNear: beside.near,
    ...explanation,
  };
};

/** What a store has read for a report. */
export interface EffectsMaterial {
  source: string;
  repeats: FoundRepeat[];
  counted: Pick<RepeatedOperations<unknown>, 'rows' | 'found' | 'overflowed'>;
  /** More repeated rows than were looked at. */
  repeatsCut: boolean;
  keyTables: TableName[];
  beside: KeysBesideRepeats;
  /** Rows whose time could not be read, and rows whose state says that they had no effect. */
  untimed: number;
  leftOut: number;
}

const rowsWords = (count: number): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? 'row' : 'rows'}`;

const notesOf = ({ counted, repeatsCut, beside, untimed, leftOut }: EffectsMaterial): string[] => [
  ...(untimed > 0
    ? [
        `${rowsWords(untimed)} without a time that can be read ${untimed === 1 ? 'was' : 'were'} not compared.`,
      ]
    : []),
  ...(leftOut > 0
    ? [
        `${rowsWords(leftOut)} whose state says that nothing was done ${leftOut === 1 ? 'was' : 'were'} not compared.`,
      ]
    : []),
  ...(beside.cut
    ? [
        'More keys were made near the rows than are read, so that some may be missing beside them: use a shorter window.',
      ]
    : []),
  ...(repeatsCut
    ? ['Only the newest repeated rows were looked at: there are more repeats than are counted here.']
    : []),
  ...(counted.overflowed
    ? [
        'The table has more operations than are held in memory: repeats whose rows lie far apart in it may be missing.',
      ]
    : []),
];

/** Puts rows and keys beside each other and says of each repeat what made it. */
export const effectsReport = (question: EffectsQuestion, material: EffectsMaterial): EffectsReport => {
  const { table, operation, created, windowMs } = question;
  const { beside } = material;
  const kept: KeptKeys =
    material.keyTables.length === 0 ? 'nowhere' : !beside.timed ? 'timeless' : beside.cut ? 'cut' : 'timed';
  const keys = beside.result();
  return {
    version: PROTOCOL_VERSION,
    source: material.source,
    table: { schema: table.schema, table: table.table },
    operation,
    created,
    windowSeconds: windowMs / 1000,
    evidence: table.evidence,
    keyTables: material.keyTables,
    rowsRead: material.counted.rows,
    repeatsFound: material.counted.found,
    repeats: material.repeats.map((found, index) =>
      repeatOf(found, keys[index] ?? { links: [], near: 0 }, kept),
    ),
    notes: notesOf(material),
  };
};
