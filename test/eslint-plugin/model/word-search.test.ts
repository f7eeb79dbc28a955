import assert from 'node:assert/strict';
import { WordSearch } from '../../../eslint-plugin/src/model/word-search.ts';

function found(words: readonly string[], text: string): string[] {
  const all: string[] = [];
  new WordSearch(words).search(text, (word, end) => all.push(`${words[word]} ${end}`));
  return all;
}

describe('the search for many words at once', () => {
  it('finds each place of a word, in any case', () => {
    assert.deepEqual(found(['key'], 'key KEY aKeyb'), ['key 3', 'key 7', 'key 12']);
  });

  it('finds words at both ends of a text and nothing in an empty one', () => {
    assert.deepEqual(found(['pay', 'once'], 'pay me once'), ['pay 3', 'once 11']);
    assert.deepEqual(found(['pay'], ''), []);
  });

  it('finds words that lie in each other or overlap', () => {
    assert.deepEqual(found(['event_id', 'event', 'id'], 'event_id'), ['event 5', 'event_id 8', 'id 8']);
    assert.deepEqual(found(['retry', 'tryout'], 'retryout'), ['retry 5', 'tryout 8']);
  });

  it('goes on rightly after a beginning that came to nothing', () => {
    assert.deepEqual(found(['idempot'], 'ididemidempotent'), ['idempot 13']);
    assert.deepEqual(found(['aab'], 'aaab'), ['aab 4']);
  });

  it('takes letters of other scripts for no letters', () => {
    assert.deepEqual(found(['post'], 'ро\u0455t \u{1F4EE}post'), ['post 11']);
  });

  it('refuses more words than its table can hold', () => {
    const words = Array.from(
      { length: 4000 },
      (_, index) => `w${index.toString(36)}-${'abcdefghij'.repeat(2)}`,
    );
    assert.throws(() => new WordSearch(words), RangeError);
  });
});
