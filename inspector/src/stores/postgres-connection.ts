import type { Duplex } from 'node:stream';
import pg from 'pg';
import { cancelled, InspectorError, stopIfCancelled } from '../inspector-error.ts';
import type { PostgresAddress } from './postgres-address.ts';
import { isConnectionLost, isTlsRefused, postgresFailure } from './postgres-failure.ts';

const CONNECTIONS = 3;
/** Statements are ended by the server; this much later the client stops waiting for a server that is gone. */
const SLACK_MS = 5000;

export type PostgresRow = Record<string, string | Buffer | null>;

/** Runs one statement with parameters in the transaction at hand. */
export type Query = (sql: string, parameters?: readonly (string | null)[]) => Promise<PostgresRow[]>;

/**
 * Puts the variables of PostgreSQL's programs out of sight and returns a function that puts them back. The driver reads
 * them in its constructor wherever a setting is empty, and an address from elsewhere must never receive PGPASSWORD.
 */
const hideEnvironment = (): (() => void) => {
  const hidden = Object.entries(process.env).filter(([name]) => /^PG[A-Z]/.test(name));
  for (const [name] of hidden) delete process.env[name];
  return () => {
    for (const [name, value] of hidden) process.env[name] = value;
  };
};

const tlsOptions = (address: PostgresAddress): pg.ClientConfig['ssl'] => {
  switch (address.sslMode) {
    case 'disable':
      return false;
    case 'prefer':
    case 'require':
      // Encrypts without knowing whom it talks to, as libpq does.
      return { rejectUnauthorized: false };
    case 'verify-ca':
      return { rejectUnauthorized: true, checkServerIdentity: () => undefined };
    case 'verify-full':
      return { rejectUnauthorized: true };
  }
};

const clearTextRefused = (): InspectorError =>
  new InspectorError(
    'clear-text-password',
    'The password was not sent.',
    'The server asks for it in clear text, and whoever stands between could read it.',
    'Use sslmode=verify-full, or switch the server to scram-sha-256.',
  );

const configOf = (address: PostgresAddress, ssl: pg.ClientConfig['ssl']): pg.ClientConfig => ({
  host: address.host,
  port: address.port,
  database: address.database,
  user: address.user,
  ssl,
  connectionTimeoutMillis: address.connectSeconds * 1000,
  keepAlive: true,
  fallback_application_name: 'idempotency-inspector',
});

/** A client that asks nobody but its address, and sends no password in clear text where it could be read. */
const clientClass = (address: PostgresAddress, ssl: pg.ClientConfig['ssl']): typeof pg.Client => {
  const verified = address.local || address.sslMode === 'verify-ca' || address.sslMode === 'verify-full';
  return class extends pg.Client {
    constructor() {
      let clearText = false;
      // A function, since the driver takes an empty password for "look elsewhere".
      const password = (): string => {
        if (clearText && !verified) throw clearTextRefused();
        return address.password ?? '';
      };
      const putBack = hideEnvironment();
      try {
        super({ ...configOf(address, ssl), password });
      } finally {
        putBack();
      }
      const { connection } = this as unknown as { connection: NodeJS.EventEmitter & { stream: Duplex } };
      // The driver leaves the socket open when it gives up half-way, and an open socket keeps the process alive.
      connection.on('error', () => connection.stream.destroy());
      connection.prependListener('authenticationCleartextPassword', () => {
        clearText = true;
      });
    }
  };
};

/** Connections to one database, made when needed; each request is a read-only transaction of its own. */
export class PostgresConnections {
  readonly address: PostgresAddress;
  readonly #pool: pg.Pool;

