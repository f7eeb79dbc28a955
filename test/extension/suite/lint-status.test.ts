import assert from 'node:assert/strict';
import { inWords } from '../../../extension/src/lint/lint-status.ts';

describe('what the status item says of a file', () => {
  it('counts its findings', () => {
    const checked = (findings: number) => inWords({ kind: 'checked', findings, milliseconds: 3 });
    assert.deepEqual(checked(0), { text: 'Idempotency', detail: 'no findings', warn: false });
    assert.equal(checked(1).detail, '1 finding');
    assert.equal(checked(2).detail, '2 findings');
  });

  it('says that it does not parse, and where, without a warning', () => {
    assert.deepEqual(inWords({ kind: 'does-not-parse', line: 12 }), {
      text: 'Idempotency: not checked',
      detail: 'the file does not parse, see line 12',
      warn: false,
    });
  });

  it('warns when a rule had to be left out', () => {
    const said = inWords({ kind: 'rules-failed', rules: ['idempotency/no-weak-key'], findings: 1 });
    assert.deepEqual(said, {
      text: 'Idempotency: partly checked',
      detail: '1 finding; a rule stopped with a fault, see the log',
      warn: true,
    });
  });
});
