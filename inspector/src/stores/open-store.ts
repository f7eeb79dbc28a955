import { InspectorError } from '../inspector-error.ts';
import type { KeyStore } from './key-store.ts';
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

/**
 * Opens a file or a `postgres://` address.
 * @throws InspectorError with sentences for a person, for every source that cannot be read
 */
export const openStore = async (source: string, options: OpenOptions = {}): Promise<KeyStore> => {
  if (isPostgresUrl(source)) {
    throw new InspectorError(
      'no-postgres-yet',
      'PostgreSQL is not read yet.',
      'This version reads SQLite files only.',
      'Open an SQLite file.',
    );
  }
  return SqliteStore.open(source, options);
};
