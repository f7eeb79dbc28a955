import assert from 'node:assert/strict';
import * as parser from '@typescript-eslint/parser';
import { Linter } from 'eslint/universal';
import { disableComment } from '../../../extension/src/server/disable-comment.ts';

/** The line that would be inserted before the given line, counted from 1. */
function before(line: number, ...lines: string[]): string | null {
  const linter = new Linter({ configType: 'flat' });
  const config = { files: ['**/*.tsx'], languageOptions: { parser } };
  assert.deepEqual(linter.verify(lines.join('\n'), [config], { filename: 'a.tsx' }), []);
  const comment = disableComment(linter.getSourceCode(), line, 'no-weak-key');
  return comment && `${comment.before}reason${comment.after}`;
}

describe('where a disable comment can stand', () => {
  it('stands before a statement, with its indentation', () => {
    assert.equal(
      before(2, 'if (a) {', '\tpay();', '}'),
      '\t// idempotency-disable-next-line no-weak-key: reason\n',
    );
  });

  it('stands between the attributes of an element', () => {
    assert.equal(
      before(3, 'const b = (', '  <Button', '    onClick={pay}', '  />', ');'),
      '    // idempotency-disable-next-line no-weak-key: reason\n',
    );
  });

  it('is an expression among the children of an element', () => {
    assert.equal(
      before(2, 'const b = <p>', '  <Button onClick={pay} />', '</p>;'),
      '  {/* idempotency-disable-next-line no-weak-key: reason */}\n',
    );
  });

  it('stands plain inside an expression among children', () => {
    assert.equal(
      before(
        3,
        'const b = <p>',
        '  {items.map((item) => (',
        '    <Button key={item} onClick={pay} />',
        '  ))}',
        '</p>;',
      ),
      '    // idempotency-disable-next-line no-weak-key: reason\n',
    );
  });

  it('cannot stand in the middle of the words of an element', () => {
    assert.equal(before(2, 'const b = <p>Your order', '  is ready {pay()}</p>;'), null);
  });

  it('cannot stand inside a template', () => {
    assert.equal(before(2, 'const sql = `SELECT', '  ${pay()}`;'), null);
  });

  it('stands inside the hole of a template', () => {
    assert.equal(
      before(2, 'const sql = `SELECT ${', '  pay()', '}`;'),
      '  // idempotency-disable-next-line no-weak-key: reason\n',
    );
  });

  it('cannot stand inside a comment', () => {
    assert.equal(before(2, '/* first', '   second */ pay();'), null);
  });

  it('keeps the line ends of the file', () => {
    assert.equal(
      before(2, 'a();\r', 'b();\r', ''),
      '// idempotency-disable-next-line no-weak-key: reason\r\n',
    );
  });
});
