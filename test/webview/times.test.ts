import assert from 'node:assert/strict';
import { timeline } from '../../webview/src/rows/timeline.ts';
import { timeLeft } from '../../webview/src/text/time-left.ts';
import {
  clockWords,
  columnTimeWords,
  dateTimeWords,
  relativeWords,
  spanWords,
} from '../../webview/src/text/time-words.ts';
import { now, row, time } from './stage/sample-rows.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

describe('words for times', () => {
  describe('a length of time', () => {
    it('has tenths of a second below ten seconds', () => {
      assert.equal(spanWords(0), '0 s');
      assert.equal(spanWords(800), '0.8 s');
      assert.equal(spanWords(2 * second), '2 s');
      assert.equal(spanWords(9_940), '9.9 s');
    });

    it('has two units, and one where the second says nothing', () => {
      assert.equal(spanWords(59 * second), '59 s');
      assert.equal(spanWords(minute), '1 m');
      assert.equal(spanWords(2 * minute + 4 * second), '2 m 4 s');
      assert.equal(spanWords(47 * minute + 12 * second), '47 m');
      assert.equal(spanWords(19 * hour + 41 * minute), '19 h 41 m');
      assert.equal(spanWords(24 * hour), '1 d');
      assert.equal(spanWords(3 * day + 4 * hour), '3 d 4 h');
      assert.equal(spanWords(400 * day + 4 * hour), '400 d');
    });

    it('is the same before and after', () => {
      assert.equal(spanWords(-5 * minute), '5 m');
    });
  });

  describe('seen from now', () => {
    it('says before and after', () => {
      assert.equal(relativeWords(now - 2_400, now), '2 s ago');
      assert.equal(relativeWords(now + 19 * hour + 41 * minute, now), 'in 19 h 41 m');
      assert.equal(relativeWords(now - 999, now), 'now');
      assert.equal(relativeWords(now + 999, now), 'now');
    });
  });

  describe('on the clock', () => {
    it('names the day only when it is not today', () => {
      assert.equal(clockWords(now - 5 * hour, now, 'utc'), '07:02:33');
      assert.equal(clockWords(now - 27 * hour, now, 'utc'), 'yesterday 09:02');
      assert.equal(clockWords(now - 3 * day, now, 'utc'), '2026-11-27 12:02');
      assert.equal(clockWords(now + 2 * day, now, 'utc'), '2026-12-02 12:02');
    });

    it('is in UTC when asked for', () => {
      assert.equal(dateTimeWords(Date.parse('2026-11-30T23:30:00Z'), 'utc'), '2026-11-30 23:30:00');
    });

    it('is in the local zone, daylight saving included, when asked for', () => {
      const zone = process.env.TZ;
      process.env.TZ = 'America/New_York';
      try {
        assert.equal(dateTimeWords(Date.parse('2026-11-30T03:30:00Z'), 'local'), '2026-11-29 22:30:00');
        assert.equal(dateTimeWords(Date.parse('2026-07-01T03:30:00Z'), 'local'), '2026-06-30 23:30:00');
      } finally {
        if (zone === undefined) delete process.env.TZ;
        else process.env.TZ = zone;
      }
    });
  });

  describe('in a column', () => {
    it('tells the last minute by its distance in every style', () => {
      assert.equal(columnTimeWords(now - 2 * second, now, 'utc'), '2 s ago');
      assert.equal(columnTimeWords(now - 2 * minute, now, 'utc'), '12:00:33');
      assert.equal(columnTimeWords(now - 2 * minute, now, 'relative'), '2 m ago');
    });

    it('does not call a time of the future past', () => {
      assert.equal(columnTimeWords(now + 30 * second, now, 'utc'), '12:03:03');
    });
  });
});

describe('time left', () => {
  it('is a part of the key’s whole life', () => {
    assert.deepEqual(timeLeft(now - 6 * hour, now + 18 * hour, now), {
      fraction: 0.75,
      words: '18 h',
      over: false,
    });
  });

  it('is over once expired', () => {
    assert.deepEqual(timeLeft(now - 27 * hour, now - 3 * hour, now), {
      fraction: 0,
      words: '3 h ago',
      over: true,
    });
    assert.deepEqual(timeLeft(now - hour, now, now), { fraction: 0, words: '0 s ago', over: true });
  });

  it('has words but no part where the beginning is not known', () => {
    assert.deepEqual(timeLeft(null, now + hour, now), { fraction: null, words: '1 h', over: false });
  });

  it('is never more than whole, though the clocks differ', () => {
    assert.equal(timeLeft(now + 5 * second, now + hour, now)?.fraction, 1);
  });

  it('has no part where a key expires before it was made', () => {
    assert.equal(timeLeft(now + 2 * hour, now + hour, now)?.fraction, null);
  });
});

describe('the timeline', () => {
  it('orders what happened and what will, and says how much later', () => {
    const record = row(1, {
      created: time(now - 5 * minute),
      locked: time(now - 5 * minute + 20),
      completed: time(now - 5 * minute + 800),
      expires: time(now + 19 * hour + 41 * minute),
    });
    assert.deepEqual(
      timeline(record, now, 'utc').map(({ name, words, future }) => [name, words, future]),
      [
        ['created', '11:57:33', false],
        ['claimed', '+0 s', false],
        ['answered', '+0.8 s', false],
        ['now', '', false],
        ['expires', 'in 19 h 41 m', true],
      ],
    );
  });

  it('puts an expiry of the past before now', () => {
    const record = row(1, { created: time(now - 27 * hour), completed: null, expires: time(now - 3 * hour) });
    assert.deepEqual(
      timeline(record, now, 'utc').map(({ name, words }) => [name, words]),
      [
        ['created', 'yesterday 09:02'],
        ['expired', '3 h ago'],
        ['now', ''],
      ],
    );
  });

  it('leaves out a claim of the same moment as the creation', () => {
    const record = row(1, {
      created: time(now - minute),
      locked: time(now - minute),
      completed: null,
      expires: null,
    });
    assert.deepEqual(
      timeline(record, now, 'utc').map(({ name }) => name),
      ['created', 'now'],
    );
  });

  it('is empty for a row without times, or with times nobody can read', () => {
    const unread = { raw: 'soon', utc: null, assumed: null };
    assert.deepEqual(timeline(row(1, { created: null, completed: null, expires: null }), now, 'utc'), []);
    assert.deepEqual(timeline(row(1, { created: unread, completed: null, expires: null }), now, 'utc'), []);
  });
});
