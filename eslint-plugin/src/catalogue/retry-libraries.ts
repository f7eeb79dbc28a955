/** How a library is told how often to try: read before a call is taken for a retry at all. */
export interface Budget {
  /** Index of the options argument; the number may stand there itself. */
  argument: number;
  /** The option's name. */
  property: string;
  /** The number counts all tries (1 is no retry) rather than the ones after the first (0 is no retry). */
  total: boolean;
}

/** One way in which a library calls a function of its user again when it fails. */
export interface RetryCall {
  package: string;
  /** The callee from the module's main export, as `pathOf` writes it: `''`, `retry`, `retry().execute`. */
  path: string;
  /** Indices of arguments that may be the retried function: the first that is a function counts. */
  retried: readonly number[];
  /** Index of the retried function's parameter that counts attempts. */
  counter?: number;
  budget?: Budget;
  /** The call gives back a function, which makes the attempts each time it is called. */
  makesFunction?: boolean;
  /** Retries only if one of the arguments of the last call on the way is this (`wrap(retry(…), timeout(…)).execute`). */
  holding?: string;
  /** Retries only if the retried function uses this parameter of its own (`promise-retry`'s `retry`). */
  onlyIfUsed?: number;
}

/**
 * Retry libraries, with the defaults of the versions named; read in the packages' sources and run. All listed ones
 * retry by default: a default budget is given where the option can switch retries off.
 */
export const retryCalls: readonly RetryCall[] = [
  // p-retry 9.0.0, 7.1.1: retries 10
  {
    package: 'p-retry',
    path: '',
    retried: [0],
    counter: 0,
    budget: { argument: 1, property: 'retries', total: false },
  },
  { package: 'p-retry', path: 'makeRetriable', retried: [0], counter: 0, makesFunction: true },
  // async-retry 1.3.3: retries 10; FN(bail, attempt)
  {
    package: 'async-retry',
    path: '',
    retried: [0],
    counter: 1,
    budget: { argument: 1, property: 'retries', total: false },
  },
  // promise-retry 2.0.1: FN(retry, number); the arguments may be swapped; does not retry by itself
  { package: 'promise-retry', path: '', retried: [0, 1], counter: 1, onlyIfUsed: 0 },
  // retry 0.13.1: operation(opts).attempt(FN(n)), goes on with operation.retry(err)
  { package: 'retry', path: 'operation().attempt', retried: [0], counter: 0 },
  // exponential-backoff 3.1.3: numOfAttempts 10 in all
  {
    package: 'exponential-backoff',
    path: 'backOff',
    retried: [0],
    budget: { argument: 1, property: 'numOfAttempts', total: true },
  },
  // cockatiel 4.0.0, 3.2.1: maxAttempts is Infinity if unset; FN({ attempt })
  { package: 'cockatiel', path: 'retry().execute', retried: [0] },
  { package: 'cockatiel', path: 'wrap().execute', retried: [0], holding: 'retry()' },
  // ts-retry 7.0.3: maxTry 240 in all
  ...['retry', 'retryAsync', 'retryUntilDefined', 'retryAsyncUntilDefined', 'retryUntilTruthy'].map(
    (path) => ({
      package: 'ts-retry',
      path,
      retried: [0],
      budget: { argument: 1, property: 'maxTry', total: true },
    }),
  ),
  ...['retryAsyncUntilTruthy', 'retryAsyncUntilResponse'].map((path) => ({
    package: 'ts-retry',
    path,
    retried: [0],
    budget: { argument: 1, property: 'maxTry', total: true },
  })),
  ...['retryDecorator', 'retryAsyncDecorator'].map((path) => ({
    package: 'ts-retry',
    path,
    retried: [0],
    budget: { argument: 1, property: 'maxTry', total: true },
    makesFunction: true,
  })),
  // ts-retry-promise 0.8.1: retries 10
  {
    package: 'ts-retry-promise',
    path: 'retry',
    retried: [0],
    budget: { argument: 1, property: 'retries', total: false },
  },
  { package: 'ts-retry-promise', path: 'retryDecorator', retried: [0], makesFunction: true },
  // async 3.2.6: times 5 in all; the function is the first or the second argument
  {
    package: 'async',
    path: 'retry',
    retried: [0, 1],
    budget: { argument: 0, property: 'times', total: true },
  },
  {
    package: 'async',
    path: 'retryable',
    retried: [0, 1],
    makesFunction: true,
    budget: { argument: 0, property: 'times', total: true },
  },
  // @lifeomic/attempt 3.1.0: maxAttempts 3 in all; FN({ attemptNum })
  {
    package: '@lifeomic/attempt',
    path: 'retry',
    retried: [0],
    budget: { argument: 1, property: 'maxAttempts', total: true },
  },
  // backoff 2.5.0: exponential().on('ready', FN(number, delay))
  { package: 'backoff', path: 'call', retried: [0] },
  { package: 'backoff', path: 'exponential().on', retried: [1], counter: 0 },
  { package: 'backoff', path: 'fibonacci().on', retried: [1], counter: 0 },
  // retry-as-promised 7.1.1: max is required
  {
    package: 'retry-as-promised',
    path: '',
    retried: [0],
    budget: { argument: 1, property: 'max', total: true },
  },
  {
    package: 'retry-as-promised',
    path: 'retryAsPromised',
    retried: [0],
    budget: { argument: 1, property: 'max', total: true },
  },
  // es-toolkit 1.53.2: retries is Infinity if unset
  {
    package: 'es-toolkit',
    path: 'retry',
    retried: [0],
    budget: { argument: 1, property: 'retries', total: false },
  },
  // @std/async 1: maxAttempts 5 in all
  {
    package: '@std/async',
    path: 'retry',
    retried: [0],
    budget: { argument: 1, property: 'maxAttempts', total: true },
  },
  // typescript-retry-decorator 2.6.0 and ts-retry's decorators stand in `retryDecorators`
];

/** Decorators that run the method they stand on again. */
export const retryDecorators: readonly { package: string; name: string }[] = [
  // typescript-retry-decorator 2.6.0: maxAttempts is required
  { package: 'typescript-retry-decorator', name: 'Retryable' },
];

/** Options by which a caller decides what is retried: a function given here may let only definite answers through. */
export const retryConditionNames: ReadonlySet<string> = new Set([
  'retryIf',
  'shouldRetry',
  'retryOn',
  'retryWhen',
  'when',
  'doRetry',
  'isRetryable',
  'handleError',
]);
