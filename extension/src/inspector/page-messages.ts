/**
 * What the page may say to the host, checked at run time: a page is untrusted input. Each message is built anew from
 * the parts that were checked, so nothing else passes. Imports nothing of `vscode`.
 */
import type {
  EffectsParams,
  InspectorRequest,
  Overlay,
  PageParams,
  RecordState,
  TableName,
} from 'idempotency-inspector/protocol';
import { isPageName } from '../pages/page-address.ts';

export type PageMessage =
  | { kind: 'ready' }
  | { kind: 'request'; request: InspectorRequest }
  | { kind: 'cancel'; id: number }
  | { kind: 'copy'; text: string }
  | { kind: 'open-page'; page: string };

const longestName = 1_000;
const longestSearch = 10_000;
const mostColumns = 2_000;
const longestCopy = 1_048_576;

const filters: readonly (RecordState | Overlay)[] = [
  'in-progress',
  'completed',
  'failed',
  'unknown',
  'stuck',
  'expired',
  'error-answer',
];

/** Reads one message of the page; null for whatever is none. */
export function readPageMessage(value: unknown): PageMessage | null {
  if (!isObject(value)) return null;
  if ('cancel' in value) return isId(value.cancel) ? { kind: 'cancel', id: value.cancel } : null;
  if ('command' in value) return readCommand(value);
  const request = readRequest(value);
  return request && { kind: 'request', request };
}

function readCommand(value: Record<string, unknown>): PageMessage | null {
  switch (value.command) {
    case 'ready':
      return { kind: 'ready' };
    case 'copy':
      return isText(value.text, longestCopy) ? { kind: 'copy', text: value.text } : null;
    case 'open-page':
      return isPageName(value.page) ? { kind: 'open-page', page: value.page } : null;
    default:
      return null;
  }
}

function readRequest({ id, method, params }: Record<string, unknown>): InspectorRequest | null {
  if (!isId(id) || !isObject(params)) return null;
  if (method === 'tables' || method === 'effect-tables') return { id, method, params: {} };
  const table = readTable(params.table);
  if (!table) return null;
  switch (method) {
    case 'counts':
    case 'audit':
      return { id, method, params: { table } };
    case 'effects': {
      const effects = readEffects(table, params);
      return effects && { id, method, params: effects };
    }
    case 'page': {
      const page = readPage(table, params);
      return page && { id, method, params: page };
    }
    case 'detail': {
      const { id: row, reveal } = params;
      if (!isText(row, longestCopy) || typeof reveal !== 'boolean') return null;
      return { id, method, params: { table, id: row, reveal } };
    }
    default:
      return null;
  }
}

function readEffects(table: TableName, params: Record<string, unknown>): EffectsParams | null {
  const { operation, created, windowSeconds } = params;
  if (!Array.isArray(operation) || operation.length > mostColumns) return null;
  if (!operation.every((name): name is string => isText(name, longestName))) return null;
  if (created !== null && !isText(created, longestName)) return null;
  if (typeof windowSeconds !== 'number' || !Number.isFinite(windowSeconds)) return null;
  return { table, operation: [...operation], created, windowSeconds };
}

function readPage(table: TableName, params: Record<string, unknown>): PageParams | null {
  const { states, search, after, limit } = params;
  if (!Array.isArray(states) || !states.every((state) => filters.includes(state))) return null;
  if (!isText(search, longestSearch)) return null;
  if (after !== null && !isText(after, longestCopy)) return null;
  if (!Number.isInteger(limit) || (limit as number) < 1 || (limit as number) > 1_000) return null;
  return { table, states: [...new Set(states)], search, after, limit: limit as number };
}

function readTable(value: unknown): TableName | null {
  if (!isObject(value)) return null;
  const { schema, table } = value;
  if (!isText(table, longestName) || (schema !== null && !isText(schema, longestName))) return null;
  return { schema, table };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value.length <= longest;
}

function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
