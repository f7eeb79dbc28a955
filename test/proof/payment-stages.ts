/** Stages for the examples of `no-check-then-insert` that pay or book with a key. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/node-postgres';
import { Redis } from 'ioredis';
import type { Pool } from 'pg';
import { writePostgres } from '../inspector/shared-postgres.ts';
import type { Copies, Meetings, Stage } from './copies.ts';
import { bookingTable, prismaOnPostgres, prismaOnSqlite } from './prisma-client.ts';
import type { BookingClient, BookingKey } from './prisma-client.ts';
import { openProvider } from './provider.ts';
import type { Provider } from './provider.ts';
import { openRedis } from './redis-server.ts';
import { watchedPool } from './watched-postgres.ts';

interface PerCopy<Connection> {
  each: Connection[];
  close(): Promise<unknown>;
}

/** The work of the examples: one request to the provider, which takes no key. */
async function post(provider: Provider, body: unknown): Promise<void> {
  await fetch(provider.url, { method: 'POST', body: JSON.stringify(body) });
}

/** A SQLite file with a table, in a folder that `remove` deletes. */
function sqliteFile(sql: string): { file: string; remove: () => void } {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idempotency-proof-'));
  const file = path.join(folder, 'keys.db');
  const db = new Database(file);
  db.exec(sql);
  db.close();
  return { file, remove: () => fs.rmSync(folder, { recursive: true, force: true }) };
}

/** PostgreSQL with a connection per copy. They meet when a statement with this start has been answered to each. */
async function connections(url: string, first: string, { looked }: Meetings): Promise<PerCopy<Pool>> {
  const pools = [0, 1].map(() =>
    watchedPool(url, async (sql) => {
      if (sql.toUpperCase().startsWith(first)) await looked.come();
    }),
  );
  return { each: pools, close: () => Promise.all(pools.map((pool) => pool.end())) };
}

/** Drizzle on PostgreSQL. */
export const drizzleStage: Copies['open'] = async (version, meetings) => {
  const provider = await openProvider();
  const url = await writePostgres('CREATE TABLE idempotency_keys (key text PRIMARY KEY)');
  const pools = await connections(url, version === 'right' ? 'BEGIN' : 'SELECT', meetings);
  return {
    names: (copy) => ({
      db: drizzle({ client: pools.each[copy]! }),
      bank: { charge: (order: unknown) => post(provider, order) },
    }),
    send: ({ pay }: { pay: (order: object) => Promise<void> }) => pay({ key: 'order-1042', cents: 4200 }),
    effects: () => provider.effects.length,
    close: async () => {
      await pools.close();
      await provider.close();
    },
  };
};

/** pg alone; the example makes its table. */
export const parcelStage: Copies['open'] = async (_version, meetings) => {
  const provider = await openProvider();
  const pools = await connections(await writePostgres(''), 'SELECT', meetings);
  const carrier = {
    book: async (parcel: unknown) => {
      await post(provider, parcel);
      await meetings.decided.come();
      return 'parcel 7';
    },
  };
  return {
    names: (copy) => ({ pool: pools.each[copy], carrier }),
    send: ({ ship }: { ship: (key: string, parcel: object) => Promise<string> }) =>
      ship('parcel-1042', { to: 'Quarry Lane 7' }),
    effects: () => provider.effects.length,
    close: async () => {
      await pools.close();
      await provider.close();
    },
  };
};

/** Prisma on SQLite or PostgreSQL, a client and a connection per copy. */
export const prismaStage =
  (kind: 'SQLite' | 'PostgreSQL'): Copies['open'] =>
  async (_version, meetings) => {
    const provider = await openProvider();
    if (kind === 'PostgreSQL') {
      const url = await writePostgres(bookingTable);
      return bookingStage(provider, meetings, () => prismaOnPostgres(url));
    }
    const { file, remove } = sqliteFile(bookingTable);
    const stage = bookingStage(provider, meetings, () => prismaOnSqlite(file));
    return { ...stage, close: () => stage.close().finally(remove) };
  };

