import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import selfsigned from 'selfsigned';
import { startPostgres } from '../../scripts/postgres-server.ts';
import type { PostgresServer } from '../../scripts/postgres-server.ts';
import { readAddress } from '../../inspector/src/stores/postgres-address.ts';
import type { PostgresAddress } from '../../inspector/src/stores/postgres-address.ts';
import { PostgresConnections } from '../../inspector/src/stores/postgres-connection.ts';
import { temporaryFolder } from './teaching-tables.ts';
import { sentencesOf } from './user-sentences.ts';

const cli = new URL('../../inspector/src/cli.ts', import.meta.url).pathname;

describe('sslmode does what the table in the README says', function () {
  this.timeout(60_000);
  let server: PostgresServer;
  let folder: string;
  let authority: string;

  before(async () => {
    const pair = await selfsigned.generate([{ name: 'commonName', value: 'localhost' }], {
      keySize: 2048,
      extensions: [
        { name: 'basicConstraints', cA: true },
        { name: 'subjectAltName', altNames: [{ type: 2, value: 'localhost' }] },
      ],
    });
    folder = temporaryFolder();
    authority = path.join(folder, 'authority.pem');
    fs.writeFileSync(authority, pair.cert);
    server = await startPostgres({ tls: { certificate: pair.cert, key: pair.private } });
  });

  after(async () => {
    await server.stop();
    fs.rmSync(folder, { recursive: true });
  });

  /** Whether a connection with this address is encrypted, by the server's own word. */
  const isEncrypted = async (address: PostgresAddress): Promise<boolean> => {
    const connections = await PostgresConnections.open(address);
    try {
      const [row] = await connections.read(5000, (query) =>
        query('SELECT ssl::text AS encrypted FROM pg_stat_ssl WHERE pid = pg_backend_pid()'),
      );
      return row?.encrypted === 'true';
    } finally {
      await connections.close();
    }
  };
  const address = (mode: string): PostgresAddress => readAddress(`${server.url()}${mode}`);

  it('none, over loopback: open', async () => {
    assert.equal(await isEncrypted(address('')), false);
  });

  it('none, to another machine: TLS where it is offered', async () => {
    assert.equal(readAddress('postgres://shop@db.example.com/shop').sslMode, 'prefer');
    assert.equal(await isEncrypted(address('?sslmode=prefer')), true);
  });

  it('disable: open', async () => {
    assert.equal(await isEncrypted(address('?sslmode=disable')), false);
  });

  it('require: TLS, whoever answers', async () => {
    assert.equal(await isEncrypted(address('?sslmode=require')), true);
  });

  it('verify-ca and verify-full: not with an authority nobody trusts', async () => {
    for (const mode of ['verify-ca', 'verify-full']) {
      const { code } = await sentencesOf(PostgresConnections.open(address(`?sslmode=${mode}`)), [
        server.password,
      ]);
      assert.equal(code, 'bad-certificate', mode);
    }
  });

  it('verify-full with a trusted authority: the host of the certificate, and no other', () => {
    const inspect = (host: string, mode: string): { status: number | null; stderr: string } =>
      spawnSync(
        process.execPath,
        [cli, `postgres://postgres@${host}:${server.port}/postgres?sslmode=${mode}`, '--json'],
        {
          env: { ...process.env, NODE_EXTRA_CA_CERTS: authority, PGPASSWORD: server.password },
          encoding: 'utf8',
        },
      );
    assert.deepEqual(
      [inspect('localhost', 'verify-full').stderr, inspect('localhost', 'verify-full').status],
      ['', 0],
    );
    const other = inspect('127.0.0.1', 'verify-full');
    assert.equal(other.status, 1);
    assert.match(
      other.stderr,
      /^The certificate of the PostgreSQL server at 127\.0\.0\.1:\d+ is not trusted\.\n/,
    );
    assert.equal(inspect('127.0.0.1', 'verify-ca').status, 0);
  });
});
