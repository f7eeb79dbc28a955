/**
 * One spelling for the many that databases use: `"IdempotencyKey"`, `idempotencyKey` and `IDEMPOTENCY_KEY`
 * all become `idempotency_key`.
 */
export const normaliseName = (name: string): string =>
  name
    .trim()
    .replace(/^["'`[]+|["'`\]]+$/g, '')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/([A-Z]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/[^\p{L}\p{N}_]+/gu, '_')
    .toLowerCase();

/**
 * A name without anything that parts its words: PostgreSQL folds an unquoted `uniqueRequestId` to `uniquerequestid`,
 * which must still be known for what it is.
 */
export const squashedName = (name: string): string => normaliseName(name).replaceAll('_', '');
