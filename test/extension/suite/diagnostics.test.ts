import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { closeAll, findings, noFindings, ruleOf, show, showText, someFindings } from './documents.ts';

/** The text a diagnostic is under. */
const marked = (document: vscode.TextDocument, diagnostic: vscode.Diagnostic): string =>
  document.getText(diagnostic.range);

describe('diagnostics without any configuration', () => {
  afterEach(closeAll);

  it('shows a key made anew for each attempt', async () => {
    const { document } = await show('src/pay-order.ts');
    const [finding, ...others] = await someFindings(document);
    assert.ok(finding);
    assert.deepEqual(others.map(ruleOf), []);
    assert.equal(ruleOf(finding), 'no-key-per-attempt');
    assert.match(marked(document, finding), /randomUUID\(\)/);
    assert.equal(finding.severity, vscode.DiagnosticSeverity.Error);
  });

  it('shows a look-up before an insert', async () => {
    const { document } = await show('src/handle-event.ts');
    assert.deepEqual((await someFindings(document)).map(ruleOf), ['no-check-then-insert']);
  });

  it('shows a retried write without a key', async () => {
    const { document } = await show('src/refund.ts');
    assert.deepEqual((await someFindings(document)).map(ruleOf), ['require-key-on-retry']);
  });

  it('shows an e-mail address in a key', async () => {
    const { document } = await show('src/top-up.ts');
    assert.deepEqual((await someFindings(document)).map(ruleOf), ['no-sensitive-key']);
  });

  it('checks JavaScript', async () => {
    const { document } = await show('src/pay-order.js');
    assert.deepEqual((await someFindings(document)).map(ruleOf), ['no-key-per-attempt']);
  });

  it('checks JSX', async () => {
    const { document } = await show('src/pay-button.jsx');
    assert.deepEqual((await someFindings(document)).map(ruleOf), ['no-key-per-attempt']);
  });

  it('checks TSX', async () => {
    const { document } = await show('src/pay-button.tsx');
    assert.deepEqual((await someFindings(document)).map(ruleOf), ['no-key-per-attempt']);
  });

  it('checks TypeScript modules (.mts)', async () => {
    const { document } = await show('src/pay-order.mts');
    assert.deepEqual((await someFindings(document)).map(ruleOf), ['no-key-per-attempt']);
  });

  it('checks a file that is not saved yet', async () => {
    const text = (await show('src/pay-order.ts')).document.getText();
    const { document } = await showText(text, 'typescript');
    assert.deepEqual((await someFindings(document)).map(ruleOf), ['no-key-per-attempt']);
  });

  it('says nothing about the right way', async () => {
    const right = await show('src/right/pay-order.ts');
    // The server answers in order: when the wrong file has its finding, the right one has been checked.
    await someFindings((await show('src/pay-order.ts')).document);
    assert.deepEqual(findings(right.document), []);
  });

  it('leads from the code of a finding to the page of its rule', async () => {
    const { document } = await show('src/pay-order.ts');
    const [finding] = await someFindings(document);
    const code = finding?.code;
    assert.ok(typeof code === 'object');
    assert.equal(code.value, 'no-key-per-attempt');
    assert.equal(code.target.scheme, 'command');
    assert.equal(code.target.path, 'idempotency.openRulePage');
    assert.deepEqual(JSON.parse(code.target.query), ['no-key-per-attempt']);
  });

  it('follows what is typed', async () => {
    const editor = await show('src/pay-order.ts');
    const [finding] = await someFindings(editor.document);
    assert.ok(finding);
    const original = editor.document.getText(finding.range);
    await editor.edit((edit) => edit.replace(finding.range, 'orderId'));
    await noFindings(editor.document);
    await vscode.commands.executeCommand('undo');
    const [again] = await someFindings(editor.document);
    assert.ok(again);
    assert.equal(editor.document.getText(again.range), original);
  });
});

describe('a file that does not parse', () => {
  afterEach(closeAll);

  it('has no findings, and the linter lives on', async () => {
    const broken = await show('src/broken.ts');
    const whole = await show('src/pay-order.ts');
    await someFindings(whole.document);
    assert.deepEqual(findings(broken.document), []);
  });

  it('loses its findings while it does not parse, and has them again when it does', async () => {
    const editor = await show('src/pay-order.ts');
    await someFindings(editor.document);
    await editor.edit((edit) => edit.insert(new vscode.Position(2, 0), 'export const = ;\n'));
    await noFindings(editor.document);
    await vscode.commands.executeCommand('undo');
    assert.deepEqual((await someFindings(editor.document)).map(ruleOf), ['no-key-per-attempt']);
  });
});
