import Stripe from 'stripe';
import { proveWithLostAnswers } from './lost-answers.ts';
import { packageName } from './measured-table.ts';
import { fetchFrom } from './provider.ts';
import { runSource } from './run-source.ts';
import { attemptsOf, stripeAt } from './stripe-client.ts';

/** The retry wrapper that the example imports from elsewhere: three attempts. */
async function withRetry<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 3) throw error;
    }
  }
}

proveWithLostAnswers('require-key-on-retry', [
  {
    title: 'The answer is lost, the invoice is created again.',
    runs: `${packageName('p-retry')}, \`fetch\``,
    effect: 'invoice',
    lost: 1,
    operate: (source, provider) =>
      runSource(
        source,
        { fetch: fetchFrom(provider.url) },
        ({ bill }: { bill: (order: unknown) => Promise<unknown> }) => bill({ id: 'order-1042', cents: 4200 }),
      ),
    expected: {
      undisturbed: { effects: 1, requests: 1, keys: 0 },
      written: { effects: 2, requests: 2, keys: 0 },
      suggested: { effects: 1, requests: 2, keys: 1 },
      right: { effects: 1, requests: 2, keys: 1 },
    },
  },
  {
    title: "Stripe's SDK makes a new key for each call of `create`.",
    runs: packageName('stripe'),
    effect: 'refund',
    lost: attemptsOf(new Stripe('sk_test_proof')),
    operate: (source, provider) =>
      runSource(
        source,
        { stripe: stripeAt(provider), withRetry },
        ({ refund }: { refund: (charge: string, idempotencyKey: string) => Promise<unknown> }) =>
          refund('ch_1042', 'refund-1042'),
      ),
    expected: {
      undisturbed: { effects: 1, requests: 1, keys: 1 },
      written: { effects: 2, requests: 4, keys: 2 },
      suggested: { effects: 1, requests: 4, keys: 1 },
      right: { effects: 1, requests: 4, keys: 1 },
    },
  },
  {
    title: '`ofetch` leaves POST alone until a number of retries is given.',
    runs: packageName('ofetch'),
    effect: 'rental',
    lost: 1,
    operate: (source, provider) =>
      runSource(
        source,
        { fetch: fetchFrom(provider.url) },
        ({ rent }: { rent: (guide: string) => Promise<unknown> }) => rent('guide-7'),
      ),
    expected: {
      undisturbed: { effects: 1, requests: 1, keys: 0 },
      written: { effects: 2, requests: 2, keys: 0 },
      suggested: { effects: 1, requests: 2, keys: 1 },
      right: { effects: 1, requests: 2, keys: 1 },
    },
  },
]);
