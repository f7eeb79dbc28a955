import type { KeyRecord } from 'idempotency-inspector/protocol';
import { clockWords, relativeWords, spanWords } from '../text/time-words.ts';
import { instantOf } from './instants.ts';

interface TimelinePoint {
  name: 'created' | 'claimed' | 'answered' | 'now' | 'expires' | 'expired';
  /** Milliseconds since 1970. */
  at: number;
  /** What stands under the name: a time of day, or the distance from the point before or from now. */
  words: string;
  future: boolean;
}

/**
 * What happened to a key and what will, in the order of time. The first point says when, those after it how much later
 * than the first; expiry is told from now, because that is what a person asks. Empty where the row holds no time.
 */
export function timeline(record: KeyRecord, now: number, zone: 'local' | 'utc'): TimelinePoint[] {
  const created = instantOf(record.created);
  const claimed = instantOf(record.locked);
  const answered = instantOf(record.completed);
  const expires = instantOf(record.expires);
  const times: { name: TimelinePoint['name']; at: number }[] = [];
  if (created !== null) times.push({ name: 'created', at: created });
  if (claimed !== null && claimed !== created) times.push({ name: 'claimed', at: claimed });
  if (answered !== null) times.push({ name: 'answered', at: answered });
  if (expires !== null) times.push({ name: expires <= now ? 'expired' : 'expires', at: expires });
  if (times.length === 0) return [];
  times.push({ name: 'now', at: now });
  times.sort((left, right) => left.at - right.at);
  const first = times[0]!;
  return times.map((point, index) => ({
    ...point,
    future: point.at > now,
    words: pointWords(point, index === 0 ? null : first.at, now, zone),
  }));
}

function pointWords(
  { name, at }: Pick<TimelinePoint, 'name' | 'at'>,
  first: number | null,
  now: number,
  zone: 'local' | 'utc',
): string {
  if (name === 'now') return '';
  if (name === 'expires' || name === 'expired') return relativeWords(at, now);
  return first === null ? clockWords(at, now, zone) : `+${spanWords(at - first)}`;
}