  private constructor(address: PostgresAddress, ssl: pg.ClientConfig['ssl']) {
    this.address = address;
    this.#pool = new pg.Pool({
      Client: clientClass(address, ssl),
      max: CONNECTIONS,
      idleTimeoutMillis: 30_000,
      allowExitOnIdle: true,
    } as pg.PoolConfig);
    // A connection that breaks while nobody uses it is replaced at the next request, which tells if it cannot be.
    this.#pool.on('error', () => {});
  }

  /**
   * Connects once, to see that the address can be read.
   * @throws InspectorError
   */
  static async open(address: PostgresAddress, signal?: AbortSignal): Promise<PostgresConnections> {
    const first = new PostgresConnections(address, tlsOptions(address));
    try {
      await first.read(5000, (query) => query('SELECT 1'), signal);
      return first;
    } catch (error) {
      await first.close();
      const plainAllowed = address.sslMode === 'prefer';
      const cause = error instanceof InspectorError ? error.cause : undefined;
      if (!plainAllowed || !isTlsRefused(cause)) throw error;
    }
    const plain = new PostgresConnections(address, false);
    try {
      await plain.read(5000, (query) => query('SELECT 1'), signal);
      return plain;
    } catch (error) {
      await plain.close();
      throw error;
    }
  }

  /**
   * Runs a read in a transaction of its own. All settings are local to it, so that they hold behind a connection pooler.
   * A withdrawn read closes its connection, and the server ends the statement by itself.
   * @param timeoutMs the server's limit for each statement
   */
  async read<T>(timeoutMs: number, work: (query: Query) => Promise<T>, signal?: AbortSignal): Promise<T> {
    stopIfCancelled(signal);
    try {
      return await this.#readOnce(timeoutMs, work, signal);
    } catch (error) {
      if (signal?.aborted) throw cancelled();
      // A pooled connection may have died unnoticed: a fresh one shows whether the server is really gone.
      if (!isConnectionLost(error)) throw postgresFailure(error, this.address);
    }
    try {
      return await this.#readOnce(timeoutMs, work, signal);
    } catch (error) {
      if (signal?.aborted) throw cancelled();
      throw postgresFailure(error, this.address);
    }
  }

  async #readOnce<T>(
    timeoutMs: number,
    work: (query: Query) => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    let giveUp = (): void => {};
    const withdrawn = new Promise<never>((_resolve, reject) => {
      giveUp = () => reject(cancelled());
    });
    withdrawn.catch(() => {});
    signal?.addEventListener('abort', giveUp, { once: true });
    try {
      const connecting = this.#pool.connect();
      const client = await Promise.race([connecting, withdrawn]).catch((error: unknown) => {
        connecting.then(
          (late) => late.release(true),
          () => {},
        );
        throw error;
      });
      return await this.#transact(client, timeoutMs, work, withdrawn);
    } finally {
      signal?.removeEventListener('abort', giveUp);
    }
  }

  async #transact<T>(
    client: pg.PoolClient,
    timeoutMs: number,
    work: (query: Query) => Promise<T>,
    withdrawn: Promise<never>,
  ): Promise<T> {
    let broken: Error | undefined;
    const remember = (error: Error): void => {
      broken = error;
    };
    client.on('error', remember);
    const query: Query = async (sql, parameters = []) => {
      const result = await Promise.race([
        client.query<PostgresRow>({
          text: sql,
          values: [...parameters],
          query_timeout: timeoutMs + SLACK_MS,
        } as pg.QueryConfig),
        withdrawn,
      ]);
      return result.rows;
    };
    try {
      await query(
        `BEGIN READ ONLY; SET LOCAL statement_timeout = ${timeoutMs}; SET LOCAL lock_timeout = ${Math.min(2000, Math.floor(timeoutMs / 4))};` +
          " SET LOCAL search_path = pg_catalog; SET LOCAL timezone = 'UTC'; SET LOCAL datestyle = 'ISO, YMD';" +
          ' SET LOCAL bytea_output = hex; SET LOCAL standard_conforming_strings = on;' +
          ' SET LOCAL idle_in_transaction_session_timeout = 60000;' +
          // Servers from version 14 on notice that a client is gone while a statement runs.
          " SELECT set_config(name, '1000', true) FROM pg_settings WHERE name = 'client_connection_check_interval'",
      );
      const result = await work(query);
      await query('COMMIT');
      client.removeListener('error', remember);
      client.release();
      return result;
    } catch (error) {
      // Whatever state the transaction is in, it ends with its connection: at once, and the server notices.
      client.release(true);
      throw broken ?? error;
    }
  }

  async close(): Promise<void> {
    await this.#pool.end().catch(() => {});
  }
}
