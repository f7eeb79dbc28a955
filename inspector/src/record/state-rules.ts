import type { ColumnRole, RecordState } from '../protocol.ts';
import { normaliseName } from '../schema/names.ts';
import type { Preset } from '../schema/presets.ts';
import type { ColumnShape, TableShape } from '../schema/table-shape.ts';
import { cellText, refName, valueAt } from './cell.ts';
import type { Row, ValueRef } from './cell.ts';
import { all, any, between, holds, isNull, isSet, not, words } from './row-test.ts';
import type { RowTest } from './row-test.ts';

/** One line of a table's decision list: the first rule whose test holds gives a row its state. */
export interface StateRule {
  state: RecordState;
  when: RowTest;
  /** The rule as a person reads it, with the row's own value: `in progress: response_code is NULL`. */
  says: (row: Row) => string;
}

export interface StateRules {
  rules: StateRule[];
  showsProgress: boolean;
}

/** Words for states, as 276 tables of real projects spell them. */
export const progressWords = [
  'pending', 'processing', 'in_progress', 'inprogress', 'in_process', 'started', 'running', 'locked', 'claimed',
  'reserved', 'persisted', 'received', 'incoming', 'scheduled', 'queued', 'delayed', 'available', 'in_processing',
  'in_flight', 'inflight', 'acquired', 'leased', 'open', 'working', 'executing',
]; // prettier-ignore
export const doneWords = [
  'completed', 'complete', 'done', 'finished', 'succeeded', 'success', 'successful', 'handled', 'processed', 'ok',
  'consumed', 'dispatched', 'executed', 'committed',
]; // prettier-ignore
export const failedWords = [
  'failed', 'failure', 'error', 'errored', 'abandoned', 'dead_letter', 'dead', 'discarded', 'cancelled', 'canceled',
  'aborted', 'timed_out', 'timeout',
]; // prettier-ignore
export const expiredWords = ['expired', 'reaped', 'removed'];

const finishedPoints = ['finished', 'completed', 'complete', 'done', '__acidic_job_workflow_finished__'];
const trueWords = ['1', 'true', 't', 'yes', 'y'];
const falseWords = ['0', 'false', 'f', 'no', 'n'];

const shownState: Record<RecordState, string> = {
  'in-progress': 'in progress',
  completed: 'completed',
  failed: 'failed',
  unknown: 'unknown',
};

/** A column's default as the value it stands for, or null where it has none or computes one. */
export const literalDefault = (column: ColumnShape): string | null => {
  const text = column.default?.trim().replace(/^\((.*)\)$/, '$1') ?? '';
  const quoted = /^'((?:[^']|'')*)'(::[\w\s".()]+)?$/.exec(text);
  if (quoted !== null) return (quoted[1] ?? '').replaceAll("''", "'");
  return /^-?\d+$/.test(text) ? text : null;
};

const shownValue = (row: Row, ref: ValueRef): string => {
  const text = cellText(valueAt(row, ref));
  return text === null ? 'NULL' : /^-?\d+$/.test(text) ? text : `'${text.slice(0, 40)}'`;
};

/** A flag without a role of its own that says that the work was given up: `blocked`, `is_failed`. */
const failedFlagOf = (
  shape: TableShape,
  refs: ReadonlyMap<ColumnRole, readonly ValueRef[]>,
): ValueRef | null => {
  const taken = new Set([...refs.values()].flat().map((ref) => ref.column));
  const column = shape.columns.find(
    ({ name, kind }) =>
      /^(is_)?(blocked|failed|errored|dead|dead_lettered|abandoned|discarded)$/.test(normaliseName(name)) &&
      (kind === 'boolean' || kind === 'integer') &&
      !taken.has(name),
  );
  return column === undefined ? null : { column: column.name };
};

