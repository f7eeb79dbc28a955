import assert from 'node:assert/strict';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { openStore, StoreClient } from 'idempotency-inspector';
import type { InspectorEvent } from 'idempotency-inspector';
import { startPostgres } from '../../scripts/postgres-server.ts';
import type { PostgresServer } from '../../scripts/postgres-server.ts';
import { sharedPostgres, withClient, writePostgres } from './shared-postgres.ts';
import { sentencesOf } from './user-sentences.ts';

const SECRET = 'tr0ub4dor';

/** Listens on loopback like a server, and does with each connection what the test says. */
const listen = async (serve: (socket: net.Socket) => void): Promise<{ port: number; close: () => void }> => {
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as net.AddressInfo).port,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
};

/** The server's message "authenticate with a clear-text password" (postgresql.org/docs/current/protocol-message-formats.html). */
const askClearText = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 3]);

describe('PostgreSQL addresses that cannot be read are told in sentences', function () {
  this.timeout(60_000);

  it('a password that was not encoded, whose rest would be taken for the host or the database', async () => {
    for (const source of [
      `postgres://root:p@x#${SECRET}@localhost/shop`,
      `postgres://root:12/${SECRET}@localhost/shop`,
      `postgres://root:12?${SECRET}@localhost/shop`,
    ])
      assert.equal((await sentencesOf(openStore(source), [SECRET])).code, 'bad-address');
  });

  let server: PostgresServer;

  before(async () => {
    server = await sharedPostgres();
  });

  const whatOf = async (url: string): Promise<[string, string]> => {
    const { code, what } = await sentencesOf(openStore(url), [SECRET, server.password, url]);
    return [code, what];
  };

  it('nobody listens there', async () => {
    const free = await listen(() => {});
    free.close();
    assert.deepEqual(await whatOf(`postgres://shop:${SECRET}@127.0.0.1:${free.port}/shop`), [
      'refused',
      `The PostgreSQL server at 127.0.0.1:${free.port} refuses the connection.`,
    ]);
  });

  it('no such host', async () => {
    assert.deepEqual(await whatOf(`postgres://shop:${SECRET}@nowhere.invalid/shop`), [
      'unknown-host',
      'There is no host called nowhere.invalid.',
    ]);
  });

  it('a wrong password', async () => {
    assert.deepEqual(await whatOf(`postgres://postgres:${SECRET}@127.0.0.1:${server.port}/postgres`), [
      'wrong-password',
      `The PostgreSQL server at 127.0.0.1:${server.port} does not accept the user and password.`,
    ]);
  });

  it('no password', async () => {
    assert.deepEqual(await whatOf(`postgres://postgres@127.0.0.1:${server.port}/postgres`), [
      'password-missing',
      `The PostgreSQL server at 127.0.0.1:${server.port} asks for a password, and none was given.`,
    ]);
  });

  it('no such database', async () => {
    assert.deepEqual(await whatOf(server.url('shopp')), [
      'no-database',
      `There is no database shopp at 127.0.0.1:${server.port}.`,
    ]);
  });

  it('a server without TLS where TLS is asked for', async () => {
    assert.deepEqual(await whatOf(`${server.url()}?sslmode=require`), [
      'no-tls',
      `The PostgreSQL server at 127.0.0.1:${server.port} does not offer TLS.`,
    ]);
  });

  it('an address that is none, names several hosts or files', async () => {
    for (const url of [
      `postgres://shop:${SECRET}@one,two/shop`,
      `postgres://shop:${SECRET}@127.0.0.1:70000/shop`,
      `postgres://shop:${SECRET}@127.0.0.1/shop?sslmode=perhaps`,
      `postgres://shop:${SECRET}@127.0.0.1/shop?passfile=/etc/passwd`,
      `postgres://shop:${SECRET}@127.0.0.1/shop?sslkey=/home/me/.ssh/id_rsa`,
      `postgres://shop:${SECRET}@127.0.0.1/shop?options=-c%20search_path%3Devil`,
    ])
      assert.equal((await whatOf(url))[0], 'bad-address');
  });

  it('a server that is no PostgreSQL server', async () => {
    const web = await listen((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    try {
      const [code] = await whatOf(`postgres://shop:${SECRET}@127.0.0.1:${web.port}/shop`);
      assert.ok(['not-postgres', 'lost'].includes(code), code);
    } finally {
      web.close();
    }
  });

  it('a server that accepts and says nothing', async () => {
    const silent = await listen(() => {});
    try {
      assert.equal(
        (await whatOf(`postgres://shop:${SECRET}@127.0.0.1:${silent.port}/shop?connect_timeout=1`))[0],
        'connect-timeout',
      );
    } finally {
      silent.close();
    }
  });

  it('gives a connection up at once when it is withdrawn', async () => {
    const silent = await listen(() => {});
    try {
      const controller = new AbortController();
      const opening = StoreClient.open(`postgres://shop:${SECRET}@127.0.0.1:${silent.port}/shop`, {
        signal: controller.signal,
      });
      setImmediate(() => controller.abort());
      assert.equal((await sentencesOf(opening, [SECRET])).code, 'cancelled');
    } finally {
      silent.close();
    }
  });

  it('a table that another session has locked', async () => {
    const url = await writePostgres('CREATE TABLE idempotency_keys (key text PRIMARY KEY, response text)');
    const store = await openStore(url);
    try {
      await store.tables();
      await withClient(url, async (client) => {
        await client.query('BEGIN; LOCK TABLE idempotency_keys IN ACCESS EXCLUSIVE MODE');
        const table = { schema: 'public', table: 'idempotency_keys' };
        assert.equal((await sentencesOf(store.counts(table))).code, 'locked');
      });
    } finally {
      await store.close();
    }
  });

  it('a server that goes away and comes back', async () => {
    const own = await startPostgres();
    let proxied = true;
    const links = new Set<net.Socket>();
    const proxy = await listen((socket) => {
      if (!proxied) {
        socket.destroy();
        return;
      }
      const behind = net.connect(own.port, '127.0.0.1');
      behind.on('error', () => {});
      links.add(socket).add(behind);
      socket.pipe(behind).pipe(socket);
    });
    const store = await openStore(`postgres://postgres:${own.password}@127.0.0.1:${proxy.port}/postgres`);
    try {
      const events: InspectorEvent['event'][] = [];
      const seen = (event: InspectorEvent['event']): Promise<void> =>
        new Promise((resolve) => {
          const stop = store.watch((told) => {
            events.push(told.event);
            if (told.event === event) {
              stop();
              resolve();
            }
          });
        });
      assert.deepEqual(await store.tables(), []);
      const lost = seen('lost');
      proxied = false;
      for (const link of links) link.destroy();
      const { code } = await sentencesOf(store.tables(), [own.password]);
      assert.equal(code, 'lost');
      await lost;
      proxied = true;
      assert.deepEqual(await store.tables(), []);
    } finally {
      await store.close();
      proxy.close();
      await own.stop();
    }
  });
});

describe('a PostgreSQL address gets nothing that it does not hold', function () {
  this.timeout(60_000);

  it('no password of the environment, no file, no user, though they are there', async () => {
    const received: Buffer[] = [];
    const hostile = await listen((socket) => {
      socket.once('data', () => {
        socket.write(askClearText);
        socket.once('data', (answer: Buffer) => {
          received.push(answer);
          socket.end();
        });
      });
    });
    const folder = fs.mkdtempSync('/tmp/idempotency-test-');
    const passFile = path.join(folder, 'pgpass');
    fs.writeFileSync(passFile, `*:*:*:*:${SECRET}`, { mode: 0o600 });
    const variables = {
      PGPASSWORD: SECRET,
      PGPASSFILE: passFile,
      PGUSER: SECRET,
      PGDATABASE: SECRET,
      PGOPTIONS: SECRET,
    };
    Object.assign(process.env, variables);
    try {
      const url = `postgres://shop@127.0.0.1:${hostile.port}/shop`;
      await sentencesOf(openStore(url), [SECRET]);
      await sentencesOf(StoreClient.open(url), [SECRET]);
      assert.equal(process.env.PGPASSWORD, SECRET, 'put back');
      assert.ok(received.length >= 2);
      for (const answer of received) assert.ok(!answer.includes(SECRET));
    } finally {
      for (const name of Object.keys(variables)) delete process.env[name];
      hostile.close();
      fs.rmSync(folder, { recursive: true });
    }
  });

  it('no password in clear text over an open connection to another machine', async () => {
    const { PostgresConnections } = await import('../../inspector/src/stores/postgres-connection.ts');
    const { readAddress } = await import('../../inspector/src/stores/postgres-address.ts');
    const received: Buffer[] = [];
    const listening = await listen((socket) => {
      socket.once('data', () => {
        socket.write(askClearText);
        socket.on('data', (answer: Buffer) => received.push(answer));
      });
    });
    try {
      const address = readAddress(
        `postgres://shop:${SECRET}@127.0.0.1:${listening.port}/shop?sslmode=disable`,
      );
      const { code } = await sentencesOf(PostgresConnections.open({ ...address, local: false }), [SECRET]);
      assert.equal(code, 'clear-text-password');
      assert.ok(!Buffer.concat(received).includes(SECRET));
    } finally {
      listening.close();
    }
  });

  it('but over loopback a server may ask for it so', async () => {
    const server = await startPostgres({ auth: 'password' });
    try {
      const store = await openStore(server.url());
      assert.deepEqual(await store.tables(), []);
      await store.close();
    } finally {
      await server.stop();
    }
  });
});
