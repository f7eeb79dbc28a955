/**
 * The product's pictures, taken of the shop's own code and its own key table. They are kept as test output; with
 * `IDEMPOTENCY_UPDATE_IMAGES=1` they are taken of the packaged extension and become the pictures of the README.
 */
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import Database from 'better-sqlite3';
import type { FrameLocator, Locator } from 'playwright-core';
import { playStory } from '../../../examples/shop/src/play.ts';
import { packageExtension } from '../../../scripts/package-vsix.ts';
import { root } from '../../../scripts/project.ts';
import { thisTarget } from '../../../scripts/targets.ts';
import { copyTestWorkspace } from '../harness/test-workspace.ts';
import { openWorkbench, type Theme, type Workbench } from '../harness/workbench.ts';

const update = process.env.IDEMPOTENCY_UPDATE_IMAGES === '1';
const imageFolder = path.join(root, 'docs/images');
/** A page with several pictures should still load at once. */
const largestImage = 300_000;

/** The request of which one account has sent two under different keys: its client made a new key for the retry. */
function fingerprintPaidTwice(file: string): string {
  const database = new Database(file, { readonly: true });
  try {
    return database
      .prepare<[], string>(
        `SELECT fingerprint FROM idempotency WHERE operation = 'POST /payments'
         GROUP BY account, fingerprint HAVING count(*) > 1 ORDER BY max(created_at) DESC`,
      )
      .pluck()
      .get() as string;
  } finally {
    database.close();
  }
}

describe('pictures of the shop', function () {
  this.timeout(180_000);
  let workbench: Workbench;
  let paidTwice: string;

  before(async () => {
    const folder = copyTestWorkspace(path.join(root, 'examples/shop'));
    // It extends a file outside the copy, which VS Code would report.
    fs.rmSync(path.join(folder, 'tsconfig.json'));
    await playStory(path.join(folder, 'data'), new Date());
    paidTwice = fingerprintPaidTwice(path.join(folder, 'data/shop.db'));
    const vsix = update ? (await packageExtension([thisTarget()]))[0] : undefined;
    workbench = await openWorkbench({
      folder,
      extension: vsix ? { vsix } : 'development',
      settings: {
        // The shop's dependencies are not installed in the copy: what TypeScript says about that is beside the point.
        'typescript.validate.enable': false,
        'js/ts.validate.enabled': false,
        'remote.autoForwardPorts': false,
      },
    });
  });
  after(() => workbench?.close());

  const take = async (name: string): Promise<void> => {
    const picture = await workbench.screenshot(name);
    const { size } = fs.statSync(picture);
    assert.ok(size < largestImage, `${name}.png has ${size} bytes`);
    if (!update) return;
    fs.mkdirSync(imageFolder, { recursive: true });
    fs.copyFileSync(picture, path.join(imageFolder, `${name}.png`));
  };
  const menu = (): Locator => workbench.page.locator('.action-widget .monaco-list-row');
  const typescriptIsReady = (): Promise<void> =>
    workbench.page
      .locator('.statusbar-item')
      .filter({ hasText: /Initializing|Analyzing/ })
      .waitFor({ state: 'detached', timeout: 60_000 });
  const inspector = (): FrameLocator => workbench.webview();

  it('the Problems panel with a finding', async () => {
    await workbench.openFile('src/wrong/payment-client.ts');
    await workbench.runCommand('View: Toggle Primary Side Bar Visibility');
    const rows = await workbench.problems();
    await rows.filter({ hasText: 'no-key-per-attempt' }).first().waitFor();
    await workbench.page.locator('.monaco-editor .squiggly-error').first().waitFor();
    await typescriptIsReady();
    await take('problems-panel');
  });

  it('the quick fixes of the finding', async () => {
    await workbench.runCommand('View: Toggle Panel Visibility');
    await workbench.runCommand('Go to Next Problem in Files (Error, Warning, Info)');
    await workbench.page.keyboard.press('Escape');
    await workbench.page.keyboard.press('ControlOrMeta+.');
    await menu().filter({ hasText: 'Disable no-key-per-attempt for this line' }).waitFor();
    await take('quick-fix');
    await workbench.page.keyboard.press('Escape');
    await workbench.runCommand('View: Close All Editors');
  });

  it('the inspector on the key table that the shop has left', async () => {
    await workbench.runCommand('Idempotency: Open Key Table…');
    await workbench.choose('shop.db');
    await inspector().getByRole('gridcell').first().waitFor();
    await inspector()
      .getByRole('row')
      .filter({ hasText: new RegExp(`${paidTwice.slice(0, 4)} ?${paidTwice.slice(4, 8)}`) })
      .first()
      .click();
    await inspector().getByText('Saved answer').first().waitFor();
    await inspector().getByText('Audit').first().waitFor();
  });

  for (const theme of ['dark', 'light', 'high-contrast', 'high-contrast-light'] as const satisfies Theme[]) {
    it(`the inspector in ${theme}`, async () => {
      await workbench.setTheme(theme);
      await inspector().getByRole('gridcell').first().waitFor();
      await take(`inspector-${theme}`);
    });
  }
});
