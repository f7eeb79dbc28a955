import assert from 'node:assert/strict';
import type { Report } from 'idempotency-inspector';

/** One part of the contract: sees that a value fits, and names the place where it does not. */
type Shape = (value: unknown, place: string) => void;

const text: Shape = (value, place) => assert.equal(typeof value, 'string', place);
const flag: Shape = (value, place) => assert.equal(typeof value, 'boolean', place);
const count: Shape = (value, place) => assert.ok(Number.isInteger(value) && Number(value) >= 0, place);
const oneOf =
  (...words: unknown[]): Shape =>
  (value, place) =>
    assert.ok(words.includes(value), `${place}: ${String(value)}`);
const orNull =
  (shape: Shape): Shape =>
  (value, place) => {
    if (value !== null) shape(value, place);
  };
const listOf =
  (shape: Shape): Shape =>
  (value, place) => {
    assert.ok(Array.isArray(value), place);
    value.forEach((item, index) => shape(item, `${place}[${index}]`));
  };
const mapOf =
  (shape: Shape): Shape =>
  (value, place) => {
    assert.ok(value !== null && typeof value === 'object' && !Array.isArray(value), place);
    for (const [name, inner] of Object.entries(value)) shape(inner, `${place}.${name}`);
  };
/** Exactly these members: one missing or one too many is a breach. */
const record =
  (members: Record<string, Shape>): Shape =>
  (value, place) => {
    assert.ok(value !== null && typeof value === 'object' && !Array.isArray(value), place);
    assert.deepEqual(Object.keys(value).sort(), Object.keys(members).sort(), place);
    for (const [name, shape] of Object.entries(members))
      shape((value as Record<string, unknown>)[name], `${place}.${name}`);
  };

const roles = [
  'key scope operation fingerprint request state code body headers content-type result-type locked lock-expires',
  'lock-owner created completed expires updated last-run recovery-point attempts error method path reference id',
]
  .join(' ')
  .split(' ');

const isoUtc: Shape = (value, place) =>
  assert.match(String(value), /^[+-]?\d{4,6}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/, place);
const time = orNull(record({ raw: text, utc: orNull(isoUtc), assumed: orNull(text) }));
const code = orNull((value, place) => assert.ok(Number(value) >= 100 && Number(value) <= 599, place));

const keyRecord = record({
  table: text,
  scope: orNull(text),
  operation: orNull(text),
  key: text,
  fingerprint: orNull(record({ kind: text, short: text })),
  state: oneOf('in-progress', 'completed', 'failed', 'unknown'),
  stateRule: text,
  stuck: flag,
  expired: orNull(flag),
  code,
  body: orNull(text),
  created: time,
  locked: time,
  completed: time,
  expires: time,
  retry: record({
    outcome: oneOf('replay', '409', '422-if-different', 'runs-again', 'unknown'),
    code,
    why: text,
  }),
});

const report = record({
  version: oneOf(1),
  source: text,
  tables: listOf(
    record({
      schema: orNull(text),
      table: text,
      opens: flag,
      preset: orNull(text),
      evidence: listOf(text),
      columns: mapOf(orNull(oneOf(...roles))),
      unique: listOf(listOf(text)),
      counts: record({ 'in-progress': count, completed: count, failed: count, unknown: count }),
      overlays: record({ stuck: count, expired: count, 'error-answer': count }),
    }),
  ),
  records: listOf(keyRecord),
  findings: listOf(
    record({
      id: text,
      severity: oneOf('error', 'warning', 'info'),
      table: text,
      sentence: text,
      rows: count,
      examples: listOf(keyRecord),
      page: text,
      rule: orNull(text),
    }),
  ),
});

/** Sees that a value is a report of `--json`, member by member, as the contract has it. */
export function assertReport(value: unknown): asserts value is Report {
  report(value, 'report');
}
