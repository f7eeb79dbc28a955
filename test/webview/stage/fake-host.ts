import type {
  EffectsReport,
  EffectTable,
  Finding,
  InspectorEvent,
  InspectorMethods,
  InspectorRequest,
  Overlay,
  PageParams,
  RecordRow,
  RecordState,
  TableName,
  TableSummary,
  UserError,
} from 'idempotency-inspector/protocol';
import { readPageMessage } from '../../../extension/src/inspector/page-messages.ts';
import { keyTable } from './sample-rows.ts';

type Answer = { result: InspectorMethods[InspectorRequest['method']]['result'] } | { error: UserError };

/** An extension host that answers the page from rows in memory, and can be told to fail, to wait or to change. */
export class FakeHost {
  title = 'shop.db';
  table: TableName | null = null;
  tables: TableSummary[] = [keyTable];
  rows: RecordRow[] = [];
  findings: Finding[] | null = [];
  effectTables: EffectTable[] = [];
  /** The report that is answered, whatever columns and window are asked for. */
  effects: EffectsReport | null = null;
  /** The clear text of the saved answers, by row id; others have `{"charge":"ch_1","order":101,"amount":450}`. */
  readonly bodies = new Map<string, string>();
  /** Everything the page has sent. */
  readonly received: unknown[] = [];
  /** What of it the real host would drop. */
  readonly refused: unknown[] = [];
  /** Answers instead of the usual one; `wait` never answers. */
  readonly instead = new Map<InspectorRequest['method'], UserError | 'wait' | Promise<void>>();
  /** Set by the stage: the way to the page. */
  send: (message: unknown) => Promise<void> = () => Promise.reject(new Error('No page is open.'));

  /** Requests of one kind, in their order. */
  requests<M extends InspectorRequest['method']>(method: M): Extract<InspectorRequest, { method: M }>[] {
    return this.received.filter(
      (message): message is Extract<InspectorRequest, { method: M }> =>
        (message as InspectorRequest).method === method,
    );
  }

  /** Ids of withdrawn requests. */
  get cancelled(): number[] {
    return this.received.flatMap((message) => {
      const { cancel } = message as { cancel?: number };
      return cancel === undefined ? [] : [cancel];
    });
  }

  async event(event: InspectorEvent): Promise<void> {
    await this.send(event);
  }

  async receive(message: unknown): Promise<void> {
    this.received.push(message);
    if (readPageMessage(message) === null) this.refused.push(message);
    const { command } = message as { command?: string };
    if (command === 'ready') return await this.send({ event: 'init', title: this.title, table: this.table });
    const request = message as InspectorRequest;
    if (typeof request.id !== 'number') return;
    const instead = this.instead.get(request.method);
    if (instead === 'wait') return;
    if (instead instanceof Promise) await instead;
    const answer: Answer =
      instead && !(instead instanceof Promise) ? { error: instead } : this.#answer(request);
    await this.send({ id: request.id, ...answer });
  }

  #answer(request: InspectorRequest): Answer {
    switch (request.method) {
      case 'tables':
        return { result: { source: this.title, tables: this.tables } };
      case 'counts':
        return { result: this.#counts() };
      case 'page':
        return { result: this.#page(request.params) };
      case 'detail':
        return this.#detail(request.params);
      case 'audit':
        return this.findings === null
          ? { error: { code: 'unknown-method', what: 'No audit.', why: 'Not built.', action: 'Wait.' } }
          : { result: { findings: this.findings } };
      case 'effect-tables':
        return { result: { effectTables: this.effectTables } };
      case 'effects':
        return this.effects === null
          ? {
              error: {
                code: 'no-effects',
                what: 'No report.',
                why: 'None was prepared.',
                action: 'Prepare one.',
              },
            }
          : { result: { report: { ...this.effects, ...request.params } } };
    }
  }

  #counts(): InspectorMethods['counts']['result'] {
    const count = (state: RecordState | Overlay): number =>
      this.rows.filter((row) => holds(row, state)).length;
    return {
      counts: {
        'in-progress': count('in-progress'),
        completed: count('completed'),
        failed: count('failed'),
        unknown: count('unknown'),
      },
      overlays: { stuck: count('stuck'), expired: count('expired'), 'error-answer': count('error-answer') },
    };
  }

  #page({ states, search, after, limit }: PageParams): InspectorMethods['page']['result'] {
    const found = this.rows.filter(
      (row) =>
        (states.length === 0 || states.some((state) => holds(row, state))) &&
        [row.key, row.scope, row.fingerprintFull].some((text) => text?.includes(search)),
    );
    const from = after === null ? 0 : found.findIndex((row) => row.id === after) + 1;
    const records = found.slice(from, from + limit);
    return { records, next: from + limit < found.length ? records.at(-1)!.id : null };
  }

  #detail({ id, reveal }: InspectorMethods['detail']['params']): Answer {
    const record = this.rows.find((row) => row.id === id);
    if (!record) {
      return {
        error: {
          code: 'row-gone',
          what: 'This row is not in the table any more.',
          why: 'It was deleted or pruned while you looked at it.',
          action: 'Choose another row.',
        },
      };
    }
    const clear = this.bodies.get(id) ?? '{"charge":"ch_1","order":101,"amount":450}';
    const body = record.body === null ? null : reveal ? clear : record.body;
    const fields = Object.entries(keyTable.columns).map(([column, role]) => {
      const texts: Partial<Record<string, string | null>> = {
        id: id.replace('row-', ''),
        scope: record.scope,
        key: record.key,
        operation: record.operation,
        fingerprint: record.fingerprintFull,
        code: record.code === null ? null : String(record.code),
        body,
        locked: record.locked?.raw ?? null,
        created: record.created?.raw ?? null,
        completed: record.completed?.raw ?? null,
        expires: record.expires?.raw ?? null,
      };
      return {
        column,
        role,
        text: role === null ? 'tr_81' : (texts[role] ?? null),
        masked: role === 'body' && !reveal,
      };
    });
    return { result: { record: { ...record, body }, fields } };
  }
}

function holds(row: RecordRow, state: RecordState | Overlay): boolean {
  if (state === 'stuck') return row.stuck;
  if (state === 'expired') return row.expired === true;
  if (state === 'error-answer') return row.state === 'completed' && row.code !== null && row.code >= 400;
  return row.state === state;
}
