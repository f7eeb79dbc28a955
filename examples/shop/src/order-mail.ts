import type { Database } from 'better-sqlite3';

/** What the mail step needs. */
export interface MailStep {
  /** The record of sent mails. */
  log: Database;
  /** The mail provider's address. */
  provider: string;
  /** Called between the two halves of the step; a crash is one that throws. */
  between(): void;
}

/**
 * Confirms an order by mail: send, then record. A crash between the two means a second attempt, and that attempt sends
 * the same key, made of the order, so the provider sends one mail. Without a provider that takes keys there is no order
 * of the two halves that is right: one risks a second mail, the other none.
 *
 * @throws Error when the provider does not accept the mail
 */
export async function mailOrder(
  { log, provider, between }: MailStep,
  order: string,
  to: string,
): Promise<void> {
  if (log.prepare('SELECT 1 FROM order_mails WHERE order_id = ?').get(order) !== undefined) return;
  const response = await fetch(`${provider}/mails`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': `order-confirmation-${order}` },
    body: JSON.stringify({ order, to }),
    signal: AbortSignal.timeout(10_000),
  });
  if (!response.ok) throw new Error(`The mail provider answered ${response.status}.`);
  between();
  log.prepare('INSERT INTO order_mails (order_id) VALUES (?) ON CONFLICT (order_id) DO NOTHING').run(order);
}
