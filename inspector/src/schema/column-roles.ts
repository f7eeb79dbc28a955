import type { ColumnRole } from '../protocol.ts';
import { stateWord } from '../record/row-test.ts';
import { doneWords, progressWords } from '../record/state-rules.ts';
import { notOwnersAlone, roleByName } from './column-names.ts';
import type { NamedRole } from './column-names.ts';
import { normaliseName } from './names.ts';
import { plainSpelling, sharedPrefix } from './spellings.ts';
import type { ColumnShape, TableShape } from './table-shape.ts';

/** What the rows of a key table name: requests of clients, or messages of a queue or webhook. */
export type KeyTableFamily = 'request' | 'message';

export interface RoleFinding {
  role: ColumnRole | null;
  /** Why, as one readable line. */
  why: string;
  /** Only the column's allowed values gave the role: jobs and orders have states too, so it says nothing of the table. */
  byLabels?: true;
}

export type RolesByColumn = Map<string, RoleFinding>;

const textual = (column: ColumnShape): boolean =>
  column.kind === 'text' || column.kind === 'uuid' || column.kind === 'bytes' || column.type === '';

const lockColumns = new Set<ColumnRole | null>(['locked', 'lock-expires', 'lock-owner']);

/**
 * Gives every column of a table its role, by its name, its type, the unique rules and the other columns.
 * @returns one entry per column, in the table's order; exactly one role `key` where a key can be told at all
 *   (or several, where the table has several key columns).
 */
export const assignRoles = (shape: TableShape, family: KeyTableFamily): RolesByColumn => {
  const names = new Map<string, string>();
  const raw = new Map<string, NamedRole | null>();
  const prefix = sharedPrefix(shape.columns.map((column) => normaliseName(column.name)));
  for (const column of shape.columns) {
    const written = normaliseName(column.name);
    const short = written.startsWith(prefix) ? written.slice(prefix.length) : written;
    const spellings = [...new Set([written, plainSpelling(written), plainSpelling(short)])];
    raw.set(column.name, roleByName(spellings));
    // The later steps know names by their plain spelling where the written one says nothing.
    names.set(
      column.name,
      spellings.find((name) => ![null, 'reference'].includes(roleByName([name]))) ?? written,
    );
  }
  for (const [column, name] of names) {
    if (notOwnersAlone.test(name) && raw.get(column) === 'scope')
      raw.set(column, name === 'token' ? 'weak-key' : null);
    if (name === 'external_id' && family === 'message') raw.set(column, 'event-key');
  }
  const roles: RolesByColumn = new Map();
  const set = (column: string, role: ColumnRole | null, why: string): void => {
    roles.set(column, { role, why: `${column} is ${role ?? 'not part of it'}: ${why}` });
  };
  const columnNamed = (wanted: string): ColumnShape | undefined =>
    shape.columns.find((column) => names.get(column.name) === wanted);
  const withRole = (role: NamedRole): string[] =>
    shape.columns.filter((column) => raw.get(column.name) === role).map((column) => column.name);
  const primary = shape.unique.find((unique) => unique.primary)?.columns ?? [];
  const inUnique = (column: string): boolean =>
    shape.unique.some((unique) => unique.columns.includes(column));

  for (const column of shape.columns) {
    const role = raw.get(column.name) ?? null;
    const name = names.get(column.name) ?? '';
    if (role === 'event-key' || role === 'weak-key') continue;
    if (/^(created|updated|modified|deleted)_by/.test(name)) set(column.name, null, 'it says who, not what');
    else set(column.name, role, role === null ? 'its name says nothing' : 'by its name');
  }

  // One key wins; what else could have been one is an id of something the row points at.
  const strong = withRole('key');
  const events = withRole('event-key');
  const weak = withRole('weak-key');
  const locking = (['locked', 'lock-expires', 'lock-owner'] as const).some(
    (role) => withRole(role).length > 0,
  );
  const demote = (column: string): void => {
    const name = names.get(column) ?? '';
    if (name === 'token' && (locking || withRole('state').length > 0))
      set(column, 'lock-owner', 'a token beside a key fences the lock');
    else if (primary.length === 1 && primary[0] === column)
      set(column, 'id', 'the primary key beside the real key');
    else if (name === 'uuid') set(column, 'id', 'a surrogate beside the real key');
    else set(column, 'reference', 'another column is the key');
  };
  const ranked =
    family === 'message' &&
    events.length > 0 &&
    !strong.some((column) => /idem|dedup/.test(names.get(column) ?? ''))
      ? [events, strong, weak]
      : [strong, events, weak];
  const surrogate = shape.columns.find(
    (column) => raw.get(column.name) === 'id' && primary.includes(column.name),
  );
  // A number that the database counts up is no message's own id, whatever it is called.
  const counted = shape.columns.find(
    (column) => column.kind === 'integer' && primary.join() === column.name,
  )?.name;
  const chosen = chooseKey(ranked, inUnique, counted);
  const naturalKey = (): [string, string] | null => {
    for (const unique of [...shape.unique].sort((a, b) => a.columns.length - b.columns.length)) {
      if (unique.primary) continue;
      const candidate = unique.columns.find((name) => {
        const column = shape.columns.find((one) => one.name === name);
        const role = raw.get(name) ?? null;
        return (
          column !== undefined && textual(column) && role !== 'scope' && role !== 'operation' && role !== 'id'
        );
      });
      if (candidate !== undefined) return [candidate, 'the text in the smallest unique rule'];
    }
    if (surrogate !== undefined && primary.length === 1 && textual(surrogate))
      return [surrogate.name, 'the primary key, and no other column could be the key'];
    const only = shape.columns.find((column) => primary.length === 1 && primary[0] === column.name);
    if (only !== undefined && textual(only))
      return [only.name, 'the primary key, and no other column could be the key'];
    const member = naturalMember(shape, primary, (name) => raw.get(name) ?? null);
    if (member !== null) return [member, 'the member of the primary key that is not an owner'];
    const hash = shape.columns.find((column) => raw.get(column.name) === 'fingerprint');
    return hash === undefined ? null : [hash.name, 'a hash, and no other column could be the key'];
  };
  const weakOnly = chosen !== null && weak.includes(chosen[0] ?? '');
  const fallback = chosen === null || (weakOnly && !inUnique(chosen[0] ?? '')) ? naturalKey() : null;
  // An id that is the key only where nothing better is, is better than a number or a hash of the request.
  const worse =
    fallback === null || fallback[0] === surrogate?.name || raw.get(fallback[0]) === 'fingerprint';
  const natural = weakOnly && worse ? null : fallback;
  const keys = natural !== null ? [natural[0]] : (chosen ?? []);
  for (const column of [...strong, ...events, ...weak]) {
    if (!keys.includes(column)) demote(column);
  }
  for (const column of keys) set(column, 'key', natural === null ? 'by its name' : natural[1]);

  repair(shape, roles, names, primary, family, set, columnNamed);
  return roles;
};

