import assert from 'node:assert/strict';
import { pathOf } from '../../../eslint-plugin/src/model/things.ts';
import { askModel } from './model-of-code.ts';

/** What the last call of a piece of code calls: the package or name it comes from, and the path from there. */
function lastCallee(code: string): string {
  return askModel(`${code}; // idempotency`, (model) => {
    const call = model?.index.calls.findLast(({ parent }) => parent?.type === 'ExpressionStatement');
    assert.ok(model && call);
    const thing = model.things.calleeOf(call);
    const { root } = thing;
    const from = root.kind === 'import' ? root.package : 'name' in root ? root.name : root.kind;
    return `${root.kind} ${from}: ${pathOf(thing)}`;
  });
}

describe('what a call is', () => {
  it('sees through an alias of a default import', () => {
    assert.equal(
      lastCallee(`import http from 'axios'; const send = http.post; send('/x')`),
      'import axios: post',
    );
  });

  it('sees through destructuring and require', () => {
    assert.equal(lastCallee(`const { v4: id } = require('uuid'); id()`), 'import uuid: v4');
  });

  it('sees through instances', () => {
    assert.equal(
      lastCallee(`import axios from 'axios'; const bank = axios.create({}); bank.post('/x')`),
      'import axios: create().post',
    );
    assert.equal(
      lastCallee(`import Stripe from 'stripe'; const stripe = new Stripe('k'); stripe.refunds.create({})`),
      'import stripe: new().refunds.create',
    );
  });

  it('sees through fields and written types', () => {
    assert.equal(
      lastCallee(
        `import { Resend } from 'resend'; class A { mail; constructor() { this.mail = new Resend('k'); } f() { this.mail.emails.send({}); } }`,
      ),
      'import resend: Resend.new().emails.send',
    );
    assert.equal(
      lastCallee(
        `import type { AxiosInstance } from 'axios'; function f(http: AxiosInstance) { http.post('/x'); }`,
      ),
      'type AxiosInstance: post',
    );
  });

  it('knows the package behind an address of a CDN', () => {
    assert.equal(
      lastCallee(`import Stripe from 'https://esm.sh/stripe@14.25.0?target=denonext'; Stripe.create()`),
      'import stripe: create',
    );
  });

  it('says that a parameter is unknown', () => {
    assert.equal(lastCallee(`function f(db) { db.find(1); }`), 'unknown db: find');
  });

  it('does not go round in circles', () => {
    assert.equal(lastCallee(`const a = b; const b = a; a.post('/x')`), 'value value: post');
  });
});

describe('the look at the text', () => {
  it('leaves files alone that point to no operation', () => {
    assert.equal(
      askModel(`export const add = (a, b) => a + b;`, (model) => model),
      null,
    );
  });

  it('looks at files that speak of keys', () => {
    assert.notEqual(
      askModel(`export const idempotencyKey = 1;`, (model) => model),
      null,
    );
  });
});
