/** Which form the grid's times take. */
export type TimeStyle = 'local' | 'utc' | 'relative';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/**
 * A length of time in at most two units: `0.8 s`, `47 m`, `19 h 41 m`, `3 d 4 h`.
 * @param milliseconds its sign is ignored
 */
export function spanWords(milliseconds: number): string {
  const span = Math.abs(milliseconds);
  if (span < 10 * second) {
    const tenths = Math.round(span / 100) / 10;
    return `${Number.isInteger(tenths) ? tenths : tenths.toFixed(1)} s`;
  }
  if (span < minute) return `${Math.floor(span / second)} s`;
  if (span < hour) return twoUnits(span, minute, 'm', second, 's', 10);
  if (span < day) return twoUnits(span, hour, 'h', minute, 'm', Infinity);
  return twoUnits(span, day, 'd', hour, 'h', 100);
}

/** The smaller unit says nothing more once there are many of the larger one. */
function twoUnits(
  span: number,
  large: number,
  largeName: string,
  small: number,
  smallName: string,
  upTo: number,
) {
  const larges = Math.floor(span / large);
  const smalls = Math.floor((span % large) / small);
  return larges >= upTo || smalls === 0
    ? `${larges} ${largeName}`
    : `${larges} ${largeName} ${smalls} ${smallName}`;
}

/** `2 s ago`, `in 19 h 41 m`, `now`; both times in milliseconds since 1970. */
export function relativeWords(at: number, now: number): string {
  const difference = at - now;
  if (Math.abs(difference) < second) return 'now';
  // A tenth of a second would be stale before it is read.
  const whole =
    Math.abs(difference) < minute ? Math.floor(Math.abs(difference) / second) * second : difference;
  return difference < 0 ? `${spanWords(whole)} ago` : `in ${spanWords(whole)}`;
}

/** A date and a time of day, in UTC or in the zone this page runs in: `2026-11-30 14:02:27`. */
export function dateTimeWords(at: number, zone: 'local' | 'utc'): string {
  const { date, time } = parts(at, zone);
  return `${date} ${time}`;
}

/** Only the time of day for today, `yesterday 14:02`, else the date and time to the minute. */
export function clockWords(at: number, now: number, zone: 'local' | 'utc'): string {
  const then = parts(at, zone);
  if (then.date === parts(now, zone).date) return then.time;
  if (then.date === parts(now - day, zone).date) return `yesterday ${then.time.slice(0, 5)}`;
  return `${then.date} ${then.time.slice(0, 5)}`;
}

/**
 * A time as a table column shows it: that of {@link clockWords}; for the style `relative`, and in the last minute in any
 * style, that of {@link relativeWords}.
 */
export function columnTimeWords(at: number, now: number, style: TimeStyle): string {
  if (style === 'relative' || (at <= now && now - at < minute)) return relativeWords(at, now);
  return clockWords(at, now, style);
}

function parts(at: number, zone: 'local' | 'utc'): { date: string; time: string } {
  const date = new Date(at);
  // Shifted so that the UTC fields of the ISO text hold the local ones.
  const shifted = zone === 'utc' ? date : new Date(at - date.getTimezoneOffset() * minute);
  const iso = shifted.toISOString();
  return { date: iso.slice(0, iso.indexOf('T')), time: iso.slice(iso.indexOf('T') + 1, iso.indexOf('.')) };
}