/** The best-ranked candidates under a unique rule, or the best-ranked at all; several only where a unique rule holds them together. */
const chooseKey = (
  ranked: string[][],
  inUnique: (column: string) => boolean,
  counted: string | undefined,
): string[] | null => {
  for (const all of ranked) {
    const candidates = all.filter(
      (column) => column !== counted || !all.some((one) => one !== counted && inUnique(one)),
    );
    if (candidates.length === 0) continue;
    const unique = candidates.filter(inUnique);
    const idempotency = candidates.filter((column) => /idem/i.test(column));
    // The sender's own name for a message, under a rule of its own, before a number that this side made up.
    const foreign = candidates.find(
      (column) => /(provider|external|stripe|source|remote)/i.test(column) && inUnique(column),
    );
    if (candidates.length > 1 && candidates.every((column) => /(idem|dedup)/i.test(column)))
      return candidates;
    return [
      (idempotency.find(inUnique) ?? idempotency[0] ?? foreign ?? unique[0] ?? candidates[0]) as string,
    ];
  }
  return null;
};

/** Whether these are the states of some work: one that goes on and one that is over are among them. */
const namesStates = (labels: readonly string[]): boolean => {
  const words = labels.map(stateWord);
  return words.some((word) => progressWords.includes(word)) && words.some((word) => doneWords.includes(word));
};

