import { parseArgs } from 'node:util';
import { LONGEST_WINDOW_SECONDS } from '../effects/effects-report.ts';
import type { Finding, Overlay, RecordState } from '../protocol.ts';

export const HELP = `Usage: idempotency-inspect [audit | effects] <file | postgres://...> [options]

Lists the idempotency-key tables of an SQLite file or a PostgreSQL database, read-only: which column plays which
role, how many keys are in which state, every key with what a retry sent now would get, and what the audit found.

  audit     only what the audit found; ends with 1 where it found something, for cron and CI
  effects   the double-charge report: operations that stand more than once in a table of charges, payments or orders,
            beside the keys of their time, and what made the second one; ends with 1 where there are any

Options
  --table <name>   only this table (schema.name where several schemas have it); for effects, the business table
  --state <state>  only rows in this state; may be repeated:
                   in-progress, completed, failed, unknown, stuck, expired, error-answer
  --key <text>     only rows whose key contains this text, each with its whole story
  --limit <n>      rows of each table, newest first (default 50)
  --reveal         show saved answers; they are masked otherwise
  --json           one JSON document instead of text
  --help           this text
  --version        the version

Options of audit
  --severity <s>   only findings at least as grave as this: error, warning, info (default info)

Options of effects (without a table, the tables that may be meant are listed, or the only one is taken)
  --operation <a,b>  columns that define one operation, such as account_id,order_id,amount (default: by their names)
  --created <column> the column that tells when a row was made (default: by its name)
  --window <time>    rows no farther apart than this are repeats: 90s, 10m, 2h, 1d (default 10m)
  --markdown         a report for an issue or a mail

Examples
  idempotency-inspect shop.db --state stuck
  idempotency-inspect audit shop.db --severity warning
  idempotency-inspect effects shop.db --table charges --operation account_id,order_id --window 10m

Environment
  IDEMPOTENCY_DATABASE_URL   the address to read when none is given, so that no password stands in the command line
  PGPASSWORD                 the password for an address typed without one
  NO_COLOR                   no colours

Exit codes
  0  read          1  could not be read          2  wrong use of this command
  audit and effects: 0 nothing found, 1 found something, 2 wrong use, 3 could not be read
A file named audit or effects is read as ./audit or ./effects.
`;

/** The most rows of a table that are shown. */
export const MOST_ROWS = 100_000;

const filters = [
  'in-progress',
  'completed',
  'failed',
  'unknown',
  'stuck',
  'expired',
  'error-answer',
] as const;

const commands = ['audit', 'effects'] as const;
const severities = ['error', 'warning', 'info'] as const;

export interface CommandLine {
  /** What is asked for; null: the tables with their rows and findings. */
  command: (typeof commands)[number] | null;
  severity: Finding['severity'];
  /** Columns that define one operation; empty: by their names. */
  operation: string[];
  created: string | null;
  windowSeconds: number;
  markdown: boolean;
  source: string | null;
  table: string | null;
  states: (RecordState | Overlay)[];
  key: string | null;
  limit: number;
  reveal: boolean;
  json: boolean;
  help: boolean;
  version: boolean;
}

/** A wrong use of the command; `message` is the sentence for its user. */
export class UsageError extends Error {}

const unitSeconds: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };

const windowSeconds = (text: string): number => {
  const found = /^(\d{1,8}(?:\.\d{1,3})?) ?([smhd])$/.exec(text.trim());
  const seconds = found === null ? NaN : Number(found[1]) * (unitSeconds[found[2] ?? ''] ?? NaN);
  if (seconds >= 1 && seconds <= LONGEST_WINDOW_SECONDS) return seconds;
  throw new UsageError('The window is a time from a second to a year, such as 90s, 10m, 2h or 1d.');
};

/**
 * Reads the command line.
 * @throws UsageError
 */
export const readArguments = (argv: readonly string[]): CommandLine => {
  let parsed;
  try {
    parsed = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: {
        table: { type: 'string' },
        state: { type: 'string', multiple: true },
        key: { type: 'string' },
        limit: { type: 'string' },
        reveal: { type: 'boolean' },
        json: { type: 'boolean' },
        severity: { type: 'string' },
        operation: { type: 'string' },
        created: { type: 'string' },
        window: { type: 'string' },
        markdown: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
        version: { type: 'boolean', short: 'v' },
      },
    });
  } catch (error) {
    // The parser's own text may repeat an argument, and an argument may hold a password.
    const code = (error as { code?: string }).code;
    throw new UsageError(
      code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION'
        ? 'There is an option that is not known.'
        : 'An option lacks its value.',
    );
  }
  const { values } = parsed;
  const command = commands.find((name) => name === parsed.positionals[0]) ?? null;
  const positionals = command === null ? parsed.positionals : parsed.positionals.slice(1);
  const onlyFor = (name: CommandLine['command'], options: (keyof typeof values)[]): void => {
    const stray = options.find((option) => values[option] !== undefined && command !== name);
    if (stray !== undefined)
      throw new UsageError(`The option --${stray} belongs to ${name ?? 'no command'}.`);
  };
  onlyFor('audit', ['severity']);
  onlyFor('effects', ['operation', 'created', 'window', 'markdown']);
  for (const option of ['state', 'key', 'limit', 'reveal'] as const)
    if (command !== null && values[option] !== undefined)
      throw new UsageError(
        `The option --${option} is not one of ${command}, which shows no rows of key tables.`,
      );
  if (values.json === true && values.markdown === true)
    throw new UsageError('Ask for --json or for --markdown, not for both.');
  const severity = severities.find((one) => one === (values.severity ?? 'info'));
  if (severity === undefined) throw new UsageError(`The severities are ${severities.join(', ')}.`);
  if (positionals.length > 1) throw new UsageError('Give one file or address at a time.');
  const states = (values.state ?? []).flatMap((text) => text.split(','));
  for (const state of states)
    if (!filters.some((known) => known === state))
      throw new UsageError(`There is no such state; the states are ${filters.join(', ')}.`);
  const limit = values.limit === undefined ? 50 : Number(values.limit);
  if (!Number.isInteger(limit) || limit < 0 || limit > MOST_ROWS)
    throw new UsageError(`The limit is a whole number from 0 to ${MOST_ROWS}.`);
  return {
    command,
    severity,
    operation: (values.operation ?? '')
      .split(',')
      .map((name) => name.trim())
      .filter((name) => name !== ''),
    created: values.created ?? null,
    windowSeconds: windowSeconds(values.window ?? '10m'),
    markdown: values.markdown ?? false,
    source: positionals[0] ?? null,
    table: values.table ?? null,
    states: states as (RecordState | Overlay)[],
    key: values.key ?? null,
    limit,
    reveal: values.reveal ?? false,
    json: values.json ?? false,
    help: values.help ?? false,
    version: values.version ?? false,
  };
};
