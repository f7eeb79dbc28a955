import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { InspectorError } from '../inspector-error.ts';
import type { Cell } from '../record/cell.ts';
import { MILLIS_FUNCTION, millisOfText } from './sqlite-dialect.ts';
import { examineFile, shortName } from './sqlite-file.ts';
import type { DatabaseFile } from './sqlite-file.ts';

/** A copy larger than this is not made; the time and the disk it takes would be felt. */
export const COPY_LIMIT = 256 * 1024 * 1024;
/** How long a lock of another process is waited for. */
const LOCK_WAIT_MS = 2000;

export interface SqliteOptions {
  /** Path of better-sqlite3's binary, for bundles that carry it elsewhere. */
  nativeBinding?: string;
  /** Where private copies are made; the system's folder for temporary files otherwise. */
  tempFolder?: string;
  /** Copies up to this many bytes; {@link COPY_LIMIT} otherwise. */
  copyLimit?: number;
}

/** A read-only connection, whichever driver stands behind it. Rows are plain objects; whole numbers are bigint. */
export interface SqliteConnection {
  /** How the file is read: as it is, through a private copy, or as a file that nobody may change meanwhile. */
  mode: 'direct' | 'copy' | 'immutable';
  file: DatabaseFile;
  all(sql: string, parameters?: readonly Cell[]): Record<string, Cell>[];
  /** Row by row, while `visit` returns true; nothing else may be asked of the connection meanwhile. */
  each(sql: string, parameters: readonly Cell[], visit: (row: Record<string, Cell>) => boolean): void;
  close(): void;
}

/** The part of both drivers that is used; it is the same in `better-sqlite3` and `node:sqlite`. */
interface Driver {
  exec(sql: string): unknown;
  close(): unknown;
  prepare(sql: string): {
    all(...parameters: unknown[]): unknown[];
    iterate(...parameters: unknown[]): Iterable<unknown>;
    setReadBigInts?(on: boolean): void;
  };
}

const preparations =
  'PRAGMA query_only = ON; PRAGMA trusted_schema = OFF; PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0;' +
  ' PRAGMA temp_store = MEMORY; PRAGMA cache_size = -8000;';

