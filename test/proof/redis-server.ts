import net from 'node:net';
import type { AddressInfo, Socket } from 'node:net';

export interface RedisServer {
  port: number;
  close(): Promise<void>;
}

/**
 * As much of Redis on loopback as `SET key value [EX seconds] [NX]` and `GET` need, in RESP2
 * (https://redis.io/docs/latest/develop/reference/protocol-spec/), for the real ioredis to talk to. Commands are carried
 * out one after the other, each at once, as in Redis. Nothing expires: no test lasts that long.
 *
 * @param answering what the answer to a command waits for, after the command was carried out
 */
export async function openRedis(
  answering: (command: string) => Promise<void> = async () => {},
): Promise<RedisServer> {
  const entries = new Map<string, string>();
  const sockets = new Set<Socket>();

  function carryOut([name, key = '', value = '', ...options]: string[]): string {
    switch (name?.toUpperCase()) {
      case 'GET': {
        const held = entries.get(key);
        return held === undefined ? '$-1\r\n' : `$${Buffer.byteLength(held)}\r\n${held}\r\n`;
      }
      case 'SET': {
        if (options.some((option) => option.toUpperCase() === 'NX') && entries.has(key)) return '$-1\r\n';
        entries.set(key, value);
        return '+OK\r\n';
      }
      case 'QUIT':
      case 'CLIENT':
      case 'PING':
        return '+OK\r\n';
      default:
        return `-ERR unknown command '${name}'\r\n`;
    }
  }

  const server = net.createServer((socket) => {
    sockets.add(socket);
    let received = '';
    let answered = Promise.resolve();
    socket.on('error', () => socket.destroy());
    socket.on('data', (chunk: Buffer) => {
      received += chunk.toString('latin1');
      for (let next = commandIn(received); next !== null; next = commandIn(received)) {
        received = received.slice(next.length);
        const { words } = next;
        const answer = carryOut(words);
        answered = answered.then(async () => {
          await answering(words[0]?.toUpperCase() ?? '');
          socket.write(answer);
        });
      }
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    port: (server.address() as AddressInfo).port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** The first command of a stream, an array of bulk strings, and its length in bytes; null while it is incomplete. */
function commandIn(stream: string): { words: string[]; length: number } | null {
  const head = /^\*(\d+)\r\n/.exec(stream);
  if (!head) return null;
  let at = head[0].length;
  const words: string[] = [];
  for (let left = Number(head[1]); left > 0; left--) {
    const size = /^\$(\d+)\r\n/.exec(stream.slice(at));
    if (!size) return null;
    const start = at + size[0].length;
    const end = start + Number(size[1]);
    if (stream.length < end + 2) return null;
    words.push(Buffer.from(stream.slice(start, end), 'latin1').toString('utf8'));
    at = end + 2;
  }
  return { words, length: at };
}
