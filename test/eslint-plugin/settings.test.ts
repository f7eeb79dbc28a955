import assert from 'node:assert/strict';
import { readSettings } from '../../eslint-plugin/src/settings.ts';

describe('settings.idempotency', () => {
  it('has a default list of retry wrappers and nothing else', () => {
    const settings = readSettings({});
    assert.ok(settings.retryFunctions.has('withRetry'));
    assert.equal(settings.keyNames.size, 0);
    assert.equal(settings.sensitiveNames.size, 0);
  });

  it('adds names to the default list', () => {
    const settings = readSettings({ idempotency: { retryFunctions: ['untilItWorks'] } });
    assert.ok(settings.retryFunctions.has('untilItWorks'));
    assert.ok(settings.retryFunctions.has('withRetry'));
  });

  it('refuses a setting that is no object', () => {
    assert.throws(() => readSettings({ idempotency: ['withRetry'] }), {
      name: 'TypeError',
      message:
        'The ESLint setting "idempotency" is not an object. Write it as { retryFunctions: ["name"], ... }.',
    });
  });

  it('refuses a list it does not know', () => {
    assert.throws(() => readSettings({ idempotency: { retryFunction: ['x'] } }), {
      name: 'TypeError',
      message:
        'The ESLint setting "idempotency" has no list "retryFunction". It knows retryFunctions, keyNames, keyMakers, effectFunctions, claimFunctions, sensitiveNames.',
    });
  });

  it('refuses a list that holds anything but names', () => {
    assert.throws(() => readSettings({ idempotency: { keyNames: ['X-Order-Token', 7] } }), {
      name: 'TypeError',
      message:
        'The ESLint setting "idempotency.keyNames" is not a list of names. Write it as an array of non-empty strings.',
    });
  });
});
