import assert from 'node:assert/strict';
import { InspectorError } from 'idempotency-inspector';
import type { UserError } from 'idempotency-inspector';

/** Waits for a failure and returns its sentences, having seen that they are sentences and hold none of these secrets. */
export const sentencesOf = async (
  work: Promise<unknown>,
  secrets: readonly string[] = [],
): Promise<UserError> => {
  try {
    await work;
  } catch (error) {
    assert.ok(error instanceof InspectorError, `not an error for a person: ${String(error)}`);
    const { userError } = error;
    for (const sentence of [userError.what, userError.why, userError.action]) {
      assert.match(sentence, /^[A-Z].*\.$/s, 'a whole sentence');
      assert.doesNotMatch(
        sentence,
        /\n|\bat .*:\d+:\d+|SQLITE_ERROR|undefined|\[object/,
        'no trace of the program',
      );
      for (const secret of secrets) assert.ok(!sentence.includes(secret), 'a secret in a sentence');
    }
    return userError;
  }
  assert.fail('it did not fail');
};
