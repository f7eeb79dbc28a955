import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

const MAX_BODY_BYTES = 64 * 1024;

export interface JsonRequest {
  method: string;
  path: string;
  headers: IncomingHttpHeaders;
  /** The parsed body; `undefined` when there was none. */
  body: unknown;
}

export interface JsonReply {
  status: number;
  body: unknown;
  headers?: Record<string, string>;
}

export interface RunningServer {
  /** `http://127.0.0.1:<port>` */
  url: string;
  close(): Promise<void>;
}

/** Listens on a free loopback port with a plain node:http handler. */
export async function listenOnLoopback(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<RunningServer> {
  const server = createServer(handle);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The bytes of a request's body; throws a `RangeError` above 64 KiB. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw new RangeError('The body is larger than 64 KiB.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * Serves JSON on a free loopback port. A body that is no JSON gets 400, one above 64 KiB gets 413, and a handler that
 * throws gets 500 with a sentence and nothing of the error.
 */
export function serveJson(
  handle: (request: JsonRequest) => Promise<JsonReply> | JsonReply,
): Promise<RunningServer> {
  return listenOnLoopback((request, response) => {
    void answer(request, handle).then((reply) => {
      if (response.destroyed) return;
      response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers });
      response.end(JSON.stringify(reply.body));
    });
  });
}

async function answer(
  request: IncomingMessage,
  handle: (request: JsonRequest) => Promise<JsonReply> | JsonReply,
): Promise<JsonReply> {
  let text: string;
  try {
    text = (await readBody(request)).toString('utf8');
  } catch (error) {
    if (error instanceof RangeError) return { status: 413, body: { error: error.message } };
    return { status: 400, body: { error: 'The request broke off before its end.' } };
  }
  let body: unknown;
  try {
    body = text === '' ? undefined : JSON.parse(text);
  } catch {
    return { status: 400, body: { error: 'The body is no JSON.' } };
  }
  try {
    return await handle({
      method: request.method ?? 'GET',
      path: request.url ?? '/',
      headers: request.headers,
      body,
    });
  } catch {
    return { status: 500, body: { error: 'The service failed while it worked on this request.' } };
  }
}

/** The one value of a header, trimmed; `undefined` when it is missing or empty. */
export function headerOf(request: JsonRequest, name: string): string | undefined {
  const value = request.headers[name];
  const text = (Array.isArray(value) ? value[0] : value)?.trim();
  return text === '' ? undefined : text;
}
