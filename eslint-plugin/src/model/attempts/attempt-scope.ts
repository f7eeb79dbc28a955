import type { Variable } from '../bindings.ts';
import type { Node } from '../syntax.ts';

/** Code that runs once per attempt, and why. */
export interface AttemptScope {
  /**
   * How the attempts come about: a loop of this file, a function that calls itself after a failure, a function handed
   * to a wrapper or library, a client's hook, an engine's step or handler, the same call again in a `catch`.
   */
  kind: 'loop' | 'recursion' | 'callback' | 'hook' | 'engine' | 'second-try';
  /** What runs once per attempt: a loop, a function, or the call that is made again. */
  region: Node;
  /** The call or loop that makes the attempts; null where they are made outside this file. */
  entry: Node | null;
  /** Who repeats, as the subject of a sentence: "this loop", "pRetry", "Inngest". */
  who: string;
  /** `retries` after a failure, or `redelivers` what may have been done (see the catalogue of queues). */
  promise: 'retries' | 'redelivers';
  /** Does this variable count the attempts? */
  counts(variable: Variable): boolean;
  /**
   * The entry makes attempts of several operations: it makes a function for later calls (`withRetries(charge)`), or
   * works through a list. One key before it would be one key for all of them.
   */
  several?: boolean;
  /** The `try` block whose failures put the message back into its queue, where that is what makes the attempts. */
  putsBack?: Node;
  /** The engine keeps what the scope returns: a value read from outside was made once. */
  keepsResult: boolean;
}
