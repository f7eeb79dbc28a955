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

/**
 * … and names composed in their fashion, for what is called by them: `withGmailRetry`, `stripeWithRetries`. Not those
 * that name a definite answer or a conflict of rows, after which a repetition does no harm: `withRateLimitRetry`.
 */
export const composedRetryNames =
  /^(?!without|\w*(?:no(?:t|n)?(?=retr)|never|rate_?limit|throttl|conflict|unique|collision|lock|serializ|transaction|tx(?=R)|version|optimistic|auth|token|refresh|login|session))(?:(?:with|call|run|do|execute|perform|invoke)\w*[A-Z]\w*Retr(?:y|ies)|(?:stripe|api|call|run|do|execute|perform|invoke)\w*WithRetr(?:y|ies))$/i;

/** Names of imported functions that take `fetch`'s arguments and send the request again when it fails. */
export const retryingRequestNames =
  /^(?:fetch(?:With|And)?(?:Retry|Retries|Backoff)|retry(?:ing)?Fetch|resilientFetch|request(?:With)?(?:Retry|Retries|Backoff))$/;
