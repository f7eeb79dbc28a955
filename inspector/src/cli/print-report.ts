import type { DecodedTime, Finding, KeyRecord, TableReport } from '../protocol.ts';
import { shownKey } from '../record/shown-key.ts';
import { safeValue } from '../safe-text.ts';
import { rowsHidden, unprobed } from '../stores/key-store.ts';
import { MOST_ROWS } from './arguments.ts';
import type { Collected } from './collect-report.ts';
import { recordLines, retryWords, shownTime, stateStyle, visible } from './print-rows.ts';
import type { PrintOptions } from './print-rows.ts';
import { alignedLines, widthOf, wrapped } from './terminal-text.ts';

const severityStyle = { error: 'red', warning: 'yellow', info: 'cyan' } as const;

const plural = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`;

const fullName = (table: { schema: string | null; table: string }): string =>
  table.schema === null ? table.table : `${table.schema}.${table.table}`;

const story = (record: KeyRecord, options: PrintOptions): string[] => {
  const { paint, now } = options;
  const time = (name: string, value: DecodedTime | null): [string, string][] =>
    value === null
      ? []
      : [
          [
            name,
            `${value.utc ?? value.raw}${value.assumed === null ? '' : ` (${value.assumed})`}, ${shownTime(value, now)}`,
          ],
        ];
  const lines: [string, string][] = [
    ['state', record.stateRule],
    ...(record.scope === null ? [] : [['scope', visible(record.scope)] as [string, string]]),
    ...(record.operation === null ? [] : [['operation', record.operation] as [string, string]]),
    ...(record.fingerprint === null
      ? []
      : [['fingerprint', `${record.fingerprint.short} (${record.fingerprint.kind})`] as [string, string]]),
    ...(record.state === 'completed' && (record.code !== null || record.body !== null)
      ? [['answer', [record.code, record.body].filter((part) => part !== null).join(' ')] as [string, string]]
      : []),
    ...time('created', record.created),
    ...time('locked', record.locked),
    ...time('completed', record.completed),
    ...time('expires', record.expires),
    ['a retry now', `${retryWords(record)}. ${record.retry.why}`],
  ];
  return [
    `  ${paint(stateStyle[record.state], '●')} ${paint('bold', visible(shownKey(record.key, options.wholeKeys)))}`,
    ...alignedLines(
      lines.map(([name, text]) => [{ text: name, style: 'dim' as const }, { text }]),
      paint,
      '      ',
    ),
    '',
  ];
};

/** Columns without a role are named as long as they are few. */
const FEW_COLUMNS = 20;

const roleLine = (table: TableReport): string => {
  const columns = Object.entries(table.columns);
  const others = columns.filter(([, role]) => role === null).length;
  const named = others > FEW_COLUMNS ? columns.filter(([, role]) => role !== null) : columns;
  const texts = named.map(([column, role]) => `${column} ${role ?? '–'}`);
  return [...texts, ...(named === columns ? [] : [`${others} others –`])].join(' · ');
};

const moreRows = (shown: number): string =>
  shown * 10 <= MOST_ROWS ? `--limit ${shown * 10} shows more` : 'narrow them with --state or --key';

/** A table with its rows; null for rows that were not read. */
const tableLines = (
  table: TableReport,
  records: readonly KeyRecord[] | null,
  options: PrintOptions,
): string[] => {
  const { paint } = options;
  const { counts, overlays } = table;
  const rows = counts['in-progress'] + counts.completed + counts.failed + counts.unknown;
  const number = (count: number): string => count.toLocaleString('en-US');
  const counted = [
    paint('yellow', `● ${number(counts['in-progress'])} in progress`),
    paint('green', `● ${number(counts.completed)} completed`),
    paint('red', `● ${number(counts.failed)} failed`),
    paint('magenta', `● ${number(counts.unknown)} unknown`),
  ];
  const over = [
    overlays.stuck > 0 ? paint('red', `${number(overlays.stuck)} stuck`) : '',
    overlays.expired > 0 ? paint('dim', `${number(overlays.expired)} expired`) : '',
    overlays['error-answer'] > 0 ? paint('yellow', plural(overlays['error-answer'], 'error answer')) : '',
  ].filter((text) => text !== '');
  const parts = [...counted, ...(over.length === 0 ? [] : [`of them ${over.join(', ')}`])];
  const fits = !options.terminal || widthOf(parts.join('   ')) + 2 <= options.width;
  const reasons = table.evidence
    .filter((line) => /^[+−]|^the table of /.test(line))
    .map((line) => line.replace(/^\+\d+ /, ''));
  const notes = table.evidence.filter((line) => line === unprobed || line === rowsHidden);
  const kind = table.opens ? 'key table' : 'may be a key table (look closer with --table)';
  const lines = [
    `${paint(['bold', 'underline'], fullName(table))}  ${paint('dim', `${kind}${table.preset === null ? '' : `, of ${table.preset}`}, ${plural(rows, 'row')}`)}`,
    ...wrapped(`roles: ${roleLine(table)}`, options.width, '  ').map((line) => paint('dim', line)),
    ...wrapped(`why: ${reasons.join('; ')}`, options.width, '  ').map((line) => paint('dim', line)),
    ...notes.flatMap((note) => wrapped(`note: ${note}`, options.width, '  ')),
    ...wrapped(
      `unique: ${table.unique.length === 0 ? 'nothing' : table.unique.map((set) => `(${set.join(', ')})`).join(' ')}`,
      options.width,
      '  ',
    ).map((line) => paint('dim', line)),
    '',
    `  ${parts.join(fits ? '   ' : '\n  ')}`,
    '',
  ];
  if (records === null || rows === 0 || options.limit === 0) return lines;
  if (records.length === 0) return [...lines, '  No row matches.', ''];
  if (options.stories) return [...lines, ...records.flatMap((record) => story(record, options))];
  const rowLines = recordLines(records, options);
  const more =
    records.length >= options.limit && rows > records.length
      ? ['', paint('dim', `  ${records.length} rows shown; ${moreRows(records.length)}.`)]
      : [];
  return [...lines, ...rowLines, ...more, ''];
};

/** Findings whose keys help to look further; a key that is personal data is not repeated. */
const withKeys = new Set([
  'same-request-under-several-keys',
  'one-key-several-requests',
  'stuck',
  'saved-fault',
  'expired-not-swept',
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
      ...wrapped(`${finding.severity}: ${finding.sentence}`, options.width, '  ').map((line, index) =>
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

/** What the audit found, without the tables it looked at. */
export const auditLines = (collected: Collected, options: PrintOptions): string[] => {
  const { source, findings } = safeValue({ ...collected.report, records: [], tables: [] });
  const read = collected.report.tables.filter((table) => collected.rows.has(table)).length;
  return [
    `${options.paint('bold', source)}  ${plural(read, 'key table')}`,
    '',
    ...(read === 0 ? ['There is no key table here to audit.', ''] : findingLines(findings, options)),
  ];
};

/** The whole report as lines of text. */
export const reportLines = (collected: Collected, options: PrintOptions): string[] => {
  const report = safeValue({ ...collected.report, records: [], tables: [] });
  const sure = collected.report.tables.filter((table) => table.opens).length;
  const lines = [
    `${options.paint('bold', report.source)}  ${options.paint('dim', plural(sure, 'key table'))}`,
    '',
  ];
  if (collected.report.tables.length === 0)
    return [
      ...lines,
      'No table here looks like a key table: none has a name, a key column and a saved answer that tell of one.',
      '',
    ];
  const tables = collected.report.tables.flatMap((table) =>
    tableLines(safeValue(table), collected.rows.get(table)?.map(safeValue) ?? null, options),
  );
  return [...lines, ...tables, ...findingLines(report.findings, options)];
};
