/**
 * Runs the same suites inside a desktop VS Code, which `@vscode/test-electron` downloads once into `.vscode-test`:
 * for machines with a screen and access to VS Code's download servers. `node test/extension/run-in-desktop.ts`
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runTests, TestRunFailedError } from '@vscode/test-electron';
import { build } from '../../scripts/build.ts';
import { temporaryFolder } from '../../scripts/lifetimes.ts';
import { cacheFolder, root } from '../../scripts/project.ts';
import { resultsVariable } from '../../scripts/suite-results.ts';
import { testSettings } from './harness/test-settings.ts';
import { copyTestWorkspace } from './harness/test-workspace.ts';
import { writeUserSettings } from '../../scripts/vscode-server.ts';

/**
 * Runs the suites.
 * @param version a version of VS Code, or `stable`
 * @returns the code that VS Code ended with: 0 when every test passed
 * @throws when VS Code cannot be downloaded or started
 */
export async function runInDesktop(version = 'stable'): Promise<number> {
  await build(['tests']);
  const userData = temporaryFolder('desktop');
  writeUserSettings(userData, testSettings);
  const resultsFile = process.env[resultsVariable];
  try {
    return await runTests({
      version,
      cachePath: cacheFolder,
      extensionDevelopmentPath: root,
      extensionTestsPath: path.join(root, 'out/test-extension/index.cjs'),
      extensionTestsEnv: resultsFile ? { [resultsVariable]: resultsFile } : {},
      launchArgs: [
        copyTestWorkspace(),
        '--user-data-dir',
        userData,
        '--disable-extensions',
        '--disable-workspace-trust',
        '--skip-welcome',
      ],
    });
  } catch (error) {
    // A failed test is printed already, by the run itself.
    if (error instanceof TestRunFailedError) return error.code ?? 1;
    throw new Error(
      `A desktop VS Code could not be downloaded or started: ${(error as Error).message}. ` +
        'It comes from VS Code’s own download servers; npm run test:extension needs the npm registry only.',
    );
  }
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { version: { type: 'string', default: 'stable' } } });
  try {
    process.exit(await runInDesktop(values.version));
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}
