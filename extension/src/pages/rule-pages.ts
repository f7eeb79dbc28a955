import * as vscode from 'vscode';
import { commands } from '../product.ts';
import { isPageName } from './page-address.ts';

/** Folders of pages inside the package, the rules' own first. */
const folders = ['rules', 'inspector'];

/**
 * Command "Idempotency: Open Rule Page": shows a page of the package in the Markdown preview. Without a name it asks
 * which one.
 */
export function registerRulePages(extensionUri: vscode.Uri): vscode.Disposable {
  return vscode.commands.registerCommand(commands.openRulePage, async (name?: unknown) => {
    const page = isPageName(name) ? name : await pickRule(extensionUri);
    if (page !== undefined) await openPage(extensionUri, page);
  });
}

/** Shows the page of a rule or of a finding; says so in one sentence when the package holds no such page. */
export async function openPage(extensionUri: vscode.Uri, page: string): Promise<void> {
  if (isPageName(page)) {
    for (const folder of folders) {
      const uri = vscode.Uri.joinPath(extensionUri, 'dist', 'docs', folder, `${page}.md`);
      if (!(await exists(uri))) continue;
      await show(uri);
      return;
    }
  }
  void vscode.window.showWarningMessage(`Idempotency has no page named "${isPageName(page) ? page : '?'}".`);
}

async function show(uri: vscode.Uri): Promise<void> {
  try {
    await vscode.commands.executeCommand('markdown.showPreview', uri);
  } catch {
    // The Markdown preview is a built-in extension that a user may have switched off.
    await vscode.window.showTextDocument(uri, { preview: true });
  }
}

async function pickRule(extensionUri: vscode.Uri): Promise<string | undefined> {
  const folder = vscode.Uri.joinPath(extensionUri, 'dist', 'docs', 'rules');
  const pages = (await vscode.workspace.fs.readDirectory(folder))
    .map(([file]) => file)
    .filter((file) => file.endsWith('.md'))
    .map((file) => file.slice(0, -'.md'.length))
    .sort();
  return vscode.window.showQuickPick(pages, { placeHolder: 'Which rule?' });
}

async function exists(uri: vscode.Uri): Promise<boolean> {
  return vscode.workspace.fs.stat(uri).then(
    () => true,
    () => false,
  );
}
