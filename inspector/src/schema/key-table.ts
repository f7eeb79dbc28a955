import type { ColumnRole, TableSummary } from '../protocol.ts';
import type { ValueRef } from '../record/cell.ts';
import { stateRulesOf } from '../record/state-rules.ts';
import type { StateRule } from '../record/state-rules.ts';
import { assignRoles } from './column-roles.ts';
import type { KeyTableFamily, RolesByColumn } from './column-roles.ts';
import { squashedName } from './names.ts';
import { presetOf } from './presets.ts';
import type { Preset } from './presets.ts';
import { familyOf, OFFERED_AT, OPENS_AT, scoreTable } from './table-score.ts';
import type { ColumnShape, TableShape } from './table-shape.ts';
import { ENVELOPE_LIMIT, envelopeOf, nestedStateOf, settleByValues } from './value-probe.ts';
import type { SampleRow } from './value-probe.ts';

/** How long a claim may be in progress before it counts as stuck, unless the table's library says otherwise. */
export const STUCK_AFTER_SECONDS = 300;

/** A table read as a key table: which value plays which role, and how its rows tell their state. */
export interface KeyTable {
  shape: TableShape;
  summary: TableSummary;
  family: KeyTableFamily;
  preset: Preset | null;
  /** Where each role's values stand, in the table's column order; a role without a place is missing. */
  refs: ReadonlyMap<ColumnRole, readonly ValueRef[]>;
  rules: readonly StateRule[];
  stuckAfterSeconds: number;
  /** Whether a row can stand in this table before its work is done, and say so. */
  showsProgress: boolean;
}

/** The first place of a role, or null. */
export const refOf = (table: Pick<KeyTable, 'refs'>, role: ColumnRole): ValueRef | null =>
  table.refs.get(role)?.[0] ?? null;

/** The column of a reference. */
export const columnOf = (shape: TableShape, ref: ValueRef): ColumnShape | undefined =>
  shape.columns.find((column) => column.name === ref.column);

const applyPreset = (shape: TableShape, roles: RolesByColumn, preset: Preset): void => {
  const known = new Map(Object.entries(preset.roles ?? {}).map(([name, role]) => [squashedName(name), role]));
  for (const column of shape.columns) {
    const role = known.get(squashedName(column.name));
    if (role !== undefined)
      roles.set(column.name, {
        role,
        why: `${column.name} is ${role ?? 'not part of it'}: as ${preset.name} uses it`,
      });
  }
};

const refsOf = (
  shape: TableShape,
  roles: RolesByColumn,
  preset: Preset | null,
): Map<ColumnRole, ValueRef[]> => {
  const refs = new Map<ColumnRole, ValueRef[]>();
  for (const column of shape.columns) {
    const role = roles.get(column.name)?.role ?? null;
    if (role !== null) refs.set(role, [...(refs.get(role) ?? []), { column: column.name }]);
  }
  for (const [role, place] of Object.entries(preset?.embedded ?? {})) {
    const column = shape.columns.find((one) => squashedName(one.name) === squashedName(place.column));
    if (column !== undefined) refs.set(role as ColumnRole, [{ column: column.name, path: place.path }]);
  }
  return refs;
};

/** What is known of a table before its rows are looked at; null where nothing speaks for a key table. */
export interface Candidate {
  shape: TableShape;
  roles: RolesByColumn;
  family: KeyTableFamily;
  preset: Preset | null;
}

/** Judges a table by its catalogue entry alone. A table that scores too low is no candidate. */
export const candidateOf = (shape: TableShape): Candidate | null => {
  const preset = presetOf(shape);
  const family = preset?.family ?? familyOf(shape);
  const roles = assignRoles(shape, family);
  if (preset !== null) applyPreset(shape, roles, preset);
  const hasKey = [...roles.values()].some((finding) => finding.role === 'key');
  if (!hasKey || (preset === null && scoreTable(shape, roles).points < OFFERED_AT)) return null;
  return { shape, roles, family, preset };
};

/** A column whose values settle what names leave open, and how much of a long value is needed. */
export interface ProbedColumn {
  name: string;
  limit: number;
}

/** The columns of which the store reads some rows before {@link keyTableOf}. */
export const columnsToProbe = (candidate: Candidate): ProbedColumn[] =>
  candidate.shape.columns.flatMap(({ name }) => {
    const role = candidate.roles.get(name)?.role;
    if (role === 'body') return [{ name, limit: ENVELOPE_LIMIT }];
    return role === 'state' || role === 'code' || role === 'scope' ? [{ name, limit: 200 }] : [];
  });

/**
 * The whole reading of a candidate.
 * @param sample up to 200 of its rows, only the columns of {@link columnsToProbe}.
 */
export const keyTableOf = (candidate: Candidate, sample: readonly SampleRow[]): KeyTable => {
  const { shape, roles, family, preset } = candidate;
  if (preset === null) settleByValues(shape, roles, sample);
  const { points, evidence } = scoreTable(shape, roles);
  const refs = refsOf(shape, roles, preset);
  const nested = preset === null ? nestedStateOf(refs, sample) : null;
  if (nested !== null) {
    for (const [role, ref] of nested) refs.set(role, [ref]);
    evidence.push(`the state stands inside the JSON of ${nested.get('state')?.column ?? ''}`);
  }
  const { rules, showsProgress } = stateRulesOf(shape, refs, preset);
  // Only after the rules: a row whose answer is no envelope still has an answer.
  const envelope = preset === null && nested === null ? envelopeOf(refs, sample) : null;
  if (envelope !== null) {
    refs.set('code', [envelope.code]);
    refs.set('body', [envelope.body]);
    evidence.push(`code and answer stand inside the JSON of ${envelope.code.column}`);
  }
  // Not by assignment: a column may be called __proto__.
  const columns: Record<string, ColumnRole | null> = Object.fromEntries(
    shape.columns.map((column) => [column.name, roles.get(column.name)?.role ?? null]),
  );
  const why = shape.columns.flatMap((column) => {
    const finding = roles.get(column.name);
    return finding === undefined || finding.role === null ? [] : [finding.why];
  });
  return {
    shape,
    family,
    preset,
    refs,
    rules,
    showsProgress,
    stuckAfterSeconds: preset?.stuckAfterSeconds ?? STUCK_AFTER_SECONDS,
    summary: {
      schema: shape.schema,
      table: shape.table,
      opens: preset !== null || points >= OPENS_AT,
      preset: preset?.name ?? null,
      evidence: [
        ...(preset === null ? [] : [`the table of ${preset.name}`]),
        ...(preset?.note === undefined ? [] : [preset.note]),
        ...evidence,
        ...why,
      ],
      columns,
      unique: shape.unique.map((unique) => unique.columns),
    },
  };
};
