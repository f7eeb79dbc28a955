import type { Bank } from '../bank.ts';
import type { PaymentAnswer } from '../payment-client.ts';

/** One thing that was done in one way, and what it cost. */
export interface Fact {
  /** The way it was done. */
  way: string;
  /** What each caller got, in order: `201`, `402 replayed`. */
  answers: string[];
  /** What was counted, by name: attempts, charges, rupees, mails, ... */
  counts: Record<string, number>;
  /** The bodies of the answers, where they are payments. */
  bodies?: unknown[];
}

export interface Scene {
  title: string;
  facts: Fact[];
}

/** `201`, or `201 replayed` when the service sent its saved answer again. */
export function shown(answer: { status: number; replayed?: boolean }): string {
  return answer.replayed ? `${answer.status} replayed` : String(answer.status);
}

/** The charges and rupees the bank took for these orders. */
export function chargedFor(bank: Bank, ...orders: string[]): { charges: number; rupees: number } {
  const rows = orders.flatMap((order) => bank.chargesFor(order));
  return { charges: rows.length, rupees: rows.reduce((sum, { amount }) => sum + amount, 0) };
}

/** A fact about payments of one order. */
export function paid(way: string, bank: Bank, order: string, answers: PaymentAnswer[]): Fact {
  const attempts = answers.reduce((sum, answer) => sum + answer.attempts, 0);
  const counts = { attempts, ...chargedFor(bank, order) };
  return { way, answers: answers.map(shown), counts, bodies: answers.map(({ body }) => body) };
}

/** Waits until the network holds `count` messages; throws when that has not come about in 10 seconds. */
export async function untilHeld(network: { readonly held: number }, count: number): Promise<void> {
  const limit = AbortSignal.timeout(10_000);
  while (network.held < count) {
    limit.throwIfAborted();
    await new Promise((resolve) => setImmediate(resolve));
  }
}
