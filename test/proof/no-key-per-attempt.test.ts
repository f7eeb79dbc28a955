import Stripe from 'stripe';
import { attemptsOf, stripeAt } from './stripe-client.ts';
import { proveWithLostAnswers } from './lost-answers.ts';
import { packageName } from './measured-table.ts';
import type { Provider } from './provider.ts';
import { runSource } from './run-source.ts';

const order = { cents: 4200, id: 'order-1042' };

/** The gateway of the examples: one request per call, the key in the usual header. */
const gatewayAt = ({ url }: Provider) => ({
  charge: async ({ idempotencyKey, ...body }: { idempotencyKey: string }): Promise<unknown> => {
    const headers = { 'content-type': 'application/json', 'idempotency-key': idempotencyKey };
    const response = await fetch(`${url}/charges`, { method: 'POST', headers, body: JSON.stringify(body) });
    return response.json();
  },
});

proveWithLostAnswers('no-key-per-attempt', [
  {
    title: 'Made inside the loop that retries.',
    runs: packageName('stripe'),
    effect: 'charge',
    // The SDK sends one call again by itself, with the same key; only then does the loop get its turn.
    lost: attemptsOf(new Stripe('sk_test_proof')),
    operate: (source, provider) =>
      runSource(
        source,
        { stripe: stripeAt(provider), pause: () => Promise.resolve() },
        ({ pay }: { pay: (of: typeof order) => Promise<unknown> }) => pay(order),
      ),
    expected: {
      undisturbed: { effects: 1, requests: 1, keys: 1 },
      written: { effects: 2, requests: 4, keys: 2 },
      suggested: { effects: 1, requests: 4, keys: 1 },
      right: { effects: 1, requests: 4, keys: 1 },
    },
  },
  {
    title: "The caller brings a stable key, and the attempt's number spoils it.",
    runs: packageName('p-retry'),
    effect: 'charge',
    lost: 1,
    operate: (source, provider) =>
      runSource(
        source,
        { gateway: gatewayAt(provider) },
        ({ collect }: { collect: (instalment: unknown) => Promise<unknown> }) =>
          collect({ card: { card: 'card-7', cents: order.cents }, key: 'instalment-7-3' }),
      ),
    expected: {
      undisturbed: { effects: 1, requests: 1, keys: 1 },
      written: { effects: 2, requests: 2, keys: 2 },
      suggested: { effects: 1, requests: 2, keys: 1 },
      right: { effects: 1, requests: 2, keys: 1 },
    },
  },
  {
    title: 'axios-retry sends the request through the interceptor again',
    runs: `${packageName('axios')}, ${packageName('axios-retry')}`,
    effect: 'charge',
    lost: 1,
    operate: (source, provider) =>
      runSource(source, {}, ({ bank }: { bank: import('axios').AxiosInstance }) => {
        bank.defaults.baseURL = provider.url;
        return bank.post('/charges', order);
      }),
    expected: {
      undisturbed: { effects: 1, requests: 1, keys: 1 },
      written: { effects: 2, requests: 2, keys: 2 },
      suggested: { effects: 1, requests: 2, keys: 1 },
      right: { effects: 1, requests: 2, keys: 1 },
    },
  },
]);
