import type { IncomingMessage, ServerResponse } from 'node:http';
import { listenOnLoopback, readBody } from './json-server.ts';
import type { RunningServer } from './json-server.ts';

/**
 * What becomes of one request.
 * `deliver`: request and reply arrive. `lose-request`: the server never sees it. `lose-reply`: the server works, the
 * caller sees a broken connection. `duplicate`: the server gets it twice, the caller gets the first reply.
 * `hold-request` and `hold-reply`: it waits in the network until `release()`.
 */
export type Fate = 'deliver' | 'lose-request' | 'lose-reply' | 'duplicate' | 'hold-request' | 'hold-reply';

export interface Network extends RunningServer {
  /** Requests that have entered the network so far. */
  readonly requests: number;
  /** Requests or replies that are being held now. */
  readonly held: number;
  /** Lets everything that is held go on. */
  release(): void;
}

/**
 * A stretch of network in front of `target`, on a port of its own. `plan` gives the fates of the first, second, ...
 * request; those after the plan's end are delivered. Nothing is left to chance.
 */
export async function openNetwork(target: string, plan: readonly Fate[] = []): Promise<Network> {
  let requests = 0;
  let waiting: (() => void)[] = [];
  const hold = () => new Promise<void>((resolve) => waiting.push(resolve));
  const release = () => {
    const goOn = waiting;
    waiting = [];
    for (const resolve of goOn) resolve();
  };

  async function carry(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fate = plan[requests++] ?? 'deliver';
    const body = await readBody(request);
    if (fate === 'lose-request') return void response.destroy();
    if (fate === 'hold-request') await hold();
    const reply = await forward(target, request, body);
    if (fate === 'duplicate') await forward(target, request, body);
    if (fate === 'hold-reply') await hold();
    if (fate === 'lose-reply') return void response.destroy();
    response.writeHead(reply.status, reply.headers);
    response.end(reply.body);
  }

  const server = await listenOnLoopback((request, response) => {
    carry(request, response).catch(() => response.destroy());
  });
  return {
    url: server.url,
    get requests() {
      return requests;
    },
    get held() {
      return waiting.length;
    },
    release,
    close: () => {
      const closed = server.close();
      release();
      return closed;
    },
  };
}

// Headers that belong to one connection and not to the message (RFC 9110, 7.6.1).
const HOP_HEADERS = new Set(['connection', 'keep-alive', 'transfer-encoding', 'host', 'content-length']);

async function forward(target: string, request: IncomingMessage, body: Buffer) {
  const headers = Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
    HOP_HEADERS.has(name) || value === undefined ? [] : [[name, String(value)]],
  );
  const method = request.method ?? 'GET';
  const response = await fetch(target + (request.url ?? '/'), {
    method,
    headers,
    body: body.length === 0 ? null : new Uint8Array(body),
    signal: AbortSignal.timeout(30_000),
  });
  const replyHeaders = Object.fromEntries([...response.headers].filter(([name]) => !HOP_HEADERS.has(name)));
  return { status: response.status, headers: replyHeaders, body: Buffer.from(await response.arrayBuffer()) };
}
