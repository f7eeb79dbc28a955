import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import * as vscode from 'vscode';
import { closeAll } from './documents.ts';
import { until } from './until.ts';

const rules = ['no-key-per-attempt', 'no-check-then-insert', 'require-key-on-retry', 'no-sensitive-key'];

describe('the pages of rules', () => {
  afterEach(closeAll);

  it('travel in the package', () => {
    const extension = vscode.extensions.getExtension('idempotency.idempotency');
    assert.ok(extension);
    for (const rule of rules) {
      const page = fs.readFileSync(
        path.join(extension.extensionPath, 'dist/docs/rules', `${rule}.md`),
        'utf8',
      );
      assert.match(page, new RegExp(`^#.*${rule}`, 'm'));
    }
  });

  it('open in the Markdown preview', async () => {
    await vscode.commands.executeCommand('idempotency.openRulePage', 'no-key-per-attempt');
    const tab = await until('the page is shown', () => {
      const active = vscode.window.tabGroups.activeTabGroup.activeTab;
      return active?.input instanceof vscode.TabInputWebview && active;
    });
    assert.match(tab.label, /no-key-per-attempt/);
    assert.match((tab.input as vscode.TabInputWebview).viewType, /markdown\.preview/);
  });

  it('stay within their folder', async () => {
    const tabsBefore = vscode.window.tabGroups.activeTabGroup.tabs.length;
    // Asks which page to open instead of following the path; nobody answers here.
    let answered = false;
    const asked = Promise.resolve(
      vscode.commands.executeCommand('idempotency.openRulePage', '../../package'),
    ).finally(() => (answered = true));
    await until('the question is withdrawn', async () => {
      await vscode.commands.executeCommand('workbench.action.closeQuickOpen');
      return answered;
    });
    await asked;
    assert.equal(vscode.window.tabGroups.activeTabGroup.tabs.length, tabsBefore);
  });
});
