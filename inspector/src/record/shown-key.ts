import { safeText } from '../safe-text.ts';

/**
 * A key whole on a terminal, and recognisable but not usable where the output goes elsewhere. Of an e-mail address as a
 * key only the first letter is left there: its beginning is a person's name.
 */
export const shownKey = (key: string, whole: boolean): string => {
  const safe = safeText(key);
  if (whole) return safe;
  if (safe.length <= 4) return safe;
  if (/\S@\S/.test(safe)) return `${safe.slice(0, 1)}…@…`;
  return safe.length < 16 ? `${safe.slice(0, 3)}…` : `${safe.slice(0, 6)}…${safe.slice(-2)}`;
};
