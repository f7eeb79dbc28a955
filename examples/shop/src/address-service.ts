import Database from 'better-sqlite3';
import { headerOf, serveJson } from './json-server.ts';
import type { JsonReply, RunningServer } from './json-server.ts';

interface AddressRow {
  address: string;
  version: number;
}

/**
 * Delivery addresses with versions. `GET /addresses/<customer>` answers `{ address }` with its version as `ETag`.
 * `PUT` with `{ address }` stores a new version; with `If-Match` it answers 412 when the version is another one
 * (RFC 9110, 13.1.1), without it the last writer wins.
 */
export async function openAddressService(file: string): Promise<RunningServer> {
  const db = new Database(file);
  db.exec(
    'CREATE TABLE IF NOT EXISTS addresses (customer TEXT PRIMARY KEY, address TEXT NOT NULL, version INTEGER NOT NULL)',
  );
  const read = db.prepare<[string], AddressRow>('SELECT address, version FROM addresses WHERE customer = ?');
  const write = db.prepare<[string, string], AddressRow>(
    `INSERT INTO addresses (customer, address, version) VALUES (?, ?, 1)
     ON CONFLICT (customer) DO UPDATE SET address = excluded.address, version = version + 1
     RETURNING address, version`,
  );
  const put = db.transaction((customer: string, address: string, ifMatch: string | undefined): JsonReply => {
    const current = read.get(customer);
    if (ifMatch !== undefined && ifMatch !== tag(current)) {
      return { status: 412, body: { error: 'The address has another version by now.' } };
    }
    return reply(write.get(customer, address));
  });

  const server = await serveJson((request) => {
    const customer = /^\/addresses\/([\w-]+)$/.exec(request.path)?.[1];
    if (customer === undefined) return notFound();
    if (request.method === 'GET') return reply(read.get(customer));
    if (request.method !== 'PUT') return notFound();
    const { address } = (request.body ?? {}) as { address?: unknown };
    if (typeof address !== 'string' || address === '')
      return { status: 400, body: { error: 'Send an address.' } };
    return put.immediate(customer, address, headerOf(request, 'if-match'));
  });
  return {
    url: server.url,
    close: async () => {
      await server.close();
      db.close();
    },
  };
}

function reply(row: AddressRow | undefined): JsonReply {
  if (row === undefined) return notFound();
  return { status: 200, body: { address: row.address }, headers: { etag: tag(row) } };
}

function tag(row: AddressRow | undefined): string {
  return `"${row?.version ?? 0}"`;
}

function notFound(): JsonReply {
  return { status: 404, body: { error: 'There is nothing at this address.' } };
}