/** Builds a table's decision list, top to bottom in the order in which tables of this kind tell their state. */
export const stateRulesOf = (
  shape: TableShape,
  refs: ReadonlyMap<ColumnRole, readonly ValueRef[]>,
  preset: Preset | null,
): StateRules => {
  const rules: StateRule[] = [];
  const first = (role: ColumnRole): ValueRef | null => refs.get(role)?.[0] ?? null;
  const shapeOf = (ref: ValueRef | null): ColumnShape | undefined =>
    ref === null ? undefined : shape.columns.find((column) => column.name === ref.column);
  const rule = (state: RecordState, when: RowTest, says: string | ((row: Row) => string)): void => {
    const text = typeof says === 'string' ? () => says : says;
    rules.push({ state, when, says: (row) => `${shownState[state]}: ${text(row)}` });
  };
  const isValue =
    (ref: ValueRef, suffix = '') =>
    (row: Row): string =>
      `${refName(ref)} is ${shownValue(row, ref)}${suffix}`;

  const state = first('state');
  const code = first('code');
  const body = first('body');
  const completed = first('completed');
  const error = first('error');
  const locks = (['lock-owner', 'lock-expires', 'locked'] as const).flatMap((role) => refs.get(role) ?? []);
  const codeShape = shapeOf(code);
  const bodyShape = shapeOf(body);
  const completedShape = shapeOf(completed);

  const codeDefault = codeShape === undefined ? null : literalDefault(codeShape);
  const codeByDefault = code?.path === undefined && codeDefault !== null && /^[1-5]\d\d$/.test(codeDefault);
  const answerCode = code === null || codeByDefault ? null : between(code, 100, 599);
  const bodyDefault = bodyShape === undefined ? null : literalDefault(bodyShape);
  const emptyBody = bodyDefault !== null && /^(\{\}|\[\]|null)?$/.test(bodyDefault) ? bodyDefault : null;
  const bodySet =
    body === null
      ? null
      : emptyBody === null
        ? isSet(body)
        : all(isSet(body), not({ test: 'text', ref: body, texts: [emptyBody] }));
  const bodyTells =
    body !== null && (emptyBody !== null || body.path !== undefined || !(bodyShape?.notNull ?? false));
  const answered = [answerCode, bodyTells ? bodySet : null].filter((test) => test !== null);
  const completedTells = completed !== null && !(completedShape?.notNull ?? false);
  const lockSet = any(...locks.map((lock) => all(isSet(lock), not({ test: 'epoch-zero', ref: lock }))));
  const codeRule = (): void => {
    if (code !== null && answerCode !== null) rule('completed', answerCode, isValue(code));
  };
  let showsProgress = false;

  // A library that keeps failures in the answer's place says "complete" of them too.
  if (error?.path !== undefined) rule('failed', isSet(error), `${refName(error)} is set`);
  const failedFlag = failedFlagOf(shape, refs);
  const failedRule = (): void => {
    if (failedFlag !== null) rule('failed', words(failedFlag, trueWords), isValue(failedFlag));
  };
  if (state !== null) {
    showsProgress = true;
    const column = shapeOf(state);
    const name = normaliseName(state.column);
    const flag =
      state.path === undefined &&
      (column?.kind === 'boolean' ||
        (/^(is_)?(processing|in_progress|completed|complete|dispatched|processed|done|finished|consumed|handled|pending|locked)$/.test(
          name,
        ) &&
          column?.kind !== 'text'));
    if (/^(recovery_point|recover_to)$/.test(name)) {
      codeRule();
      rule('completed', words(state, finishedPoints), isValue(state));
      if (error !== null) rule('failed', isSet(error), `${refName(error)} is set`);
      rule('in-progress', isSet(state), isValue(state, ', a step before the last'));
    } else if (flag && /^(is_)?(processing|in_progress|pending|locked)$/.test(name)) {
      rule('in-progress', words(state, trueWords), isValue(state));
      codeRule();
      if (bodySet !== null && body !== null && bodyTells)
        rule('completed', bodySet, `${refName(body)} is saved`);
      if (error !== null) rule('failed', isSet(error), `${refName(error)} is set`);
      rule(answered.length === 0 ? 'completed' : 'unknown', words(state, falseWords), (row) =>
        answered.length === 0 ? isValue(state)(row) : `${isValue(state)(row)}, but no answer is saved`,
      );
    } else if (flag) {
      rule('completed', words(state, trueWords), isValue(state));
      failedRule();
      if (error !== null)
        rule('failed', all(words(state, falseWords), isSet(error)), `${refName(error)} is set`);
      rule('in-progress', words(state, falseWords), isValue(state));
    } else {
      const byDefault = column === undefined || state.path !== undefined ? null : literalDefault(column);
      const doubt =
        byDefault !== null && doneWords.includes(byDefault.toLowerCase())
          ? ', which is the column’s default'
          : '';
      rule('completed', words(state, doneWords), isValue(state, doubt));
      if (answered.length > 0)
        rule(
          'completed',
          all(words(state, failedWords), any(...answered)),
          isValue(state, ', and its answer is saved'),
        );
      rule('failed', words(state, failedWords), isValue(state));
      rule('in-progress', words(state, progressWords), isValue(state));
      if (answered.length > 0)
        rule(
          'completed',
          all(words(state, expiredWords), any(...answered)),
          isValue(state, ', and its answer is saved'),
        );
      rule('unknown', words(state, expiredWords), isValue(state, ', whatever came before'));
    }
  }

  codeRule();
  if (completed !== null && completedTells) {
    showsProgress = true;
    rule('completed', isSet(completed), `${refName(completed)} is set`);
  }
  const bodyBeforeLock = code === null && bodyTells;
  if (bodyBeforeLock && body !== null && bodySet !== null)
    rule('completed', bodySet, `${refName(body)} is saved`);
  if (locks.length > 0) {
    showsProgress = true;
    rule('in-progress', lockSet, (row) => {
      const held = locks.find((lock) => holds(all(isSet(lock), not({ test: 'epoch-zero', ref: lock })), row));
      return `${refName(held ?? (locks[0] as ValueRef))} is set`;
    });
  }
  if (completed !== null && completedTells) {
    if (state === null) failedRule();
    if (error !== null)
      rule(
        'failed',
        all(isNull(completed), isSet(error)),
        `${refName(completed)} is NULL and ${refName(error)} is set`,
      );
    rule('in-progress', isNull(completed), `${refName(completed)} is NULL`);
  }
  if (code !== null && codeByDefault && state === null) {
    if (bodySet !== null && body !== null && bodyTells)
      rule('completed', bodySet, `${refName(body)} is saved`);
    rule(
      'unknown',
      { test: 'always' },
      `${refName(code)} is ${codeDefault ?? ''} by default, before any work too`,
    );
  } else if (code !== null && state === null) {
    const canBeEmpty = code.path !== undefined || !(codeShape?.notNull ?? false) || codeDefault === '0';
    if (canBeEmpty) showsProgress = true;
    rule('in-progress', isNull(code), `${refName(code)} is NULL`);
    rule('in-progress', between(code, 0, 0), `${refName(code)} is 0`);
    rule(
      'unknown',
      { test: 'always' },
      (row) => `${refName(code)} is ${shownValue(row, code)}, no HTTP code`,
    );
  } else if (body !== null && bodyTells && state === null) {
    showsProgress = true;
    rule('in-progress', { test: 'always' }, (row) =>
      valueAt(row, body) === null ? `${refName(body)} is NULL` : `${refName(body)} is still its default`,
    );
  } else if (state !== null) {
    rule('unknown', isSet(state), (row) =>
      /^-?\d+$/.test(cellText(valueAt(row, state)) ?? '')
        ? isValue(state, ', a number that only the application can read')(row)
        : isValue(state, ', a word this inspector does not know')(row),
    );
    rule('unknown', { test: 'always' }, isValue(state));
  } else {
    rule(
      'completed',
      { test: 'always' },
      locks.length > 0 ? 'no lock is set' : 'the row is there, and this table keeps no state',
    );
  }
  // A library whose table is known by its preset tells its state in a way that is known too.
  return { rules, showsProgress: showsProgress || preset?.embedded?.state !== undefined };
};
