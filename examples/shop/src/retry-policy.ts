import { setTimeout as delay } from 'node:timers/promises';

/** How often and how patiently a client tries. */
export interface RetryPolicy {
  /** Attempts in all, the first one included. */
  attempts: number;
  /** Milliseconds after which one attempt is given up. */
  timeout: number;
  /** Waits before the attempt after `attempt`. */
  wait(attempt: number): Promise<void>;
  /** Cancels the operation between and during attempts. */
  signal?: AbortSignal;
}

/** Four attempts of 10 seconds, with 0.2, 0.4 and 0.8 seconds between them. */
export const patientPolicy: RetryPolicy = {
  attempts: 4,
  timeout: 10_000,
  wait: (attempt) => delay(100 * 2 ** attempt),
};

/** The signal of one attempt: its own time limit, and the caller's wish to stop. */
export function attemptSignal(policy: RetryPolicy): AbortSignal {
  const limit = AbortSignal.timeout(policy.timeout);
  return policy.signal === undefined ? limit : AbortSignal.any([limit, policy.signal]);
}

/** No attempt got an answer: whether the operation was carried out is not known. */
export class NoAnswer extends Error {
  /** @param service whom the caller was talking to, as a person would say it
   *  @param attempts how often it was tried */
  constructor(service: string, attempts: number) {
    super(
      `${service} gave no answer in ${attempts} attempts, so nobody knows yet whether it worked. ` +
        'Send the same again later, with the same key.',
    );
    this.name = 'NoAnswer';
  }
}
