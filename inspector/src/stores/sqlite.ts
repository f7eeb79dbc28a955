import fs from 'node:fs';
import path from 'node:path';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { auditTable } from '../audit/audit-table.ts';
import { InspectorError, stopIfCancelled, toUserError } from '../inspector-error.ts';
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
import type { Cell, Row } from '../record/cell.ts';
import { readRecord } from '../record/read-record.ts';
import type { StoredRow } from '../record/read-record.ts';
import { candidateOf, columnsToProbe, keyTableOf } from '../schema/key-table.ts';
import type { KeyTable } from '../schema/key-table.ts';
import { noSuchTable, rowGone, sortSummaries, storeClosed } from './key-store.ts';
import type { KeyStore } from './key-store.ts';
import { detailFields } from './row-detail.ts';
import { packRowId, unpackRowId } from './row-id.ts';
import { bodyColumn, recordColumns, WHOLE_VALUE } from './row-select.ts';
import type { Bodies, ReadColumn } from './row-select.ts';
import { addCounts, noCounts, searchedRefs, sqlCounts, sqlStates } from './sql-dialect.ts';
import { sqliteTables } from './sqlite-catalogue.ts';
import type { SqliteTable } from './sqlite-catalogue.ts';
import { openSqlite, sqliteFailure } from './sqlite-connection.ts';
import type { SqliteConnection, SqliteOptions } from './sqlite-connection.ts';
import { sqliteDialect } from './sqlite-dialect.ts';
import { examineFile, vanished } from './sqlite-file.ts';

/** Rows looked at in one go; between two goes writers, other requests and cancellation have their turn. */
const CHUNK = 4000;
/** A connection is closed when it has not been used for this long: an open one keeps a writer's log from being tidied. */
const IDLE_MS = 250;
const MAX_AGE_MS = 500;
const POLL_MS = 500;
interface OpenTable {
  table: KeyTable;
  sqlite: SqliteTable;
}

interface Range {
  after: Cell[] | null;
  upTo: Cell[] | null;
}

/** The key tables of one SQLite file. The connection lives only while it is used; between requests the file is free. */
export class SqliteStore implements KeyStore {
  readonly source: string;
  readonly #file: string;
  readonly #options: SqliteOptions;
  #connection: SqliteConnection | null = null;
  #openedAt = 0;
  #idle: NodeJS.Timeout | null = null;
  #tables: Map<string, OpenTable> | null = null;
  #closed = false;
  #opening: Promise<SqliteConnection> | null = null;
  readonly #watches = new Set<() => void>();

  private constructor(file: string, options: SqliteOptions) {
    this.#file = path.resolve(file);
    this.source = file;
    this.#options = options;
  }

