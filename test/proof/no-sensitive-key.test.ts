import { setImmediate as turn } from 'node:timers/promises';
import { Resend } from 'resend';
import { packageName } from './measured-table.ts';
import { proveWithPersonalKeys } from './personal-keys.ts';
import { fetchFrom } from './provider.ts';
import { runSource } from './run-source.ts';
import { stripeAt } from './stripe-client.ts';

type Remind = (reader: { email: string }, loan: { id: string }) => Promise<unknown>;
type Donate = (donor: { email: string }, cents: number) => Promise<unknown>;
/** The wrong example takes a home and a slot, the right one a booking. */
type Book = (homeOrBooking: object, slot: string) => Promise<unknown>;
interface Form {
  props: { onSubmit(event: { preventDefault(): void }): Promise<unknown> };
}

const email = 'ada@example.org';

/** Until the clock shows another millisecond than now. */
async function nextMillisecond(): Promise<void> {
  for (const now = Date.now(); Date.now() === now;) await turn();
}

proveWithPersonalKeys('no-sensitive-key', [
  {
    title: "The address is in the vendor's log, and a second reminder is never sent.",
    runs: packageName('resend'),
    operations: '2 reminders',
    effect: 'mail',
    secret: email,
    operate: (source, provider) =>
      runSource(
        source,
        { resend: new Resend('re_proof', { baseUrl: provider.url }) },
        async ({ remind }: { remind: Remind }) => {
          await remind({ email }, { id: 'loan-1' });
          await remind({ email }, { id: 'loan-2' });
        },
      ),
    expected: {
      written: { requests: 2, effects: 1, exposed: 2 },
      suggested: null,
      right: { requests: 2, effects: 2, exposed: 0 },
    },
  },
  {
    title: 'Tidying, slugs and base64 hide nothing.',
    runs: '`fetch`',
    operations: '2 bookings',
    effect: 'booking',
    secret: 'quarry lane 7',
    operate: (source, provider) =>
      runSource(source, { fetch: fetchFrom(provider.url) }, async ({ book }: { book: Book }) => {
        for (let booking = 1; booking <= 2; booking++) {
          await book({ street: 'Quarry Lane', houseNumber: 7 }, 'monday-9');
        }
      }),
    expected: {
      written: { requests: 2, effects: 1, exposed: 2 },
      suggested: null,
      right: { requests: 2, effects: 2, exposed: 0 },
    },
  },
  {
    title: 'The clock tells the payments apart; the address is at the vendor all the same.',
    runs: packageName('stripe'),
    operations: '2 donations',
    effect: 'charge',
    secret: email,
    operate: (source, provider) =>
      runSource(source, { stripe: stripeAt(provider) }, async ({ donate }: { donate: Donate }) => {
        await donate({ email }, 4200);
        await nextMillisecond();
        await donate({ email }, 4200);
      }),
    expected: {
      written: { requests: 2, effects: 2, exposed: 2 },
      suggested: { requests: 2, effects: 2, exposed: 0 },
      right: { requests: 2, effects: 2, exposed: 0 },
    },
  },
  {
    title: 'The second ticket that the same person buys gets the answer of the first, and is never paid.',
    runs: `${packageName('react')}, \`fetch\``,
    operations: '2 tickets, each with a double click',
    effect: 'charge',
    secret: email,
    operate: (source, provider) =>
      runSource(
        source,
        { fetch: fetchFrom(provider.url) },
        async ({ TicketForm }: { TicketForm: (props: object) => Form }) => {
          for (let purchase = 1; purchase <= 2; purchase++) {
            const props = { email, ticket: { cents: 4200 }, purchase: { key: `purchase-${purchase}` } };
            const { onSubmit } = TicketForm(props).props;
            for (let click = 1; click <= 2; click++) await onSubmit({ preventDefault() {} });
          }
        },
      ),
    expected: {
      written: { requests: 4, effects: 1, exposed: 4 },
      suggested: null,
      right: { requests: 4, effects: 2, exposed: 0 },
    },
  },
]);
