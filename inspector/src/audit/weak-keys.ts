import type { RecordRow } from '../protocol.ts';
import { instantOf } from '../record/times.ts';

/** A key that is the row's own time to within this many milliseconds was made from a clock. */
const CLOCK_MS = 5 * 60 * 1000;

/** Why a key is easily made twice: a clock's time, an output of `Math.random`, a small number that counts. */
export type Weakness = 'clock' | 'random' | 'counter';

/** A part that no clock and no counter has made: long, with letters and digits mixed. */
const looksRandom = (text: string): boolean =>
  text.split(/[:|#/_.-]/).some((part) => /^(?=.*[a-z])(?=.*\d)[0-9a-z]{8,}$/i.test(part)) ||
  /[0-9a-f]{8}-[0-9a-f]{4}-/i.test(text);

const clockIn = (key: string): { millis: number; before: string } | null => {
  const digits = /^(|.*[^0-9])(\d{10}|\d{13}|\d{16}|\d{19})$/.exec(key);
  const text = digits ?? /^(|.*[^0-9])(20\d\d-[01]\d-[0-3]\dT[0-2]\d:[0-5]\d:[0-5]\d(?:\.\d+)?Z?)$/.exec(key);
  const instant = text === null ? null : instantOf(text[2] ?? '');
  return instant === null ? null : { millis: instant.millis, before: text?.[1] ?? '' };
};

/**
 * Tells a key that two operations can meet on. A clock is told only by the row's own creation time, since an order's
 * number can have as many digits.
 */
export const weaknessOf = (record: Pick<RecordRow, 'key' | 'created'>): Weakness | null => {
  const { key } = record;
  if (/^\d{1,3}$/.test(key)) return 'counter';
  const fraction = /^(|.*[^0-9A-Za-z])0\.(\d{6,17}|[0-9a-z]{8,13})$/.exec(key);
  if (fraction !== null && !looksRandom(fraction[1] ?? '')) return 'random';
  const clock = clockIn(key);
  const created = record.created?.utc == null ? null : Date.parse(record.created.utc);
  if (clock === null || created === null || looksRandom(clock.before)) return null;
  return Math.abs(clock.millis - created) <= CLOCK_MS ? 'clock' : null;
};

/** Whether digits pass the check sum of card numbers (ISO/IEC 7812-1, the formula of Luhn). */
const passesLuhn = (digits: string): boolean => {
  let sum = 0;
  for (let index = 0; index < digits.length; index += 1) {
    const digit = Number(digits[digits.length - 1 - index]);
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return sum % 10 === 0;
};

const cardLength =
  /(?<![0-9A-Za-z])(?:\d{15,16}|\d{4}[ -]\d{4}[ -]\d{4}[ -]\d{4}|\d{4}[ -]\d{6}[ -]\d{5})(?![0-9A-Za-z])/g;
/** First digits of Visa, Mastercard, American Express, Discover and RuPay. */
const issuer = /^(?:4\d{15}|5[1-5]\d{14}|2[2-7]\d{14}|3[47]\d{13}|6[05]\d{14}|81\d{14}|508\d{13})$/;

/**
 * Whether a key holds a number as long as a card's: `card` where first digits and check sum fit too, which one number in
 * thirty or so does by chance; null where it holds none.
 */
export const cardIn = (key: string): 'card' | 'number' | null => {
  const numbers = [...key.matchAll(cardLength)].map(([text]) => text.replace(/\D/g, ''));
  if (numbers.length === 0) return null;
  return numbers.some((digits) => issuer.test(digits) && passesLuhn(digits)) ? 'card' : 'number';
};
