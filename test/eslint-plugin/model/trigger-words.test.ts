import assert from 'node:assert/strict';
import { providers } from '../../../eslint-plugin/src/catalogue/providers.ts';
import { textWordsOf } from '../../../eslint-plugin/src/model/text-words.ts';
import { mayHoldKeys, mayRepeatEffects } from '../../../eslint-plugin/src/model/trigger.ts';
import { racingRows } from '../../../eslint-plugin/src/model/stores/race-words.ts';
import { readSettings } from '../../../eslint-plugin/src/settings.ts';

const settings = readSettings(undefined);

describe('a file is looked at when its text', () => {
  for (const name of [
    ...[
      'Idempotency-Key',
      'idempotency_key',
      'IDEMPOTENCY_KEY',
      'x-acme-idempotency-id',
      'idemKey',
      'idempKey',
    ],
    ...['PayPal-Request-Id', 'paypalRequestId', 'X-Payout-Idempotency', 'clientRequestToken'],
    ...[
      'customerTransactionId',
      'X-Unique-Transaction-Id',
      'MessageDeduplicationId',
      'Upstash-Deduplication-Id',
    ],
  ]) {
    it(`names a key: ${name}`, () => {
      assert.equal(mayHoldKeys(`send({ headers: { '${name}': key } })`, settings), true);
    });
  }

  for (const { name, packages } of providers) {
    it(`imports the SDK of ${name}`, () => {
      for (const source of packages) {
        assert.equal(textWordsOf(`import client from '${source}';`).has('providers'), true, source);
      }
    });
  }

  it('does something outside and survives a failure', () => {
    assert.equal(mayRepeatEffects("try { fetch(url, { method: 'POST' }) } catch {}", settings), true);
    assert.equal(mayRepeatEffects('pRetry(() => stripe.refunds.create(refund))', settings), true);
  });

  for (const code of [
    'await db.insert(processedEvents).values(row)',
    'INSERT INTO stripe_events VALUES ($1)',
    'if (seen.has(id)) return; seen.add(id)',
    'rows.insert({ id: event.id })',
    'store.save({ idempotencyKey })',
    'await redis.set(`processed:${id}`, 1)',
    'insert into processed (id) values ($1)',
  ]) {
    it(`fills a store of keys or events: ${code}`, () => {
      assert.equal(racingRows(code, settings), 'keys');
    });
  }

  it('fills a row of business that may hang on an effect', () => {
    assert.equal(racingRows('stripe.charges.create(c); orders.insert({ cartId })', settings), 'business');
  });
});

describe('a file is passed over when its text', () => {
  for (const text of [
    'const requestId = headers.id',
    'transactionId: string',
    'the client token of this page',
  ]) {
    it(`names another id: ${text}`, () => {
      assert.equal(mayHoldKeys(text, settings), false);
    });
  }

  it('sends once and survives nothing', () => {
    assert.equal(mayRepeatEffects("await fetch(url, { method: 'POST' })", settings), false);
    assert.equal(mayRepeatEffects('posts.map((post) => post.title)', settings), false);
  });

  for (const code of [
    'let processed = 0; list.insert(row)',
    "import { push } from '@/lib/processed'; list.insert(row)",
    'list.insert(row); <p>The rows applied here are kept</p>',
    'if (error instanceof PrismaClientKnownRequestError) list.insert(row)',
    'const { isSeen } = useEnvironment(); list.insert(row)',
    'const row = seenAt(event.id)',
  ]) {
    it(`fills no store of keys or events: ${code}`, () => {
      assert.equal(racingRows(code, settings), null);
    });
  }

  it('speaks of them in a comment alone', () => {
    const code = '/* processed_events */ list.insert(row)';
    assert.equal(
      racingRows(code, settings, (offset) => offset > code.indexOf('*/')),
      null,
    );
    assert.equal(racingRows(code, settings), 'keys');
  });
});
