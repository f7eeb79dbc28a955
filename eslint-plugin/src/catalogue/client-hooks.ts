/** A hook of an HTTP client that runs once per attempt when the client re-sends a request. */
export interface ClientHook {
  package: string;
  /** Where the hook stands in the client's options: a function or a list of functions. */
  at: readonly string[];
  /**
   * ky 1 calls `beforeRequest(request, options)` at each attempt, ky 2 calls `beforeRequest({ request })` once: a
   * hook written for 1 takes the request itself.
   */
  onlyTakingRequest: boolean;
}

/** Run against a server that always fails: these made a new key per attempt (got 14.6.6, ky 2.1.0 and 1.14.3, ofetch 1.5.1). */
export const clientHooks: readonly ClientHook[] = [
  { package: 'got', at: ['hooks', 'beforeRequest'], onlyTakingRequest: false },
  { package: 'got', at: ['hooks', 'beforeRetry'], onlyTakingRequest: false },
  { package: 'ky', at: ['hooks', 'beforeRetry'], onlyTakingRequest: false },
  { package: 'ky', at: ['hooks', 'beforeRequest'], onlyTakingRequest: true },
  { package: 'ofetch', at: ['onRequest'], onlyTakingRequest: false },
  { package: 'ofetch', at: ['onRequestError'], onlyTakingRequest: false },
  { package: 'ofetch', at: ['onResponseError'], onlyTakingRequest: false },
];

/** How a client decides whether to send a failed POST again, from its options alone. */
export type OwnRetry =
  /** `retry: { methods: [..., 'POST'] }`: without POST in the list, none is repeated (got, ky). */
  | 'listed-methods'
  /** `retry: 3`: any explicit number repeats every method (ofetch; its default leaves POST alone). */
  | 'explicit-number';

export const ownRetries: ReadonlyMap<string, OwnRetry> = new Map([
  ['got', 'listed-methods'],
  ['ky', 'listed-methods'],
  ['ofetch', 'explicit-number'],
]);

/** Functions that make an axios instance repeat requests: the instance is the first argument. */
export const axiosRetriers: readonly { package: string; path: string; defaultPost: boolean }[] = [
  // axios-retry 4.5.0: the default condition repeats POST after a network error (4 requests on a reset)
  { package: 'axios-retry', path: '', defaultPost: true },
  // retry-axios 4.0.3: POST only where `httpMethodsToRetry` lists it
  { package: 'retry-axios', path: 'attach', defaultPost: false },
];

/** axios-retry's conditions that leave POST out. */
export const conditionsWithoutPost: ReadonlySet<string> = new Set([
  'isSafeRequestError',
  'isIdempotentRequestError',
]);

/** Apollo's links: which repeats, and which set a request's context at each passage. */
export const apolloPackage = '@apollo/client';
export const apolloRetryLinks: ReadonlySet<string> = new Set(['RetryLink']);
export const apolloStampingLinks: ReadonlySet<string> = new Set([
  'SetContextLink',
  'setContext',
  'ApolloLink',
]);

/** RTK Query's `retry(baseQuery)`: everything in the base query runs per attempt, mutations included (5 by default). */
export const rtkPackage = '@reduxjs/toolkit';

/** TanStack Query: a mutation is repeated only where `retry` says so (its default is 0). */
export const mutationHooks: ReadonlySet<string> = new Set([
  'useMutation',
  'createMutation',
  'injectMutation',
]);
export const mutationPackages =
  /^@tanstack\/(?:react|vue|solid|svelte|angular)-query|^@tanstack\/query-core|^react-query$/;

/**
 * Clients whose middlewares are a chain: those on the inner side of the one that repeats run per attempt. Read in the
 * sources: wretch 3.0.9 puts the first outermost, undici 7.30.2 (`dispatcher.compose`) the last.
 */
export const middlewareChains: readonly {
  package: string;
  method: string;
  /** The call that makes the repeating one, as `pathOf` writes it. */
  retry: string;
  outermost: 'first' | 'last';
  /** POST is repeated only where `methods` lists it. */
  listsMethods: boolean;
}[] = [
  {
    package: 'wretch',
    method: 'middlewares',
    retry: 'retry()',
    outermost: 'first',
    listsMethods: false,
  },
  {
    package: 'undici',
    method: 'compose',
    retry: 'interceptors.retry()',
    outermost: 'last',
    listsMethods: true,
  },
];
