import * as vscode from 'vscode';
import { languages } from './lint-protocol.ts';

/** Runs `start` once, when there is a document that can be checked: at once, or when the first is opened. */
export function withFirstDocument(start: () => void): vscode.Disposable {
  const canBeChecked = (document: vscode.TextDocument): boolean =>
    languages.some((language) => language === document.languageId);
  if (vscode.workspace.textDocuments.some(canBeChecked)) {
    start();
    return { dispose: () => undefined };
  }
  const subscription = vscode.workspace.onDidOpenTextDocument((document) => {
    if (!canBeChecked(document)) return;
    subscription.dispose();
    start();
  });
  return subscription;
}
