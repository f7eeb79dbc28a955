import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import zlib from 'node:zlib';
import { decodeBody } from '../../inspector/src/record/body.ts';
import type { Cell } from '../../inspector/src/record/cell.ts';
import { readFingerprint } from '../../inspector/src/record/fingerprints.ts';
import { maskText, showBody } from '../../inspector/src/record/masking.ts';
import { decodeTime } from '../../inspector/src/record/times.ts';

describe('times, each decided by its own value', () => {
  const cases: [Cell, string | null, string | null][] = [
    ['2026-01-05 08:00:00', '2026-01-05T08:00:00.000Z', 'no zone: read as UTC'],
    ['2026-01-05T08:00:00', '2026-01-05T08:00:00.000Z', 'no zone: read as UTC'],
    ['2026-01-05', '2026-01-05T00:00:00.000Z', 'no zone: read as UTC'],
    ['2026-01-05T08:00:00.250Z', '2026-01-05T08:00:00.250Z', null],
    ['2026-01-05T08:00:00.123456789Z', '2026-01-05T08:00:00.123Z', null],
    ['2026-01-05 08:00:00+00', '2026-01-05T08:00:00.000Z', null],
    ['2026-01-05 08:00:00.5+05:30', '2026-01-05T02:30:00.500Z', null],
    ['2026-01-05T08:00:00-0330', '2026-01-05T11:30:00.000Z', null],
    ['2026-01-05 08:00:00 UTC', '2026-01-05T08:00:00.000Z', null],
    [1_767_600_000n, '2026-01-05T08:00:00.000Z', null],
    [1_767_600_000_250n, '2026-01-05T08:00:00.250Z', null],
    [1_767_600_000_250_999n, '2026-01-05T08:00:00.250Z', null],
    [1_767_600_000_250_999_999n, '2026-01-05T08:00:00.250Z', null],
    ['1767600000', '2026-01-05T08:00:00.000Z', null],
    [1_767_600_000.25, '2026-01-05T08:00:00.250Z', null],
    [1_767_600_000_250.0, '2026-01-05T08:00:00.250Z', null],
    [2_461_045.833_333_333_5, '2026-01-05T08:00:00.000Z', 'a Julian day'],
    ['9999-12-31 23:59:59', '9999-12-31T23:59:59.000Z', 'no zone: read as UTC'],
    ['2024-02-29 00:00:00', '2024-02-29T00:00:00.000Z', 'no zone: read as UTC'],
    ['2026-02-30 00:00:00', null, null],
    ['2026-13-01', null, null],
    ['2026-01-05 24:00:00', null, null],
    ['infinity', null, null],
    ['http://localhost:5000/queue', null, null],
    ['now', null, null],
    ['', null, null],
    [5n, null, null],
    [-1n, null, null],
    [12.5, null, null],
    [9_223_372_036_854_775_807n, '2262-04-11T23:47:16.854Z', null],
  ];
  for (const [cell, utc, assumed] of cases)
    it(`${typeof cell} ${String(cell)}`, () => {
      assert.deepEqual(decodeTime(cell), { raw: String(cell), utc, assumed });
    });
});

describe('fingerprints, their encoding told by length and letters', () => {
  const digest = (name: string, encoding: 'hex' | 'base64'): string =>
    createHash(name).update('order 7').digest(encoding);
  const cases: [string, Cell, string][] = [
    ['64 hexadecimal digits', digest('sha256', 'hex'), 'sha-256'],
    ['the same in capitals', digest('sha256', 'hex').toUpperCase(), 'sha-256'],
    ['with its name in front', `sha256:${digest('sha256', 'hex')}`, 'sha-256'],
    ['32 hexadecimal digits', digest('md5', 'hex'), 'md5'],
    ['40 hexadecimal digits', digest('sha1', 'hex'), 'sha-1'],
    ['128 hexadecimal digits', digest('sha512', 'hex'), 'sha-512'],
    ['24 letters of base64', digest('md5', 'base64'), 'md5 (base64)'],
    ['44 letters of base64', digest('sha256', 'base64'), 'sha-256 (base64)'],
    ['32 bytes', createHash('sha256').update('order 7').digest(), 'sha-256 (bytes)'],
    ['base64 kept as bytes', Buffer.from(digest('sha256', 'base64')), 'sha-256 (base64)'],
    ['something else', 'v1|order|7', 'text'],
  ];
  for (const [name, cell, kind] of cases)
    it(name, () => {
      const reading = readFingerprint(cell, false);
      assert.equal(reading?.kind, kind);
      assert.ok(reading !== null && reading.short.length <= 8);
    });

  it('a raw request shows a hash of it and never itself', () => {
    const request = '{"card": "4242 4242 4242 4242", "amount": 450}';
    assert.deepEqual(readFingerprint(request, true), {
      kind: 'raw request',
      short: createHash('sha256').update(request).digest('hex').slice(0, 8),
      full: createHash('sha256').update(request).digest('hex'),
    });
  });

  it('none where nothing is stored', () => {
    assert.equal(readFingerprint(null, false), null);
    assert.equal(readFingerprint('', true), null);
  });
});

describe('saved answers', () => {
  it('are read from text, bytes, gzip and zlib', () => {
    const text = '{"charge": 12}';
    assert.equal(decodeBody(text)?.text, text);
    assert.equal(decodeBody(Buffer.from(text))?.text, text);
    assert.deepEqual(decodeBody(zlib.gzipSync(text)), {
      text,
      bytes: zlib.gzipSync(text).length,
      note: 'gzip',
    });
    assert.equal(decodeBody(zlib.deflateSync(text))?.text, text);
    assert.deepEqual(decodeBody(Buffer.from([0x80, 0x04, 0xff, 0x00])), {
      text: null,
      bytes: 4,
      note: 'not text',
    });
  });

  it('that would fill the memory are not inflated', () => {
    const bomb = zlib.gzipSync(Buffer.alloc(64 * 1024 * 1024));
    assert.deepEqual(decodeBody(bomb), {
      text: null,
      bytes: bomb.length,
      note: 'compressed, larger than 1 MiB',
    });
  });

  it('that are damaged say so', () => {
    const damaged = zlib.gzipSync('{"charge": 12}').subarray(0, 20);
    assert.equal(decodeBody(damaged)?.note, 'compressed, damaged');
  });

  it('are masked with their structure kept', () => {
    assert.equal(
      maskText('{"id":7,"name":"Asha","paid":true,"none":null,"items":[{"sku":"m"}],"asha@example.com":1}'),
      '{"id":"•••","name":"•••","paid":"•••","none":null,"items":[{"sku":"•••"}],"•••":"•••"}',
    );
    assert.equal(maskText('[1,2,3,4,5]'), '["•••","•••","•••","••• 2 more"]');
    assert.equal(maskText('card declined'), '••• (13 characters)');
    assert.equal(maskText('{not json'), '••• (9 characters)');
    assert.equal(maskText('{"__proto__":{"a":1}}'), '{"__proto__":{"a":"•••"}}');
  });

  it('that are no text show only their length', () => {
    assert.equal(showBody(decodeBody(Buffer.from([0x80, 0x04, 0xff])), true), '••• (3 bytes, not text)');
  });
});
