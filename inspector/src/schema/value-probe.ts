import type { ColumnRole } from '../protocol.ts';
import { cellText } from '../record/cell.ts';
import type { Row, ValueRef } from '../record/cell.ts';
import { decodeTime } from '../record/times.ts';
import { stateWord } from '../record/row-test.ts';
import { doneWords, failedWords, progressWords } from '../record/state-rules.ts';
import type { RolesByColumn } from './column-roles.ts';
import type { TableShape } from './table-shape.ts';

export type SampleRow = Row;

const set = (
  roles: RolesByColumn,
  column: string,
  role: 'code' | 'state' | 'operation' | 'completed',
  why: string,
): void => {
  roles.set(column, { role, why: `${column} is ${role}: ${why}` });
};

/**
 * Settles by values what names leave open: a `status` that holds HTTP codes is the code, an integer "code" that holds
 * words is the state.
 * @param sample some rows, each with the columns in question; none leaves everything as it is.
 */
export const settleByValues = (
  shape: TableShape,
  roles: RolesByColumn,
  sample: readonly SampleRow[],
): void => {
  if (sample.length === 0) return;
  const hasCode = [...roles.values()].some((finding) => finding.role === 'code');
  const hasState = [...roles.values()].some((finding) => finding.role === 'state');
  for (const column of shape.columns) {
    const role = roles.get(column.name)?.role;
    const texts = sample.map((row) => cellText(row.get(column.name) ?? null)).filter((text) => text !== null);
    if (texts.length === 0) continue;
    if (role === 'state' && !hasCode && texts.every((text) => /^[1-5]\d\d$/.test(text)))
      set(roles, column.name, 'code', 'every value seen is an HTTP code');
    const times = texts.filter((text) => decodeTime(text)?.utc != null);
    if (
      role === 'state' &&
      /^(consumed|processed|handled|dispatched|delivered|completed|finished|done)$/i.test(column.name) &&
      times.length === texts.length
    )
      set(roles, column.name, 'completed', 'every value seen is a time');
    if (role === 'code' && !hasState && texts.every((text) => /^[a-z_ -]{3,}$/i.test(text)))
      set(roles, column.name, 'state', 'every value seen is a word');
    if (
      role === 'scope' &&
      /^(idempotency_)?scope$/i.test(column.name) &&
      texts.every((text) => /[./: ]/.test(text))
    )
      set(roles, column.name, 'operation', 'every value seen names an action');
  }
};

/** How much of an answer is looked at to see whether it is an envelope, in characters. */
export const ENVELOPE_LIMIT = 16 * 1024;

const codeNames = ['status', 'statusCode', 'status_code', 'httpStatus', 'code'];
const bodyNames = ['body', 'response', 'data', 'payload', 'responseBody', 'response_body'];

const objectIn = (text: string): Record<string, unknown> | null => {
  try {
    const value: unknown = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null;
  } catch {
    return null;
  }
};

/** What a record of a key holds when all of it stands in one JSON object: these members and no others. */
const recordMembers =
  /^(status|state|finger_?print|request_?hash|payload_?hash|validation|response|result|body|data|error|headers|status_?code|code|locked_?at|created_?at|completed_?at|expires_?at|expiration|in_?progress_?expiration)$/i;
const recordStates = [...progressWords, ...doneWords, ...failedWords];

/**
 * Where the state, the fingerprint and the answer stand when a table keeps the whole record of a key in one JSON
 * object, such as `{"status": "IN_PROGRESS", "fingerPrint": "..."}`. Null unless every value of the sample is one and
 * at least one is in progress: an answer may have a `status` of its own.
 */
export const nestedStateOf = (
  refs: ReadonlyMap<ColumnRole, readonly ValueRef[]>,
  sample: readonly SampleRow[],
): Map<ColumnRole, ValueRef> | null => {
  const column = refs.get('body')?.[0]?.column;
  if (column === undefined || refs.has('code') || refs.has('state')) return null;
  const records = sample.map((row) => objectIn(cellText(row.get(column) ?? null) ?? ''));
  const stateName = ['status', 'state'].find(
    (name) =>
      records.every(
        (record) =>
          record !== null &&
          Object.keys(record).every((member) => recordMembers.test(member)) &&
          Object.hasOwn(record, name) &&
          recordStates.includes(stateWord(String(record[name]))),
      ) && records.some((record) => progressWords.includes(stateWord(String(record?.[name])))),
  );
  if (stateName === undefined) return null;
  const found = new Map<ColumnRole, ValueRef>([['state', { column, path: [stateName] }]]);
  const members = new Set(records.flatMap((record) => Object.keys(record ?? {})));
  const places: [ColumnRole, RegExp][] = [
    ['fingerprint', /^(finger_?print|request_?hash|payload_?hash|validation)$/i],
    ['body', /^(response|result|body|data)$/i],
    ['code', /^(status_?code|code)$/i],
    ['error', /^error$/i],
  ];
  for (const [role, pattern] of places) {
    const member = [...members].find((name) => pattern.test(name));
    if (member !== undefined) found.set(role, { column, path: [member] });
  }
  return found;
};

const isCode = (value: unknown): boolean =>
  Number.isInteger(value) && Number(value) >= 100 && Number(value) <= 599;

/**
 * Where code and answer stand when a table without a column for codes keeps both in one JSON object, such as
 * `{"status": 201, "body": {...}}`. Null unless every answer of the sample is one.
 */
export const envelopeOf = (
  refs: ReadonlyMap<ColumnRole, readonly ValueRef[]>,
  sample: readonly SampleRow[],
): { code: ValueRef; body: ValueRef } | null => {
  const column = refs.get('body')?.[0]?.column;
  if (column === undefined || refs.has('code')) return null;
  const answers = sample
    .map((row) => cellText(row.get(column) ?? null))
    .filter((text) => text !== null)
    .map(objectIn);
  if (answers.length === 0) return null;
  const everywhere = (name: string, fits: (value: unknown) => boolean): boolean =>
    answers.every((answer) => answer !== null && Object.hasOwn(answer, name) && fits(answer[name]));
  const code = codeNames.find((name) => everywhere(name, isCode));
  const body = bodyNames.find((name) => everywhere(name, () => true));
  return code === undefined || body === undefined
    ? null
    : { code: { column, path: [code] }, body: { column, path: [body] } };
};
