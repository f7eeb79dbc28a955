/**
 * Which failures are a definite answer ("no, and nothing was done") and which leave the outcome open. Only an open
 * outcome makes a repetition dangerous: the first attempt may have worked.
 */

/** A status that says the request was refused as it stands. 408 and 5xx leave it open; 503 refuses for now. */
export function isDefiniteStatus(status: number): boolean {
  return (status >= 400 && status < 500 && status !== 408) || status === 503;
}

/** Words of errors, codes and predicates that leave the outcome open: connection faults, timeouts, server faults. */
export const openFailureWords =
  /E?CONN|TIMED?_?OUT|EPIPE|ENOTFOUND|EAI_AGAIN|ENET|EHOST|abort|network|socket|hang ?up|UND_ERR|connection|offline|lost|gateway|transient|temporar|retr[iy]|recoverable|passing|unavailable|internal|server|unknown|fetch failed|api_?error|5\d\d|5xx|no ?answer|no ?response/i;

/** Words of errors and predicates that name a definite answer. */
export const definiteFailureWords =
  /rate_?-?.?limit|throttl|too_?.?many|quota|conflict|lock(?:ed)?\b|locked|declin|refus|deadlock|serializ|unique|duplicate|stale|precondition|expired|unauthor|forbidden|not_?.?found|exists|invalid|validation|mismatch|insufficient|\bauth|4\d\d/i;

/** Error classes too general to tell anything. */
export const generalErrorNames =
  /^(?:Error|TypeError|DOMException|AxiosError|HTTPError|HttpError|FetchError|KyError|RequestError|ResponseError|StripeError|APIError|ApiError|AggregateError)$/;

/** Names of what holds a status or an error code. */
export const statusNames = /status|code|errno/i;
