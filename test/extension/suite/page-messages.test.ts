import assert from 'node:assert/strict';
import { readPageMessage } from '../../../extension/src/inspector/page-messages.ts';

const table = { schema: null, table: 'idempotency_keys' };

describe('what the page may say to the host', () => {
  it('is ready', () => {
    assert.deepEqual(readPageMessage({ command: 'ready' }), { kind: 'ready' });
  });

  it('asks for a page of records', () => {
    const params = { table, states: ['stuck'], search: 'acme', after: null, limit: 200 };
    assert.deepEqual(readPageMessage({ id: 3, method: 'page', params }), {
      kind: 'request',
      request: { id: 3, method: 'page', params },
    });
  });

  it('asks for one record', () => {
    const params = { table, id: 'r1', reveal: true };
    assert.deepEqual(readPageMessage({ id: 4, method: 'detail', params }), {
      kind: 'request',
      request: { id: 4, method: 'detail', params },
    });
  });

  it('passes on only what was checked', () => {
    const message = {
      id: 1,
      method: 'counts',
      params: { table: { ...table, sql: 'x' }, sql: 'DROP TABLE x' },
    };
    assert.deepEqual(readPageMessage(message), {
      kind: 'request',
      request: { id: 1, method: 'counts', params: { table } },
    });
  });

  it('withdraws a request', () => {
    assert.deepEqual(readPageMessage({ cancel: 3 }), { kind: 'cancel', id: 3 });
  });

  it('opens a page by its name only', () => {
    assert.deepEqual(readPageMessage({ command: 'open-page', page: 'stuck-keys' }), {
      kind: 'open-page',
      page: 'stuck-keys',
    });
    assert.equal(readPageMessage({ command: 'open-page', page: '../../package' }), null);
    assert.equal(readPageMessage({ command: 'open-page', page: 'https://example.org' }), null);
  });

  it('asks for nothing else', () => {
    for (const message of [
      null,
      'tables',
      [],
      {},
      { id: 1, method: 'tables' },
      { id: -1, method: 'tables', params: {} },
      { id: 1.5, method: 'tables', params: {} },
      { id: '1', method: 'tables', params: {} },
      { id: 1, method: 'write', params: { table } },
      { id: 1, method: '__proto__', params: { table } },
      { id: 1, method: 'counts', params: { table: 'idempotency_keys' } },
      { id: 1, method: 'counts', params: { table: { schema: 7, table: 'x' } } },
      { id: 1, method: 'page', params: { table, states: ['all'], search: '', after: null, limit: 10 } },
      { id: 1, method: 'page', params: { table, states: [], search: '', after: null, limit: 0 } },
      { id: 1, method: 'page', params: { table, states: [], search: '', after: null, limit: 1001 } },
      { id: 1, method: 'page', params: { table, states: [], search: {}, after: null, limit: 10 } },
      { id: 1, method: 'detail', params: { table, id: 'r1', reveal: 'yes' } },
      { command: 'copy', text: 7 },
      { command: 'copy', text: 'x'.repeat(1_048_577) },
      { command: 'openRulePage' },
      { cancel: '3' },
    ]) {
      assert.equal(readPageMessage(message), null, JSON.stringify(message)?.slice(0, 200));
    }
  });
});
