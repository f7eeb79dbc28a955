import fs from 'node:fs';
import { InspectorError } from '../inspector-error.ts';
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

/**
 * Whether a source is an address or the parameters of a connection rather than a path: something that may hold a
 * password, and whose text must not be repeated as the name of a file that is missing.
 */
const looksLikeAddress = (source: string): boolean =>
  /^[a-z][a-z0-9+.:-]*:\/\//i.test(source) ||
  /^(postgres(ql)?|mysql|mariadb|mssql|sqlserver|redis|mongodb|jdbc|sqlite|file):/i.test(source) ||
  /(^|[\s?&;])(password|passwd|pwd|user id|uid)\s*=/i.test(source);

const notAnAddress = (): InspectorError =>
  new InspectorError(
    'unknown-address',
    'This kind of address cannot be read.',
    'It is neither the path of an SQLite file nor an address that begins with postgres://.',
    'Give the path of the file alone, or write postgres://user@host:5432/database.',
  );

/** A source fit to be shown: the file's path, or the address without user and password. */
export const publicSource = (source: string): string =>
  isPostgresUrl(source) ? shownAddress(readAddress(source)) : source;

/**
 * Opens a file or a `postgres://` address. A path is taken as it stands: `file:` and `?mode=` have no meaning in it.
 * @throws InspectorError with sentences for a person, for every source that cannot be read
 */
export const openStore = async (source: string, options: OpenOptions = {}): Promise<KeyStore> => {
  if (isPostgresUrl(source)) return PostgresStore.open(readAddress(source, options.password), options.signal);
  if (looksLikeAddress(source) && !fs.existsSync(source)) throw notAnAddress();
  return SqliteStore.open(source, options);
};
