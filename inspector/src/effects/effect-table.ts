import type { EffectTable } from '../protocol.ts';
import { normaliseName } from '../schema/names.ts';
import type { ColumnShape, TableShape } from '../schema/table-shape.ts';

/** Names of tables whose rows are effects: money moved, goods sent, messages that left the house. */
const effectWords =
  /(^|_)(charges?|payments?|orders?|invoices?|transfers?|payouts?|refunds?|transactions?|top_?ups?|deposits?|withdrawals?|debits?|credits?|purchases?|sales?|bookings?|reservations?|shipments?|deliver(y|ies)|mails?|emails?|notifications?|ledger|entr(y|ies)|donations?|subscriptions?|movements?|stamps?|tickets?)($|_)/;

const amountName =
  /(^|_)(amount|total|price|sum|cents|minor|paise|fee|cost|quantity|qty|count|points|credits|units|value)(_|$)/;

/** What an effect leads to rather than what defines it: the ids that the provider or the table itself hands out. */
const outcomeName =
  /(^|_)(charge|payment|transaction|txn|intent|provider|stripe|adyen|paypal|square|gateway|external|psp|refund|transfer|payout|capture|trace|request|correlation|event|message|idempotency|session|receipt|batch|ledger|booking|log|parent|provider_ref)(_|$)/;
const referenceName =
  /(_id|_ref|_reference|_number|_no|_uuid)$|^reference$|^(order|account|customer|user|invoice|card|member|merchant|tenant|recipient|payer|payee|email|phone|iban|item|sku|product|seat|slot|room)$/;
const kindName = /^(type|kind|currency|direction|purpose|template|channel)$/;
const orderName =
  /(^|_)(order|invoice|cart|checkout|booking|bill|basket|quote|subscription|period)(_|$)|^reference$/;
/** Sums that change after the effect. */
const laterAmount = /refunded|remaining|balance|settled|captured|attempt|retr(y|ies)/;

const createdNames = [
  /^(created|inserted|added)(_at|_on|_time|_date|_ts|_utc)?$/,
  /^date_(created|added)$/,
  /^(charged|paid|captured|placed|booked|sent|posted|occurred|processed|completed|made)(_at|_on|_time)?$/,
  /^(timestamp|time|date|ts|at|datetime|when)$/,
  /_at$|_time$|_ts$/,
];

/** Not the time a row was made, though it ends like one. */
const laterTime = /^(updated|modified|deleted|refunded|expires?|cancell?ed|settled|due|voided|failed)/;

const canBeTime = ({ kind }: ColumnShape): boolean =>
  kind === 'time' || kind === 'integer' || kind === 'real' || kind === 'text' || kind === 'other';

const createdOf = (columns: readonly ColumnShape[]): ColumnShape | null => {
  const candidates = columns.filter(
    (column) => canBeTime(column) && !laterTime.test(normaliseName(column.name)),
  );
  for (const pattern of createdNames) {
    const found = candidates.find((column) => pattern.test(normaliseName(column.name)));
    if (found !== undefined) return found;
  }
  return candidates.find((column) => column.kind === 'time') ?? null;
};

/** Words for an attempt that had no effect: its row is no second charge. */
export const withoutEffect = [
  'failed', 'failure', 'declined', 'refused', 'rejected', 'error', 'errored', 'cancelled', 'canceled', 'void', 'voided',
  'aborted', 'expired', 'draft', 'blocked', 'unpaid', 'requires_payment_method', 'requires_action',
]; // prettier-ignore

/** The column that tells whether a row had its effect, or null. */
export const outcomeColumn = (shape: TableShape): ColumnShape | null =>
  shape.columns.find(
    (column) =>
      column.kind === 'text' &&
      /^((payment|charge|order|transaction|transfer)_)?(status|state)$/.test(normaliseName(column.name)),
  ) ?? null;

/**
 * Judges a table by its catalogue entry: whether its rows look like effects, and which columns define one operation.
 * A column that is unique by itself cannot be equal in two rows and is no part of it.
 */
export const effectTableOf = (shape: TableShape): EffectTable => {
  const single = new Set(
    shape.unique.filter((unique) => unique.columns.length === 1).flatMap((unique) => unique.columns),
  );
  const evidence: string[] = [];
  const operation: string[] = [];
  let references = 0;
  let orders = 0;
  let amounts = 0;
  for (const column of shape.columns) {
    const name = normaliseName(column.name);
    if (single.has(column.name) || column.kind === 'bytes' || column.kind === 'json') continue;
    const outcome = outcomeName.test(name) && !orderName.test(name) && !amountName.test(name);
    if (name === 'id' || outcome || laterAmount.test(name)) continue;
    const isNumber = column.kind === 'integer' || column.kind === 'real' || column.kind === 'other';
    if (referenceName.test(name)) {
      references += 1;
      if (orderName.test(name)) orders += 1;
      operation.push(column.name);
      evidence.push(`${column.name} is part of the operation: it names what the row is about`);
    } else if (amountName.test(name) && isNumber) {
      amounts += 1;
      operation.push(column.name);
      evidence.push(`${column.name} is part of the operation: an amount`);
    } else if (kindName.test(name)) {
      operation.push(column.name);
      evidence.push(`${column.name} is part of the operation: it tells kinds of rows apart`);
    }
  }
  const created = createdOf(shape.columns);
  if (created !== null) evidence.push(`${created.name} tells when a row was made`);
  else
    evidence.push(
      'no column tells when a row was made, so that rows are compared whatever lies between them',
    );
  if (references > 0 && orders === 0)
    evidence.push('no column names an order: two wanted payments of one amount look like one made twice');
  const guarded = shape.unique.find(
    (unique) => unique.where === null && unique.columns.every((column) => operation.includes(column)),
  );
  if (guarded !== undefined)
    evidence.push(
      `${guarded.columns.join(', ')} ${guarded.columns.length === 1 ? 'is' : 'are'} unique: no operation can stand here twice`,
    );
  const named = effectWords.test(normaliseName(shape.table));
  if (named) evidence.unshift('the table’s name is one of effects');
  return {
    schema: shape.schema,
    table: shape.table,
    likely: references > 0 && guarded === undefined && (named || (amounts > 0 && created !== null)),
    columns: shape.columns.map(({ name, type }) => ({ name, type })),
    operation: references > 0 ? operation : [],
    created: created?.name ?? null,
    evidence,
  };
};

/** Columns that name one row rather than its operation: its primary key, and ids that others gave it. */
export const namingColumns = (shape: TableShape, operation: readonly string[]): string[] => {
  const primary = shape.unique.find((unique) => unique.primary)?.columns ?? [];
  const others = shape.columns.filter((column) => {
    const name = normaliseName(column.name);
    return (referenceName.test(name) || /(^|_)(id|key)$/.test(name)) && column.kind !== 'bytes';
  });
  return [...new Set([...primary, ...others.map((column) => column.name)])].filter(
    (name) => !operation.includes(name),
  );
};

/** Likely tables first, then by name. */
export const sortEffectTables = (tables: readonly EffectTable[]): EffectTable[] =>
  [...tables].sort(
    (a, b) =>
      Number(b.likely) - Number(a.likely) ||
      (a.schema ?? '').localeCompare(b.schema ?? '') ||
      a.table.localeCompare(b.table),
  );
