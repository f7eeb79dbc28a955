import type { KeyStore } from './key-store.ts';
import { readAddress, shownAddress } from './postgres-address.ts';
import { PostgresStore } from './postgres.ts';
import { SqliteStore } from './sqlite.ts';
import type { SqliteOptions } from './sqlite-connection.ts';

/** Where a source is and how it may be reached. */
export interface OpenOptions extends SqliteOptions {
  /** The password for a PostgreSQL address that has none in it. Environment and password files are never asked. */
  password?: string;
  signal?: AbortSignal;
}

/** Whether a source is a PostgreSQL address rather than a file. */
export const isPostgresUrl = (source: string): boolean => /^postgres(ql)?:\/\//i.test(source);

/** A source fit to be shown: the file's path, or the address without user and password. */
export const publicSource = (source: string): string =>
  isPostgresUrl(source) ? shownAddress(readAddress(source)) : source;

/**
 * Opens a file or a `postgres://` address.
 * @throws InspectorError with sentences for a person, for every source that cannot be read
 */
export const openStore = async (source: string, options: OpenOptions = {}): Promise<KeyStore> =>
  isPostgresUrl(source)
    ? PostgresStore.open(readAddress(source, options.password), options.signal)
    : SqliteStore.open(source, options);
