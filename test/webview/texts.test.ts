import assert from 'node:assert/strict';
import { chartColours, fingerprintSwatch } from '../../webview/src/text/fingerprint-colour.ts';
import { fingerprintWords } from '../../webview/src/text/fingerprint-words.ts';
import { bytesWords, counted, countWords } from '../../webview/src/text/number-words.ts';
import { prettyJson } from '../../webview/src/text/pretty-json.ts';
import { retrySentence, retryWords, stateKind, stateWords } from '../../webview/src/text/record-words.ts';
import { shortenKey } from '../../webview/src/text/shorten-key.ts';
import { visibleLine, visibleLines } from '../../webview/src/text/visible-text.ts';
import { now, replay, row, time } from './stage/sample-rows.ts';

describe('shortening a key', () => {
  it('keeps both ends', () => {
    assert.equal(shortenKey('5b1e7c20-aaaa-4bbb-8ccc-0123456ec07a', 9), '5b1e…c07a');
  });

  it('leaves a key that fits', () => {
    assert.equal(shortenKey('order-1042', 10), 'order-1042');
    assert.equal(shortenKey('', 9), '');
  });

  it('counts characters as a person sees them, and cuts none in two', () => {
    assert.equal(shortenKey('💳💳💳💳💳💳', 5), '💳💳…💳💳');
  });

  it('is quick with a key of megabytes', () => {
    assert.equal(shortenKey(`a${'x'.repeat(5_000_000)}z`, 5), 'ax…xz');
  });
});

describe('making text visible', () => {
  it('shows control characters as symbols', () => {
    assert.equal(visibleLine('a\u0000b\u001b[31mc\u007f\n\t'), 'a␀b␛[31mc␡␊␉');
  });

  it('shows what turns the reading direction round', () => {
    assert.equal(visibleLine('pay\u202e0042'), 'pay⟨U+202E⟩0042');
    assert.equal(visibleLine('\u2066x\u2069\u200f'), '⟨U+2066⟩x⟨U+2069⟩⟨U+200F⟩');
  });

  it('shows what makes two keys look alike', () => {
    assert.equal(visibleLine('order\u200b-1\u00ad\ufeff'), 'order⟨U+200B⟩-1⟨U+00AD⟩⟨U+FEFF⟩');
    assert.equal(visibleLine('a\u{e0041}'), 'a⟨U+E0041⟩');
    assert.equal(visibleLine('\ud800x'), '⟨U+D800⟩x');
  });

  it('leaves every other script alone', () => {
    assert.equal(visibleLine('ключ مفتاح 鍵 é 💳'), 'ключ مفتاح 鍵 é 💳');
  });

  it('lets lines, tabs and emoji of several parts be in a body', () => {
    assert.equal(visibleLines('a\r\n\tb\u0000'), 'a\n\tb␀');
    assert.equal(visibleLines('👩\u200d💻 a\u200db'), '👩\u200d💻 a⟨U+200D⟩b');
  });
});

describe('indenting JSON', () => {
  it('keeps every digit, escape and repeated member', () => {
    assert.equal(
      prettyJson('{"id":9007199254740993,"a":"\\u00e9, {x}","a":[1.10,true,null],"e":{},"f":[ ]}'),
      [
        '{',
        '  "id": 9007199254740993,',
        '  "a": "\\u00e9, {x}",',
        '  "a": [',
        '    1.10,',
        '    true,',
        '    null',
        '  ],',
        '  "e": {},',
        '  "f": []',
        '}',
      ].join('\n'),
    );
  });

  it('does so with JSON that was indented before', () => {
    assert.equal(prettyJson('[\n 1 ,\n { "a" : 2 }\n]'), '[\n  1,\n  {\n    "a": 2\n  }\n]');
  });

  it('takes masked values for values', () => {
    assert.equal(prettyJson('{"charge":"•••","amount":•••}'), '{\n  "charge": "•••",\n  "amount": •••\n}');
  });

  it('leaves what is no JSON object or array, and what is too long', () => {
    assert.equal(prettyJson('<p>no</p>'), null);
    assert.equal(prettyJson('{"a":}'), null);
    assert.equal(prettyJson('{"a":1} trailing'), null);
    assert.equal(prettyJson('450'), null);
    assert.equal(prettyJson('[1,2,3]', 6), null);
  });
});

