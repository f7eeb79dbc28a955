// Confirms an order by mail, in both orders of "send" and "record". The provider gets no key.
import type { MailStep } from '../order-mail.ts';

export async function sendThenRecord(step: MailStep, order: string, to: string): Promise<void> {
  const sent = step.log.prepare('SELECT 1 FROM order_mails WHERE order_id = ?').get(order);
  if (sent) return;
  await sendMail(step.provider, order, to);
  step.between();
  step.log.prepare('INSERT INTO order_mails (order_id) VALUES (?)').run(order);
}

export async function recordThenSend(step: MailStep, order: string, to: string): Promise<void> {
  const recorded = step.log.prepare('INSERT OR IGNORE INTO order_mails (order_id) VALUES (?)').run(order);
  if (recorded.changes === 0) return;
  step.between();
  await sendMail(step.provider, order, to);
}

async function sendMail(provider: string, order: string, to: string): Promise<void> {
  const response = await fetch(`${provider}/mails`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ order, to }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`The mail provider answered ${response.status}.`);
}
