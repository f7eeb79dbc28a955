import assert from 'node:assert/strict';
import { RetryLoops } from '../../../eslint-plugin/src/model/attempts/retry-loops.ts';
import { askModel } from './model-of-code.ts';

/** Is the call of `attempt()` in the only loop of this code made again after it failed? */
function repeats(body: string): boolean {
  return askModel(`async function f(list, delays) { ${body} } // idempotency retry`, (model) => {
    const [loop] = model?.index.loops ?? [];
    const call = model?.functions.callsNamed('attempt')[0];
    assert.ok(model && loop && call);
    return model.part(RetryLoops).repeats(loop, call);
  });
}

describe('a loop', () => {
  it('retries where failure goes round and success returns', () => {
    assert.equal(
      repeats('for (let n = 0; n < 3; n++) { try { return await attempt(); } catch { await wait(n); } }'),
      true,
    );
  });

  it('retries where a flag ends it', () => {
    assert.equal(
      repeats('let ok = false; while (!ok) { try { await attempt(); ok = true; } catch {} }'),
      true,
    );
  });

  it('retries where the promise itself is caught', () => {
    assert.equal(
      repeats(
        'for (let n = 0; n < 3; n++) { const r = await attempt().catch(() => null); if (r) return r; }',
      ),
      true,
    );
  });

  it('retries where a server fault goes round', () => {
    assert.equal(repeats('for (;;) { const r = await attempt(); if (r.status < 500) return r; }'), true);
  });

  it('retries over waiting times', () => {
    assert.equal(
      repeats('for (const ms of delays) { try { return await attempt(); } catch { await wait(ms); } }'),
      true,
    );
  });

  it('does not retry where the failure is thrown on', () => {
    assert.equal(
      repeats('for (;;) { try { return await attempt(); } catch (e) { report(e); throw e; } }'),
      false,
    );
  });

  it('does not retry where only a definite answer goes round', () => {
    assert.equal(
      repeats('for (;;) { try { return await attempt(); } catch (e) { if (e.status !== 429) throw e; } }'),
      false,
    );
    assert.equal(
      repeats(
        'for (;;) { try { return await attempt(); } catch (e) { if (e instanceof CardDeclined) continue; throw e; } }',
      ),
      false,
    );
    assert.equal(
      repeats('for (;;) { const r = await attempt(); if (r.status === 409) continue; return r; }'),
      false,
    );
  });

  it('does not retry where success goes round as well', () => {
    assert.equal(
      repeats('for (const x of list) { try { await attempt(); } catch (e) { report(e); } }'),
      false,
    );
  });

  it('does not retry where each round has another item', () => {
    assert.equal(repeats('for (const x of list) { try { return await attempt(x); } catch {} }'), false);
    assert.equal(
      repeats('for (let i = 0; i < list.length; i++) { try { return await attempt(list[i]); } catch {} }'),
      false,
    );
  });

  it('does not retry where failure leaves by break', () => {
    assert.equal(repeats('while (true) { try { return await attempt(); } catch { break; } }'), false);
  });
});
