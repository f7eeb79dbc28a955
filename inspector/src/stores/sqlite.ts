import path from 'node:path';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { auditTable } from '../audit/audit-table.ts';
import { stopIfCancelled } from '../inspector-error.ts';
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
import type { Cell } from '../record/cell.ts';
import { readRecord } from '../record/read-record.ts';
import type { StoredRow } from '../record/read-record.ts';
import { candidateOf, columnsToProbe, keyTableOf } from '../schema/key-table.ts';
import { noSuchTable, rowGone, sortSummaries } from './key-store.ts';
import type { KeyStore } from './key-store.ts';
import { detailFields } from './row-detail.ts';
import { unpackRowId } from './row-id.ts';
import { recordColumns, WHOLE_VALUE } from './row-select.ts';
import type { Bodies } from './row-select.ts';
import { addCounts, noCounts, searchedRefs, sqlCounts, sqlStates } from './sql-dialect.ts';
import { sqliteTables } from './sqlite-catalogue.ts';
import type { SqliteConnection, SqliteOptions } from './sqlite-connection.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { boundary, order, probe, rangeCondition, storedRows, tableName } from './sqlite-rows.ts';
import type { OpenTable, Range } from './sqlite-rows.ts';
import { SqliteSession } from './sqlite-session.ts';
import { watchFile } from './sqlite-watch.ts';

/** Rows looked at in one go; between two goes writers, other requests and cancellation have their turn. */
const CHUNK = 4000;

/** The key tables of one SQLite file. The connection lives only while it is used; between requests the file is free. */
export class SqliteStore implements KeyStore {
  readonly source: string;
  readonly #file: string;
  readonly #session: SqliteSession;
  #tables: Map<string, OpenTable> | null = null;
  readonly #watches = new Set<() => void>();

  private constructor(file: string, options: SqliteOptions) {
    this.#file = path.resolve(file);
    this.source = file;
    this.#session = new SqliteSession(this.#file, options);
  }

