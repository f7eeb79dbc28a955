import assert from 'node:assert/strict';
import { moved } from '../../webview/src/elements/grid-keys.ts';
import { firstLayout, layoutFrom } from '../../webview/src/session/kept-layout.ts';

describe('the layout an earlier page kept', () => {
  it('is taken over', () => {
    const kept = {
      states: ['stuck', 'failed'],
      detailShare: 0.5,
      stackedShare: 0.4,
      timeStyle: 'utc',
      live: false,
    };
    assert.deepEqual(layoutFrom(kept), kept);
  });

  it('is as at first where it is not understood', () => {
    assert.deepEqual(layoutFrom(undefined), firstLayout);
    assert.deepEqual(layoutFrom('nonsense'), firstLayout);
    assert.deepEqual(
      layoutFrom({ states: 'stuck', detailShare: 7, stackedShare: '1', timeStyle: 'swatch', live: 'yes' }),
      firstLayout,
    );
    assert.deepEqual(layoutFrom({ states: ['stuck', 'gone', 3] }).states, ['stuck']);
  });

  it('brings nothing along that is no layout', () => {
    assert.deepEqual(Object.keys(layoutFrom({ search: 'sk_live', table: 'keys', selectedId: '1' })).sort(), [
      'detailShare',
      'live',
      'stackedShare',
      'states',
      'timeStyle',
    ]);
  });
});

describe('keys in the grid', () => {
  const size = { rows: 100, columns: 8, pageRows: 20 };
  const press = (key: string, held: Partial<KeyboardEvent> = {}): KeyboardEvent =>
    ({ key, ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...held }) as KeyboardEvent;

  it('move over rows and stop at the ends', () => {
    assert.deepEqual(moved({ row: 5, column: null }, press('ArrowDown'), size), { row: 6, column: null });
    assert.deepEqual(moved({ row: 0, column: null }, press('ArrowUp'), size), { row: 0, column: null });
    assert.deepEqual(moved({ row: 5, column: null }, press('PageDown'), size), { row: 25, column: null });
    assert.deepEqual(moved({ row: 95, column: null }, press('PageDown'), size), { row: 99, column: null });
    assert.deepEqual(moved({ row: 25, column: null }, press('PageUp'), size), { row: 5, column: null });
    assert.deepEqual(moved({ row: 25, column: null }, press('Home'), size), { row: 0, column: null });
    assert.deepEqual(moved({ row: 25, column: null }, press('End'), size), { row: 99, column: null });
  });

  it('go into a row’s cells and back out', () => {
    assert.equal(moved({ row: 5, column: null }, press('ArrowLeft'), size), null);
    assert.deepEqual(moved({ row: 5, column: null }, press('ArrowRight'), size), { row: 5, column: 0 });
    assert.deepEqual(moved({ row: 5, column: 7 }, press('ArrowRight'), size), { row: 5, column: 7 });
    assert.deepEqual(moved({ row: 5, column: 0 }, press('ArrowLeft'), size), { row: 5, column: null });
    assert.deepEqual(moved({ row: 5, column: 3 }, press('Home'), size), { row: 5, column: 0 });
    assert.deepEqual(moved({ row: 5, column: 3 }, press('End'), size), { row: 5, column: 7 });
    assert.deepEqual(moved({ row: 5, column: 3 }, press('End', { ctrlKey: true }), size), {
      row: 99,
      column: 3,
    });
    assert.deepEqual(moved({ row: 5, column: 3 }, press('ArrowDown'), size), { row: 6, column: 3 });
  });

  it('leave other keys, and an empty grid, alone', () => {
    assert.equal(moved({ row: 5, column: null }, press('a'), size), null);
    assert.equal(moved({ row: 5, column: null }, press('ArrowDown', { altKey: true }), size), null);
    assert.equal(moved({ row: 0, column: null }, press('ArrowDown'), { ...size, rows: 0 }), null);
  });
});
