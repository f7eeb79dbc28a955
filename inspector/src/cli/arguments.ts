import { parseArgs } from 'node:util';
import type { Overlay, RecordState } from '../protocol.ts';

export const HELP = `Usage: idempotency-inspect <file | postgres://...> [options]

Lists the idempotency-key tables of an SQLite file or a PostgreSQL database, read-only: which column plays which
role, how many keys are in which state, every key with what a retry sent now would get, and what the audit found.

Options
  --table <name>   only this table (schema.name where several schemas have it)
  --state <state>  only rows in this state; may be repeated:
                   in-progress, completed, failed, unknown, stuck, expired, error-answer
  --key <text>     only rows whose key contains this text, each with its whole story
  --limit <n>      rows of each table, newest first (default 50)
  --reveal         show saved answers; they are masked otherwise
  --json           one JSON document instead of text
  --help           this text
  --version        the version

Environment
  IDEMPOTENCY_DATABASE_URL   the address to read when none is given, so that no password stands in the command line
  PGPASSWORD                 the password for an address typed without one
  NO_COLOR                   no colours

Exit codes
  0  read          1  could not be read          2  wrong use of this command
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

export interface CommandLine {
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
  const { values, positionals } = parsed;
  if (positionals.length > 1) throw new UsageError('Give one file or address at a time.');
  const states = (values.state ?? []).flatMap((text) => text.split(','));
  for (const state of states)
    if (!filters.some((known) => known === state))
      throw new UsageError(`There is no such state; the states are ${filters.join(', ')}.`);
  const limit = values.limit === undefined ? 50 : Number(values.limit);
  if (!Number.isInteger(limit) || limit < 0 || limit > MOST_ROWS)
    throw new UsageError(`The limit is a whole number from 0 to ${MOST_ROWS}.`);
  return {
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