  /**
   * Opens a file and sees that it is a database that can be read.
   * @throws InspectorError when there is no such file, it is no database, is damaged, locked or may not be read
   */
  static async open(file: string, options: SqliteOptions = {}): Promise<SqliteStore> {
    const store = new SqliteStore(file, options);
    try {
      await store.#session.use((connection) => connection.all('PRAGMA table_list'));
      return store;
    } catch (error) {
      await store.close();
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
    const { table } = open;
    const now = Date.now();
    const total = noCounts();
    await this.#eachChunk(open, null, signal, (connection, range) => {
      const { where, parameters } = rangeCondition(open.sqlite, range);
      const from = `${tableName(open)} WHERE ${where}`;
      const sql = sqlCounts(
        sqliteDialect,
        table,
        from,
        now,
        (inner) => `(SELECT * FROM (${inner}) LIMIT -1)`,
      );
      addCounts(total, connection.all(sql, parameters));
      return true;
    });
    return total;
  }

  page(params: PageParams, signal?: AbortSignal): Promise<PageResult> {
    return this.#page(params, (params.reveal ?? false) ? 'whole' : 'masked', signal);
  }

  async #page(params: PageParams, bodies: Bodies, signal: AbortSignal | undefined): Promise<PageResult> {
    const open = await this.#open(params.table, signal);
    const limit = Math.min(1000, Math.max(1, Math.floor(params.limit)));
    const now = Date.now();
    const after = params.after === null ? null : unpackRowId(params.after, open.sqlite.locator.length);
    const filters: string[] = [];
    const filterParameters: Cell[] = [];
    const states = sqlStates(sqliteDialect, open.table, params.states, now);
    if (states !== null) filters.push(states);
    if (params.search !== '') {
      const places = searchedRefs(open.table).map((ref) => {
        filterParameters.push(params.search, params.search, params.search);
        const value = sqliteDialect.value(open.table, ref);
        return `(CASE typeof(${value}) WHEN 'blob' THEN instr(lower(hex(${value})), lower(?)) > 0 OR instr(CAST(${value} AS TEXT), ?) > 0 ELSE instr(lower(${value}), lower(?)) > 0 END)`;
      });
      filters.push(places.length === 0 ? '1 = 0' : `(${places.join(' OR ')})`);
    }
    const filter = filters.length === 0 ? '1 = 1' : filters.join(' AND ');
    const found: StoredRow[] = [];
    await this.#eachChunk(
      open,
      after,
      signal,
      (connection, range) => {
        const { where, parameters } = rangeCondition(open.sqlite, range);
        found.push(
          ...storedRows(
            connection,
            open,
            recordColumns(open.table, bodies),
            `${where} AND ${filter}`,
            [...parameters, ...filterParameters],
            `ORDER BY ${order(open.sqlite)}`,
            limit + 1 - found.length,
          ),
        );
        return found.length <= limit;
      },
      filters.length > 0,
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
    const cells = unpackRowId(id, open.sqlite.locator.length);
    const where = open.sqlite.locator.map((expression) => `${expression} IS ?`).join(' AND ');
    const columns = open.table.shape.columns.map((column) => ({ name: column.name, limit: WHOLE_VALUE }));
    const stored = await this.#session.use(
      (connection) => storedRows(connection, open, columns, where, cells, '', 1)[0],
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
    const end = watchFile(this.#file, listener);
    const stop = (): void => {
      end();
      this.#watches.delete(stop);
    };
    this.#watches.add(stop);
    return stop;
  }

  close(): Promise<void> {
    for (const stop of this.#watches) stop();
    this.#session.close();
    return Promise.resolve();
  }

  /** All rows as records without their answers, for the audit. */
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

  async #readTables(signal: AbortSignal | undefined): Promise<Map<string, OpenTable>> {
    stopIfCancelled(signal);
    const shapes = await this.#session.use(sqliteTables);
    const tables = new Map<string, OpenTable>();
    for (const sqlite of shapes) {
      const candidate = candidateOf(sqlite.shape);
      if (candidate === null) continue;
      stopIfCancelled(signal);
      const columns = columnsToProbe(candidate);
      const sample = await this.#session.use((connection) => probe(connection, sqlite, columns));
      tables.set(sqlite.shape.table, { table: keyTableOf(candidate, sample), sqlite });
    }
    this.#tables = tables;
    return tables;
  }

  async #open(name: TableName, signal: AbortSignal | undefined): Promise<OpenTable> {
    stopIfCancelled(signal);
    const tables = this.#tables ?? (await this.#readTables(signal));
    const open = tables.get(name.table) ?? (await this.#readTables(signal)).get(name.table);
    if (open === undefined || name.schema !== null) throw noSuchTable(name);
    return open;
  }

  /**
   * Goes through a table in chunks of {@link CHUNK} rows, each a read of its own.
   * @param visit returns whether to go on
   * @param chunked false where the visit itself stops at a limit and needs no bounds
   */
  async #eachChunk(
    open: OpenTable,
    after: Cell[] | null,
    signal: AbortSignal | undefined,
    visit: (connection: SqliteConnection, range: Range) => boolean,
    chunked = true,
  ): Promise<void> {
    let from = after;
    for (;;) {
      stopIfCancelled(signal);
      const started = performance.now();
      const next = await this.#session.use((connection) => {
        const upTo = chunked ? boundary(connection, open, from, CHUNK) : null;
        const goOn = visit(connection, { after: from, upTo });
        return goOn
          ? { upTo, wal: connection.mode !== 'direct' || connection.file.wal }
          : { upTo: null, wal: true };
      });
      if (next.upTo === null) return;
      from = next.upTo;
      // In rollback mode a reader keeps the writer out: it gets its turn.
      if (next.wal) await nextTurn();
      else await pause(Math.min(50, Math.max(1, (performance.now() - started) / 2)));
    }
  }
}
