/**
 * Runs the extension host's suites inside a real VS Code that came from the npm registry: VS Code's server, its
 * workbench in a headless Chromium, the extension under development. This is how VS Code's own repository tests
 * extensions in the browser. `node test/extension/run-in-server.ts`
 */
import fs from 'node:fs';
import path from 'node:path';
import { format } from 'node:util';
import { launchBrowser } from '../../scripts/browser.ts';
import { build } from '../../scripts/build.ts';
import { root } from '../../scripts/project.ts';
import { resultsVariable } from '../../scripts/suite-results.ts';
import { startVsCodeServer } from '../../scripts/vscode-server.ts';
import { testSettings } from './harness/test-settings.ts';
import { reportMark } from './harness/report-mark.ts';
import { copyTestWorkspace } from './harness/test-workspace.ts';

const outputFolder = path.join(root, 'test-output');
const runTimeoutMs = 10 * 60_000;

/**
 * Runs the suites.
 * @returns the code that VS Code ended the run with: 0 when every test passed
 * @throws when VS Code does not start, or the run takes longer than ten minutes
 */
export async function runInServer(): Promise<number> {
  await build(['tests']);
  const resultsFile = process.env[resultsVariable];
  const server = await startVsCodeServer({
    purpose: 'test',
    settings: testSettings,
    env: resultsFile ? { [resultsVariable]: resultsFile } : {},
  });
  fs.mkdirSync(outputFolder, { recursive: true });
  const log = fs.createWriteStream(path.join(outputFolder, 'extension-host.log'));
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    await page.exposeFunction('codeAutomationLog', (_type: string, args: unknown[]) => {
      const text = format(...args);
      if (text.startsWith(reportMark)) console.log(text.slice(reportMark.length));
      else log.write(`${text}\n`);
    });
    const ended = new Promise<number>((resolve, reject) => {
      void page.exposeFunction('codeAutomationExit', resolve);
      page.once('crash', () => reject(new Error('The page of VS Code crashed.')));
      page.once('close', () => reject(new Error('The page of VS Code closed before the tests ended.')));
      const minutes = runTimeoutMs / 60_000;
      const late = (): void => reject(new Error(`The tests did not end within ${minutes} minutes.`));
      setTimeout(late, runTimeoutMs).unref();
    });
    const payload: [string, string][] = [
      ['extensionDevelopmentPath', server.remoteUri(root)],
      ['extensionTestsPath', server.remoteUri(path.join(root, 'out/test-extension/index.cjs'))],
      ['skipWelcome', 'true'],
    ];
    const [code] = await Promise.all([ended, page.goto(server.address(copyTestWorkspace(), payload))]);
    if (code !== 0) {
      await page.screenshot({ path: path.join(outputFolder, 'extension-host-failed.png') });
      console.log('What VS Code itself printed: test-output/extension-host.log');
    }
    return code;
  } finally {
    await browser.close();
    log.end();
    await server.stop();
  }
}

if (import.meta.main) process.exit(await runInServer());
