import assert from 'node:assert/strict';
import { Origins } from '../../../eslint-plugin/src/model/origins.ts';
import { askModel } from './model-of-code.ts';

/** What `key` of a piece of code is made of: the texts where following it ends, in order. */
function ingredientsOfKey(code: string): string[] {
  return askModel(`${code} // idempotency`, (model) => {
    const sent = model?.index.calls.findLast(
      ({ callee }) => callee.type === 'Identifier' && callee.name === 'send',
    );
    const value = sent?.arguments[0];
    assert.ok(model && value);
    return model
      .part(Origins)
      .ingredientsOf(value)
      .map(({ node, names, hashed }) => {
        const text =
          names.length > 0 ? names.filter((name) => name !== '').join('.') : model.sourceCode.getText(node);
        return hashed ? `hash of ${text}` : text;
      });
  });
}

describe('what a value is made of', () => {
  it('follows variables and templates', () => {
    assert.deepEqual(ingredientsOfKey('const id = make(); const key = `a-${id}-${order.id}`; send(key);'), [
      'make()',
      'order.id',
    ]);
  });

  it('follows parameters to their call sites', () => {
    assert.deepEqual(
      ingredientsOfKey('function post(path, key) { send(key); } post("/a", first()); post("/b", second());'),
      ['first()', 'second()'],
    );
  });

  it('follows what local functions return, with the arguments of this call', () => {
    assert.deepEqual(
      ingredientsOfKey('const join = (...parts) => parts.join("-"); join(x()); send(join("a", y()));'),
      ['y()'],
    );
  });

  it('follows members of objects, spreads and destructuring', () => {
    assert.deepEqual(
      ingredientsOfKey(
        'const base = { key: make() }; const all = { ...base, n: 1 }; const { key } = all; send(key);',
      ),
      ['make()'],
    );
  });

  it('knows a digest', () => {
    assert.deepEqual(
      ingredientsOfKey(
        'import { createHash } from "node:crypto"; send(createHash("sha256").update(user.email).digest("hex"));',
      ),
      ['hash of user.email'],
    );
  });

  it('follows getters and fields of a class', () => {
    assert.deepEqual(
      ingredientsOfKey(
        'class A { #n = make(); get key() { return `${this.#n}-${this.id}`; } f() { send(this.key); } }',
      ),
      ['make()', 'this.id'],
    );
  });

  it('takes both arms of a choice, and not its test', () => {
    assert.deepEqual(ingredientsOfKey('send(email ? a() : b());'), ['a()', 'b()']);
  });

  it('ends with circles', () => {
    assert.deepEqual(ingredientsOfKey('const a = b; const b = a; send(a);'), []);
  });
});
