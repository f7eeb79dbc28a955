import * as vscode from 'vscode';
import { commands, displayName } from './product.ts';
import { registerRulePages } from './pages/rule-pages.ts';

/** Starts what a session needs. Whatever is heavy is loaded when it is first used. */
export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const log = vscode.window.createOutputChannel(displayName, { log: true });
  context.subscriptions.push(
    log,
    vscode.commands.registerCommand(commands.showLog, () => log.show()),
    registerRulePages(context.extensionUri),
  );

  const { LintClient } = await import('./lint/lint-client.ts');
  const lint = new LintClient(context.extensionUri, log);
  context.subscriptions.push(lint);
  // Activation ends before the server is up: commands and editors need not wait for it.
  lint.start().catch((error: Error) => log.error(`The linter did not start: ${error.message}`));
}
