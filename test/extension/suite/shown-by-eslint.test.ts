import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, findings, inWorkspace, noFindings, ruleOf, show, someFindings } from './documents.ts';
import { until } from './until.ts';

const settings = (): vscode.WorkspaceConfiguration =>
  vscode.workspace.getConfiguration('idempotency.lint', inWorkspace('src/pay-order.ts'));

/** What the ESLint extension shows when a project's own configuration loads our plugin. */
function asEslint(rule: string, range: vscode.Range): vscode.Diagnostic {
  const diagnostic = new vscode.Diagnostic(range, 'the same, by ESLint');
  diagnostic.source = 'eslint';
  diagnostic.code = { value: rule, target: vscode.Uri.parse('https://example.org/') };
  return diagnostic;
}

describe('idempotency.lint.enable', () => {
  let eslint: vscode.DiagnosticCollection;

  beforeEach(() => {
    eslint = vscode.languages.createDiagnosticCollection('eslint');
  });
  afterEach(async () => {
    eslint.dispose();
    await settings().update('enable', undefined, vscode.ConfigurationTarget.Workspace);
    await closeAll();
  });

  it('auto: hides a finding that ESLint shows, and shows it again when ESLint does not', async () => {
    const { document } = await show('src/pay-order.ts');
    const [finding] = await someFindings(document);
    assert.ok(finding);
    eslint.set(document.uri, [asEslint('idempotency/no-key-per-attempt', finding.range)]);
    await noFindings(document);
    eslint.clear();
    assert.deepEqual((await someFindings(document)).map(ruleOf), ['no-key-per-attempt']);
  });

  it('auto: leaves a finding where ESLint shows another rule, or the rule elsewhere', async () => {
    const { document } = await show('src/pay-order.ts');
    const [finding] = await someFindings(document);
    assert.ok(finding);
    const other = (await show('src/pay-order.js')).document;
    const [otherFinding] = await someFindings(other);
    assert.ok(otherFinding);
    await show('src/pay-order.ts');
    eslint.set(document.uri, [
      asEslint('idempotency/no-weak-key', finding.range),
      asEslint('idempotency/no-key-per-attempt', new vscode.Range(0, 0, 0, 6)),
    ]);
    eslint.set(other.uri, [asEslint('idempotency/no-key-per-attempt', otherFinding.range)]);
    // Both files are asked again; the one whose finding ESLint shows tells when.
    await noFindings(other);
    assert.deepEqual(findings(document).map(ruleOf), ['no-key-per-attempt']);
  });

  it('on: shows a finding although ESLint shows it', async () => {
    await settings().update('enable', 'on', vscode.ConfigurationTarget.Workspace);
    const { document } = await show('src/pay-order.ts');
    const [finding] = await someFindings(document);
    assert.ok(finding);
    eslint.set(document.uri, [asEslint('idempotency/no-key-per-attempt', finding.range)]);
    const { document: next } = await show('src/refund.ts');
    await someFindings(next);
    assert.deepEqual(findings(document).map(ruleOf), ['no-key-per-attempt']);
  });

  it('off: shows nothing, and everything again when it is on', async () => {
    const { document } = await show('src/pay-order.ts');
    await someFindings(document);
    await settings().update('enable', 'off', vscode.ConfigurationTarget.Workspace);
    await noFindings(document);
    await settings().update('enable', 'auto', vscode.ConfigurationTarget.Workspace);
    await until('the finding is back', () => findings(document).length === 1);
  });
});
