import type { DecodedTime, KeyRecord } from '../protocol.ts';
import { shownKey } from '../record/shown-key.ts';
import { alignedLines, fit, packed, widthOf } from './terminal-text.ts';
import type { Paint, TextCell } from './terminal-text.ts';

export interface PrintOptions {
  paint: Paint;
  /** Whether keys are shown whole. */
  wholeKeys: boolean;
  /** Cells in a line. */
  width: number;
  /** Whether the output goes to a terminal, where a line that is too long breaks the whole table. */
  terminal: boolean;
  /** Milliseconds since 1970. */
  now: number;
  limit: number;
  /** Whether each row is told as a story instead of a line. */
  stories: boolean;
}

export const stateStyle = {
  'in-progress': 'yellow',
  completed: 'green',
  failed: 'red',
  unknown: 'magenta',
} as const;
const stateName = {
  'in-progress': 'in progress',
  completed: 'completed',
  failed: 'failed',
  unknown: 'unknown',
};
const YEAR = 365.25 * 86_400;

/** "3 min ago", "in 2 h". */
export const distance = (millis: number, now: number): string => {
  const seconds = Math.round(Math.abs(millis - now) / 1000);
  const [count, unit] =
    seconds < 90
      ? [seconds, 's']
      : seconds < 5400
        ? [Math.round(seconds / 60), 'min']
        : seconds < 172_800
          ? [Math.round(seconds / 3600), 'h']
          : seconds < 2 * YEAR
            ? [Math.round(seconds / 86_400), 'days']
            : [Math.round(seconds / YEAR), 'years'];
  return millis <= now ? `${count} ${unit} ago` : `in ${count} ${unit}`;
};

export const shownTime = (time: DecodedTime | null, now: number): string => {
  if (time === null) return '–';
  if (time.utc !== null) return distance(Date.parse(time.utc), now);
  if (/^-?infinity$/i.test(time.raw.trim())) return time.raw.trim();
  return `${visible(fit(time.raw, 32))} (not readable)`;
};

/** An empty text as it can be seen. */
export const visible = (text: string): string => (text.trim() === '' ? `'${text}'` : text);

const answer = (record: KeyRecord): string => {
  if (record.state !== 'completed') return '–';
  const body = record.body === null ? '' : fit(record.body, 40);
  return (
    [record.code === null ? '' : String(record.code), body].filter((part) => part !== '').join(' ') || '–'
  );
};

/** The answer to "what does a retry get now", in as few words as a column allows. */
export const retryWords = ({ retry, body, stuck }: Pick<KeyRecord, 'retry' | 'body' | 'stuck'>): string => {
  switch (retry.outcome) {
    case 'replay':
      if (retry.code !== null) return `the saved ${retry.code} again`;
      return body === null ? 'nothing: seen before' : 'the saved answer again';
    case '409':
      return '409, wait and send again';
    case '422-if-different':
      return '422 if it differs';
    case 'runs-again':
      return 'runs again';
    case 'unknown':
      return stuck ? '409, or runs again' : 'cannot tell';
  }
};

const marks = (record: KeyRecord): string =>
  [record.stuck ? 'stuck' : '', record.expired === true ? 'expired' : '']
    .filter((mark) => mark !== '')
    .join(', ');

const recordCells = (record: KeyRecord, options: PrintOptions): TextCell[] => {
  const mark = marks(record);
  const errorAnswer = record.state === 'completed' && record.code !== null && record.code >= 400;
  return [
    {
      text: `● ${stateName[record.state]}${mark === '' ? '' : `, ${mark}`}`,
      style: record.stuck ? 'red' : errorAnswer ? 'yellow' : stateStyle[record.state],
    },
    { text: visible(shownKey(record.key, options.wholeKeys)), style: 'bold' },
    { text: record.scope === null ? '–' : visible(fit(record.scope, 32)) },
    {
      text: record.fingerprint?.short ?? '–',
      style: 'cyan',
    },
    { text: answer(record) },
    { text: shownTime(record.created, options.now), style: 'dim' },
    { text: record.expires === null ? '–' : shownTime(record.expires, options.now), style: 'dim' },
    {
      text: retryWords(record),
      ...(record.retry.outcome === 'runs-again' ? { style: 'yellow' as const } : {}),
    },
  ];
};

const heading = ['STATE', 'KEY', 'SCOPE', 'FINGERPRINT', 'ANSWER', 'CREATED', 'EXPIRES', 'A RETRY NOW GETS'];

/** Rows one below the other, for a terminal too narrow for the table: what stands in a column gets its name. */
const stackedLines = (rows: readonly (readonly TextCell[])[], options: PrintOptions): string[] =>
  rows.flatMap(([state, key, ...rest]) => {
    const facts = rest.flatMap(({ text }, index) =>
      text === '–' ? [] : [`${(heading[index + 2] ?? '').toLowerCase()} ${text}`],
    );
    return [
      `  ${options.paint(state?.style ?? 'reset', state?.text ?? '')}  ${options.paint('bold', key?.text ?? '')}`,
      ...packed(facts, options.width, '      '),
    ];
  });

/** Rows as a table, or one below the other where the table does not fit the terminal. */
export const recordLines = (records: readonly KeyRecord[], options: PrintOptions): string[] => {
  const rows = records.map((record) => recordCells(record, options));
  // Columns in which no row has anything are left out.
  const used = heading.map((_text, index) => index < 2 || rows.some((row) => row[index]?.text !== '–'));
  const cells = [heading.map((text): TextCell => ({ text, style: 'dim' })), ...rows].map((row) =>
    row.filter((_cell, index) => used[index]),
  );
  const lines = alignedLines(cells, options.paint, '  ');
  return options.terminal && lines.some((line) => widthOf(line) > options.width)
    ? stackedLines(rows, options)
    : lines;
};
