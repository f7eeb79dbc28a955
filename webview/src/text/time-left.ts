import { spanWords } from './time-words.ts';

/** How long a key still lives. */
interface TimeLeft {
  /** Part of the key's life that is left, 0 to 1; null where it is not known when the key was made. */
  fraction: number | null;
  /** `19 h 41 m`, or `3 h ago` once it is over. */
  words: string;
  over: boolean;
}

/** @param created, expires, now milliseconds since 1970; `created` null where the row does not say */
export function timeLeft(created: number | null, expires: number, now: number): TimeLeft {
  const left = expires - now;
  if (left <= 0)
    return { fraction: created === null ? null : 0, words: `${spanWords(left)} ago`, over: true };
  const life = created === null ? 0 : expires - created;
  return { fraction: life > 0 ? Math.min(1, left / life) : null, words: spanWords(left), over: false };
}
