import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';

/**
 * Asks again and again until the answer is neither undefined nor false.
 * @param what said when it never comes: "the finding is gone"
 */
export async function until<T>(
  what: string,
  ask: () => T | undefined | false | Promise<T | undefined | false>,
  patience = 20_000,
): Promise<T> {
  const deadline = Date.now() + patience;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined && answer !== false) return answer;
    if (Date.now() > deadline) assert.fail(`Waited in vain until ${what}.`);
    await wait(25);
  }
}