/** What a composite primary key names besides owners and operations, where one column of it reads like a key. */
const naturalMember = (
  shape: TableShape,
  primary: readonly string[],
  roleOf: (column: string) => NamedRole | null,
): string | null => {
  const free = primary.filter((name) => {
    const role = roleOf(name);
    return role === null || role === 'reference';
  });
  const likely = free.filter((name) =>
    /(^|_)(key|token|nonce|id|uuid|reference|ref|number|offset|no|seq)$/.test(normaliseName(name)),
  );
  const found = (likely.length > 0 ? likely : free)[0];
  return primary.length > 1 && shape.columns.some((column) => column.name === found) ? (found ?? null) : null;
};

const repair = (
  shape: TableShape,
  roles: RolesByColumn,
  names: Map<string, string>,
  primary: string[],
  family: KeyTableFamily,
  set: (column: string, role: ColumnRole | null, why: string) => void,
  columnNamed: (name: string) => ColumnShape | undefined,
): void => {
  const has = (role: ColumnRole): boolean => [...roles.values()].some((finding) => finding.role === role);
  const roleOf = (column: string): ColumnRole | null => roles.get(column)?.role ?? null;

  const status = columnNamed('status');
  if (status !== undefined && roleOf(status.name) === 'state' && status.kind === 'integer' && !has('code'))
    set(status.name, 'code', 'a whole number, and no other column holds the answer’s code');
  const code = columnNamed('code');
  if (code !== undefined && code.kind !== 'integer' && roleOf(code.name) === 'code')
    set(code.name, null, 'text, so no HTTP code');

  // `status_code` as text is a state far oftener than an HTTP code; `STATUS_CD` is one nearly always.
  const worded = columnNamed('status_cd') ?? columnNamed('state_cd');
  if (worded !== undefined && worded.kind === 'text' && !has('state'))
    set(worded.name, 'state', 'text, so the code of a state');
  const holder = shape.columns.find((column) =>
    /^(owner|holder|worker|worker_id|instance|instance_id|node|node_id|process_id|hostname)$/.test(
      names.get(column.name) ?? '',
    ),
  );
  if (holder !== undefined && !has('lock-owner') && !primary.includes(holder.name))
    if (has('lock-expires') || has('locked')) set(holder.name, 'lock-owner', 'a name beside a lock holds it');
  for (const column of shape.columns)
    if (/^ttl_(ms|millis|s|secs?|seconds|minutes|hours)$/.test(normaliseName(column.name)) && has('created'))
      set(column.name, null, 'how long keys live, not when they end');
  const resource = columnNamed('resource');
  if (resource !== undefined && roleOf(resource.name) === null && has('method') && !has('path'))
    set(resource.name, 'path', 'it stands beside the method');
  const kind = columnNamed(family === 'message' ? 'aggregate_type' : 'item_type');
  if (kind !== undefined && !has('operation'))
    set(kind.name, 'operation', 'the kind of what came, and no other column names the operation');

  // `consumed boolean` says whether, `consumed timestamptz` says when.
  for (const column of shape.columns)
    if (column.kind === 'time' && roleOf(column.name) === 'state')
      if (/^(is_)?(processing|in_progress|pending|locked)$/.test(names.get(column.name) ?? ''))
        set(column.name, has('locked') ? null : 'locked', 'a time, so it says since when');
      else set(column.name, has('completed') ? null : 'completed', 'a time, so it says when it was done');

  const labelled = shape.columns.find(
    (column) => [null, 'operation', 'reference'].includes(roleOf(column.name)) && namesStates(column.labels),
  );
  if (labelled !== undefined && !has('state'))
    roles.set(labelled.name, {
      role: 'state',
      why: `${labelled.name} is state: its values are ${labelled.labels.slice(0, 4).join(', ')}`,
      byLabels: true,
    });

  const recovery = shape.columns.find((column) => roleOf(column.name) === 'recovery-point');
  if (recovery !== undefined && !has('state'))
    set(recovery.name, 'state', 'the recovery point says how far the work is');

  const states = shape.columns.filter((column) => roleOf(column.name) === 'state');
  if (states.length > 1) {
    const main = states.find((column) => /status|state/.test(names.get(column.name) ?? '')) ?? states[0];
    for (const column of states) if (column !== main) set(column.name, null, 'another column is the state');
  }

  const resultType = columnNamed('result_type');
  if (
    resultType !== undefined &&
    (columnNamed('result_id') !== undefined || columnNamed('resource_id') !== undefined)
  )
    set(resultType.name, 'result-type', 'it stands beside the result’s id');

  // "Scope" as text is nearly always the name of the operation; with an owner's column beside it or none.
  const scopeId = columnNamed('scope_id');
  const scopeType = columnNamed('scope_type');
  if (scopeType !== undefined && scopeId === undefined)
    set(scopeType.name, 'operation', 'a scope’s type without its id');

  const body = columnNamed('body');
  if (body !== undefined)
    if (family === 'request') set(body.name, 'body', 'by its name, in a table of answers');
    else set(body.name, 'request', 'the body of the message');
  const data = columnNamed('data') ?? columnNamed('metadata');
  if (data !== undefined && roleOf(data.name) === null && data.kind !== 'time')
    if (family === 'message' && !has('request')) set(data.name, 'request', 'the message’s data');
    else if (family === 'request' && !has('body') && names.get(data.name) === 'data')
      set(data.name, 'body', 'the only column that can hold the answer');

  if (family === 'request' && !has('body')) {
    const content = columnNamed('content');
    if (content !== undefined && has('code'))
      set(content.name, 'body', 'the only column that can hold the answer, beside its code');
  }
  if (family === 'request' && !has('body') && !has('code')) {
    const payload = shape.columns.find((column) =>
      /^(payload|content)(_json)?$/.test(names.get(column.name) ?? ''),
    );
    if (payload !== undefined && has('fingerprint'))
      set(payload.name, 'body', 'the only column that can hold the answer, beside a fingerprint');
  }
  const name = columnNamed('name');
  if (name !== undefined && roleOf(name.name) === 'operation' && family === 'request' && has('operation')) {
    const others = shape.columns.some((column) => column !== name && roleOf(column.name) === 'operation');
    if (others) set(name.name, null, 'another column names the operation');
  }
  const event = columnNamed('event');
  if (event !== undefined && event.kind !== 'json' && roleOf(event.name) === 'request') {
    const payload = shape.columns.some((column) => column !== event && roleOf(column.name) === 'request');
    if (payload) set(event.name, 'operation', 'short text beside the message itself');
  }
  const operationId = columnNamed('operation_id');
  if (
    operationId !== undefined &&
    roleOf(operationId.name) !== 'key' &&
    [...roles].some(([one, found]) => one !== operationId.name && found.role === 'operation')
  )
    set(operationId.name, 'reference', 'another column names the operation');
  const received = columnNamed('received_at');
  if (received !== undefined && columnNamed('keep_until') !== undefined)
    set(received.name, 'scope', 'beside keep_until it is the endpoint that received');
  const claimedAt = columnNamed('claimed_at');
  if (claimedAt !== undefined && roleOf(claimedAt.name) === 'created')
    set(claimedAt.name, 'locked', 'by its name');

  const created = shape.columns.filter((column) => roleOf(column.name) === 'created');
  if (created.length > 1) {
    const best =
      created.find((column) =>
        /^(created|inserted|received|first_seen)/.test(names.get(column.name) ?? ''),
      ) ?? created[0];
    for (const column of created)
      if (column !== best) set(column.name, null, 'another column says when it was made');
  }
  const bodies = shape.columns.filter((column) => roleOf(column.name) === 'body');
  if (bodies.length > 1 && bodies.some((column) => names.get(column.name) === 'value'))
    for (const column of bodies)
      if (names.get(column.name) === 'value') set(column.name, null, 'another column holds the answer');

  // The rest of a composite rule tells whose key it is.
  for (const unique of shape.unique) {
    if (unique.columns.length < 2 || !unique.columns.some((column) => roleOf(column) === 'key')) continue;
    for (const column of unique.columns) {
      const role = roleOf(column);
      const consumer =
        family === 'message' && role === 'operation' && /^(name|handler)$/.test(names.get(column) ?? '');
      if (consumer)
        set(column, 'scope', 'it stands under a unique rule with the message, so it names a consumer');
      else if (
        role === null ||
        role === 'reference' ||
        (role === 'id' && unique.primary) ||
        lockColumns.has(role)
      )
        set(
          column,
          'scope',
          unique.primary
            ? 'it stands in the primary key with the key'
            : 'it stands under a unique rule with the key',
        );
    }
  }
  if (primary.length === 1 && primary[0] !== undefined && roleOf(primary[0]) === 'reference' && has('key'))
    set(primary[0], 'id', 'the primary key beside the real key');
};
