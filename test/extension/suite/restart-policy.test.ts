import assert from 'node:assert/strict';
import { RestartPolicy } from '../../../extension/src/lint/restart-policy.ts';

describe('restarts of a crashed linter', () => {
  it('wait longer each time, and end after the fourth', () => {
    const policy = new RestartPolicy();
    assert.deepEqual(
      [0, 1_000, 2_000, 3_000, 4_000].map((time) => policy.afterCrash(time)),
      [250, 1_000, 4_000, 10_000, null],
    );
  });

  it('forget crashes that lie more than five minutes back', () => {
    const policy = new RestartPolicy();
    for (const time of [0, 1, 2, 3]) policy.afterCrash(time);
    assert.equal(policy.afterCrash(5 * 60_000 + 3), 250);
  });

  it('begin anew at the user’s wish', () => {
    const policy = new RestartPolicy();
    for (const time of [0, 1, 2, 3, 4]) policy.afterCrash(time);
    policy.reset();
    assert.equal(policy.afterCrash(5), 250);
  });
});
