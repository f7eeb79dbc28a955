import type { ColumnRole, RecordRow } from '../protocol.ts';
import { columnOf, refOf } from '../schema/key-table.ts';
import type { KeyTable } from '../schema/key-table.ts';
import { decodeBody, isEncrypted } from './body.ts';
import type { DecodedBody } from './body.ts';
import { cellText, valueAt } from './cell.ts';
import type { Row, ValueRef } from './cell.ts';
import { readFingerprint } from './fingerprints.ts';
import type { FingerprintReading } from './fingerprints.ts';
import { MASK, showBody } from './masking.ts';
import { expiredTest, stuckWays } from './overlays.ts';
import { retryOutcome } from './retry.ts';
import { holds, isSet, wholeNumber } from './row-test.ts';
import { literalDefault } from './state-rules.ts';
import { decodeTime, instantOf } from './times.ts';

/** A row as a store read it, with what it left out of large values. */
export interface StoredRow {
  /** Opaque name of the row in its table. */
  id: string;
  row: Row;
  /** Length of the column that holds the answer, in bytes; null where nothing is saved. */
  bodyBytes: number | null;
  /** Whether the answer was too long to be read whole. */
  bodyCut: boolean;
}

export interface ReadOptions {
  /** Milliseconds since 1970. */
  now: number;
  reveal: boolean;
  /** Leaves the answer's text out, for those who only want to know that there is one. */
  withoutBody?: boolean;
}

const joined = (row: Row, refs: readonly ValueRef[] | undefined): string | null => {
  const texts = (refs ?? []).map((ref) => cellText(valueAt(row, ref))).filter((text) => text !== null);
  return texts.length === 0 ? null : texts.join(' / ');
};

/** The fingerprint of a row: of its own column, else of the request as it stands in the table. */
export const fingerprintOf = (table: KeyTable, row: Row): FingerprintReading | null => {
  const ref = refOf(table, 'fingerprint');
  if (ref !== null) return readFingerprint(valueAt(row, ref), false);
  const request = table.family === 'request' ? refOf(table, 'request') : null;
  return request === null ? null : readFingerprint(valueAt(row, request), true);
};

const emptyByDefault = (table: KeyTable, ref: ValueRef | null): boolean => {
  const column = ref === null || ref.path !== undefined ? undefined : columnOf(table.shape, ref);
  return column !== undefined && literalDefault(column) === '';
};

const bodyOf = (table: KeyTable, stored: StoredRow): DecodedBody | null => {
  const ref = refOf(table, 'body');
  return ref === null ? null : decodeBody(valueAt(stored.row, ref), isEncrypted(ref.column));
};

/** Decodes one row: its state with the rule that gave it, its times, fingerprint and answer, and what a retry gets. */
export const readRecord = (table: KeyTable, stored: StoredRow, options: ReadOptions): RecordRow => {
  const { row } = stored;
  const rule = table.rules.find((candidate) => holds(candidate.when, row));
  const state = rule?.state ?? 'unknown';
  const time = (role: ColumnRole): ReturnType<typeof decodeTime> => {
    const ref = refOf(table, role);
    return ref === null ? null : decodeTime(valueAt(row, ref));
  };
  const stuckWay =
    state === 'in-progress' ? stuckWays(table, options.now).find((way) => holds(way.when, row)) : undefined;
  const expires = refOf(table, 'expires');
  const expiresCell = expires === null ? null : valueAt(row, expires);
  const unreadable = expiresCell !== null && instantOf(expiresCell) === null;
  const isExpired = holds(expiredTest(table, options.now), row);
  const endless =
    expires === null ? table.preset?.retention === undefined || time('created')?.utc == null : unreadable;
  const expired = isExpired ? true : endless ? null : false;
  const codeRef = refOf(table, 'code');
  const codeValue = codeRef === null ? null : wholeNumber(row, codeRef);
  const code = codeValue !== null && codeValue >= 100 && codeValue <= 599 ? codeValue : null;
  const fingerprint = fingerprintOf(table, row);
  const body = bodyOf(table, stored);
  const lockExpires = refOf(table, 'lock-expires');
  const expiresTime = time('expires');
  const errorRef = refOf(table, 'error');
  const says = rule?.says(row) ?? 'unknown: no rule fits';
  // An empty answer is one (a 204), unless the column is empty before there is any.
  const bodySaved =
    state === 'completed' &&
    body !== null &&
    (body.bytes > 0 || !emptyByDefault(table, refOf(table, 'body')));
  return {
    id: stored.id,
    table: table.shape.table,
    scope: joined(row, table.refs.get('scope')),
    operation: joined(row, table.refs.get('operation')),
    key: joined(row, table.refs.get('key')) ?? '',
    fingerprint: fingerprint === null ? null : { kind: fingerprint.kind, short: fingerprint.short },
    fingerprintFull: fingerprint?.full ?? null,
    state,
    stateRule: stuckWay === undefined ? says : `${says}; stuck: ${stuckWay.says}`,
    stuck: stuckWay !== undefined,
    expired,
    code,
    body: options.withoutBody === true ? null : shownBody(body, stored, options.reveal),
    bodyBytes: stored.bodyBytes,
    created: time('created'),
    locked: time('locked'),
    completed: time('completed'),
    expires: expiresTime,
    retry: retryOutcome(table, row, {
      state,
      stuck: stuckWay !== undefined,
      lockExpired:
        state === 'in-progress' &&
        lockExpires !== null &&
        holds(isSet(lockExpires), row) &&
        (instantOf(valueAt(row, lockExpires))?.millis ?? Infinity) < options.now,
      expired,
      expiresAt: expiresTime?.utc ?? null,
      errorSaved: errorRef?.path !== undefined && valueAt(row, errorRef) !== null,
      code,
      bodySaved,
      hasFingerprint: fingerprint !== null,
    }),
  };
};

const shownBody = (body: DecodedBody | null, stored: StoredRow, reveal: boolean): string | null => {
  if (body === null || !stored.bodyCut) return showBody(body, reveal);
  return reveal && body.text !== null ? `${body.text}…` : `${MASK} (${stored.bodyBytes ?? body.bytes} bytes)`;
};
