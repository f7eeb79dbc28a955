import os from 'node:os';
import { InspectorError } from '../inspector-error.ts';

/** How the connection is secured; the names and their meaning are libpq's (postgresql.org/docs/current/libpq-ssl.html). */
export type SslMode = 'disable' | 'prefer' | 'require' | 'verify-ca' | 'verify-full';

/** Everything that a connection needs, from one address alone: no environment, no files. */
export interface PostgresAddress {
  host: string;
  port: number;
  database: string;
  user: string;
  password: string | null;
  sslMode: SslMode;
  /** How long the server may take to take the connection, in seconds. */
  connectSeconds: number;
  /** On this machine, by a loopback address or a socket. */
  local: boolean;
}

const sslModes: Record<string, SslMode> = {
  disable: 'disable',
  allow: 'prefer',
  prefer: 'prefer',
  require: 'require',
  'verify-ca': 'verify-ca',
  'verify-full': 'verify-full',
};

/** Parts of an address that name files or servers other than the one that is shown. */
const refused = [
  'sslcert',
  'sslkey',
  'sslrootcert',
  'sslcrl',
  'passfile',
  'service',
  'servicefile',
  'hostaddr',
  'options',
];

const badAddress = (why: string, action: string): InspectorError =>
  new InspectorError('bad-address', 'The PostgreSQL address cannot be used.', why, action);

const example = 'Write it as postgres://user@host:5432/database.';

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    throw badAddress(
      'It holds a % that begins no valid code.',
      'Write special characters of names as %XX codes.',
    );
  }
};

/** libpq's default: the name of whoever runs this program. A user without an entry in the system has none. */
const ownName = (): string => {
  try {
    return os.userInfo().username;
  } catch {
    throw badAddress('It names no user.', example);
  }
};

/** libpq's `connect_timeout`; ten seconds where it is missing, none or endless. */
const patience = (text: string | undefined): number => {
  const seconds = Number(text ?? '');
  return Number.isInteger(seconds) && seconds > 0 && seconds <= 60 ? seconds : 10;
};

const isLocal = (host: string): boolean =>
  host.startsWith('/') || host === 'localhost' || host === '::1' || /^127\.\d+\.\d+\.\d+$/.test(host);

/**
 * Reads a `postgres://` address.
 * @param password used where the address has none
 * @throws InspectorError with the code `bad-address`; its sentences never repeat the address
 */
export const readAddress = (text: string, password?: string): PostgresAddress => {
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    throw badAddress('It is not a valid address, or it names several hosts.', example);
  }
  // What follows is most likely the rest of a password: it would be looked up as a host, and shown.
  if (url.hash !== '' || [url.pathname, ...url.searchParams.keys()].some((part) => part.includes('@')))
    throw badAddress(
      'It holds an @ or a # after the host, as it does when its password has a /, ? or # in it.',
      'Write those characters of a password as %2F, %3F and %23, or give the password apart.',
    );
  const parameters = new Map([...url.searchParams].map(([name, value]) => [name.toLowerCase(), value]));
  for (const name of refused)
    if (parameters.has(name) && !(name === 'sslrootcert' && parameters.get(name) === 'system'))
      throw badAddress(
        `It has the parameter ${name}, and an address may not name files, options or other servers here.`,
        'Take the parameter out; certificates of your own are trusted through NODE_EXTRA_CA_CERTS.',
      );
  const mode = parameters.get('sslmode');
  const known = mode === undefined ? undefined : sslModes[mode];
  if (mode !== undefined && known === undefined)
    throw badAddress(
      'Its sslmode is not known.',
      'Use disable, allow, prefer, require, verify-ca or verify-full.',
    );
  const host = parameters.get('host') ?? decoded(url.hostname).replace(/^\[(.*)\]$/, '$1');
  const named = host === '' ? 'localhost' : host;
  if (named.includes(',')) throw badAddress('It names several hosts.', 'Name the one host to read from.');
  const port = Number(parameters.get('port') ?? (url.port === '' ? '5432' : url.port));
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw badAddress('Its port is no port number.', example);
  const user = parameters.get('user') ?? decoded(url.username);
  const account = user === '' ? ownName() : user;
  const database = parameters.get('dbname') ?? decoded(url.pathname.replace(/^\//, ''));
  const own = parameters.get('password') ?? decoded(url.password);
  const local = isLocal(named);
  return {
    host: named,
    port,
    database: database === '' ? account : database,
    user: account,
    password: own === '' ? (password ?? null) : own,
    connectSeconds: patience(parameters.get('connect_timeout')),
    sslMode: known ?? (local ? 'disable' : 'prefer'),
    local,
  };
};

/** An address fit to be shown: host, port and database, never a user or a password. */
export const shownAddress = ({ host, port, database }: PostgresAddress): string =>
  `postgres://${host.includes(':') ? `[${host}]` : host.startsWith('/') ? encodeURIComponent(host) : host}:${port}/${encodeURIComponent(database)}`;
