import { auditTable } from '../audit/audit-table.ts';
import { effectTableOf, sortEffectTables } from '../effects/effect-table.ts';
import { effectsQuestion } from '../effects/effects-report.ts';
import { concernsOneTable, toUserError } from '../inspector-error.ts';
import type {
  EffectsParams,
  EffectsReport,
  EffectTable,
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
import {
  noSuchEffectTable,
  noSuchTable,
  onTableAsItIs,
  rowsHidden,
  sortSummaries,
  storeClosed,
  unprobed,
} from './key-store.ts';
import type { KeyStore } from './key-store.ts';
import { shownAddress } from './postgres-address.ts';
import type { PostgresAddress } from './postgres-address.ts';
import { postgresTables, quotedName } from './postgres-catalogue.ts';
import type { PostgresTable } from './postgres-catalogue.ts';
import { PostgresConnections } from './postgres-connection.ts';
import type { Query } from './postgres-connection.ts';
import { postgresDialect } from './postgres-dialect.ts';
import { postgresEffects } from './postgres-effects.ts';
import { auditedRows, changeMark, oldestRows, rowDetail, unpageable } from './postgres-records.ts';
import { orderBy, orderOf, probe, storedRows, textOf } from './postgres-rows.ts';
import type { OpenTable } from './postgres-rows.ts';
import { unpackRowId } from './row-id.ts';
import { PAGE_ANSWERS, recordColumns } from './row-select.ts';
import type { Bodies } from './row-select.ts';
import { searchPlaces } from './search-places.ts';
import { addCounts, noCounts, sqlCounts, sqlStates } from './sql-dialect.ts';
import type { SqlDialect } from './sql-dialect.ts';

const PAGE_MS = 10_000;
/** The same for a look at the values of one table, and for all such looks of one listing. */
const PROBE_MS = 3000;
const PROBES_MS = 8000;
const COUNT_MS = 60_000;
const POLL_MS = 1000;

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

  counts(name: TableName, signal?: AbortSignal): Promise<{ counts: StateCounts; overlays: OverlayCounts }> {
    return this.#withTable(name, signal, (open) => this.#counts(open, signal));
  }

  async #counts(
    open: OpenTable,
    signal: AbortSignal | undefined,
  ): Promise<{ counts: StateCounts; overlays: OverlayCounts }> {
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
    const bodies = (params.reveal ?? false) ? 'whole' : 'masked';
    return this.#withTable(params.table, signal, (open) => this.#page(open, params, bodies, signal));
  }

  async #page(
    open: OpenTable,
    params: PageParams,
    bodies: Bodies,
    signal: AbortSignal | undefined,
  ): Promise<PageResult> {
    if (open.postgres.locator.length === 0) throw unpageable(open);
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
      const places = searchPlaces(open.table, params.search).map(({ ref, text }) => {
        parameters.push(text);
        const mark = `$${parameters.length}::text`;
        return `coalesce(position(lower(${mark}) in lower(${this.#dialect.text(open.table, ref)})) > 0, false)`;
      });
      conditions.push(places.length === 0 ? 'false' : `(${places.join(' OR ')})`);
    }
    const where = conditions.length === 0 ? 'true' : conditions.join(' AND ');
    return this.#read(
      PAGE_MS,
      async (query) => {
        const records: RecordRow[] = [];
        let answers = 0;
        const columns = recordColumns(open.table, bodies);
        const tail = `WHERE ${where} ${orderBy(open)}`;
        for await (const rows of storedRows(query, open, columns, tail, parameters, limit + 1))
          for (const stored of rows) {
            if (records.length === limit || answers > PAGE_ANSWERS)
              return { records, next: records.at(-1)?.id ?? null };
            const record = readRecord(open.table, stored, { now, reveal: bodies === 'whole' });
            answers += record.body?.length ?? 0;
            records.push(record);
          }
        return { records, next: null };
      },
      signal,
    );
  }

  detail(name: TableName, id: string, reveal: boolean, signal?: AbortSignal): Promise<RecordDetail> {
    return this.#withTable(name, signal, (open) => this.#detail(open, id, reveal, signal));
  }

  async #detail(
    open: OpenTable,
    id: string,
    reveal: boolean,
    signal: AbortSignal | undefined,
  ): Promise<RecordDetail> {
    return this.#read(PAGE_MS, (query) => rowDetail(query, open, id, reveal), signal);
  }

  audit(name: TableName, signal?: AbortSignal): Promise<Finding[]> {
    return this.#withTable(name, signal, (open) =>
      // One statement reads all the rows, so that they are put in order once.
      this.#read(
        COUNT_MS,
        (query) =>
          auditTable(
            open.table,
            auditedRows(query, open, this.#dialect),
            () => oldestRows(query, open, this.#dialect),
            async (id) => (await rowDetail(query, open, id, false)).record,
          ),
        signal,
      ),
    );
  }

  async effectTables(signal?: AbortSignal): Promise<EffectTable[]> {
    const { others } = await this.#effectShapes(signal);
    return sortEffectTables(others.map((postgres) => effectTableOf(postgres.shape)));
  }

  async effects(params: EffectsParams, signal?: AbortSignal): Promise<EffectsReport> {
    const { others, keyTables } = await this.#effectShapes(signal);
    const { schema, table } = params.table;
    const postgres = others.find(({ shape }) => shape.schema === schema && shape.table === table);
    if (postgres === undefined) throw noSuchEffectTable(params.table);
    const question = effectsQuestion(effectTableOf(postgres.shape), params);
    return postgresEffects(
      (work) => this.#read(COUNT_MS, work, signal),
      this.source,
      this.#dialect,
      postgres,
      keyTables,
      question,
    );
  }

  /** Tables that are surely key tables, and all others. */
  async #effectShapes(
    signal: AbortSignal | undefined,
  ): Promise<{ others: PostgresTable[]; keyTables: OpenTable[] }> {
    const tables = await this.#readTables(signal);
    const keyTables = [...tables.values()].filter(({ table }) => table.summary.opens);
    const shapes = await this.#read(PAGE_MS, postgresTables, signal);
    const names = new Set(keyTables.map(({ postgres }) => postgres.name));
    return { others: shapes.filter(({ name }) => !names.has(name)), keyTables };
  }

  watch(listener: (event: InspectorEvent) => void): () => void {
    let last = new Map<string, string>();
    let lost = false;
    let stopped = false;
    let timer: NodeJS.Timeout | undefined;
    const controller = new AbortController();
    const look = async (): Promise<void> => {
      try {
        const now = await this.#marks(controller.signal);
        // A table that is followed from now on has not changed by that.
        const moved = [...now].some(([oid, mark]) => (last.get(oid) ?? mark) !== mark);
        if (lost) listener({ event: 'restored' });
        else if (moved) listener({ event: 'changed' });
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

  /** Of each followed table a text that changes when its rows change. */
  async #marks(signal: AbortSignal): Promise<Map<string, string>> {
    const marks = new Map<string, string>();
    for (const open of this.#followed.values())
      try {
        marks.set(open.postgres.oid, await this.#read(PAGE_MS, (query) => changeMark(query, open), signal));
      } catch (error) {
        // A table that is locked or gone is a change of its own; the connection is not lost with it.
        if (!concernsOneTable(error)) throw error;
        marks.set(open.postgres.oid, error.userError.code);
      }
    if (marks.size === 0) await this.#read(PAGE_MS, (query) => query('SELECT 1'), signal);
    return marks;
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
    const until = performance.now() + PROBES_MS;
    for (const postgres of await this.#read(PAGE_MS, postgresTables, signal)) {
      const candidate = candidateOf(postgres.shape);
      if (candidate === null) continue;
      const columns = columnsToProbe(candidate);
      const sample =
        columns.length === 0
          ? []
          : performance.now() > until
            ? null
            : await this.#read(PROBE_MS, (query) => probe(query, postgres, columns), signal).catch(
                (error: unknown) => {
                  // A table that is locked, say, is listed all the same and does not keep the others from it.
                  if (concernsOneTable(error)) return null;
                  throw error;
                },
              );
      const table = keyTableOf(candidate, sample ?? []);
      if (sample === null) table.summary.evidence.push(unprobed);
      if (postgres.rowsHidden) table.summary.evidence.push(rowsHidden);
      tables.set(postgres.name, { table, postgres, order: orderOf(table, postgres) });
    }
    this.#tables = tables;
    return tables;
  }

  /** Does something with a table; one that was dropped or altered since it was looked at is looked at once more. */
  #withTable<T>(
    name: TableName,
    signal: AbortSignal | undefined,
    work: (open: OpenTable) => Promise<T>,
  ): Promise<T> {
    return onTableAsItIs(
      () => this.#open(name, signal),
      () => (this.#tables = null),
      work,
    );
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
