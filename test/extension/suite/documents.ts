import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { until } from './until.ts';

/** Absolute path of a file of the test workspace. */
export function inWorkspace(relative: string): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  assert.ok(folder, 'The test workspace is not open.');
  return vscode.Uri.joinPath(folder.uri, ...relative.split('/'));
}

/** Opens a file of the test workspace in an editor. */
export async function show(relative: string): Promise<vscode.TextEditor> {
  return vscode.window.showTextDocument(inWorkspace(relative), { preview: false });
}

/** Opens an unsaved text in an editor. */
export async function showText(content: string, language: string): Promise<vscode.TextEditor> {
  const document = await vscode.workspace.openTextDocument({ content, language });
  return vscode.window.showTextDocument(document, { preview: false });
}

/** What our extension shows for a document now. */
export function findings(document: vscode.TextDocument): vscode.Diagnostic[] {
  return vscode.languages
    .getDiagnostics(document.uri)
    .filter((diagnostic) => diagnostic.source === 'idempotency');
}

/** The rule of a diagnostic, without the plugin's prefix. */
export function ruleOf({ code }: vscode.Diagnostic): string {
  return path.posix.basename(String(typeof code === 'object' ? code.value : code));
}

/** Waits until our extension shows something for a document. */
export async function someFindings(document: vscode.TextDocument): Promise<vscode.Diagnostic[]> {
  return until(`there is a finding in ${path.basename(document.uri.path)}`, () => {
    const found = findings(document);
    return found.length > 0 && found;
  });
}

/** Waits until our extension shows nothing for a document. */
export async function noFindings(document: vscode.TextDocument): Promise<void> {
  await until(
    `there is no finding in ${path.basename(document.uri.path)}`,
    () => findings(document).length === 0,
  );
}

/** The quick fixes offered at a diagnostic, in the order of the menu. */
export async function quickFixesAt(
  document: vscode.TextDocument,
  diagnostic: vscode.Diagnostic,
): Promise<vscode.CodeAction[]> {
  return vscode.commands.executeCommand<vscode.CodeAction[]>(
    'vscode.executeCodeActionProvider',
    document.uri,
    diagnostic.range,
    vscode.CodeActionKind.QuickFix.value,
    100,
  );
}

/** Applies the edit of the quick fix with this title, or whose title matches. */
export async function applyFix(
  document: vscode.TextDocument,
  diagnostic: vscode.Diagnostic,
  title: RegExp,
): Promise<void> {
  const actions = await quickFixesAt(document, diagnostic);
  const action = actions.find((candidate) => title.test(candidate.title));
  assert.ok(action?.edit, `no ${title} among: ${actions.map((candidate) => candidate.title).join(', ')}`);
  assert.equal(await vscode.workspace.applyEdit(action.edit), true);
}

/** Puts all files back as they stand on the disk and closes them. */
export async function closeAll(): Promise<void> {
  for (const document of vscode.workspace.textDocuments) {
    if (!document.isDirty) continue;
    await vscode.window.showTextDocument(document);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  }
  await vscode.commands.executeCommand('workbench.action.closeAllEditors');
}
