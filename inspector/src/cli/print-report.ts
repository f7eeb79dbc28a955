import type { DecodedTime, Finding, KeyRecord, TableReport } from '../protocol.ts';
import type { Collected } from './collect-report.ts';
import { alignedLines, fit, safeText, shownKey } from './terminal-text.ts';
import type { Paint, TextCell } from './terminal-text.ts';

export interface PrintOptions {
  paint: Paint;
  /** Whether keys are shown whole. */
  wholeKeys: boolean;
  /** The terminal's width; rows may be longer. */
  width: number;
  /** Milliseconds since 1970. */
  now: number;
  limit: number;
  /** Whether each row is told as a story instead of a line. */
  stories: boolean;
}

const stateStyle = {
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
const severityStyle = { error: 'red', warning: 'yellow', info: 'cyan' } as const;

const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

const fullName = (table: { schema: string | null; table: string }): string =>
  safeText(table.schema === null ? table.table : `${table.schema}.${table.table}`);

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
          : [Math.round(seconds / 86_400), 'days'];
  return millis <= now ? `${count} ${unit} ago` : `in ${count} ${unit}`;
};

const shownTime = (time: DecodedTime | null, now: number): string => {
  if (time === null) return '–';
  return time.utc === null ? `${safeText(time.raw)} (not readable)` : distance(Date.parse(time.utc), now);
};

const answer = (record: KeyRecord): string => {
  if (record.state !== 'completed') return '–';
  const body = record.body === null ? '' : fit(safeText(record.body), 40);
  return (
    [record.code === null ? '' : String(record.code), body].filter((part) => part !== '').join(' ') || '–'
  );
};

