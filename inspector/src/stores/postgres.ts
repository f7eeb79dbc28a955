import { auditTable } from '../audit/audit-table.ts';
import { InspectorError, toUserError } from '../inspector-error.ts';
import type {
  Finding,
  InspectorEvent,
  OverlayCounts,
  PageParams,
  PageResult,
  RecordDetail,
  RecordRow,
  StateCounts,
  TableName,
  TableSummary,
} from '../protocol.ts';
import { readRecord } from '../record/read-record.ts';
import { candidateOf, columnsToProbe, keyTableOf } from '../schema/key-table.ts';
import { noSuchTable, rowGone, sortSummaries, storeClosed } from './key-store.ts';
import type { KeyStore } from './key-store.ts';
import { shownAddress } from './postgres-address.ts';
import type { PostgresAddress } from './postgres-address.ts';
import { postgresTables, quotedName } from './postgres-catalogue.ts';
import { PostgresConnections } from './postgres-connection.ts';
import type { Query } from './postgres-connection.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { orderOf, probe, selectRows, textOf } from './postgres-rows.ts';
import type { OpenTable } from './postgres-rows.ts';
import { detailFields } from './row-detail.ts';
import { unpackRowId } from './row-id.ts';
import { recordColumns, WHOLE_VALUE } from './row-select.ts';
import type { Bodies } from './row-select.ts';
import { addCounts, noCounts, searchedRefs, sqlCounts, sqlStates } from './sql-dialect.ts';
import type { SqlDialect } from './sql-dialect.ts';

const PAGE_MS = 10_000;
const COUNT_MS = 60_000;
const POLL_MS = 1000;
/** Newest rows compared to notice a change at once; the server's own counters notice the rest within seconds. */
const WATCHED_ROWS = 200;

/** The key tables of one PostgreSQL database. Every request is a read-only transaction of its own. */
export class PostgresStore implements KeyStore {
  readonly source: string;
  readonly #connections: PostgresConnections;
  readonly #dialect: SqlDialect;
  #tables: Map<string, OpenTable> | null = null;
  readonly #followed = new Map<string, OpenTable>();
  readonly #watches = new Set<() => void>();
  #closed = false;

  private constructor(connections: PostgresConnections, dialect: SqlDialect) {
    this.#connections = connections;
    this.#dialect = dialect;
    this.source = shownAddress(connections.address);
  }

  /**
   * Connects to a database.
   * @throws InspectorError when the server cannot be reached, does not let the user in, or lacks the database
   */
  static async open(address: PostgresAddress, signal?: AbortSignal): Promise<PostgresStore> {
    const connections = await PostgresConnections.open(address, signal);
    try {
      const [row] = await connections.read(
        PAGE_MS,
        (query) => query("SELECT current_setting('server_version_num') AS version"),
        signal,
      );
      return new PostgresStore(connections, postgresDialect(Number(row?.version) >= 160_000));
    } catch (error) {
      await connections.close();
      throw error;
    }
  }

  async tables(signal?: AbortSignal): Promise<TableSummary[]> {
    const tables = await this.#readTables(signal);
    return sortSummaries([...tables.values()].map(({ table }) => table.summary));
  }

  async counts(
    name: TableName,
    signal?: AbortSignal,
  ): Promise<{ counts: StateCounts; overlays: OverlayCounts }> {
    const open = await this.#open(name, signal);
    const now = Date.now();
    const sql = sqlCounts(
      this.#dialect,
      open.table,
      open.postgres.name,
      now,
      (inner) => `(${inner} OFFSET 0) AS decoded`,
    );
    const total = noCounts();
    addCounts(total, await this.#read(COUNT_MS, (query) => query(sql), signal));
    return total;
  }

  page(params: PageParams, signal?: AbortSignal): Promise<PageResult> {
    return this.#page(params, (params.reveal ?? false) ? 'whole' : 'masked', signal);
  }

  async #page(params: PageParams, bodies: Bodies, signal: AbortSignal | undefined): Promise<PageResult> {
    const open = await this.#open(params.table, signal);
    if (open.postgres.locator.length === 0) throw unpageable(params.table);
    const limit = Math.min(1000, Math.max(1, Math.floor(params.limit)));
    const now = Date.now();
    const conditions: string[] = [];
    const parameters: (string | null)[] = [];
    if (params.after !== null) {
      const cells = unpackRowId(params.after, open.order.length);
      const marks = open.order.map((locator, index) => {
        parameters.push(textOf(cells[index] ?? null));
        return `$${parameters.length}::${locator.type}`;
      });
      const places = open.order.map((locator) => locator.expression);
      conditions.push(`(${places.join(', ')}) < (${marks.join(', ')})`);
    }
    const states = sqlStates(this.#dialect, open.table, params.states, now);
    if (states !== null) conditions.push(states);
    if (params.search !== '') {
      parameters.push(params.search);
      const mark = `$${parameters.length}::text`;
      const places = searchedRefs(open.table).map(
        (ref) =>
          `coalesce(position(lower(${mark}) in lower(${this.#dialect.text(open.table, ref)})) > 0, false)`,
      );
      conditions.push(places.length === 0 ? 'false' : `(${places.join(' OR ')})`);
    }
    const where = conditions.length === 0 ? 'true' : conditions.join(' AND ');
    const orderBy = open.order.map((locator) => `${locator.expression} DESC`).join(', ');
    const found = await this.#read(
      PAGE_MS,
      (query) =>
        selectRows(
          query,
          open,
          recordColumns(open.table, bodies),
          `WHERE ${where} ORDER BY ${orderBy} LIMIT ${limit + 1}`,
          parameters,
        ),
      signal,
    );
    const shown = found.slice(0, limit);
    return {
      records: shown.map((stored) =>
        readRecord(open.table, stored, { now, reveal: bodies === 'whole', withoutBody: bodies === 'none' }),
      ),
      next: found.length > limit ? (shown.at(-1)?.id ?? null) : null,
    };
  }

