/**
 * Names under which teams keep their own retry wrapper in another file. The one kind of name evidence that is
 * accepted: about half of real retries go through an imported or inherited wrapper whose body cannot be seen.
 * The default of `settings.idempotency.retryFunctions`; also looked for as decorators (`@Retry()`).
 */
export const retryFunctionNames: readonly string[] = [
  'autoRetry',
  'backOff',
  'callWithRetry',
  'doWithRetry',
  'executeWithRetry',
  'exponentialBackoff',
  'retriable',
  'retry',
  'Retry',
  'retryable',
  'Retryable',
  'retryAsync',
  'retryCall',
  'retryFunction',
  'retryOnError',
  'retryOnFailure',
  'retryOperation',
  'retryPromise',
  'retryWithBackoff',
  'retryWithDelay',
  'retryWithExponentialBackoff',
  'runWithRetries',
  'runWithRetry',
  'withBackoff',
  'withExponentialBackoff',
  'withRetries',
  'withRetry',
  'withRetryAndBackoff',
];

/** Names of imported functions that take `fetch`'s arguments and send the request again when it fails. */
export const retryingRequestNames =
  /^(?:fetch(?:With|And)?(?:Retry|Retries|Backoff)|retry(?:ing)?Fetch|resilientFetch|request(?:With)?(?:Retry|Retries|Backoff))$/;