/** The answer to "what does a retry get now", in as few words as a column allows. */
export const retryWords = ({ retry, body }: Pick<KeyRecord, 'retry' | 'body'>): string => {
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
      return 'cannot tell';
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
    { text: shownKey(record.key, options.wholeKeys), style: 'bold' },
    { text: record.scope === null ? '–' : fit(safeText(record.scope), 32) },
    {
      text: record.fingerprint?.short === undefined ? '–' : safeText(record.fingerprint.short),
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

const story = (record: KeyRecord, options: PrintOptions): string[] => {
  const { paint, now } = options;
  const time = (name: string, value: DecodedTime | null): [string, string][] =>
    value === null
      ? []
      : [
          [
            name,
            `${value.utc ?? safeText(value.raw)}${value.assumed === null ? '' : ` (${value.assumed})`}, ${shownTime(value, now)}`,
          ],
        ];
  const lines: [string, string][] = [
    ['state', safeText(record.stateRule)],
    ...(record.scope === null ? [] : [['scope', safeText(record.scope)] as [string, string]]),
    ...(record.operation === null ? [] : [['operation', safeText(record.operation)] as [string, string]]),
    ...(record.fingerprint === null
      ? []
      : [
          ['fingerprint', `${safeText(record.fingerprint.short)} (${record.fingerprint.kind})`] as [
            string,
            string,
          ],
        ]),
    ...(record.state === 'completed' && (record.code !== null || record.body !== null)
      ? [
          [
            'answer',
            [record.code, record.body === null ? null : safeText(record.body)]
              .filter((part) => part !== null)
              .join(' '),
          ] as [string, string],
        ]
      : []),
    ...time('created', record.created),
    ...time('locked', record.locked),
    ...time('completed', record.completed),
    ...time('expires', record.expires),
    ['a retry now', `${retryWords(record)}. ${record.retry.why}`],
  ];
  return [
    `  ${paint(stateStyle[record.state], '●')} ${paint('bold', shownKey(record.key, options.wholeKeys))}`,
    ...alignedLines(
      lines.map(([name, text]) => [{ text: name, style: 'dim' as const }, { text }]),
      paint,
      '      ',
    ),
    '',
  ];
};

const roleLine = (table: TableReport): string =>
  Object.entries(table.columns)
    .map(([column, role]) => `${safeText(column)} ${role === null ? '–' : role}`)
    .join(' · ');

const wrapped = (text: string, width: number, indent: string): string[] => {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && indent.length + line.length + 1 + word.length > width) {
      lines.push(indent + line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, indent + line];
};

const tableLines = (table: TableReport, records: readonly KeyRecord[], options: PrintOptions): string[] => {
  const { paint } = options;
  const { counts, overlays } = table;
  const rows = counts['in-progress'] + counts.completed + counts.failed + counts.unknown;
  const counted: TextCell[] = [
    { text: `● ${counts['in-progress']} in progress`, style: 'yellow' },
    { text: `● ${counts.completed} completed`, style: 'green' },
    { text: `● ${counts.failed} failed`, style: 'red' },
    { text: `● ${counts.unknown} unknown`, style: 'magenta' },
  ];
  const over = [
    overlays.stuck > 0 ? paint('red', `${overlays.stuck} stuck`) : '',
    overlays.expired > 0 ? paint('dim', `${overlays.expired} expired`) : '',
    overlays['error-answer'] > 0 ? paint('yellow', plural(overlays['error-answer'], 'error answer')) : '',
  ].filter((text) => text !== '');
  const reasons = table.evidence
    .filter((line) => /^[+−]|^the table of /.test(line))
    .map((line) => line.replace(/^\+\d+ /, ''));
  const kind = table.opens ? 'key table' : 'may be a key table (look closer with --table)';
  const lines = [
    `${paint(['bold', 'underline'], fullName(table))}  ${paint('dim', `${kind}${table.preset === null ? '' : `, of ${table.preset}`}, ${plural(rows, 'row')}`)}`,
    ...wrapped(`roles: ${roleLine(table)}`, options.width, '  ').map((line) => paint('dim', line)),
    ...wrapped(`why: ${reasons.join('; ')}`, options.width, '  ').map((line) => paint('dim', line)),
    ...wrapped(
      `unique: ${table.unique.length === 0 ? 'nothing' : table.unique.map((set) => `(${set.map(safeText).join(', ')})`).join(' ')}`,
      options.width,
      '  ',
    ).map((line) => paint('dim', line)),
    '',
    `  ${counted.map((cell) => paint(cell.style ?? 'reset', cell.text)).join('   ')}${over.length === 0 ? '' : `   of them ${over.join(', ')}`}`,
    '',
  ];
  if (records.length === 0) return lines;
  if (options.stories) return [...lines, ...records.flatMap((record) => story(record, options))];
  const cells: TextCell[][] = [
    heading.map((text) => ({ text, style: 'dim' })),
    ...records.map((record) => recordCells(record, options)),
  ];
  // Columns in which no row has anything are left out.
  const used = heading.map(
    (_text, index) => index < 2 || cells.slice(1).some((row) => row[index]?.text !== '–'),
  );
  lines.push(
    ...alignedLines(
      cells.map((row) => row.filter((_cell, index) => used[index])),
      paint,
      '  ',
    ),
  );
  if (records.length >= options.limit && rows > records.length)
    lines.push(
      '',
      paint('dim', `  ${records.length} rows shown; --limit ${records.length * 10} shows more.`),
    );
  lines.push('');
  return lines;
};

/** Findings whose keys help to look further; a key that is personal data is not repeated. */
const withKeys = new Set([
  'same-request-under-several-keys',
  'one-key-several-requests',
  'stuck',
  'saved-fault',
]);

const exampleLine = (finding: Finding, { paint, wholeKeys }: PrintOptions): string[] => {
  if (!withKeys.has(finding.id) || finding.examples.length === 0) return [];
  const keys = finding.examples.map((record) => shownKey(record.key, wholeKeys));
  const more = finding.rows > keys.length ? `, and ${finding.rows - keys.length} more` : '';
  return [paint('dim', `    ${[...new Set(keys)].join(', ')}${more}`)];
};

const findingLines = (findings: readonly Finding[], options: PrintOptions): string[] => {
  const { paint } = options;
  if (findings.length === 0) return [paint('green', 'The audit found nothing wrong.'), ''];
  return [
    paint(['bold', 'underline'], 'Audit'),
    '',
    ...findings.flatMap((finding) => [
      ...wrapped(`${finding.severity}: ${safeText(finding.sentence)}`, options.width, '  ').map(
        (line, index) =>
          index === 0
            ? line.replace(finding.severity, paint(severityStyle[finding.severity], finding.severity))
            : line,
      ),
      ...exampleLine(finding, options),
      paint(
        'dim',
        `    ${finding.table} · ${finding.page}${finding.rule === null ? '' : ` · prevented by idempotency/${finding.rule}`}`,
      ),
    ]),
    '',
  ];
};

/** The whole report as lines of text. */
export const reportLines = ({ report, rows }: Collected, options: PrintOptions): string[] => {
  const sure = report.tables.filter((table) => table.opens).length;
  const lines = [
    `${options.paint('bold', safeText(report.source))}  ${options.paint('dim', plural(sure, 'key table'))}`,
    '',
  ];
  if (report.tables.length === 0)
    return [
      ...lines,
      'No table here looks like a key table: none has a name, a key column and a saved answer that tell of one.',
      '',
    ];
  for (const table of report.tables) lines.push(...tableLines(table, rows.get(table) ?? [], options));
  return [...lines, ...findingLines(report.findings, options)];
};
