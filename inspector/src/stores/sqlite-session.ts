import { InspectorError } from '../inspector-error.ts';
import { storeClosed } from './key-store.ts';
import { openSqlite, sqliteFailure } from './sqlite-connection.ts';
import type { SqliteConnection, SqliteOptions } from './sqlite-connection.ts';
import { examineFile, vanished } from './sqlite-file.ts';

/** A connection is closed when it has not been used for this long: an open one keeps a writer's log from being tidied. */
const IDLE_MS = 250;
/** In a long run of reads a fresh one is taken this often, for the same reason. */
const MAX_AGE_MS = 500;

/** What went wrong with a file that has been read before: if it is not there now, it is gone. */
export const lostError = (error: unknown, file: string): unknown =>
  error instanceof InspectorError && error.userError.code === 'no-such-file' ? vanished(file) : error;

/** Connections to one file, each living only as long as it is used and as the file is what it was. */
export class SqliteSession {
  readonly #file: string;
  readonly #options: SqliteOptions;
  #connection: SqliteConnection | null = null;
  #openedAt = 0;
  #everOpened = false;
  #idle: NodeJS.Timeout | null = null;
  #opening: Promise<SqliteConnection> | null = null;
  #closed = false;

  constructor(file: string, options: SqliteOptions) {
    this.#file = file;
    this.#options = options;
  }

  /**
   * Runs one short read.
   * @throws InspectorError for whatever is wrong with the file
   */
  async use<T>(read: (connection: SqliteConnection) => T): Promise<T> {
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

  close(): void {
    this.#closed = true;
    this.#release();
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
      throw this.#everOpened ? lostError(error, this.#file) : error;
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
      this.#everOpened = true;
      return connection;
    } finally {
      this.#opening = null;
    }
  }
}