function bookingStage(
  provider: Provider,
  { looked, decided }: Meetings,
  connect: () => BookingClient,
): Stage {
  const clients = [connect(), connect()];
  const meeting = clients.map((client) =>
    client.$extends({
      query: {
        bookingKey: {
          async findUnique({ args, query }: { args: object; query: (of: object) => Promise<BookingKey> }) {
            const found = await query(args);
            await looked.come();
            return found;
          },
        },
      },
    }),
  );
  return {
    names: (copy) => ({
      prisma: meeting[copy],
      takeRoom: async (idempotencyKey: string, room: string) => {
        await post(provider, { room });
        await decided.come();
        const answer = `room ${room}`;
        await clients[copy]!.bookingKey.update({ where: { idempotencyKey }, data: { answer } });
        return answer;
      },
    }),
    send: ({ book }: { book: (key: string, room: string) => Promise<string> }) => book('booking-1042', '7'),
    effects: () => provider.effects.length,
    close: async () => {
      await Promise.all(clients.map((client) => client.$disconnect()));
      await provider.close();
    },
  };
}

/** better-sqlite3, a connection per copy to one file. */
export const sqliteStage: Copies['open'] = async (_version, { decided }) => {
  const provider = await openProvider();
  const { file, remove } = sqliteFile('CREATE TABLE idempotency_keys (key TEXT PRIMARY KEY)');
  const connections = [new Database(file), new Database(file)];
  const bank = {
    charge: async (body: unknown) => {
      await post(provider, body);
      await decided.come();
      return { declined: false };
    },
  };
  return {
    names: (copy) => ({ db: connections[copy], bank }),
    send: ({ topUp }: { topUp: (key: string, phone: string) => Promise<string> }) =>
      topUp('top-up-1042', '07700 900123'),
    effects: () => provider.effects.length,
    close: async () => {
      for (const connection of connections) connection.close();
      remove();
      await provider.close();
    },
  };
};

/** ioredis, a connection per copy. The copies meet at the answers of their first look. */
async function redisConnections({ looked }: Meetings): Promise<PerCopy<Redis>> {
  const server = await openRedis(async (command) => {
    if (command === 'GET') await looked.come();
  });
  const clients = [0, 1].map(
    () => new Redis({ host: '127.0.0.1', port: server.port, enableReadyCheck: false }),
  );
  return {
    each: clients,
    close: async () => {
      for (const client of clients) client.disconnect();
      await server.close();
    },
  };
}

/** A pay-out that keeps its key in Redis. */
export const payOutStage: Copies['open'] = async (_version, meetings) => {
  const provider = await openProvider();
  const redis = await redisConnections(meetings);
  const bank = { transfer: (driver: string, cents: number) => post(provider, { driver, cents }) };
  return {
    names: (copy) => ({ redis: redis.each[copy], bank }),
    send: ({ payOut }: { payOut: (shift: object) => Promise<void> }) =>
      payOut({ id: 'shift-1042', driver: 'acc-1', cents: 4200 }),
    effects: () => provider.effects.length,
    close: async () => {
      await redis.close();
      await provider.close();
    },
  };
};

interface Reply {
  json(body: unknown): void;
  sendStatus(status: number): void;
}
type Middleware = (request: object, reply: Reply, next: () => void) => Promise<unknown>;

/** A middleware before a handler that charges; request and reply are as much of Express's as it uses. */
export const middlewareStage: Copies['open'] = async (version, meetings) => {
  const provider = await openProvider();
  const redis = await redisConnections(
    // The right example reads only when it has lost.
    version === 'right' ? { ...meetings, looked: { come: async () => {} } } : meetings,
  );
  return {
    names: (copy) => ({ redis: redis.each[copy] }),
    send: ({ once }: { once: Middleware }, copy) =>
      new Promise((resolve, reject) => {
        const request = { user: { id: 'u-1' }, get: () => 'key-1042' };
        const reply: Reply = {
          // What was written to Redis before the reply has arrived there when a command after it is answered.
          json: (body) => void redis.each[copy]!.ping().then(() => resolve(body), reject),
          sendStatus: resolve,
        };
        const handle = async (): Promise<void> => {
          await post(provider, { cents: 4200 });
          await meetings.decided.come();
          reply.json('receipt');
        };
        once(request, reply, () => void handle().catch(reject)).catch(reject);
      }),
    effects: () => provider.effects.length,
    close: async () => {
      await redis.close();
      await provider.close();
    },
  };
};
