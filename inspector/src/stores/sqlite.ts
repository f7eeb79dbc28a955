import path from 'node:path';
import { auditTable, OLDEST_ROWS } from '../audit/audit-table.ts';
import { effectTableOf, sortEffectTables } from '../effects/effect-table.ts';
import { effectsQuestion } from '../effects/effects-report.ts';
import { concernsOneTable, stopIfCancelled } from '../inspector-error.ts';
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
import type { Cell } from '../record/cell.ts';
import { readRecord } from '../record/read-record.ts';
import { candidateOf, columnsToProbe, keyTableOf } from '../schema/key-table.ts';
import {
  noSuchEffectTable,
  noSuchTable,
  onTableAsItIs,
  rowGone,
  sortSummaries,
  unprobed,
} from './key-store.ts';
import type { KeyStore } from './key-store.ts';
import { detailFields } from './row-detail.ts';
import { unpackRowId } from './row-id.ts';
import { PAGE_ANSWERS, recordColumns, WHOLE_VALUE } from './row-select.ts';
import type { Bodies } from './row-select.ts';
import { searchPlaces } from './search-places.ts';
import { addCounts, noCounts, sqlCounts, sqlStates } from './sql-dialect.ts';
import { sqliteTables } from './sqlite-catalogue.ts';
import type { SqliteTable } from './sqlite-catalogue.ts';
import { eachChunk } from './sqlite-chunks.ts';
import type { SqliteOptions } from './sqlite-connection.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { sqliteEffects } from './sqlite-effects.ts';
import { nameCondition, order, probe, rangeCondition, tableName, visitRows } from './sqlite-rows.ts';
import type { OpenTable } from './sqlite-rows.ts';
import { SqliteSession } from './sqlite-session.ts';
import { watchFile } from './sqlite-watch.ts';

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

  counts(name: TableName, signal?: AbortSignal): Promise<{ counts: StateCounts; overlays: OverlayCounts }> {
    return this.#withTable(name, signal, (open) => this.#counts(open, signal));
  }

  async #counts(
    open: OpenTable,
    signal: AbortSignal | undefined,
  ): Promise<{ counts: StateCounts; overlays: OverlayCounts }> {
    const { table } = open;
    const now = Date.now();
    const total = noCounts();
    await eachChunk(this.#session, open, null, signal, (connection, range) => {
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
    const bodies = (params.reveal ?? false) ? 'whole' : 'masked';
    return this.#withTable(params.table, signal, (open) => this.#page(open, params, bodies, signal));
  }

  async #page(
    open: OpenTable,
    params: PageParams,
    bodies: Bodies,
    signal: AbortSignal | undefined,
  ): Promise<PageResult> {
    const limit = Math.min(1000, Math.max(1, Math.floor(params.limit)));
    const now = Date.now();
    const after = params.after === null ? null : unpackRowId(params.after, open.sqlite.locator.length);
    const filters: string[] = [];
    const filterParameters: Cell[] = [];
    const states = sqlStates(sqliteDialect, open.table, params.states, now);
    if (states !== null) filters.push(states);
    if (params.search !== '') {
      const places = searchPlaces(open.table, params.search).map(({ ref, text }) => {
        filterParameters.push(text, text, text);
        const value = sqliteDialect.value(open.table, ref);
        return `(CASE typeof(${value}) WHEN 'blob' THEN instr(lower(hex(${value})), lower(?)) > 0 OR instr(CAST(${value} AS TEXT), ?) > 0 ELSE instr(lower(${value}), lower(?)) > 0 END)`;
      });
      filters.push(places.length === 0 ? '1 = 0' : `(${places.join(' OR ')})`);
    }
    const filter = filters.length === 0 ? '1 = 1' : filters.join(' AND ');
    const records: RecordRow[] = [];
    let answers = 0;
    let next: string | null = null;
    await eachChunk(
      this.#session,
      open,
      after,
      signal,
      (connection, range) => {
        const { where, parameters } = rangeCondition(open.sqlite, range);
        visitRows(
          connection,
          open,
          recordColumns(open.table, bodies),
          { where: `${where} AND ${filter}`, parameters: [...parameters, ...filterParameters] },
          `ORDER BY ${order(open.sqlite)} LIMIT ${limit + 1 - records.length}`,
          (stored) => {
            if (records.length === limit || answers > PAGE_ANSWERS) {
              next = records.at(-1)?.id ?? null;
              return false;
            }
            const record = readRecord(open.table, stored, {
              now,
              reveal: bodies === 'whole',
              withoutBody: bodies === 'none',
            });
            answers += record.body?.length ?? 0;
            records.push(record);
            return true;
          },
        );
        return next === null;
      },
      filters.length > 0,
    );
    return { records, next };
  }

  detail(name: TableName, id: string, reveal: boolean, signal?: AbortSignal): Promise<RecordDetail> {
    return this.#withTable(name, signal, (open) => this.#detail(open, id, reveal));
  }

  async #detail(open: OpenTable, id: string, reveal: boolean): Promise<RecordDetail> {
    const cells = unpackRowId(id, open.sqlite.locator.length);
    const columns = open.table.shape.columns.map((column) => ({ name: column.name, limit: WHOLE_VALUE }));
    const detail = await this.#session.use((connection) => {
      let found: RecordDetail | null = null;
      visitRows(connection, open, columns, nameCondition(open.sqlite, cells), 'LIMIT 1', (stored) => {
        found = {
          record: readRecord(open.table, stored, { now: Date.now(), reveal }),
          fields: detailFields(open.table, stored.row, reveal),
        };
        return false;
      });
      return found;
    });
    if (detail === null) throw rowGone();
    return detail;
  }

  async audit(name: TableName, signal?: AbortSignal): Promise<Finding[]> {
    const { table } = await this.#open(name, signal);
    return auditTable(
      table,
      this.#scan(name, signal),
      () => this.#withTable(name, signal, (open) => this.#oldest(open)),
      async (id) => (await this.detail(name, id, false, signal)).record,
    );
  }

  async effectTables(signal?: AbortSignal): Promise<EffectTable[]> {
    const shapes = await this.#effectShapes(signal);
    return sortEffectTables(shapes.map((sqlite) => effectTableOf(sqlite.shape)));
  }

  async effects(params: EffectsParams, signal?: AbortSignal): Promise<EffectsReport> {
    const shapes = await this.#effectShapes(signal);
    const sqlite = shapes.find(({ shape }) => shape.table === params.table.table);
    if (sqlite === undefined || params.table.schema !== null) throw noSuchEffectTable(params.table);
    const question = effectsQuestion(effectTableOf(sqlite.shape), params);
    const keyTables = [...(await this.#readTables(signal)).values()].filter(
      ({ table }) => table.summary.opens,
    );
    return sqliteEffects(
      { session: this.#session, source: this.source, signal },
      sqlite,
      keyTables,
      question,
    );
  }

  /** All tables but those that are surely key tables. */
  async #effectShapes(signal: AbortSignal | undefined): Promise<SqliteTable[]> {
    const tables = await this.#readTables(signal);
    const shapes = await this.#session.use(sqliteTables);
    return shapes.filter(({ shape }) => tables.get(shape.table)?.table.summary.opens !== true);
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
      const params: PageParams = { table, states: [], search: '', after, limit: 1000 };
      const page: PageResult = await this.#withTable(table, signal, (open) =>
        this.#page(open, params, 'none', signal),
      );
      yield page.records;
      after = page.next;
    } while (after !== null);
  }

  /** Some rows at the table's other end, without their answers. */
  #oldest(open: OpenTable): Promise<RecordRow[]> {
    const columns = recordColumns(open.table, 'none');
    const options = { now: Date.now(), reveal: false, withoutBody: true };
    return this.#session.use((connection) => {
      const found: RecordRow[] = [];
      const tail = `ORDER BY ${order(open.sqlite, true)} LIMIT ${OLDEST_ROWS}`;
      visitRows(connection, open, columns, { where: '1 = 1', parameters: [] }, tail, (stored) => {
        found.push(readRecord(open.table, stored, options));
        return true;
      });
      return found;
    });
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
      const sample = await this.#session
        .use((connection) => probe(connection, sqlite, columns))
        .catch((error: unknown) => {
          // A damaged table is listed all the same and does not keep the others from it; a lock is on all of them.
          if (concernsOneTable(error) && error.userError.code !== 'locked') return null;
          throw error;
        });
      const table = keyTableOf(candidate, sample ?? []);
      if (sample === null) table.summary.evidence.push(unprobed);
      tables.set(sqlite.shape.table, { table, sqlite });
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
    stopIfCancelled(signal);
    const tables = this.#tables ?? (await this.#readTables(signal));
    const open = tables.get(name.table) ?? (await this.#readTables(signal)).get(name.table);
    if (open === undefined || name.schema !== null) throw noSuchTable(name);
    return open;
  }
}
