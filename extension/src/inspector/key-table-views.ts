import path from 'node:path';
import * as vscode from 'vscode';
import { keyTableViewType } from '../product.ts';
import { InspectorPage, refusing, type KeyStoreConnection } from './inspector-page.ts';
import type { PostgresConnection } from './postgres-connections.ts';

/** View type of the panel of a database server; the custom editor of files has its own in package.json. */
const panelViewType = 'idempotency.keyTablePanel';

/** The two ways a key table is shown: a custom editor on a file, a panel for a database server. */
export class KeyTableViews implements vscode.CustomReadonlyEditorProvider {
  readonly #extensionUri: vscode.Uri;
  readonly #log: vscode.LogOutputChannel;

  constructor(extensionUri: vscode.Uri, log: vscode.LogOutputChannel) {
    this.#extensionUri = extensionUri;
    this.#log = log;
  }

  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    // The database is opened with the page, so that a split editor has a reader of its own.
    return { uri, dispose: () => undefined };
  }

  async resolveCustomEditor(document: vscode.CustomDocument, panel: vscode.WebviewPanel): Promise<void> {
    const { uri } = document;
    const store =
      uri.scheme === 'file'
        ? await this.#open(uri.fsPath)
        : refusing({
            code: 'not-on-disk',
            what: 'This file cannot be opened as a database.',
            why: 'It does not stand on a disk that this window can reach.',
            action: 'Copy it to a folder on this machine, and open it there.',
          });
    this.#show(panel, store, path.posix.basename(uri.path));
  }

  /** Opens a database server in a panel of its own. */
  async showPostgres(connection: PostgresConnection): Promise<void> {
    const store = await this.#open(connection.url);
    const panel = vscode.window.createWebviewPanel(
      panelViewType,
      connection.label,
      vscode.ViewColumn.Active,
      {},
    );
    this.#show(panel, store, connection.label);
  }

  /** Opens a file in the custom editor. */
  async showFile(uri: vscode.Uri): Promise<void> {
    await vscode.commands.executeCommand('vscode.openWith', uri, keyTableViewType);
  }

  /** The drivers of the databases are loaded with the first source that is opened. */
  async #open(source: string): Promise<KeyStoreConnection> {
    const { openKeyStore } = await import('./key-stores.ts');
    return openKeyStore(this.#extensionUri.fsPath, source);
  }

  #show(panel: vscode.WebviewPanel, store: KeyStoreConnection, title: string): void {
    const page = new InspectorPage(
      panel.webview,
      store,
      { title, table: null },
      this.#extensionUri,
      this.#log,
    );
    panel.onDidDispose(() => page.dispose());
  }
}
