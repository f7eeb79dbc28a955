import assert from 'node:assert/strict';
import type { PageResult, RecordRow } from 'idempotency-inspector/protocol';
import { KeyPages } from '../../webview/src/rows/key-pages.ts';
import { row } from './stage/sample-rows.ts';

/** What a store answers: rows `ids` in pages of three, each page known by the last id of the one before. */
const page = (ids: number[], after: number | null, differing: Partial<RecordRow> = {}): PageResult => {
  const from = after === null ? 0 : ids.indexOf(after) + 1;
  const records = ids.slice(from, from + 3).map((id) => row(id, differing));
  return { records, next: from + 3 < ids.length ? String(ids[from + 2]) : null };
};

/** Reads what is wanted for a range until nothing is; returns the pages that were read. */
const read = (pages: KeyPages, ids: number[], first: number, last: number): number[] => {
  const readPages: number[] = [];
  for (let wanted = pages.wanted(first, last); wanted; wanted = pages.wanted(first, last)) {
    readPages.push(wanted.page);
    pages.store(wanted.page, page(ids, wanted.after === null ? null : Number(wanted.after)));
    assert.ok(readPages.length < 20, 'it never has enough');
  }
  return readPages;
};

const idsOf = (pages: KeyPages): string[] => [...pages.loaded()].map((each) => each.id);
const names = (...ids: number[]): string[] => ids.map((id) => `row-${id}`);

describe('the pages of a table', () => {
  it('are read one after another as far as they are looked at', () => {
    const pages = new KeyPages(3, 10);
    assert.equal(pages.begun, false);
    assert.deepEqual(read(pages, [9, 8, 7, 6, 5, 4, 3], 0, 4), [0, 1]);
    assert.equal(pages.length, 6);
    assert.equal(pages.complete, false);
    assert.equal(pages.rowAt(4)?.id, 'row-5');
    assert.equal(pages.rowAt(6), undefined);
    assert.deepEqual(read(pages, [9, 8, 7, 6, 5, 4, 3], 4, 8), [2]);
    assert.equal(pages.complete, true);
    assert.equal(pages.length, 7);
    assert.equal(pages.indexOf('row-3'), 6);
    assert.equal(pages.indexOf('row-1'), -1);
  });

  it('are complete at once in an empty table', () => {
    const pages = new KeyPages(3, 10);
    assert.deepEqual(read(pages, [], 0, 50), [0]);
    assert.equal(pages.complete, true);
    assert.equal(pages.length, 0);
  });

  it('of an empty table are read again when it has changed', () => {
    const pages = new KeyPages(3, 10);
    read(pages, [], 0, 50);
    pages.markStale();
    assert.deepEqual(read(pages, [2, 1], 0, 50), [0]);
    assert.deepEqual(idsOf(pages), names(2, 1));
  });

  it('are read again at the end when the table got shorter than what was looked at', () => {
    const pages = new KeyPages(3, 10);
    read(pages, [6, 5, 4, 3, 2, 1], 0, 5);
    pages.markStale();
    read(pages, [6, 5], 0, 0);
    pages.markStale();
    assert.deepEqual(read(pages, [6, 5, 4], 4, 5), [0]);
    assert.equal(pages.length, 3);
  });

  it('are dropped far from where the reader is, and read again by their cursor', () => {
    const ids = [12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
    const pages = new KeyPages(3, 2);
    for (const first of [0, 3, 6, 9]) read(pages, ids, first, first + 2);
    assert.deepEqual(idsOf(pages), names(6, 5, 4, 3, 2, 1));
    assert.equal(pages.length, 12);
    assert.deepEqual(read(pages, ids, 0, 1), [0]);
    assert.equal(pages.rowAt(0)?.id, 'row-12');
  });

  it('show new rows at the top after a change, and say which they are', () => {
    const pages = new KeyPages(3, 10);
    read(pages, [9, 8, 7, 6, 5, 4], 0, 5);
    pages.markStale();
    const wanted = pages.wanted(0, 1);
    assert.deepEqual(wanted, { page: 0, after: null });
    const change = pages.store(0, page([11, 10, 9, 8, 7, 6, 5, 4], null));
    assert.deepEqual(change, { fresh: names(11, 10), changed: [] });
    read(pages, [11, 10, 9, 8, 7, 6, 5, 4], 0, 7);
    assert.deepEqual(idsOf(pages), names(11, 10, 9, 8, 7, 6, 5, 4));
    assert.equal(pages.complete, true);
  });

  it('do not take a row for new that only moved up from the next page', () => {
    const pages = new KeyPages(3, 10);
    read(pages, [9, 8, 7, 6, 5, 4, 3], 0, 2);
    pages.markStale();
    assert.deepEqual(pages.store(0, page([9, 7, 6, 5, 4, 3], null)), { fresh: [], changed: [] });
  });

  it('take a row at the very end of the table for new', () => {
    const pages = new KeyPages(3, 10);
    read(pages, [1, 2], 0, 5);
    pages.markStale();
    assert.deepEqual(pages.store(0, page([1, 2, 3], null)).fresh, names(3));
  });

  it('say which rows say something else now', () => {
    const pages = new KeyPages(3, 10);
    read(pages, [9, 8, 7], 0, 2);
    pages.markStale();
    assert.deepEqual(pages.store(0, page([9, 8, 7], null, { code: 402 })).changed, names(9, 8, 7));
  });

  it('keep the pages behind a changed one when the change moved nothing', () => {
    const ids = [9, 8, 7, 6, 5, 4];
    const pages = new KeyPages(3, 10);
    read(pages, ids, 0, 5);
    pages.markStale();
    assert.deepEqual(read(pages, ids, 0, 1), [0]);
    assert.equal(pages.length, 6);
  });

  it('lose no row and show none twice, wherever rows come and go while they are read', () => {
    const pages = new KeyPages(3, 10);
    let ids = [9, 8, 7, 6, 5, 4, 3, 2, 1];
    read(pages, ids, 0, 8);
    for (const next of [
      [10, 9, 8, 7, 6, 5, 4, 3, 2, 1],
      [10, 9, 7, 6, 5, 4, 3, 2, 1],
      [10, 9, 7, 6, 5, 4, 3, 2],
      [12, 11, 10, 2],
      [15, 14, 13, 12, 11, 10, 2],
    ]) {
      ids = next;
      pages.markStale();
      read(pages, ids, 0, 20);
      assert.deepEqual(idsOf(pages), names(...ids));
      assert.equal(pages.length, ids.length);
    }
  });
});
