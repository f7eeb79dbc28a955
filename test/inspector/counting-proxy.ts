import net from 'node:net';
import type { AddressInfo } from 'node:net';

export interface CountingProxy {
  /** The address of the database, by way of the proxy. */
  url: string;
  /** Bytes that have come from the server. */
  received: () => number;
  close: () => Promise<void>;
}

/** Stands between a client and a PostgreSQL server and counts what the server sends. */
export const countingProxy = async (url: string): Promise<CountingProxy> => {
  const target = new URL(url);
  const sockets = new Set<net.Socket>();
  let received = 0;
  const server = net.createServer((client) => {
    const upstream = net.connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    upstream.on('data', (chunk: Buffer) => (received += chunk.byteLength));
    client.pipe(upstream);
    upstream.pipe(client);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const through = new URL(url);
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as AddressInfo).port);
  return {
    url: through.href,
    received: () => received,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
