/**
 * A key short enough for a column, cut in the middle because keys of one client often begin alike: `5b1e…c07a`.
 * A key is never cut when the cut would save less than it hides.
 * @param most characters (code points) that the result may have, the ellipsis included; 3 or more
 */
export function shortenKey(key: string, most: number): string {
  // A key can be megabytes long, and only its ends are looked at.
  const ends = key.length > 4 * most ? key.slice(0, 2 * most) + key.slice(-2 * most) : key;
  const points = Array.from(ends);
  if (ends === key && points.length <= most) return key;
  const tail = Math.floor((most - 1) / 2);
  const head = most - 1 - tail;
  return `${points.slice(0, head).join('')}…${points.slice(points.length - tail).join('')}`;
}
