import { webhookWords } from './databases-key-names.ts';
import { providers } from './providers.ts';

const eventNouns = 'event message msg webhook delivery notification callback notice ipn trigger'.split(' ');
const eventObjects = 'event evt message msg webhook notification delivery callback notice hook ipn'.split(
  ' ',
);

/**
 * What stands in the name of every table, column or value that is about idempotency keys or handled events. Of the
 * places where one of them stands, those count whose whole name says so.
 */
const racingWords: readonly string[] = [
  ...['idem', 'dedup', 'de_dup', 'once', 'clienttoken', 'client_token', 'requestkey', 'request_key'],
  ...[
    'clientrequest',
    'client_request',
    'clientmutation',
    'client_mutation',
    'operationkey',
    'operation_key',
  ],
  ...['processed', 'handled', 'seen', 'consumed', 'ingested', 'applied', 'done', 'known', 'finished'],
  ...eventNouns.map((noun) => `${noun}+id`),
  ...eventObjects.map((noun) => `${noun}+.id`),
  ...[...webhookWords].map((word) => `${word}+event`),
];

/** The packages and names of providers: one of them stands in every file that calls a listed one. */
function providerWords(): string[] {
  const named = providers.flatMap(({ packages, name }) => [
    ...packages,
    ...['', ' ', '.', '-', '_'].map((between) => name.replace(/\W/g, between)),
  ]);
  return named.map((name) => name.toLowerCase());
}

/**
 * The words a file's text is looked at for before the model looks at its code, by what they point to. In any case; `^`
 * before a word and `$` after it want a boundary there, `…(` after it a call of a name that begins so, and `+` after it
 * one of the {@link wordEndings}.
 */
export const triggerWords = {
  /** Keys, among them the providers whose SDK takes the key as a bare argument, so that no word of keys shows. */
  keys: [
    ...['idempot', 'idemkey', 'idem-key', 'idem_key', 'idempkey', 'idemp-key', 'idemp_key', 'dedup'],
    ...['paypalrequestid', 'paypal-request-id', 'paypal_request_id', 'clientrequesttoken'],
    ...['client-request-token', 'client_request_token', 'customertransactionid', 'customer-transaction-id'],
    ...['customer_transaction_id', 'uniquetransactionid', 'unique-transaction-id', 'unique_transaction_id'],
    ...['clienttoken', 'gocardless', 'checkout-sdk-node', '@novu/api', 'dwolla'],
  ],
  /** Effects in any spelling. */
  effects: [
    ...['^post$', '^patch$', '.create', '.request$', '.send$', '.trigger$', '.sale$', '.charge$'],
    ...[
      '.capture',
      '.refund',
      '.payments$',
      'mutation',
      '.sendmail',
      '.sendmultiple',
      '.sendemail',
      '.publish',
    ],
    ...['.enqueue', '.batch', '.postmessage'],
  ],
  /** What every request that writes shows of its method, as text or as a member. */
  methods: ['^post', '^patch'],
  providers: providerWords(),
  /** A failure that is survived, and those who try again. */
  retries: [
    ...['^catch$', 'retry', 'retrie', 'retria', 'backoff', 'back-off', 'attempt', 'temporalio', 'inngest'],
    ...[
      'trigger.dev',
      'restate',
      'cloudflare:workers',
      '.ajax(this',
      '^502$',
      '^503$',
      '^504$',
      '>= 500',
      "'use step'",
      '"use step"',
    ],
  ],
  /** Inserts and claims. */
  stores: [
    ...['insert', 'upsert', '.save$', '^set(', '^setnx(', '^setex(', 'put(', 'putitem(', 'putcommand'],
    ...['putitem', 'setdoc', '.add(', '.create(', 'createmany(', 'bulkcreate(', 'replace into', 'merge into'],
    ...['^mark…(', '^record…(', '^remember…(', '^store…(', '^persist…('],
  ],
  /** Names of key tables, keys and events; which of their places count is judged by the whole name. */
  racing: racingWords,
  /** Who does the outside effect that a business row hangs on. */
  rowEffects: [
    ...[
      '^post$',
      '.post(',
      'stripe',
      'adyen',
      'braintree',
      'paypal',
      'mollie',
      'square',
      'gocardless',
      'checkout',
    ],
    ...['dwolla', 'razorpay', 'paystack', 'xendit', 'resend', 'sendgrid', 'postmark', 'twilio'],
  ],
  keyTables: ['idempoten'],
  /** SQL that reads or adds rows, or says what is unique. */
  sql: ['^select+ ', '^into+ ', 'create table', 'create unique', 'alter table'],
  repositories: ['getrepository'],
} as const satisfies Record<string, readonly string[]>;

/** What has to follow a word that is too common to count alone. Short, so that few rows are added to the search. */
export const wordEndings: Readonly<Record<string, RegExp>> = {
  '+id': /_?id(?![a-z])/iy,
  '+ ': /\s/y,
  '+.id': /[?!]?\.id\b/y,
  '+event': /_?(?:event|deliver)/iy,
};