describe('the swatch of a fingerprint', () => {
  it('is the same for the same text, in every session', () => {
    assert.deepEqual(fingerprintSwatch('e3b0c44298fc1c14'), { left: 'green', right: 'yellow' });
    assert.deepEqual(fingerprintSwatch('e3b0c44298fc1c15'), { left: 'foreground', right: 'red' });
  });

  it('spreads texts that are nearly equal over nearly all of the 36', () => {
    const seen = new Map<string, number>();
    for (let index = 0; index < 3600; index++) {
      const { left, right } = fingerprintSwatch(`sha256:${index.toString(16).padStart(64, '0')}`);
      assert.ok(chartColours.includes(left) && chartColours.includes(right));
      seen.set(`${left} ${right}`, (seen.get(`${left} ${right}`) ?? 0) + 1);
    }
    assert.equal(seen.size, 36);
    assert.ok(
      Math.max(...seen.values()) < 200,
      `one swatch of 36 is used ${Math.max(...seen.values())} times in 3600`,
    );
  });

  it('stands beside eight characters in two groups', () => {
    assert.equal(fingerprintWords('e3b0c442'), 'e3b0 c442');
    assert.equal(fingerprintWords('v2:abc'), 'v2:abc');
  });
});

describe('words for a row', () => {
  it('puts what lies over a state before the state', () => {
    assert.equal(stateKind(row(1)), 'completed');
    assert.equal(stateKind(row(1, { code: 402 })), 'error-answer');
    assert.equal(stateKind(row(1, { code: 302 })), 'completed');
    assert.equal(stateKind(row(1, { state: 'in-progress', code: null, stuck: true })), 'stuck');
    assert.equal(stateKind(row(1, { state: 'in-progress', stuck: true, expired: true })), 'expired');
    assert.equal(stateKind(row(1, { state: 'failed', code: 500 })), 'failed');
  });

  it('says for how long a row is stuck, where a time tells', () => {
    const stuck = { state: 'in-progress', stuck: true, created: time(now - 60 * 60_000) } as const;
    assert.equal(stateWords(row(1, { ...stuck, locked: time(now - 47 * 60_000) }), now), 'Stuck 47 m');
    assert.equal(stateWords(row(1, { ...stuck, locked: null }), now), 'Stuck 1 h');
    assert.equal(stateWords(row(1, { ...stuck, locked: null, created: null }), now), 'Stuck');
  });

  it('tells what a retry gets', () => {
    const waiting = { outcome: '409', code: null, why: '' } as const;
    assert.equal(retryWords(row(1)), 'saved answer, 201');
    assert.equal(retrySentence(row(1)), 'A retry sent now gets the saved answer, 201.');
    assert.equal(retryWords(row(1, { code: 500, retry: replay(500) })), 'saved answer, 500, every time');
    assert.equal(retryWords(row(1, { retry: waiting })), '409, still working');
    assert.equal(retryWords(row(1, { retry: waiting, stuck: true })), '409, nobody works on it');
    assert.equal(
      retryWords(row(1, { retry: { outcome: 'runs-again', code: null, why: '' } })),
      'runs again, as if new',
    );
    assert.equal(
      retryWords(row(1, { retry: { outcome: '422-if-different', code: null, why: '' } })),
      '422 if the request differs',
    );
  });

  it('says what can be said of a stuck row whose lock may or may not run out', () => {
    const unsure = { outcome: 'unknown', code: null, why: '' } as const;
    assert.equal(retryWords(row(1, { retry: unsure, stuck: true })), '409, or runs again');
    assert.equal(retryWords(row(1, { retry: unsure })), 'unknown');
    assert.equal(
      retrySentence(row(1, { retry: unsure })),
      'The table cannot tell what a retry sent now gets.',
    );
  });

  it('does not speak of an answer where only the event was recorded', () => {
    const recorded = row(1, { code: null, body: null, retry: { outcome: 'replay', code: null, why: '' } });
    assert.equal(retryWords(recorded), 'nothing done again');
    assert.equal(retrySentence(recorded), 'A retry sent now does nothing again.');
  });
});

describe('words for numbers', () => {
  it('groups thousands in English, whatever the machine speaks', () => {
    assert.equal(countWords(1204331), '1,204,331');
    assert.equal(counted(1, 'row'), '1 row');
    assert.equal(counted(0, 'row'), '0 rows');
  });

  it('counts bytes', () => {
    assert.equal(bytesWords(1), '1 byte');
    assert.equal(bytesWords(118), '118 bytes');
    assert.equal(bytesWords(12_400), '12.4 KB');
    assert.equal(bytesWords(3_100_000), '3.1 MB');
  });
});
