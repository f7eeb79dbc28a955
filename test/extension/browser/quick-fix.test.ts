import assert from 'node:assert/strict';
import type { Locator } from 'playwright-core';
import { copyTestWorkspace } from '../harness/test-workspace.ts';
import { openWorkbench, type Workbench } from '../harness/workbench.ts';

describe('a finding, seen and mended by hand', function () {
  this.timeout(120_000);
  let workbench: Workbench;

  before(async () => {
    workbench = await openWorkbench({
      folder: copyTestWorkspace(),
      // TypeScript would underline the imports, whose packages are not installed here.
      settings: { 'typescript.validate.enable': false, 'js/ts.validate.enabled': false },
    });
  });
  after(() => workbench?.close());

  const squiggle = (): Locator => workbench.page.locator('.monaco-editor .squiggly-error').first();
  const lines = (): Locator => workbench.page.locator('.editor-instance .view-lines').first();
  const menu = (): Locator => workbench.page.locator('.action-widget .monaco-list-row');

  /** Puts the cursor on the last place where a word stands, and opens the quick fix menu. */
  const quickFixAt = async (word: string): Promise<void> => {
    await lines().getByText(word).last().click();
    await workbench.page.keyboard.press('ControlOrMeta+.');
  };

  it('is underlined, and stands in the Problems panel with its rule', async () => {
    await workbench.openFile('src/pay-order.ts');
    await squiggle().waitFor();
    const rows = await workbench.problems();
    await rows.filter({ hasText: 'no-key-per-attempt' }).first().waitFor();
    await workbench.screenshot('problems-panel');
  });

  it('leads from its rule to the page of the rule', async () => {
    const rows = await workbench.problems();
    const link = rows.locator('a', { hasText: 'no-key-per-attempt' }).first();
    await link.click({ modifiers: ['ControlOrMeta'] });
    await workbench.page.locator('.tab.active').filter({ hasText: 'no-key-per-attempt' }).waitFor();
    const heading = workbench.webview().getByRole('heading').first();
    assert.match((await heading.textContent()) ?? '', /no-key-per-attempt/);
    await workbench.runCommand('View: Close Editor');
  });

  it('offers its quick fixes, and the first mends it', async () => {
    await workbench.openFile('src/pay-order.ts');
    await squiggle().waitFor();
    await quickFixAt('randomUUID');
    await menu().filter({ hasText: 'Disable no-key-per-attempt for this line' }).waitFor();
    await menu().filter({ hasText: 'Open the page of no-key-per-attempt' }).waitFor();
    await workbench.screenshot('quick-fix-menu');
    await menu().filter({ hasText: 'before the first attempt' }).first().click();
    await squiggle().waitFor({ state: 'detached' });
    await workbench.screenshot('quick-fix-applied');
    const text = ((await lines().innerText()) ?? '').replaceAll('\u00a0', ' ');
    assert.ok(text.indexOf('randomUUID()') < text.indexOf('for ('), text);
    const rows = await workbench.problems();
    await rows.filter({ hasText: 'no-key-per-attempt' }).first().waitFor({ state: 'detached' });
  });

  it('is silenced for its line, with the reason ready to be typed', async () => {
    await workbench.openFile('src/refund.ts');
    await squiggle().waitFor();
    await quickFixAt('fetch');
    await menu().filter({ hasText: 'Disable require-key-on-retry for this line' }).click();
    await lines().getByText('idempotency-disable-next-line').waitFor();
    await workbench.page.keyboard.type('the bank takes the charge id as the key');
    await lines().getByText('require-key-on-retry: the bank takes the charge id as the key').waitFor();
    await squiggle().waitFor({ state: 'detached' });
  });
});

describe('a folder that is not trusted', function () {
  this.timeout(120_000);
  let workbench: Workbench;

  before(async () => {
    workbench = await openWorkbench({ folder: copyTestWorkspace(), restricted: true });
  });
  after(() => workbench?.close());

  it('has its findings all the same', async () => {
    await workbench.page.getByText('Restricted Mode').first().waitFor();
    await workbench.openFile('src/pay-order.ts');
    const rows = await workbench.problems();
    await rows.filter({ hasText: 'no-key-per-attempt' }).first().waitFor();
    await workbench.screenshot('restricted-mode');
  });
});