  async detail(name: TableName, id: string, reveal: boolean, signal?: AbortSignal): Promise<RecordDetail> {
    const open = await this.#open(name, signal);
    const cells = unpackRowId(id, open.order.length).slice(open.order.length - open.postgres.locator.length);
    const where = open.postgres.locator.map(
      (locator, index) => `${locator.expression} = $${index + 1}::${locator.type}`,
    );
    const columns = open.table.shape.columns.map((column) => ({ name: column.name, limit: WHOLE_VALUE }));
    const [stored] = await this.#read(
      PAGE_MS,
      (query) => selectRows(query, open, columns, `WHERE ${where.join(' AND ')} LIMIT 1`, cells.map(textOf)),
      signal,
    );
    if (stored === undefined) throw rowGone();
    return {
      record: readRecord(open.table, stored, { now: Date.now(), reveal }),
      fields: detailFields(open.table, stored.row, reveal),
    };
  }

  async audit(name: TableName, signal?: AbortSignal): Promise<Finding[]> {
    const { table } = await this.#open(name, signal);
    return auditTable(
      table,
      this.#scan(name, signal),
      async (id) => (await this.detail(name, id, false, signal)).record,
    );
  }

  watch(listener: (event: InspectorEvent) => void): () => void {
    let last: string | null = null;
    let lost = false;
    let stopped = false;
    let timer: NodeJS.Timeout | undefined;
    const controller = new AbortController();
    const look = async (): Promise<void> => {
      try {
        const now = await this.#mark(controller.signal);
        if (lost) listener({ event: 'restored' });
        else if (last !== null && last !== now) listener({ event: 'changed' });
        lost = false;
        last = now;
      } catch (error) {
        if (!stopped && !lost) listener({ event: 'lost', error: toUserError(error) });
        lost = true;
      }
      if (!stopped) {
        timer = setTimeout(() => void look(), POLL_MS);
        timer.unref();
      }
    };
    void look();
    const stop = (): void => {
      stopped = true;
      clearTimeout(timer);
      controller.abort();
      this.#watches.delete(stop);
    };
    this.#watches.add(stop);
    return stop;
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const stop of this.#watches) stop();
    await this.#connections.close();
  }

  async *#scan(table: TableName, signal: AbortSignal | undefined): AsyncGenerator<RecordRow[]> {
    let after: string | null = null;
    do {
      const page: PageResult = await this.#page(
        { table, states: [], search: '', after, limit: 1000 },
        'none',
        signal,
      );
      yield page.records;
      after = page.next;
    } while (after !== null);
  }

  /** A text that changes when rows of the followed tables change: their counters, and versions of their newest rows. */
  async #mark(signal: AbortSignal): Promise<string> {
    const followed = [...this.#followed.values()];
    return this.#read(
      PAGE_MS,
      async (query) => {
        const marks: string[] = [];
        for (const open of followed) {
          const orderBy = open.order.map((locator) => `${locator.expression} DESC`).join(', ');
          const [row] = await query(
            `SELECT md5(coalesce(string_agg(place, ','), '')) AS newest, (pg_stat_get_tuples_inserted(${open.postgres.oid})` +
              ` + pg_stat_get_tuples_updated(${open.postgres.oid}) + pg_stat_get_tuples_deleted(${open.postgres.oid}))::text AS writes` +
              ` FROM (SELECT xmin::text || ctid::text AS place FROM ${open.postgres.name} ORDER BY ${orderBy} LIMIT ${WATCHED_ROWS}) AS rows`,
          );
          marks.push(`${open.postgres.oid}:${String(row?.newest)}:${String(row?.writes)}`);
        }
        if (marks.length === 0) await query('SELECT 1');
        return marks.join(' ');
      },
      signal,
    );
  }

  #read<T>(
    timeoutMs: number,
    work: (query: Query) => Promise<T>,
    signal: AbortSignal | undefined,
  ): Promise<T> {
    if (this.#closed) return Promise.reject(storeClosed());
    return this.#connections.read(timeoutMs, work, signal);
  }

  async #readTables(signal: AbortSignal | undefined): Promise<Map<string, OpenTable>> {
    const tables = new Map<string, OpenTable>();
    for (const postgres of await this.#read(PAGE_MS, postgresTables, signal)) {
      const candidate = candidateOf(postgres.shape);
      if (candidate === null) continue;
      const columns = columnsToProbe(candidate);
      const sample =
        columns.length === 0
          ? []
          : await this.#read(PAGE_MS, (query) => probe(query, postgres, columns), signal);
      const table = keyTableOf(candidate, sample);
      tables.set(postgres.name, { table, postgres, order: orderOf(table, postgres) });
    }
    this.#tables = tables;
    return tables;
  }

  async #open(name: TableName, signal: AbortSignal | undefined): Promise<OpenTable> {
    const wanted = name.schema === null ? null : `${quotedName(name.schema)}.${quotedName(name.table)}`;
    const among = (tables: Map<string, OpenTable>): OpenTable | undefined =>
      wanted === null ? undefined : tables.get(wanted);
    const open = among(this.#tables ?? new Map()) ?? among(await this.#readTables(signal));
    if (open === undefined) throw noSuchTable(name);
    this.#followed.set(open.postgres.name, open);
    return open;
  }
}

const unpageable = (name: TableName): InspectorError =>
  new InspectorError(
    'no-row-names',
    `The rows of ${name.table} cannot be listed.`,
    'It is partitioned and nothing in it is unique, so that rows cannot be told apart.',
    'Give it a primary key, or open one of its partitions’ copies.',
  );