  /**
   * Opens a file and sees that it is a database that can be read.
   * @throws InspectorError when there is no such file, it is no database, is damaged, locked or may not be read
   */
  static async open(file: string, options: SqliteOptions = {}): Promise<SqliteStore> {
    const store = new SqliteStore(file, options);
    try {
      await store.#use((connection) => connection.all('PRAGMA table_list'));
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
        found.push(
          ...this.#select(
            connection,
            open,
            range,
            filter,
            filterParameters,
            limit + 1 - found.length,
            bodies,
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
    const stored = await this.#use(
      (connection) => this.#rows(connection, open, columns, where, cells, '', 1)[0],
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
    let stamp: string | null = null;
    let lost = false;
    const look = (): void => {
      try {
        const now = examineFile(this.#file).stamp;
        if (lost) listener({ event: 'restored' });
        else if (stamp !== null && stamp !== now) listener({ event: 'changed' });
        lost = false;
        stamp = now;
      } catch (error) {
        if (!lost) listener({ event: 'lost', error: toUserError(lostError(error, this.#file)) });
        lost = true;
      }
    };
    look();
    const timer = setInterval(look, POLL_MS);
    timer.unref();
    let watcher: fs.FSWatcher | null = null;
    try {
      const name = path.basename(this.#file);
      watcher = fs.watch(path.dirname(this.#file), { persistent: false }, (_kind, changed) => {
        if (changed === null || changed === name || changed === `${name}-wal`) look();
      });
      watcher.on('error', () => watcher?.close());
    } catch {
      // Some file systems cannot be watched; the timer looks there too.
    }
    const stop = (): void => {
      clearInterval(timer);
      watcher?.close();
      this.#watches.delete(stop);
    };
    this.#watches.add(stop);
    return stop;
  }

  close(): Promise<void> {
    this.#closed = true;
    for (const stop of this.#watches) stop();
    this.#release();
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

  #release(): void {
    if (this.#idle !== null) clearTimeout(this.#idle);
    this.#idle = null;
    const connection = this.#connection;
    this.#connection = null;
    connection?.close();
  }

  /** A connection that fits the file as it is now; a changed file read through a copy is read anew. */
  async #connect(): Promise<SqliteConnection> {
    if (this.#closed) throw storeClosed();
    let stamp: string;
    try {
      stamp = examineFile(this.#file).stamp;
    } catch (error) {
      this.#release();
      throw this.#tables === null ? error : lostError(error, this.#file);
    }
    const current = this.#connection;
    if (current !== null) {
      const aged = Date.now() - this.#openedAt > MAX_AGE_MS && current.mode === 'direct';
      const moved = current.mode !== 'direct' && current.file.stamp !== stamp;
      if (!aged && !moved) return current;
      this.#release();
    }
    const opening = this.#opening ?? openSqlite(this.#file, this.#options);
    this.#opening = opening;
    try {
      const connection = await opening;
      if (this.#closed) {
        connection.close();
        throw storeClosed();
      }
      this.#connection = connection;
      this.#openedAt = Date.now();
      return connection;
    } finally {
      this.#opening = null;
    }
  }

  /** Runs one short read. */
  async #use<T>(read: (connection: SqliteConnection) => T): Promise<T> {
    const connection = await this.#connect();
    try {
      return read(connection);
    } catch (error) {
      throw sqliteFailure(error, this.#file);
    } finally {
      if (this.#idle !== null) clearTimeout(this.#idle);
      // A private copy is costly to make and disturbs nobody: it stays until the file changes.
      if (connection.mode === 'direct') {
        this.#idle = setTimeout(() => this.#release(), IDLE_MS);
        this.#idle.unref();
      }
    }
  }

  async #readTables(signal: AbortSignal | undefined): Promise<Map<string, OpenTable>> {
    stopIfCancelled(signal);
    const shapes = await this.#use(sqliteTables);
    const tables = new Map<string, OpenTable>();
    for (const sqlite of shapes) {
      const candidate = candidateOf(sqlite.shape);
      if (candidate === null) continue;
      stopIfCancelled(signal);
      const columns = columnsToProbe(candidate);
      const sample = await this.#use((connection) => probe(connection, sqlite, columns));
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
      const next = await this.#use((connection) => {
        const upTo = chunked ? this.#boundary(connection, open, from) : null;
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

  #boundary(connection: SqliteConnection, open: OpenTable, after: Cell[] | null): Cell[] | null {
    const { where, parameters } = rangeCondition(open.sqlite, { after, upTo: null });
    const names = open.sqlite.locator.map((expression, index) => `${expression} AS l${index}`).join(', ');
    const row = connection.all(
      `SELECT ${names} FROM ${tableName(open)} WHERE ${where} ORDER BY ${order(open.sqlite)} LIMIT 1 OFFSET ${CHUNK - 1}`,
      parameters,
    )[0];
    return row === undefined
      ? null
      : open.sqlite.locator.map((_expression, index) => row[`l${index}`] ?? null);
  }

  #select(
    connection: SqliteConnection,
    open: OpenTable,
    range: Range,
    filter: string,
    filterParameters: Cell[],
    limit: number,
    bodies: Bodies,
  ): StoredRow[] {
    const { where, parameters } = rangeCondition(open.sqlite, range);
    const columns = recordColumns(open.table, bodies);
    return this.#rows(
      connection,
      open,
      columns,
      `${where} AND ${filter}`,
      [...parameters, ...filterParameters],
      `ORDER BY ${order(open.sqlite)}`,
      limit,
    );
  }

  #rows(
    connection: SqliteConnection,
    open: OpenTable,
    columns: readonly ReadColumn[],
    where: string,
    parameters: readonly Cell[],
    orderBy: string,
    limit: number,
  ): StoredRow[] {
    const { locator } = open.sqlite;
    const body = bodyColumn(open.table);
    const bodyLimit = columns.find((column) => column.name === body)?.limit ?? 0;
    const parts = [
      ...locator.map((expression, index) => `${expression} AS l${index}`),
      ...columns.map((column, index) => `${cut(column)} AS c${index}`),
      body === null ? 'NULL AS bytes' : `length(CAST(${sqliteDialect.identifier(body)} AS BLOB)) AS bytes`,
    ];
    const sql = `SELECT ${parts.join(', ')} FROM ${tableName(open)} WHERE ${where} ${orderBy} LIMIT ${limit}`;
    return connection.all(sql, parameters).map((found) => {
      const row = new Map<string, Cell>(
        columns.map((column, index) => [column.name, found[`c${index}`] ?? null]),
      );
      const bytes = found.bytes === null ? null : Number(found.bytes);
      return {
        id: packRowId(locator.map((_expression, index) => found[`l${index}`] ?? null)),
        row,
        bodyBytes: bytes,
        bodyCut: bytes !== null && bytes > bodyLimit && lengthOf(row, body) >= bodyLimit,
      };
    });
  }
}

const lengthOf = (row: Row, column: string | null): number => {
  const cell = column === null ? null : (row.get(column) ?? null);
  return typeof cell === 'string' ? [...cell].length : cell instanceof Uint8Array ? cell.byteLength : 0;
};

const lostError = (error: unknown, file: string): unknown =>
  error instanceof InspectorError && error.userError.code === 'no-such-file' ? vanished(file) : error;

const tableName = (open: OpenTable): string => `main.${sqliteDialect.identifier(open.sqlite.shape.table)}`;

const order = (sqlite: SqliteTable): string =>
  sqlite.locator.map((expression) => `${expression} ${sqlite.descending ? 'DESC' : 'ASC'}`).join(', ');

const rangeCondition = (sqlite: SqliteTable, range: Range): { where: string; parameters: Cell[] } => {
  const names = `(${sqlite.locator.join(', ')})`;
  const marks = `(${sqlite.locator.map(() => '?').join(', ')})`;
  const conditions: string[] = [];
  const parameters: Cell[] = [];
  if (range.after !== null) {
    conditions.push(`${names} ${sqlite.descending ? '<' : '>'} ${marks}`);
    parameters.push(...range.after);
  }
  if (range.upTo !== null) {
    conditions.push(`${names} ${sqlite.descending ? '>=' : '<='} ${marks}`);
    parameters.push(...range.upTo);
  }
  return { where: conditions.length === 0 ? '1 = 1' : conditions.join(' AND '), parameters };
};

/** A column, its long texts and bytes cut. */
const cut = ({ name, limit }: ReadColumn): string => {
  const column = sqliteDialect.identifier(name);
  return `CASE WHEN typeof(${column}) IN ('text', 'blob') THEN substr(${column}, 1, ${limit}) ELSE ${column} END`;
};

const probe = (connection: SqliteConnection, sqlite: SqliteTable, columns: readonly ReadColumn[]): Row[] => {
  if (columns.length === 0) return [];
  const list = columns.map((column, index) => `${cut(column)} AS c${index}`).join(', ');
  const table = sqliteDialect.identifier(sqlite.shape.table);
  return connection
    .all(`SELECT ${list} FROM main.${table} ORDER BY ${order(sqlite)} LIMIT 200`)
    .map((found) => new Map(columns.map((column, index) => [column.name, found[`c${index}`] ?? null])));
};
