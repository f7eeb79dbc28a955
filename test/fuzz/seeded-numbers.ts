/** A whole number from 0 up to, not including, `below`. */
export type NextNumber = (below: number) => number;

/**
 * Numbers that are the same at each run for the same seed.
 * @param seed a whole number, or a text (its FNV-1a hash counts)
 */
export function seededNumbers(seed: number | string): NextNumber {
  let state = typeof seed === 'number' ? seed : hashOf(seed);
  return (below) => {
    // A linear congruential generator: the low bits of such a one repeat soon.
    state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
    return (state >>> 8) % below;
  };
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}

/** The same things in a new order, which the numbers decide. */
export function shuffled<Thing>(things: readonly Thing[], next: NextNumber): Thing[] {
  const left = [...things];
  for (let last = left.length - 1; last > 0; last--) {
    const other = next(last + 1);
    [left[last], left[other]] = [left[other] as Thing, left[last] as Thing];
  }
  return left;
}
