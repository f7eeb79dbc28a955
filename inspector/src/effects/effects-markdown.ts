import { spokenTime } from '../audit/spoken-span.ts';
import type { EffectRepeat, EffectsReport, KeyRecord } from '../protocol.ts';
import { shownKey } from '../record/shown-key.ts';
import { safeText } from '../safe-text.ts';

/** Text from a database as a piece of code, in which Markdown, HTML, mentions and links mean nothing. */
const code = (text: string, inTable: boolean): string => {
  const safe = safeText(text);
  if (safe.trim() === '') return '–';
  const longest = Math.max(0, ...[...safe.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = safe.startsWith('`') || safe.endsWith('`') ? ' ' : '';
  return `${fence}${pad}${inTable ? safe.replaceAll('|', '\\|') : safe}${pad}${fence}`;
};

/** A sentence of our own that may hold names from the catalogue. */
const prose = (text: string): string =>
  safeText(text)
    .replace(/[\\`*_[\]<>|~#!&]/g, (mark) => `\\${mark}`)
    .replaceAll('@', '&#64;')
    .replaceAll('://', ':&#47;&#47;');

/** "20 seconds", "0 seconds", "25 hours": the time between two rows. */
export const gapWords = (seconds: number | null): string =>
  seconds === null ? '–' : seconds < 1 ? 'at once' : spokenTime(seconds * 1000);

/** What a key's row says of its answer: "completed 201", "in progress, stuck". */
export const keyState = (record: KeyRecord): string =>
  [
    `${record.state.replace('-', ' ')}${record.code === null ? '' : ` ${record.code}`}`,
    record.stuck ? 'stuck' : '',
    record.expired === true ? 'expired' : '',
  ]
    .filter((part) => part !== '')
    .join(', ');

const table = (heading: readonly string[], rows: readonly (readonly string[])[]): string[] => [
  `| ${heading.join(' | ')} |`,
  `| ${heading.map(() => '---').join(' | ')} |`,
  ...rows.map((cells) => `| ${cells.join(' | ')} |`),
];

const repeatLines = (repeat: EffectRepeat, wholeKeys: boolean): string[] => {
  const operation = Object.entries(repeat.operation);
  const rowName = (values: Record<string, string | null>): string =>
    Object.entries(values)
      .map(([column, value]) => `${code(column, true)} ${code(value ?? 'NULL', true)}`)
      .join(', ') || '–';
  const more = repeat.rowCount - repeat.rows.length;
  return [
    `## ${operation.map(([column, value]) => `${code(column, false)} ${code(value, false)}`).join(', ')}`,
    '',
    `**${prose(repeat.sentence)}**`,
    '',
    ...table(
      ['row', 'made', 'after the one before', 'its key'],
      repeat.rows.map((row, index) => [
        rowName(row.values),
        row.created === null ? '–' : code(row.created.utc ?? row.created.raw, true),
        index === 0 ? '' : gapWords(repeat.gapSeconds[index - 1] ?? null),
        row.key === null ? '–' : `${row.key + 1}`,
      ]),
    ),
    ...(more > 0 ? ['', `and ${more} more ${more === 1 ? 'row' : 'rows'}`] : []),
    '',
    ...(repeat.keys.length === 0
      ? [`No key of that time belongs to these rows (${repeat.keysNear} of other operations).`]
      : table(
          ['', 'key', 'scope', 'fingerprint', 'made', 'state'],
          repeat.keys.map((record, index) => [
            `${index + 1}`,
            code(shownKey(record.key, wholeKeys), true),
            record.scope === null ? '–' : code(record.scope, true),
            record.fingerprint === null ? '–' : code(record.fingerprint.short, true),
            record.created === null ? '–' : code(record.created.utc ?? record.created.raw, true),
            keyState(record),
          ]),
        )),
    '',
    `What to do: the page ${code(repeat.page, false)}${repeat.rule === null ? '' : `; the rule that prevents it: ${code(`idempotency/${repeat.rule}`, false)}`}.`,
    '',
  ];
};

/** "payments: 4 operations stand more than once" */
export const effectsTitle = (report: EffectsReport): string => {
  const name = `${report.table.schema === null ? '' : `${report.table.schema}.`}${report.table.table}`;
  const { repeatsFound: found } = report;
  return found === 0
    ? `${name}: no operation stands more than once`
    : `${name}: ${found.toLocaleString('en-US')} ${found === 1 ? 'operation stands' : 'operations stand'} more than once`;
};

/**
 * The double-charge report as Markdown, for an issue or a mail. Whatever comes from the database stands in code spans.
 * @param wholeKeys whether keys are whole; else they are shortened, since a report travels
 */
export const effectsMarkdown = (report: EffectsReport, wholeKeys = false): string =>
  [
    `# ${prose(effectsTitle(report))}`,
    '',
    `- source: ${code(report.source, false)}`,
    `- one operation: the same ${report.operation.map((column) => code(column, false)).join(', ')}`,
    `- within: ${report.created === null ? 'any time, since no column tells when a row was made' : `${spokenTime(report.windowSeconds * 1000)} (${code(report.created, false)})`}`,
    `- rows read: ${report.rowsRead.toLocaleString('en-US')}`,
    `- keys from: ${report.keyTables.map(({ schema, table: name }) => code(schema === null ? name : `${schema}.${name}`, false)).join(', ') || 'no key table'}`,
    ...report.notes.map((note) => `- ${prose(note)}`),
    '',
    ...report.repeats.flatMap((repeat) => repeatLines(repeat, wholeKeys)),
    ...(report.repeatsFound > report.repeats.length
      ? [
          `The newest ${report.repeats.length} of ${report.repeatsFound.toLocaleString('en-US')} are shown.`,
          '',
        ]
      : []),
  ].join('\n');
