import type { IncomingMessage } from 'node:http';
import { listenOnLoopback, readBody } from '../../examples/shop/src/json-server.ts';
import { openNetwork } from '../../examples/shop/src/network.ts';
import type { Fate } from '../../examples/shop/src/network.ts';

export interface Arrival {
  path: string;
  key: string | null;
  body: string;
}

/** What a provider's own books say. */
export interface Books {
  /** Every request that arrived, as an access log keeps it. */
  log: Arrival[];
  /** Those that were carried out: money taken, a mail sent. */
  effects: Arrival[];
}

export interface Provider extends Books {
  /** Where callers reach it: the network that loses answers stands in front. */
  url: string;
  close(): Promise<void>;
}

/**
 * A payment or mail provider on loopback. It carries every POST out, at whatever path, and answers with the id of what
 * it made. A key in the header `Idempotency-Key` makes it do so once: the same key with the same body gets the saved
 * answer, with another body 422 (Stripe: 400), a key of its own for each caller's attempt counts as new, as with
 * Stripe (https://docs.stripe.com/api/idempotent_requests).
 *
 * @param plan what becomes of the first, second, … request on its way; later ones arrive
 */
export async function openProvider(plan: readonly Fate[] = []): Promise<Provider> {
  const books: Books = { log: [], effects: [] };
  const saved = new Map<string, { body: string; answer: string }>();

  function carryOut(arrival: Arrival): string {
    books.effects.push(arrival);
    return JSON.stringify({ id: `made_${books.effects.length}`, path: arrival.path });
  }

  function answerTo(arrival: Arrival): { status: number; body: string } {
    books.log.push(arrival);
    if (arrival.key === null) return { status: 200, body: carryOut(arrival) };
    const known = saved.get(arrival.key);
    if (known !== undefined && known.body !== arrival.body) {
      return {
        status: 422,
        body: JSON.stringify({ error: { message: 'This key was used with another body.' } }),
      };
    }
    if (known !== undefined) return { status: 200, body: known.answer };
    const answer = carryOut(arrival);
    saved.set(arrival.key, { body: arrival.body, answer });
    return { status: 200, body: answer };
  }

  const server = await listenOnLoopback((request, response) => {
    void arrivalOf(request).then((arrival) => {
      const { status, body } = answerTo(arrival);
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
    });
  });
  const network = await openNetwork(server.url, plan);
  return {
    ...books,
    url: network.url,
    close: async () => {
      await network.close();
      await server.close();
    },
  };
}

async function arrivalOf(request: IncomingMessage): Promise<Arrival> {
  const key = request.headers['idempotency-key'];
  return {
    path: request.url ?? '/',
    key: typeof key === 'string' ? key : null,
    body: (await readBody(request)).toString('utf8'),
  };
}

/** `fetch` for which `origin` is where the page comes from, and every host that is not on loopback. */
export function fetchFrom(origin: string): typeof fetch {
  const real = fetch;
  return (input, init) => {
    const url = new URL(String(input), origin);
    return real(url.hostname === '127.0.0.1' ? url : new URL(url.pathname + url.search, origin), init);
  };
}
