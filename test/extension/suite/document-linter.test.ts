import assert from 'node:assert/strict';
import { checkText } from '../../../extension/src/server/document-linter.ts';

const wrong = `import { randomUUID } from 'node:crypto';
export async function pay(order: string) {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      return await fetch('https://bank.example/charges', {
        method: 'POST',
        headers: { 'Idempotency-Key': randomUUID() },
        body: order,
      });
    } catch (error) {
      if (attempt === 2) throw error;
    }
  }
}
`;

const rulesIn = (text: string, path: string, language = 'typescript'): string[] =>
  checkText(text, path, language, 'recommended').findings.map(({ ruleId }) => ruleId);

describe('the check of one text', () => {
  it('does not depend on where the file stands', () => {
    for (const path of [
      '/home/ann/shop/pay.ts',
      '/c:/shop/pay.ts',
      'Untitled-1',
      '/shop/[id]/{pay}.ts',
      '/',
    ]) {
      assert.deepEqual(rulesIn(wrong, path), ['idempotency/no-key-per-attempt'], path);
    }
  });

  it('leaves installed packages alone', () => {
    assert.deepEqual(rulesIn(wrong, '/shop/node_modules/client/pay.ts'), []);
  });

  it('speaks of our rules only, whatever a comment of the file switches on', () => {
    const text = `/* eslint no-undef: "error", other/rule: "error" */\nundefinedName();\n${wrong}`;
    assert.deepEqual(rulesIn(text, '/shop/pay.ts'), ['idempotency/no-key-per-attempt']);
  });

  it('honours directives of ESLint', () => {
    assert.deepEqual(
      rulesIn(`/* eslint-disable idempotency/no-key-per-attempt */\n${wrong}`, '/shop/pay.ts'),
      [],
    );
  });

  it('says of a text that does not parse where it stops', () => {
    const { findings, outcome } = checkText('const a = ;\n', '/shop/a.ts', 'typescript', 'recommended');
    assert.deepEqual(findings, []);
    assert.deepEqual(outcome, { kind: 'does-not-parse', line: 1 });
  });

  it('does not parse what is larger than any hand-written file', () => {
    const { findings, outcome } = checkText(
      wrong + '\n'.repeat(2_000_000),
      '/shop/pay.ts',
      'typescript',
      'recommended',
    );
    assert.deepEqual(findings, []);
    assert.equal(outcome.kind, 'too-large');
  });
});
