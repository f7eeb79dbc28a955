/** The outcome of one test suite, as it passes from the process that ran mocha to the one that adds everything up. */
import fs from 'node:fs';

export interface SuiteResults {
  passed: number;
  failed: number;
  skipped: number;
}

/** The variable that names the file into which a suite's outcome goes. */
export const resultsVariable = 'IDEMPOTENCY_SUITE_RESULTS';

/** Writes a suite's outcome to the file that the environment names; does nothing where it names none. */
export function writeResults(results: SuiteResults): void {
  const file = process.env[resultsVariable];
  if (file) fs.writeFileSync(file, JSON.stringify(results));
}

/** Reads a suite's outcome; null when the suite ended before it wrote one. */
export function readResults(file: string): SuiteResults | null {
  if (!fs.existsSync(file)) return null;
  return JSON.parse(fs.readFileSync(file, 'utf8')) as SuiteResults;
}
