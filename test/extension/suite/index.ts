/**
 * What VS Code calls inside its extension host (`extensionTestsPath`): the same module in the browser's VS Code and in
 * the desktop's. Runs every suite that was bundled beside it.
 */
import fs from 'node:fs';
import path from 'node:path';
import { format } from 'node:util';
import Mocha from 'mocha';
import * as vscode from 'vscode';
import SuiteReporter from '../../../scripts/suite-reporter.ts';
import { reportMark } from '../harness/report-mark.ts';

// In the browser's VS Code the report travels among all other lines of the console; in the desktop's it does not.
if (vscode.env.remoteName !== undefined) {
  Mocha.reporters.Base.consoleLog = (...args) => console.log(reportMark + format(...args));
}

/**
 * Runs the suites.
 * @throws when a test fails, or there is none: VS Code then ends the run with code 1.
 */
export async function run(): Promise<void> {
  const mocha = new Mocha({ timeout: 60_000, forbidOnly: true, color: true, reporter: SuiteReporter });
  for (const name of fs.readdirSync(__dirname).sort()) {
    if (name.endsWith('.test.cjs')) mocha.addFile(path.join(__dirname, name));
  }
  const failures = await new Promise<number>((resolve, reject) => {
    try {
      const runner = mocha.run(resolve);
      if (runner.total === 0) reject(new Error('There is no test in the extension host’s suites.'));
    } catch (error) {
      reject(error as Error);
    }
  });
  if (failures > 0) throw new Error(`${failures} of the extension host’s tests failed.`);
}