/** Makes a fresh connection safe and reads the list of tables once, so that what is wrong with the file shows here. */
const prepared = (
  driver: Driver,
  mode: SqliteConnection['mode'],
  file: DatabaseFile,
  after: () => void = () => {},
): SqliteConnection => {
  const statements = new Map<string, ReturnType<Driver['prepare']>>();
  const statementOf = (sql: string): ReturnType<Driver['prepare']> => {
    let statement = statements.get(sql);
    if (statement === undefined) {
      statement = driver.prepare(sql);
      // better-sqlite3 gives bigint by the connection's own setting.
      statement.setReadBigInts?.(true);
      statements.set(sql, statement);
    }
    return statement;
  };
  const connection: SqliteConnection = {
    mode,
    file,
    all: (sql, parameters = []) => statementOf(sql).all(...parameters) as Record<string, Cell>[],
    each: (sql, parameters, visit) => {
      for (const row of statementOf(sql).iterate(...parameters) as Iterable<Record<string, Cell>>)
        if (!visit(row)) return;
    },
    close: () => {
      statements.clear();
      try {
        driver.close();
      } finally {
        after();
      }
    },
  };
  try {
    driver.exec(preparations);
    connection.all('SELECT count(*) FROM sqlite_schema');
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
};

const openBetter = async (file: string, readonly: boolean, options: SqliteOptions): Promise<Driver> => {
  // Loaded late: the command line must be able to say a sentence on a Node that this driver crashes.
  let Database: typeof import('better-sqlite3');
  try {
    Database = (await import('better-sqlite3')).default;
  } catch (error) {
    throw driverMissing(error);
  }
  let database: InstanceType<typeof Database>;
  try {
    database = new Database(file, {
      readonly,
      fileMustExist: true,
      timeout: LOCK_WAIT_MS,
      ...(options.nativeBinding === undefined ? {} : { nativeBinding: options.nativeBinding }),
    });
  } catch (error) {
    const code = (error as { code?: string }).code ?? '';
    throw code.startsWith('SQLITE_') ? error : driverMissing(error);
  }
  database.defaultSafeIntegers(true);
  database.function(MILLIS_FUNCTION, { deterministic: true, directOnly: true }, millisOfText);
  return database;
};

const driverMissing = (error: unknown): InspectorError =>
  new InspectorError(
    'driver-missing',
    'SQLite files cannot be read here.',
    `The program’s SQLite part for ${process.platform}-${process.arch} could not be loaded.`,
    'Install the package again for this platform.',
    error,
  );

/** `node:sqlite` where this Node has it. It alone takes `immutable=1`, which promises SQLite that the file stands still. */
const openImmutable = (file: string): Driver | null => {
  const module = process.getBuiltinModule('node:sqlite');
  if (module === undefined) return null;
  const url = pathToFileURL(file);
  url.search = '?immutable=1';
  try {
    const database = new module.DatabaseSync(url, { readOnly: true });
    database.function(MILLIS_FUNCTION, { deterministic: true, directOnly: true }, (text) =>
      millisOfText(text),
    );
    return database;
  } catch {
    // The first versions of this module take neither addresses nor functions: as good as none.
    return null;
  }
};

interface PrivateCopy {
  file: string;
  remove: () => void;
}

/** Copies the database and the files that belong to it, all at one moment, into a folder only this user can read. */
const copyOf = async (file: DatabaseFile, options: SqliteOptions): Promise<PrivateCopy> => {
  const parent = options.tempFolder ?? os.tmpdir();
  const folder = fs.mkdtempSync(path.join(parent, 'idempotency-inspector-'));
  const remove = (): void => fs.rmSync(folder, { recursive: true, force: true });
  const target = path.join(folder, 'copy.db');
  try {
    for (let tries = 0; tries < 5; tries += 1) {
      const before = examineFile(file.path);
      for (const suffix of ['', '-wal', '-journal']) {
        fs.rmSync(`${target}${suffix}`, { force: true });
        if (suffix === '' || fs.existsSync(`${file.path}${suffix}`))
          await fs.promises.copyFile(
            `${file.path}${suffix}`,
            `${target}${suffix}`,
            fs.constants.COPYFILE_FICLONE,
          );
      }
      fs.chmodSync(target, 0o600);
      if (examineFile(file.path).stamp !== before.stamp) continue;
      if (before.wal && (before.walSize ?? 0) === 0) {
        // Without a log the main file is all there is, and as a rollback database it needs no files beside it.
        fs.rmSync(`${target}-wal`, { force: true });
        const handle = fs.openSync(target, 'r+');
        fs.writeSync(handle, Uint8Array.of(1, 1), 0, 2, 18);
        fs.closeSync(handle);
      }
      return { file: target, remove };
    }
    throw busy(file.path);
  } catch (error) {
    remove();
    throw error;
  }
};

const busy = (file: string): InspectorError =>
  new InspectorError(
    'locked',
    `The database ${shortName(file)} is locked.`,
    'Another program is writing to it and does not let go of it.',
    'Wait until it has finished, or stop it, and try again.',
  );

/** Result codes of SQLite (sqlite.org/rescode.html), low byte, as both drivers give them. */
const resultCode = (error: unknown): { name: string; number: number } => {
  const { code, errcode } = error as { code?: string; errcode?: number };
  return { name: code?.startsWith('SQLITE_') ? code : '', number: (errcode ?? 0) & 0xff };
};

/** An error of SQLite as sentences. SQLite's own text may name rows and is left out. */
export const sqliteFailure = (error: unknown, file: string): InspectorError => {
  if (error instanceof InspectorError) return error;
  const name = shortName(file);
  const { name: code, number } = resultCode(error);
  if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED') || number === 5 || number === 6)
    return busy(file);
  if (code.startsWith('SQLITE_CORRUPT') || number === 11)
    return new InspectorError(
      'corrupt',
      `The database ${name} is damaged.`,
      'SQLite found pages in it that contradict one another.',
      'Open a backup, or rescue its rows with the command .recover of the program sqlite3.',
      error,
    );
  if (code.startsWith('SQLITE_NOTADB') || number === 26)
    return new InspectorError(
      'not-a-database',
      `The file ${name} is not an SQLite database that can be read.`,
      'It begins like one, but SQLite does not accept its header.',
      'Open a backup of it.',
      error,
    );
  if (code === 'SQLITE_ERROR' || number === 1)
    return new InspectorError(
      'unreadable-schema',
      `The tables of ${name} cannot be read.`,
      'SQLite does not understand a part of their definitions.',
      'Check it with the command .schema of the program sqlite3.',
      error,
    );
  return new InspectorError(
    'unreadable-file',
    `The database ${name} could not be read.`,
    `SQLite answered ${code === '' ? 'with an error' : code}.`,
    'Check that the disk or the network drive is there, and try again.',
    error,
  );
};

const isRecovery = (error: unknown): boolean => {
  const { name } = resultCode(error);
  return name.startsWith('SQLITE_READONLY') || name.startsWith('SQLITE_CANTOPEN');
};

/**
 * Opens a database so that nothing appears, changes or stays behind in its folder.
 * A database with a live write-ahead log is read as it is. An idle one would get two files beside it from any reader,
 * and one that a crash left half-written would be repaired: of these a private copy is read, and a large idle one
 * through `node:sqlite` as immutable.
 * @throws InspectorError
 */
export const openSqlite = async (
  filePath: string,
  options: SqliteOptions = {},
): Promise<SqliteConnection> => {
  const file = examineFile(filePath);
  const liveLog = (file.walSize ?? 0) > 0;
  const direct = file.wal ? liveLog && file.hasShm : true;
  if (direct)
    try {
      return prepared(await openBetter(filePath, true, options), 'direct', file);
    } catch (error) {
      if (!isRecovery(error)) throw sqliteFailure(error, filePath);
    }
  const bytes = file.size + (file.walSize ?? 0) + (file.journalSize ?? 0);
  if (bytes > (options.copyLimit ?? COPY_LIMIT)) {
    const immutable = file.wal && !liveLog ? openImmutable(filePath) : null;
    try {
      if (immutable !== null) return prepared(immutable, 'immutable', file);
    } catch (error) {
      throw sqliteFailure(error, filePath);
    }
    throw new InspectorError(
      'too-large-to-copy',
      `The database ${shortName(filePath)} is not read, since reading it would leave files beside it.`,
      'It is at rest in write-ahead mode or was left half-written, and too large for a private copy.',
      'Open it while the program that writes it is running, or open a copy of it.',
    );
  }
  const copy = await copyOf(file, options);
  try {
    // The copy is ours: SQLite may repair it.
    return prepared(await openBetter(copy.file, false, options), 'copy', file, copy.remove);
  } catch (error) {
    copy.remove();
    throw sqliteFailure(error, filePath);
  }
};
