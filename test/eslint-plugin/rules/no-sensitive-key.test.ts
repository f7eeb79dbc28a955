import { noSensitiveKey } from '../../../eslint-plugin/src/rules/no-sensitive-key.ts';
import { testRule } from '../rule-tester.ts';

testRule('no-sensitive-key', noSensitiveKey, {
  valid: [
    {
      name: "e-mail in a template: the loan's own id",
      code: `export const remind = (reader, loan) =>
  resend.emails.send({ to: reader.email }, { idempotencyKey: \`overdue/\${loan.id}\` });`,
    },
    {
      name: 'e-mail in a template: the id of something called email',
      code: `export const send = (email) => relay.post('/mails', email, { headers: { 'Idempotency-Key': \`mail-\${email.id}\` } });`,
    },
    {
      name: 'e-mail in a template: names that only begin with such a word',
      code: `export const send = (emailJobId, phoneNumberId, listName) =>
  relay.post('/mails', {}, { headers: { 'Idempotency-Key': [emailJobId, phoneNumberId, listName].join(':') } });`,
    },
    {
      name: 'the key is the address itself: right',
      code: `export function enrol(email, idempotencyKey) {
  return square.customers.create({ emailAddress: email, idempotencyKey });
}`,
    },
    {
      name: 'concatenation, tidied, the header set elsewhere: another caller hands over an id',
      code: `const digits = (text) => text.replace(/\\D+/g, '');
function post(path, operation, body) {
  const headers = new Headers();
  headers.set('Idempotency-Key', operation);
  return fetch(path, { method: 'POST', headers, body });
}
export const print = (sitting, phone) => post('/prints', 'prints-' + sitting.id, digits(phone));`,
    },
    {
      name: 'renamed while destructured: right',
      code: `export async function hold(visit) {
  const { id, owner: { email: contact } } = visit;
  const payer = contact.trim().toLowerCase();
  return stripe.paymentIntents.create({ receipt_email: payer }, { idempotencyKey: \`tuning/\${id}\` });
}`,
    },
    {
      name: 'names and a date of birth in a helper, a getter and a default: right',
      code: `const keyOf = ({ id, campaign }) => \`booster/\${campaign}/\${id}\`;
class Fitting {
  get operation() {
    return \`fitting/\${this.patient.recordId}\`;
  }
  submit() {
    return http.post('/fittings', {}, { headers: { 'Idempotency-Key': this.operation } });
  }
}
export const invite = (patient) => resend.emails.send({}, { idempotencyKey: keyOf(patient) });
export const book = (run, key = \`press:\${run.id}\`) =>
  http.post('/runs', run, { headers: { 'idempotency-key': key } });`,
    },
    {
      name: 'slug, base64 and a list hide nothing: only the outcome of a test gets in',
      code: `export const receipt = (gift, email) =>
  http.post('/receipts', gift, { headers: { 'Idempotency-Key': \`receipt/\${gift.id}/\${email ? 'email' : 'post'}\` } });`,
    },
    {
      name: 'slug, base64 and a list hide nothing: what a look-up returns is not known',
      code: `import { customerIdFor } from './customers';
export const receipt = async (email) =>
  http.post('/receipts', {}, { headers: { 'Idempotency-Key': await customerIdFor(email) } });`,
    },
    {
      name: 'a general joiner that one caller hands an address: right',
      code: `const join = (...parts) => parts.map(String).join('-');
export const open = (stall, trader) => orders.createOrder({ paypalRequestId: join('stall', stall, trader.id) });`,
    },
    {
      name: "account number in a queue's field, IP address in a claim: counters and caches by address are no idempotency keys",
      code: `export async function visits(req, redis) {
  const key = \`wifi:visits:\${req.ip}\`;
  log.info({ idempotencyKey: req.body.operation, ip: req.ip });
  return redis.incr(key);
}`,
    },
    {
      name: 'column of a key table: another table',
      code: `export async function order(knex, agency, applicant) {
  const key = applicant.unit + '/' + applicant.ssn;
  await knex('search_cache').insert({ agency, key });
  await knex('idempotency_keys').insert({ agency, key: applicant.requestId });
}`,
    },
    {
      name: 'digest, with the option: right',
      options: [{ checkHashed: true }],
      code: `import { createHash } from 'node:crypto';
export const order = (id, items) => {
  const content = createHash('sha256').update(JSON.stringify(items)).digest('hex');
  return http.post('/orders', {}, { headers: { 'Idempotency-Key': \`order:\${id}:\${content}\` } });
};`,
    },
    {
      name: 'digest, by default: a digest cannot be read',
      code: `import { createHash } from 'node:crypto';
export const order = (id, email) => {
  const contact = createHash('sha256').update(email).digest('hex');
  return http.post('/orders', {}, { headers: { 'Idempotency-Key': \`order:\${id}:\${contact}\` } });
};`,
    },
    {
      name: "name of the team's own: right",
      settings: { idempotency: { sensitiveNames: ['patientRef'] } },
      code: `export const order = (orderRef) =>
  http.post('/orders', {}, { headers: { 'Idempotency-Key': \`order:\${orderRef}\` } });`,
    },
  ],
  invalid: [
    {
      name: 'e-mail in a template',
      code: `export const remind = (reader) =>
  resend.emails.send({ to: reader.email }, { idempotencyKey: \`overdue/\${reader.email}\` });`,
      errors: [
        {
          messageId: 'personal',
          line: 2,
          column: 73,
          endLine: 2,
          endColumn: 85,
        },
      ],
    },
    {
      name: 'the key is the address itself',
      code: `export function enrol(email) {
  return square.customers.create({ emailAddress: email, idempotencyKey: email });
}`,
      errors: [
        {
          messageId: 'personal',
          line: 2,
          column: 73,
          endLine: 2,
          endColumn: 78,
        },
      ],
    },
    {
      name: 'concatenation, tidied, the header set elsewhere',
      code: `const digits = (text) => text.replace(/\\D+/g, '');
function post(path, operation, body) {
  const headers = new Headers();
  headers.set('Idempotency-Key', operation);
  return fetch(path, { method: 'POST', headers, body });
}
export const print = (sitting, phone) => post('/prints', 'prints-' + sitting.id + '-' + digits(phone), sitting);`,
      errors: [
        {
          messageId: 'personal',
          line: 7,
          column: 96,
          endLine: 7,
          endColumn: 101,
        },
      ],
    },
    {
      name: 'renamed while destructured',
      code: `export async function hold(visit) {
  const { id, owner: { email: contact } } = visit;
  const payer = contact.trim().toLowerCase();
  return stripe.paymentIntents.create({ receipt_email: payer }, { idempotencyKey: \`tuning/\${id}/\${payer}\` });
}`,
      errors: [
        {
          messageId: 'personal',
          line: 4,
          column: 99,
          endLine: 4,
          endColumn: 104,
        },
      ],
    },
    {
      name: 'names and a date of birth in a helper, a getter and a default',
      code: `const keyOf = ({ surname, born }) => \`booster/\${surname}/\${born.dateOfBirth}\`;
class Fitting {
  get operation() {
    return \`fitting/\${this.patient.lastName}\`;
  }
  submit() {
    return http.post('/fittings', {}, { headers: { 'Idempotency-Key': this.operation } });
  }
}
export const invite = (patient) => resend.emails.send({}, { idempotencyKey: keyOf(patient) });
export const book = (run, key = \`press:\${run.contactEmail}\`) =>
  http.post('/runs', run, { headers: { 'idempotency-key': key } });`,
      errors: [
        {
          messageId: 'personal',
          line: 1,
          column: 49,
          endLine: 1,
          endColumn: 56,
        },
        {
          messageId: 'personal',
          line: 4,
          column: 23,
          endLine: 4,
          endColumn: 44,
        },
        {
          messageId: 'personal',
          line: 11,
          column: 42,
          endLine: 11,
          endColumn: 58,
        },
      ],
    },
    {
      name: 'slug, base64 and a list hide nothing',
      code: `import slugify from 'slugify';
export const register = (guest) =>
  square.customers.create({ idempotencyKey: slugify(\`\${guest.givenName} \${guest.familyName}\`) });
export const book = (home) =>
  fetch('/b', { method: 'POST', headers: { 'Idempotency-Key': btoa(\`\${home.street}|\${home.houseNumber}\`) } });
export const deposit = (visit) => square.payments.create({ idempotencyKey: [visit.id, visit.guest.phone].join('.') });`,
      errors: [
        {
          messageId: 'personal',
          line: 3,
          column: 53,
          endLine: 3,
          endColumn: 93,
        },
        {
          messageId: 'personal',
          line: 5,
          column: 71,
          endLine: 5,
          endColumn: 82,
        },
        {
          messageId: 'personal',
          line: 6,
          column: 87,
          endLine: 6,
          endColumn: 104,
        },
      ],
    },
    {
      name: 'a general joiner that one caller hands an address',
      code: `const join = (...parts) => parts.map(String).join('-');
export const open = (stall, trader) => orders.createOrder({ paypalRequestId: join('stall', stall, trader.email) });
export const collect = (id) => orders.captureOrder({ paypalRequestId: join('collect', id) });`,
      errors: [
        {
          messageId: 'personal',
          line: 2,
          column: 99,
          endLine: 2,
          endColumn: 111,
        },
      ],
    },
    {
      name: "account number in a queue's field, IP address in a claim",
      code: `export async function enqueue(collection) {
  const account = collection.iban.replace(/\\s+/g, '');
  const envelope = { dedup: \`\${collection.run}_\${account}\` };
  await sqs.send(new SendMessageCommand({ MessageDeduplicationId: envelope.dedup, MessageBody: account }));
}
export async function buyPass(req, redis, billing) {
  const idemKey = \`wifi:\${req.body.stay}:\${req.ip}\`;
  if (!(await redis.set(idemKey, '1', 'EX', 172800, 'NX'))) return;
  await billing.add({ idempotencyKey: idemKey });
}`,
      errors: [
        {
          messageId: 'personal',
          line: 3,
          column: 50,
          endLine: 3,
          endColumn: 57,
        },
        {
          messageId: 'personal',
          line: 7,
          column: 44,
          endLine: 7,
          endColumn: 50,
        },
      ],
    },
    {
      name: 'column of a key table',
      code: `export async function order(knex, agency, applicant) {
  const key = applicant.unit + '/' + applicant.ssn;
  await knex('idempotency_keys').insert({ agency, key }).onConflict(['agency', 'key']).ignore();
}`,
      errors: [
        {
          messageId: 'personal',
          line: 2,
          column: 38,
          endLine: 2,
          endColumn: 51,
        },
      ],
    },
    {
      name: 'digest, with the option',
      options: [{ checkHashed: true }],
      code: `import { createHash } from 'node:crypto';
export const order = (id, email) => {
  const contact = createHash('sha256').update(email).digest('hex');
  return http.post('/orders', {}, { headers: { 'Idempotency-Key': \`order:\${id}:\${contact}\` } });
};`,
      errors: [
        {
          messageId: 'hashed',
          line: 4,
          column: 82,
          endLine: 4,
          endColumn: 89,
        },
      ],
    },
    {
      name: "name of the team's own",
      settings: { idempotency: { sensitiveNames: ['patientRef'] } },
      code: `export const order = (patientRef) =>
  http.post('/orders', {}, { headers: { 'Idempotency-Key': \`order:\${patientRef}\` } });`,
      errors: [
        {
          messageId: 'personal',
          line: 2,
          column: 69,
          endLine: 2,
          endColumn: 79,
        },
      ],
    },
  ],
});
