import { noCheckThenInsert } from '../../../../eslint-plugin/src/rules/no-check-then-insert.ts';
import { testRule } from '../../rule-tester.ts';

const all = [{ checkUnsure: true }];

testRule('no-check-then-insert: work that may run twice', noCheckThenInsert, {
  valid: [
    {
      name: 'an update that sets the same values again',
      code: `import { findHandled, markHandled } from './handled.js';
import { db } from './db.js';
export async function onRequest2(idempotencyKey, id, patch, work) {
  const known = await findHandled(idempotencyKey);
  if (known) return known.answer;
  await db.contact.update({ where: { id }, data: { stage: patch.stage } });
  await markHandled(idempotencyKey, { id });
  return { id };
}`,
    },
    {
      name: 'many updates, and a note for the audit',
      code: `import { findHandled, markHandled } from './handled.js';
import { db } from './db.js';
export async function onRequest2(idempotencyKey, id, patch, work) {
  const known = await findHandled(idempotencyKey);
  if (known) return known.answer;
  await db.lead.updateMany({ where: { id }, data: patch });
  await logAudit(id);
  await markHandled(idempotencyKey, { id });
  return { id };
}`,
    },
    {
      name: 'a deletion and a score',
      code: `import { findHandled, markHandled } from './handled.js';
import { db } from './db.js';
export async function onRequest2(idempotencyKey, id, patch, work) {
  const known = await findHandled(idempotencyKey);
  if (known) return known.answer;
  await db.lead.deleteMany({ where: { id } });
  await bulkScoreLeads(id);
  await markHandled(idempotencyKey, { id });
  return { id };
}`,
    },
    {
      name: 'an update inside a retry from elsewhere',
      code: `import { findHandled, markHandled } from './handled.js';
import { db } from './db.js';
export async function onRequest2(idempotencyKey, id, patch, work) {
  const known = await findHandled(idempotencyKey);
  if (known) return known.answer;
  await withDbRetry(() => db.lead.updateMany({ where: { id }, data: patch }));
  await markHandled(idempotencyKey, { id });
  return { id };
}`,
    },
    {
      name: 'nothing at all between, and nothing after it',
      code: `import { findHandled, markHandled } from './handled.js';
import { db } from './db.js';
export async function onRequest2(idempotencyKey, id, patch, work) {
  const known = await findHandled(idempotencyKey);
  if (known) return known.answer;
  
  await markHandled(idempotencyKey, { id });
  return { id };
}`,
    },
    {
      name: 'a repository of another file that may yield to a row that is there',
      code: `export class Planner {
  async plan(user, at) {
    const idempotencyKey = this.keys.keyFor(user, at);
    const known = await this.messages.checkIdempotency(idempotencyKey);
    if (known) return null;
    const text = await this.writer.composeMessage(user);
    await this.messages.create({ user, at, text, idempotencyKey });
    metrics.count('planned');
    return at;
  }
}`,
    },
    {
      name: 'a mail kept under its own id, and nothing made of it',
      code: `export async function keep(prisma, accountId, mail) {
  const known = await prisma.emailMessage.findFirst({ where: { accountId, messageId: mail.messageId } });
  if (known) {
    await prisma.emailMessage.update({ where: { id: known.id }, data: { subject: mail.subject } });
  } else {
    await prisma.emailMessage.create({ data: { accountId, messageId: mail.messageId, subject: mail.subject } });
  }
}`,
    },
    {
      name: 'mails that this process has read',
      code: `const processedMailIds = new Set();
export async function recent(gmail, list) {
  const mails = [];
  for (const { messageId } of list) {
    if (processedMailIds.has(messageId)) continue;
    mails.push(await gmail.get({ id: messageId }));
    processedMailIds.add(messageId);
  }
  return mails;
}`,
    },
  ],
  invalid: [
    {
      name: 'a refund',
      code: `import { findHandled, markHandled } from './handled.js';
import { db } from './db.js';
export async function onRequest2(idempotencyKey, id, patch, work) {
  const known = await findHandled(idempotencyKey);
  if (known) return known.answer;
  await payments.createRefund(id, patch.cents);
  await markHandled(idempotencyKey, { id });
  return { id };
}`,
      errors: [{ messageId: 'chargedTwice', line: 4, column: 23, endLine: 4, endColumn: 50 }],
    },
    {
      name: 'a mail that nobody waits for',
      code: `import { findHandled, markHandled } from './handled.js';
import { db } from './db.js';
export async function onRequest2(idempotencyKey, id, patch, work) {
  const known = await findHandled(idempotencyKey);
  if (known) return known.answer;
  void mailer.sendReceipt(id);
  await markHandled(idempotencyKey, { id });
  return { id };
}`,
      errors: [{ messageId: 'chargedTwice', line: 4, column: 23, endLine: 4, endColumn: 50 }],
    },
    {
      name: 'an update that adds',
      code: `import { findHandled, markHandled } from './handled.js';
import { db } from './db.js';
export async function onRequest2(idempotencyKey, id, patch, work) {
  const known = await findHandled(idempotencyKey);
  if (known) return known.answer;
  await db.wallet.update({ where: { id }, data: { cents: { increment: patch.cents } } });
  await markHandled(idempotencyKey, { id });
  return { id };
}`,
      errors: [{ messageId: 'chargedTwice', line: 4, column: 23, endLine: 4, endColumn: 50 }],
    },
    {
      name: 'an update that takes from what was read',
      code: `import { findHandled, markHandled } from './handled.js';
import { db } from './db.js';
export async function onRequest2(idempotencyKey, id, patch, work) {
  const known = await findHandled(idempotencyKey);
  if (known) return known.answer;
  await db.account.update({ where: { id }, data: { cents: patch.cents - 5 } });
  await markHandled(idempotencyKey, { id });
  return { id };
}`,
      errors: [{ messageId: 'chargedTwice', line: 4, column: 23, endLine: 4, endColumn: 50 }],
    },
    {
      name: 'an update of a balance in another file',
      code: `import { findHandled, markHandled } from './handled.js';
import { db } from './db.js';
export async function onRequest2(idempotencyKey, id, patch, work) {
  const known = await findHandled(idempotencyKey);
  if (known) return known.answer;
  await updateBalance(id, patch.cents);
  await markHandled(idempotencyKey, { id });
  return { id };
}`,
      errors: [{ messageId: 'chargedTwice', line: 4, column: 23, endLine: 4, endColumn: 50 }],
    },
    {
      name: 'a payment asked for by a function named after the address it hands back',
      code: `import { findHandled, markHandled } from './handled.js';
import { db } from './db.js';
export async function onRequest2(idempotencyKey, id, patch, work) {
  const known = await findHandled(idempotencyKey);
  if (known) return known.answer;
  const url = await gateway.getPaymentUrl({ order: id, amount: patch.cents });
  await markHandled(idempotencyKey, { id });
  return { id };
}`,
      errors: [{ messageId: 'chargedTwice', line: 4, column: 23, endLine: 4, endColumn: 50 }],
    },
    {
      name: 'rows created one for each',
      code: `import { findHandled, markHandled } from './handled.js';
import { db } from './db.js';
export async function onRequest2(idempotencyKey, id, patch, work) {
  const known = await findHandled(idempotencyKey);
  if (known) return known.answer;
  await Promise.all(patch.steps.map((step) => db.approval.create({ data: { step } })));
  await markHandled(idempotencyKey, { id });
  return { id };
}`,
      errors: [{ messageId: 'chargedTwice', line: 4, column: 23, endLine: 4, endColumn: 50 }],
    },
    {
      name: 'work that was handed over',
      code: `import { findHandled, markHandled } from './handled.js';
import { db } from './db.js';
export async function onRequest2(idempotencyKey, id, patch, work) {
  const known = await findHandled(idempotencyKey);
  if (known) return known.answer;
  await work(id);
  await markHandled(idempotencyKey, { id });
  return { id };
}`,
      errors: [{ messageId: 'chargedTwice', line: 4, column: 23, endLine: 4, endColumn: 50 }],
    },
    {
      name: 'a name that begins like a read',
      code: `import { findHandled, markHandled } from './handled.js';
import { db } from './db.js';
export async function onRequest2(idempotencyKey, id, patch, work) {
  const known = await findHandled(idempotencyKey);
  if (known) return known.answer;
  await issueVoucher(id);
  await markHandled(idempotencyKey, { id });
  return { id };
}`,
      errors: [{ messageId: 'chargedTwice', line: 4, column: 23, endLine: 4, endColumn: 50 }],
    },
    {
      name: 'the work behind the insert',
      code: `import { findHandled, markHandled } from './handled.js';
import { db } from './db.js';
export async function onRequest2(idempotencyKey, id, patch, work) {
  const known = await findHandled(idempotencyKey);
  if (known) return known.answer;
  
  await markHandled(idempotencyKey, { id });
  await chargeCard(id);
  return { id };
}`,
      errors: [{ messageId: 'chargedTwice', line: 4, column: 23, endLine: 4, endColumn: 50 }],
    },
    {
      name: 'the handler behind a guard of Nest',
      code: `export class OnceGuard {
  async canActivate(host) {
    const idempotencyKey = keyOf(host);
    const known = await this.tickets.findByToken(idempotencyKey);
    if (known) return false;
    await this.tickets.insert({ idempotencyKey });
    return true;
  }
}`,
      errors: [{ messageId: 'chargedTwice', line: 4, column: 25, endLine: 4, endColumn: 65 }],
    },
    {
      name: 'callers that are told whether it is new',
      code: `export async function isNew(dedup, eventId) {
  if (await dedup.exists(eventId)) return false;
  await dedup.mark(eventId);
  return true;
}`,
      errors: [{ messageId: 'chargedTwice', line: 2, column: 13, endLine: 2, endColumn: 34 }],
    },
    {
      name: 'a mail of which a lead is made',
      code: `export async function keep(prisma, accountId, mail) {
  const known = await prisma.emailMessage.findFirst({ where: { accountId, messageId: mail.messageId } });
  if (known) return;
  const kept = await prisma.emailMessage.create({ data: { accountId, messageId: mail.messageId, subject: mail.subject } });
  await createLead(kept.id);
}`,
      errors: [{ messageId: 'chargedTwice', line: 2, column: 23, endLine: 2, endColumn: 105 }],
    },
    {
      name: 'with checkUnsure: an update that sets the same values again',
      code: `import { findHandled, markHandled } from './handled.js';
import { db } from './db.js';
export async function onRequest2(idempotencyKey, id, patch, work) {
  const known = await findHandled(idempotencyKey);
  if (known) return known.answer;
  await db.contact.update({ where: { id }, data: { stage: patch.stage } });
  await markHandled(idempotencyKey, { id });
  return { id };
}`,
      options: all,
      errors: [{ messageId: 'chargedTwice', line: 4, column: 23, endLine: 4, endColumn: 50 }],
    },
    {
      name: 'with checkUnsure: many updates, and a note for the audit',
      code: `import { findHandled, markHandled } from './handled.js';
import { db } from './db.js';
export async function onRequest2(idempotencyKey, id, patch, work) {
  const known = await findHandled(idempotencyKey);
  if (known) return known.answer;
  await db.lead.updateMany({ where: { id }, data: patch });
  await logAudit(id);
  await markHandled(idempotencyKey, { id });
  return { id };
}`,
      options: all,
      errors: [{ messageId: 'chargedTwice', line: 4, column: 23, endLine: 4, endColumn: 50 }],
    },
    {
      name: 'with checkUnsure: a deletion and a score',
      code: `import { findHandled, markHandled } from './handled.js';
import { db } from './db.js';
export async function onRequest2(idempotencyKey, id, patch, work) {
  const known = await findHandled(idempotencyKey);
  if (known) return known.answer;
  await db.lead.deleteMany({ where: { id } });
  await bulkScoreLeads(id);
  await markHandled(idempotencyKey, { id });
  return { id };
}`,
      options: all,
      errors: [{ messageId: 'chargedTwice', line: 4, column: 23, endLine: 4, endColumn: 50 }],
    },
    {
      name: 'with checkUnsure: an update inside a retry from elsewhere',
      code: `import { findHandled, markHandled } from './handled.js';
import { db } from './db.js';
export async function onRequest2(idempotencyKey, id, patch, work) {
  const known = await findHandled(idempotencyKey);
  if (known) return known.answer;
  await withDbRetry(() => db.lead.updateMany({ where: { id }, data: patch }));
  await markHandled(idempotencyKey, { id });
  return { id };
}`,
      options: all,
      errors: [{ messageId: 'chargedTwice', line: 4, column: 23, endLine: 4, endColumn: 50 }],
    },
    {
      name: 'with checkUnsure: nothing at all between, and nothing after it',
      code: `import { findHandled, markHandled } from './handled.js';
import { db } from './db.js';
export async function onRequest2(idempotencyKey, id, patch, work) {
  const known = await findHandled(idempotencyKey);
  if (known) return known.answer;
  
  await markHandled(idempotencyKey, { id });
  return { id };
}`,
      options: all,
      errors: [{ messageId: 'chargedTwice', line: 4, column: 23, endLine: 4, endColumn: 50 }],
    },
    {
      name: 'with checkUnsure: a repository of another file that may yield to a row that is there',
      code: `export class Planner {
  async plan(user, at) {
    const idempotencyKey = this.keys.keyFor(user, at);
    const known = await this.messages.checkIdempotency(idempotencyKey);
    if (known) return null;
    const text = await this.writer.composeMessage(user);
    await this.messages.create({ user, at, text, idempotencyKey });
    metrics.count('planned');
    return at;
  }
}`,
      options: all,
      errors: [{ messageId: 'chargedTwice', line: 4, column: 25, endLine: 4, endColumn: 71 }],
    },
    {
      name: 'with checkUnsure: a mail kept under its own id, and nothing made of it',
      code: `export async function keep(prisma, accountId, mail) {
  const known = await prisma.emailMessage.findFirst({ where: { accountId, messageId: mail.messageId } });
  if (known) {
    await prisma.emailMessage.update({ where: { id: known.id }, data: { subject: mail.subject } });
  } else {
    await prisma.emailMessage.create({ data: { accountId, messageId: mail.messageId, subject: mail.subject } });
  }
}`,
      options: all,
      errors: [{ messageId: 'chargedTwice', line: 2, column: 23, endLine: 2, endColumn: 105 }],
    },
    {
      name: 'with checkUnsure: mails that this process has read',
      code: `const processedMailIds = new Set();
export async function recent(gmail, list) {
  const mails = [];
  for (const { messageId } of list) {
    if (processedMailIds.has(messageId)) continue;
    mails.push(await gmail.get({ id: messageId }));
    processedMailIds.add(messageId);
  }
  return mails;
}`,
      options: all,
      errors: [{ messageId: 'chargedTwice', line: 5, column: 9, endLine: 5, endColumn: 40 }],
    },
  ],
});
