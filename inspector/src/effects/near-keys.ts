import type { DecodedTime } from '../protocol.ts';
import { decodeBody } from '../record/body.ts';
import { cellText, valueAt } from '../record/cell.ts';
import type { Row, ValueRef } from '../record/cell.ts';
import { readRecord } from '../record/read-record.ts';
import type { StoredRow } from '../record/read-record.ts';
import { refOf } from '../schema/key-table.ts';
import type { KeyTable } from '../schema/key-table.ts';
import { recordColumns } from '../stores/row-select.ts';
import type { ReadColumn } from '../stores/row-select.ts';
import { linkOf } from './key-links.ts';
import type { KeyLink, NearKey, RepeatedRow } from './key-links.ts';
import { namedValues, plainName } from './named-values.ts';
import type { NamedValue } from './named-values.ts';

/** Keys read for one report from one table whose keys have times: the newest ones near the rows. */
export const MOST_NEAR_KEYS = 200_000;
/** Keys of a table without times that are looked through for the rows' names: the newest ones. */
export const TIMELESS_KEYS = 20_000;
/** How much of an answer or a request is looked through, in characters. */
const SEARCHED_TEXT = 16 * 1024;

/** A repeat as a store has read it. */
export interface FoundRepeat {
  operation: Record<string, string>;
  rows: RepeatedRow[];
  rowCount: number;
}

/** A stretch of time, in milliseconds since 1970. */
export interface Stretch {
  from: number;
  to: number;
}

/** The times at which the keys of these rows may have been made: from a window before the first to one after the last. */
const stretchOf = (rows: readonly RepeatedRow[], windowMs: number): Stretch | null => {
  const times = rows.map((row) => row.at).filter((at) => at !== null);
  if (times.length === 0) return null;
  return { from: Math.min(...times) - windowMs, to: Math.max(...times) + windowMs };
};

/** Stretches joined where they meet, in order. */
const joined = (stretches: readonly Stretch[]): Stretch[] => {
  const result: Stretch[] = [];
  for (const stretch of [...stretches].sort((a, b) => a.from - b.from)) {
    const last = result.at(-1);
    if (last !== undefined && stretch.from <= last.to) last.to = Math.max(last.to, stretch.to);
    else result.push({ ...stretch });
  }
  return result;
};

/** Columns of a key table that may name what its operation made, and are read besides those of a record. */
const namingRefs = (table: KeyTable): ValueRef[] => {
  const request = refOf(table, 'request');
  const references = table.refs.get('reference') ?? [];
  const others = table.shape.columns
    .filter((column) => table.summary.columns[column.name] === null && /(_id|_ref|Id)$/.test(column.name))
    .map((column): ValueRef => ({ column: column.name }));
  return [...(request === null ? [] : [request]), ...references, ...others].filter(
    (ref) => ref.path === undefined,
  );
};

/** The columns read of a key beside rows, each once and as long as any use of it needs. */
export const nearKeyColumns = (table: KeyTable): ReadColumn[] => {
  const limits = new Map<string, number>();
  for (const { name, limit } of [
    ...recordColumns(table, 'masked'),
    ...namingRefs(table).map((ref) => ({ name: ref.column, limit: SEARCHED_TEXT })),
  ])
    limits.set(name, Math.max(limits.get(name) ?? 0, limit));
  return [...limits].map(([name, limit]) => ({ name, limit }));
};

const valuesOf = (table: KeyTable, row: Row): NamedValue[] => {
  const found: NamedValue[] = [];
  const body = refOf(table, 'body');
  if (body !== null) {
    const decoded = decodeBody(valueAt(row, body));
    if (decoded?.text != null) found.push(...namedValues(decoded.text));
  }
  for (const ref of namingRefs(table)) {
    const text = cellText(valueAt(row, ref));
    if (text === null) continue;
    if (/^\s*[[{]/.test(text)) found.push(...namedValues(text));
    else if (text.length <= 200) found.push({ name: plainName(ref.column), value: text, depth: 0 });
  }
  return found;
};

const millis = (time: DecodedTime | null): number | null =>
  time === null || time.utc === null ? null : Date.parse(time.utc);

/**
 * A key as it stands beside rows. Its answer is read to see which row it names, and leaves with its values masked.
 * @param now milliseconds since 1970
 */
export const nearKeyOf = (table: KeyTable, stored: StoredRow, now: number): NearKey => {
  const record = readRecord(table, stored, { now, reveal: false });
  const owners = (table.refs.get('scope') ?? []).flatMap((ref) => {
    const value = cellText(valueAt(stored.row, ref));
    return value === null ? [] : [{ column: ref.column, value }];
  });
  return {
    table: table.shape.table,
    record,
    at: millis(record.created),
    values: valuesOf(table, stored.row),
    owners,
  };
};

/** Keys held beside one repeat: those that belong to it, and those that may. */
const MOST_OWN = 50;
const MOST_UNSAID = 200;

/** What the keys of the time have to do with one repeat. */
export interface KeysOfRepeat {
  links: KeyLink[];
  /** All keys of the time, those of other operations included. */
  near: number;
}

/**
 * Gathers the keys that stand beside each repeat while the key tables are read. Of keys of other operations only the
 * number is kept, so that memory is bounded however many there are.
 */
export class KeysBesideRepeats {
  readonly #table: string;
  readonly #repeats: {
    found: FoundRepeat;
    stretch: Stretch | null;
    own: KeyLink[];
    unsaid: KeyLink[];
    near: number;
  }[];
  /** Whether keys near the rows were not read, or not kept. */
  cut = false;
  /** Whether a key table tells when its keys were made. */
  timed = false;

  /** @param table the business table's name, by which answers call the rows they made */
  constructor(table: string, repeats: readonly FoundRepeat[], windowMs: number) {
    this.#table = table;
    this.#repeats = repeats.map((found) => ({
      found,
      stretch: stretchOf(found.rows, windowMs),
      own: [],
      unsaid: [],
      near: 0,
    }));
  }

  /** The times of which keys are wanted, joined where they meet. */
  get stretches(): Stretch[] {
    return joined(this.#repeats.map(({ stretch }) => stretch).filter((stretch) => stretch !== null));
  }

  add(key: NearKey): void {
    for (const repeat of this.#repeats) {
      const { stretch, found } = repeat;
      const placed = stretch !== null && key.at !== null;
      if (stretch !== null && key.at !== null && (key.at < stretch.from || key.at > stretch.to)) continue;
      const link = linkOf(key, this.#table, found.operation, found.rows);
      const own = link.link === 'row' || link.link === 'operation';
      // Without times, a key that does not name the rows has nothing to do with them.
      if (!placed && !own) continue;
      repeat.near += 1;
      if (link.link === 'foreign') continue;
      const kept = own ? repeat.own : repeat.unsaid;
      if (kept.length < (own ? MOST_OWN : MOST_UNSAID)) kept.push(link);
      else this.cut = true;
    }
  }

  /** What was gathered, in the order of the repeats. */
  result(): KeysOfRepeat[] {
    return this.#repeats.map(({ own, unsaid, near }) => ({ links: [...own, ...unsaid], near }));
  }
}
