import type { UserError } from './protocol.ts';
import { safeText } from './safe-text.ts';

/**
 * A failure that a person can act on. `message` is the first sentence; `userError` has all three.
 * None of the sentences may hold a key, a body, a password or a connection string. Names of files, tables and hosts in
 * them are made safe to print.
 */
export class InspectorError extends Error {
  readonly userError: UserError;

  constructor(code: string, what: string, why: string, action: string, cause?: unknown) {
    super(safeText(what), cause === undefined ? undefined : { cause });
    this.name = 'InspectorError';
    this.userError = { code, what: safeText(what), why: safeText(why), action: safeText(action) };
  }
}

/** Failures that concern the table that was asked for, and say nothing about the others beside it. */
const ofOneTable: ReadonlySet<string> = new Set([
  'corrupt',
  'locked',
  'no-permission',
  'no-row-names',
  'no-such-table',
  'postgres-error',
  'timed-out',
  'unreadable-file',
  'unreadable-schema',
]);

/** Whether other tables of the same source may well be readable after this failure. */
export const concernsOneTable = (error: unknown): error is InspectorError =>
  error instanceof InspectorError && ofOneTable.has(error.userError.code);

/** The error of a request that its caller has withdrawn. */
export const cancelled = (): InspectorError =>
  new InspectorError(
    'cancelled',
    'The request was cancelled.',
    'It was withdrawn before it had ended.',
    'Ask again if the answer is still wanted.',
  );

/** Throws {@link cancelled} when the signal has been raised. */
export const stopIfCancelled = (signal: AbortSignal | undefined): void => {
  if (signal?.aborted) throw cancelled();
};

/** Any thrown value as sentences for a person: our own errors as they are, others without their inner text. */
export const toUserError = (error: unknown): UserError =>
  error instanceof InspectorError
    ? error.userError
    : {
        code: 'internal',
        what: 'The key tables could not be read.',
        why: `Something unforeseen happened inside the inspector (${error instanceof Error ? error.name : typeof error}).`,
        action: 'Try again; if it happens again, report it with the steps that led to it.',
      };
