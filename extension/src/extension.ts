import * as vscode from 'vscode';
import { KeyTableViews } from './inspector/key-table-views.ts';
import { openKeyTable } from './inspector/open-key-table.ts';
import { PostgresConnections } from './inspector/postgres-connections.ts';
import { Linter } from './lint/linter.ts';
import { withFirstDocument } from './lint/start-with-first-document.ts';
import { registerRulePages } from './pages/rule-pages.ts';
import { commands, displayName, keyTableViewType } from './product.ts';

/** Registers everything; what is heavy (the language client, a key table's process) is loaded when it is needed. */
export function activate(context: vscode.ExtensionContext): void {
  const { extensionUri, subscriptions } = context;
  const log = vscode.window.createOutputChannel(displayName, { log: true });
  subscriptions.push(
    log,
    vscode.commands.registerCommand(commands.showLog, () => log.show()),
    registerRulePages(extensionUri),
  );

  const views = new KeyTableViews(extensionUri, log);
  const connections = new PostgresConnections(context.secrets);
  subscriptions.push(
    vscode.window.registerCustomEditorProvider(keyTableViewType, views, {
      supportsMultipleEditorsPerDocument: true,
    }),
    vscode.commands.registerCommand(commands.openKeyTable, (file?: unknown) =>
      openKeyTable(views, connections, file instanceof vscode.Uri ? file : undefined),
    ),
  );

  const linter = new Linter(extensionUri, log);
  subscriptions.push(
    linter,
    withFirstDocument(() => void linter.start()),
    vscode.commands.registerCommand(commands.restartLinter, () => linter.restart()),
  );
}
