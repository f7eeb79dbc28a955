import assert from 'node:assert/strict';
import { providerMethods, providers } from '../../../eslint-plugin/src/catalogue/providers.ts';

/** Calls of each provider that do something each time, by their path on its client. */
const calls: Record<string, readonly string[]> = {
  Stripe: ['charges.create'],
  Square: ['payments.create', 'payments.createPayment', 'paymentsApi.refundPayment'],
  PayPal: ['createOrder', 'authorizeOrder', 'captureOrder', 'refundCapturedPayment', 'reauthorizePayment'],
  Adyen: [
    'payments',
    'sessions',
    'donations',
    'refundCapturedPayment',
    'captureAuthorisedPayment',
    'transferFunds',
  ],
  'Checkout.com': [
    'payments.request',
    'payments.capture',
    'payments.refund',
    'payments.void',
    'payments.increment',
    'paymentContexts.request',
  ],
  Mollie: ['payments.create'],
  GoCardless: ['payments.create'],
  Dwolla: ['post'],
  'Modern Treasury': ['paymentOrders.create'],
  Lithic: ['cards.create'],
  Xendit: ['Invoice.createInvoice'],
  Razorpay: ['orders.create', 'payments.refund', 'payments.transfer'],
  Braintree: ['transaction.sale', 'transaction.refund'],
  Twilio: ['messages.create', 'calls.create'],
  Resend: ['emails.send', 'batch.create'],
  Svix: ['message.create'],
  Knock: ['workflows.trigger'],
  Novu: ['trigger'],
  Nodemailer: ['sendMail'],
  SendGrid: ['send', 'sendMultiple'],
  Postmark: ['sendEmail', 'sendEmailWithTemplate', 'sendEmailBatch'],
  Mailgun: ['messages.create'],
  Gmail: ['users.messages.send'],
  Slack: ['chat.postMessage'],
  QStash: ['publish', 'publishJSON', 'enqueueJSON', 'batchJSON'],
  'Upstash Workflow': ['trigger'],
};

describe('the cheap look at the names of provider methods', () => {
  for (const { name, writes, key } of providers) {
    it(`lets the calls of ${name} through`, () => {
      const paths = calls[name] ?? [];
      assert.notEqual(paths.length, 0, `no call of ${name} is listed here`);
      for (const path of paths) {
        assert.match(path, writes);
        assert.match(path.split('.').at(-1) ?? '', providerMethods);
      }
      for (const method of key?.in === 'argument' ? Object.keys(key.index) : [])
        assert.match(method, providerMethods);
    });
  }
});
