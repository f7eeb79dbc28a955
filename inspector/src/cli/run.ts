import fs from 'node:fs';
import { StoreClient } from '../child/store-client.ts';
import { toUserError } from '../inspector-error.ts';
import { effectsMarkdown } from '../effects/effects-markdown.ts';
import type { EffectTable, Finding, UserError } from '../protocol.ts';
import { safeText } from '../safe-text.ts';
import type { KeyStore } from '../stores/key-store.ts';
import { isPostgresUrl } from '../stores/open-store.ts';
import { HELP, readArguments, UsageError } from './arguments.ts';
import type { CommandLine } from './arguments.ts';
import { collectReport } from './collect-report.ts';
import { jsonPieces } from './print-json.ts';
import { effectsLines, effectTableLines } from './print-effects.ts';
import { auditLines, reportLines } from './print-report.ts';
import type { PrintOptions } from './print-rows.ts';
import { painter } from './terminal-text.ts';

const version = (): string => {
  // From the sources and from the bundle alike, package.json is the first one upwards.
  for (const place of ['../package.json', '../../package.json']) {
    try {
      const found = JSON.parse(fs.readFileSync(new URL(place, import.meta.url), 'utf8')) as {
        name?: string;
        version?: string;
      };
      if (found.name === 'idempotency-inspector' && found.version !== undefined) return found.version;
    } catch {
      // The next place.
    }
  }
  return 'unknown';
};

/** How long a page of rows, and how long counting or auditing a table, may take: nobody else waits for this command. */
const PAGE_MS = 60_000;
const COUNT_MS = 900_000;

/** The exit code of audit and effects where 1 means that something was found. */
const UNREADABLE = 3;

const severities: readonly Finding['severity'][] = ['error', 'warning', 'info'];

const sentences = (error: UserError): string => `${error.what}\n${error.why}\n${error.action}\n`;

/** Whether a source is an address with a password in it. */
const passwordIn = (source: string): boolean => {
  try {
    return (
      isPostgresUrl(source) &&
      (new URL(source).password !== '' || new URL(source).searchParams.has('password'))
    );
  } catch {
    return false;
  }
};

const print = async (text: string): Promise<void> => {
  await new Promise<void>((resolve) => process.stdout.write(text, () => resolve()));
};

const printOptions = (options: CommandLine): PrintOptions => ({
  paint: painter(process.stdout, process.env),
  wholeKeys: process.stdout.isTTY === true,
  terminal: process.stdout.isTTY === true,
  width: Math.max(20, process.stdout.columns ?? 120),
  now: Date.now(),
  limit: options.limit,
  stories: options.key !== null,
});

const printLines = (lines: readonly string[]): Promise<void> => print(`${lines.join('\n').trimEnd()}\n`);

/** Tables, rows and findings, or the findings alone. */
const showReport = async (
  store: KeyStore,
  options: CommandLine,
  printing: PrintOptions,
  signal: AbortSignal,
): Promise<number> => {
  const audit = options.command === 'audit';
  const collected = await collectReport(store, audit ? { ...options, limit: 0 } : options, signal);
  const { report } = collected;
  const grave = severities.slice(0, severities.indexOf(options.severity) + 1);
  report.findings = report.findings.filter((finding) => grave.includes(finding.severity));
  if (options.json) for (const piece of jsonPieces(report)) await print(piece);
  else await printLines(audit ? auditLines(collected, printing) : reportLines(collected, printing));
  for (const { table, error } of collected.failures)
    process.stderr.write(`The table ${safeText(table)} was not read whole.\n${sentences(error)}`);
  if (collected.failures.length > 0) return audit ? UNREADABLE : 1;
  return audit && report.findings.length > 0 ? 1 : 0;
};

/** The business table that is meant; null where several may be. */
const effectTableOf = (tables: readonly EffectTable[], wanted: string | null): EffectTable | null => {
  const likely = tables.filter((table) => table.likely);
  if (wanted === null) return likely.length === 1 ? (likely[0] ?? null) : null;
  const found = tables.filter(
    ({ schema, table }) => table === wanted || (schema !== null && `${schema}.${table}` === wanted),
  );
  if (found.length > 1)
    throw new UsageError('Several schemas have a table of that name: name it as schema.table.');
  if (found[0] !== undefined) return found[0];
  throw new UsageError('There is no table of that name here whose rows could be effects.');
};

/** The double-charge report, or the tables that can be asked about. */
const showEffects = async (
  store: KeyStore,
  options: CommandLine,
  printing: PrintOptions,
  signal: AbortSignal,
): Promise<number> => {
  const tables = await store.effectTables(signal);
  const chosen = effectTableOf(tables, options.table);
  if (chosen === null) {
    if (options.json || options.markdown) throw new UsageError('Name the business table with --table.');
    await printLines(effectTableLines(tables, printing));
    return 2;
  }
  const { operation, created, windowSeconds } = options;
  const report = await store.effects(
    { table: { schema: chosen.schema, table: chosen.table }, operation, created, windowSeconds },
    signal,
  );
  if (options.json) for (const piece of jsonPieces(report)) await print(piece);
  else if (options.markdown) await print(effectsMarkdown(report, printing.wholeKeys));
  else await printLines(effectsLines(report, printing));
  // Two owners' payments that look alike are shown, and are no double charge.
  return report.repeats.some((repeat) => repeat.cause !== 'different-owners') ? 1 : 0;
};

const inspect = async (options: CommandLine, source: string): Promise<number> => {
  const interrupted = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => interrupted.abort());
  // Only an address that this user typed gets this user's password.
  const password = options.source !== null && isPostgresUrl(source) ? process.env.PGPASSWORD : undefined;
  let store: KeyStore | null = null;
  try {
    // In a process of its own, which can be ended whatever it waits for.
    store = await StoreClient.open(source, {
      signal: interrupted.signal,
      oneProcess: true,
      pageTimeoutMs: PAGE_MS,
      countTimeoutMs: COUNT_MS,
      ...(password === undefined ? {} : { password }),
    });
    return await (options.command === 'effects' ? showEffects : showReport)(
      store,
      options,
      printOptions(options),
      interrupted.signal,
    );
  } finally {
    await store?.close();
  }
};

/**
 * Runs the command.
 * @param argv the arguments after the command's name
 * @returns the exit code: 0 read, 1 could not be read, 2 wrong use; of audit and effects 1 found something, 3 could not
 *   be read
 */
export const run = async (argv: readonly string[]): Promise<number> => {
  // A reader such as `head` that has seen enough is no error.
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    process.exit(error.code === 'EPIPE' ? 0 : 1);
  });
  let failed = 1;
  try {
    const options = readArguments(argv);
    if (options.command !== null) failed = UNREADABLE;
    if (options.help) {
      await print(HELP);
      return 0;
    }
    if (options.version) {
      await print(`${version()}\n`);
      return 0;
    }
    const source = options.source ?? process.env.IDEMPOTENCY_DATABASE_URL ?? '';
    if (source === '') throw new UsageError('Name the SQLite file or the PostgreSQL address to read.');
    if (options.source !== null && passwordIn(options.source))
      process.stderr.write(
        'Warning: other users of this machine can see a password in a command line. Put the address into IDEMPOTENCY_DATABASE_URL, or the password into PGPASSWORD.\n',
      );
    return await inspect(options, source);
  } catch (error) {
    if (error instanceof UsageError) {
      process.stderr.write(`${error.message}\nidempotency-inspect --help tells how it is used.\n`);
      return 2;
    }
    process.stderr.write(sentences(toUserError(error)));
    return failed;
  }
};
