/** Where a provider's SDK takes the key of a call. */
export type KeySlot =
  /** A property of an options argument (`index`, or the last one a call can have). */
  | { in: 'options'; index: number; property: string }
  /** A property of the one object that describes the operation. */
  | { in: 'field'; index: number; property: string }
  /** An argument that is the key itself; the index by the method's name, `*` for the others. */
  | { in: 'argument'; index: Readonly<Record<string, number>> }
  /** An argument that is the headers object itself. */
  | { in: 'headers'; index: number; property: string };

/** One provider's SDK, as far as repeating its calls goes. */
export interface Provider {
  name: string;
  packages: readonly string[];
  /** Types and classes that are its client. */
  clients: readonly string[];
  /** Names under which projects keep the client in a variable, field or module of their own. */
  named: RegExp | null;
  /** Calls that do something each time, by their path on the client. */
  writes: RegExp;
  /** Null: the provider or its SDK takes no key at all. */
  key: KeySlot | null;
  /** The SDK makes a key for each call by itself: one call is safe, a loop round it is not. */
  ownKey: boolean;
}

/** SDKs as read in the versions named; payments first. */
export const providers: readonly Provider[] = [
  {
    // stripe 23.1.0: an automatic key per call on every v1 POST
    name: 'Stripe',
    packages: ['stripe'],
    clients: ['Stripe'],
    named: /stripe/i,
    // a meter event has an `identifier` of its own, by which Stripe drops a second copy
    writes: /(?<!meterEvents|meter_events)\.create$/,
    key: { in: 'options', index: 1, property: 'idempotencyKey' },
    ownKey: true,
  },
  {
    // square 46.0.0; legacy clients have `paymentsApi.createPayment`
    name: 'Square',
    packages: ['square', 'square-connect'],
    clients: ['SquareClient', 'Client'],
    named: /^square/i,
    writes: /\w+\.(?:create\w*|refundPayment)$/,
    key: { in: 'field', index: 0, property: 'idempotencyKey' },
    ownKey: false,
  },
  {
    // @paypal/paypal-server-sdk 2.5.0
    name: 'PayPal',
    packages: ['@paypal/paypal-server-sdk'],
    clients: ['OrdersController', 'PaymentsController', 'SubscriptionsController', 'VaultController'],
    named: null,
    writes: /(?:^|\.)(?:create\w+|authorize\w+|capture\w+|refund\w+|reauthorize\w+)$/,
    key: { in: 'field', index: 0, property: 'paypalRequestId' },
    ownKey: false,
  },
  {
    // @adyen/api-library 32.1.0
    name: 'Adyen',
    packages: ['@adyen/api-library'],
    clients: ['CheckoutAPI', 'PaymentsApi', 'ModificationsApi', 'TransfersAPI'],
    named: null,
    writes:
      /(?:^|\.)(?:payments|sessions|donations|refundCapturedPayment|captureAuthorisedPayment|transferFunds)$/,
    key: { in: 'options', index: 1, property: 'idempotencyKey' },
    ownKey: false,
  },
  {
    // checkout-sdk-node 5.2.1: the key is a trailing positional argument
    name: 'Checkout.com',
    packages: ['checkout-sdk-node'],
    clients: ['Checkout'],
    named: null,
    writes: /(?:^|\.)payments\.(?:request|capture|refund|void|increment)$|paymentContexts\.request$/,
    key: {
      in: 'argument',
      index: { request: 1, capture: 2, refund: 2, void: 2, increment: 2, cancelScheduledRetry: 2 },
    },
    ownKey: false,
  },
  {
    // @mollie/api-client 4.6.0: inside the parameters; makes its own on POST and DELETE
    name: 'Mollie',
    packages: ['@mollie/api-client'],
    clients: ['MollieClient'],
    named: /^mollie/i,
    writes: /\w+\.create$/,
    key: { in: 'field', index: 0, property: 'idempotencyKey' },
    ownKey: true,
  },
  {
    // gocardless-nodejs 10.1.2: second positional argument; makes its own on every POST
    name: 'GoCardless',
    packages: ['gocardless-nodejs'],
    clients: ['GoCardlessClient'],
    named: /^go_?cardless/i,
    writes: /\w+\.create$/,
    key: { in: 'argument', index: { create: 1 } },
    ownKey: true,
  },
  {
    // dwolla-v2 3.4.2: the third argument is the headers object
    name: 'Dwolla',
    packages: ['dwolla-v2'],
    clients: ['Client'],
    named: /^dwolla/i,
    writes: /(?:^|\.)post$/,
    key: { in: 'headers', index: 2, property: 'Idempotency-Key' },
    ownKey: false,
  },
  {
    // modern-treasury 3.3.0
    name: 'Modern Treasury',
    packages: ['modern-treasury'],
    clients: ['ModernTreasury'],
    named: /^modernTreasury/i,
    writes: /\w+\.create$/,
    key: { in: 'options', index: 1, property: 'idempotencyKey' },
    ownKey: true,
  },
  {
    // lithic 0.145.0: the generic option is dropped without a word; the parameter of these calls is sent
    name: 'Lithic',
    packages: ['lithic'],
    clients: ['Lithic'],
    named: /^lithic/i,
    writes: /\w+\.create$/,
    key: { in: 'field', index: 0, property: 'Idempotency-Key' },
    ownKey: false,
  },
  {
    // xendit-node 7.0.0
    name: 'Xendit',
    packages: ['xendit-node'],
    clients: ['Xendit'],
    named: /^xendit/i,
    writes: /(?:^|\.)create\w+$/,
    key: { in: 'field', index: 0, property: 'idempotencyKey' },
    ownKey: false,
  },
  {
    // razorpay 2.9.8 cannot send a key: its header list is closed
    name: 'Razorpay',
    packages: ['razorpay'],
    clients: ['Razorpay'],
    named: /^razorpay/i,
    writes: /(?:orders|payouts|refunds|transfers|payments)\.(?:create|refund|transfer)$/,
    key: null,
    ownKey: false,
  },
  {
    // braintree 3.40.0: no key in the Node SDK
    name: 'Braintree',
    packages: ['braintree'],
    clients: ['BraintreeGateway'],
    named: /^braintree/i,
    writes: /transaction\.(?:sale|refund)$/,
    key: null,
    ownKey: false,
  },
  {
    // twilio 6.3.1: `messages.create` and `calls.create` take no key
    name: 'Twilio',
    packages: ['twilio'],
    clients: ['Twilio'],
    named: /^twilio/i,
    writes: /(?:^|\.)(?:messages|calls)\.create$/,
    key: null,
    ownKey: false,
  },
  {
    // resend 6.38.0
    name: 'Resend',
    packages: ['resend'],
    clients: ['Resend'],
    named: /^resend/i,
    writes: /(?:emails|batch)\.(?:send|create)$/,
    key: { in: 'options', index: 1, property: 'idempotencyKey' },
    ownKey: false,
  },
  {
    // svix 1.99.0: makes its own on every POST
    name: 'Svix',
    packages: ['svix'],
    clients: ['Svix'],
    named: /^svix/i,
    writes: /message\.create$/,
    key: { in: 'options', index: 2, property: 'idempotencyKey' },
    ownKey: true,
  },
  {
    // @knocklabs/node 1.35.0: honoured on triggers; makes its own
    name: 'Knock',
    packages: ['@knocklabs/node'],
    clients: ['Knock'],
    named: /^knock/i,
    writes: /workflows\.trigger$/,
    key: { in: 'options', index: 2, property: 'idempotencyKey' },
    ownKey: true,
  },
  {
    // @novu/api 3.19.0: second positional argument; makes its own
    name: 'Novu',
    packages: ['@novu/api'],
    clients: ['Novu'],
    named: /^novu/i,
    writes: /(?:^|\.)trigger$/,
    key: { in: 'argument', index: { trigger: 1 } },
    ownKey: true,
  },
  {
    // nodemailer 10.6.1: no key; a mail server takes the same mail twice
    name: 'Nodemailer',
    packages: ['nodemailer'],
    clients: ['Transporter', 'Mail'],
    named: /^(?:mail_?)?transporter$/i,
    writes: /(?:^|\.)sendMail$/,
    key: null,
    ownKey: false,
  },
  {
    // @sendgrid/mail 8.1.6: no key
    name: 'SendGrid',
    packages: ['@sendgrid/mail'],
    clients: ['MailService'],
    named: /^(?:sg_?mail|sendgrid)/i,
    writes: /(?:^|\.)(?:send|sendMultiple)$/,
    key: null,
    ownKey: false,
  },
  {
    // postmark 5.1.0: no key
    name: 'Postmark',
    packages: ['postmark'],
    clients: ['ServerClient'],
    named: /^postmark/i,
    writes: /(?:^|\.)sendEmail\w*$/,
    key: null,
    ownKey: false,
  },
  {
    // mailgun.js 14.0.1: no key
    name: 'Mailgun',
    packages: ['mailgun.js'],
    clients: [],
    named: /^(?:mailgun|mg)$/i,
    writes: /(?:^|\.)messages\.create$/,
    key: null,
    ownKey: false,
  },
  {
    // googleapis 188.0.0: a message sent again is a second mail
    name: 'Gmail',
    packages: ['googleapis', '@googleapis/gmail'],
    clients: [],
    named: /^gmail$/i,
    writes: /(?:^|\.)users\.messages\.send$/,
    key: null,
    ownKey: false,
  },
  {
    // @slack/web-api 8.2.0: a message posted again stands there twice
    name: 'Slack',
    packages: ['@slack/web-api'],
    clients: ['WebClient'],
    named: /^slack/i,
    writes: /(?:^|\.)chat\.postMessage$/,
    key: null,
    ownKey: false,
  },
  {
    // @upstash/qstash 2.12.0: `deduplicationId` of the request, or `contentBasedDeduplication`; kept for 90 days
    name: 'QStash',
    packages: ['@upstash/qstash'],
    clients: [],
    named: /^qstash/i,
    writes: /(?:^|\.)(?:publish|publishJSON|enqueue|enqueueJSON|batch|batchJSON)$/,
    key: { in: 'field', index: 0, property: 'deduplicationId' },
    ownKey: false,
  },
  {
    // @upstash/workflow 1.3.3: each trigger starts another run under a random id, unless it is given one
    name: 'Upstash Workflow',
    packages: ['@upstash/workflow'],
    clients: [],
    named: null,
    writes: /(?:^|\.)trigger$/,
    key: { in: 'field', index: 0, property: 'workflowRunId' },
    ownKey: false,
  },
];

/** Beginnings of the names of all methods above: a cheap look at a call before it is resolved. */
export const providerMethods =
  /^(?:create|capture|refund|(?:re)?authorize|transfer|increment|void|cancelScheduledRetry|(?:payments|sessions|donations|request|post|sale|send|sendMail|sendMultiple|postMessage|trigger)$|sendEmail|publish|enqueue|batch)/;
