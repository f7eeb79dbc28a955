import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import type { KeyRecord, Report } from 'idempotency-inspector';
import { assertReport } from './report-contract.ts';

/** Path of the command's program. */
export const cli = new URL('../../inspector/src/cli.ts', import.meta.url).pathname;

export interface Ended {
  code: number | null;
  out: string;
  errors: string;
}

/** Runs a program to its end; with `readAll` false its output is closed after the first piece. */
export const runProgram = (
  program: string,
  argv: readonly string[],
  environment: Record<string, string> = {},
  readAll = true,
): Promise<Ended> =>
  new Promise((resolve, reject) => {
    const inherited = Object.entries(process.env).filter(
      ([name]) => !/^(PG|FORCE_COLOR|NO_COLOR|IDEMPOTENCY)/.test(name),
    );
    const child = spawn(program, argv, {
      env: { ...Object.fromEntries(inherited), ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let out = '';
    let errors = '';
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString();
      if (!readAll) child.stdout.destroy();
    });
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, out, errors }));
  });

/** Runs the command. */
export const inspect = (...argv: string[]): Promise<Ended> => runProgram(process.execPath, [cli, ...argv]);

/** The command's JSON document, seen to keep to its contract. */
export const reportOf = async (...argv: string[]): Promise<Report> => {
  const { code, out, errors } = await inspect(...argv, '--json');
  assert.deepEqual([code, errors], [0, '']);
  const report: unknown = JSON.parse(out);
  assertReport(report);
  return report;
};

export const keysOf = (records: readonly KeyRecord[]): string[] => records.map((record) => record.key);
