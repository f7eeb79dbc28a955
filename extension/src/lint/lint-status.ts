import * as vscode from 'vscode';
import { commands, displayName } from '../product.ts';
import { languages, type CheckedDocument, type CheckOutcome } from './lint-protocol.ts';

/** The language status item: what became of the file in the active editor, or that the linter is down. */
export class LintStatus implements vscode.Disposable {
  readonly #item: vscode.LanguageStatusItem;
  readonly #outcomes = new Map<string, CheckOutcome>();
  readonly #subscriptions: vscode.Disposable[];
  #stopped = false;

  constructor() {
    const selector = languages.map((language) => ({ language }));
    this.#item = vscode.languages.createLanguageStatusItem('idempotency.lint', selector);
    this.#item.name = displayName;
    this.#subscriptions = [
      this.#item,
      vscode.window.onDidChangeActiveTextEditor(() => this.#show()),
      vscode.workspace.onDidCloseTextDocument((document) => this.#outcomes.delete(document.uri.toString())),
    ];
    this.#show();
  }

  checked({ uri, outcome }: CheckedDocument): void {
    this.#outcomes.set(vscode.Uri.parse(uri).toString(), outcome);
    this.#show();
  }

  /** The server runs, or has crashed too often and stays down. */
  running(yes: boolean): void {
    this.#stopped = !yes;
    if (!yes) this.#outcomes.clear();
    this.#show();
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  #show(): void {
    if (this.#stopped) {
      this.#item.severity = vscode.LanguageStatusSeverity.Error;
      this.#item.text = 'Idempotency has stopped';
      this.#item.detail = 'the linter ended several times';
      this.#item.command = { title: 'Restart', command: commands.restartLinter };
      return;
    }
    const uri = vscode.window.activeTextEditor?.document.uri.toString();
    const outcome = uri === undefined ? undefined : this.#outcomes.get(uri);
    const { text, detail, warn } = inWords(outcome);
    this.#item.severity = warn
      ? vscode.LanguageStatusSeverity.Warning
      : vscode.LanguageStatusSeverity.Information;
    this.#item.text = text;
    this.#item.detail = detail;
    this.#item.command = { title: 'Log', command: commands.showLog };
  }
}

/** In words what became of a file. */
export function inWords(outcome: CheckOutcome | undefined): { text: string; detail: string; warn: boolean } {
  switch (outcome?.kind) {
    case undefined:
      return { text: displayName, detail: 'not checked yet', warn: false };
    case 'checked':
      return { text: displayName, detail: countOf(outcome.findings), warn: false };
    case 'does-not-parse':
      return {
        text: 'Idempotency: not checked',
        detail: `the file does not parse, see line ${outcome.line}`,
        warn: false,
      };
    case 'too-large':
      return { text: 'Idempotency: not checked', detail: 'the file is too large', warn: false };
    case 'rules-failed':
      return {
        text: 'Idempotency: partly checked',
        detail: `${countOf(outcome.findings)}; a rule stopped with a fault, see the log`,
        warn: true,
      };
  }
}

function countOf(findings: number): string {
  if (findings === 0) return 'no findings';
  return findings === 1 ? '1 finding' : `${findings} findings`;
}
