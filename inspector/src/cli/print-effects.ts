import { effectsTitle, gapWords, keyState } from '../effects/effects-markdown.ts';
import { spokenTime } from '../audit/spoken-span.ts';
import type { EffectRepeat, EffectsReport, EffectTable } from '../protocol.ts';
import { shownKey } from '../record/shown-key.ts';
import { safeValue } from '../safe-text.ts';
import { visible } from './print-rows.ts';
import type { PrintOptions } from './print-rows.ts';
import { alignedLines, fit, wrapped } from './terminal-text.ts';
import type { TextCell } from './terminal-text.ts';

const LONGEST_VALUE = 40;

const value = (text: string | null): string => (text === null ? 'NULL' : visible(fit(text, LONGEST_VALUE)));

const repeatLines = (repeat: EffectRepeat, options: PrintOptions): string[] => {
  const { paint } = options;
  const heading: TextCell[] = ['ROW', 'MADE', 'AFTER', 'KEY', 'FINGERPRINT', 'KEY MADE', 'STATE'].map(
    (text) => ({
      text,
      style: 'dim',
    }),
  );
  const keyCells = (place: number | null): TextCell[] => {
    const record = place === null ? undefined : repeat.keys[place];
    if (record === undefined) return [{ text: '–' }];
    return [
      { text: visible(shownKey(record.key, options.wholeKeys)), style: 'bold' },
      { text: record.fingerprint?.short ?? '–', style: 'cyan' },
      { text: record.created?.utc ?? record.created?.raw ?? '–', style: 'dim' },
      { text: keyState(record) },
    ];
  };
  const rows = repeat.rows.map((row, index): TextCell[] => [
    {
      text:
        Object.entries(row.values)
          .map(([column, text]) => `${column} ${value(text)}`)
          .join(', ') || '–',
    },
    { text: row.created?.utc ?? row.created?.raw ?? '–' },
    { text: index === 0 ? '' : gapWords(repeat.gapSeconds[index - 1] ?? null), style: 'yellow' },
    ...keyCells(row.key),
  ]);
  const placed = new Set(repeat.rows.map((row) => row.key));
  const others = repeat.keys
    .map((_record, place): TextCell[] => [{ text: '–' }, { text: '' }, { text: '' }, ...keyCells(place)])
    .filter((_cells, place) => !placed.has(place));
  const more = repeat.rowCount - repeat.rows.length;
  return [
    `${paint('red', '●')} ${paint(
      'bold',
      Object.entries(repeat.operation)
        .map(([column, text]) => `${column} ${value(text)}`)
        .join(' · '),
    )}`,
    ...wrapped(repeat.sentence, options.width, '  '),
    ...alignedLines([heading, ...rows, ...others], paint, '    '),
    ...(more > 0 ? [paint('dim', `    and ${more} more`)] : []),
    paint(
      'dim',
      `    ${repeat.page}${repeat.rule === null ? '' : ` · prevented by idempotency/${repeat.rule}`} · ${repeat.keysNear.toLocaleString('en-US')} ${repeat.keysNear === 1 ? 'key' : 'keys'} of that time`,
    ),
    '',
  ];
};

/** The double-charge report as lines of text. */
export const effectsLines = (given: EffectsReport, options: PrintOptions): string[] => {
  const report = safeValue(given);
  const { paint } = options;
  return [
    `${paint('bold', report.source)}  ${effectsTitle(report)}`,
    ...wrapped(
      `one operation: the same ${report.operation.join(', ')}${report.created === null ? '' : `, within ${spokenTime(report.windowSeconds * 1000)} by ${report.created}`}; ${report.rowsRead.toLocaleString('en-US')} rows read`,
      options.width,
      '  ',
    ).map((line) => paint('dim', line)),
    ...wrapped(`why these: ${report.evidence.join('; ')}`, options.width, '  ').map((line) =>
      paint('dim', line),
    ),
    ...report.notes.flatMap((note) => wrapped(`note: ${note}`, options.width, '  ')),
    '',
    ...report.repeats.flatMap((repeat) => repeatLines(repeat, options)),
    ...(report.repeatsFound > report.repeats.length
      ? [
          `The newest ${report.repeats.length} of ${report.repeatsFound.toLocaleString('en-US')} are shown.`,
          '',
        ]
      : []),
  ];
};

const quoted = (text: string): string =>
  /^[\w.,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** The tables that can be asked about, each with the options that ask. */
export const effectTableLines = (given: readonly EffectTable[], options: PrintOptions): string[] => {
  const tables = given.map(safeValue);
  const likely = tables.filter((table) => table.likely);
  const others = tables.filter((table) => !table.likely);
  const name = ({ schema, table }: EffectTable): string => (schema === null ? table : `${schema}.${table}`);
  return [
    likely.length === 0
      ? 'No table here looks like one of effects; name one with --table, and its columns with --operation.'
      : 'Tables whose rows may be effects; name one with --table:',
    '',
    ...likely.flatMap((table) => [
      `  --table ${quoted(name(table))} --operation ${quoted(table.operation.join(','))}${table.created === null ? '' : ` --created ${quoted(table.created)}`}`,
      ...wrapped(table.evidence.join('; '), options.width, '      ').map((line) =>
        options.paint('dim', line),
      ),
    ]),
    ...(others.length === 0
      ? []
      : wrapped(`other tables: ${others.slice(0, 50).map(name).join(', ')}`, options.width, '  ')),
  ];
};
