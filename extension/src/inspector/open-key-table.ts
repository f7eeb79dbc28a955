import path from 'node:path';
import * as vscode from 'vscode';
import type { KeyTableViews } from './key-table-views.ts';
import type { PostgresConnection, PostgresConnections } from './postgres-connections.ts';
import { findSqliteFiles } from './sqlite-file-search.ts';

type Choice = vscode.QuickPickItem &
  (
    | { opens: 'file'; uri: vscode.Uri }
    | { opens: 'connection'; connection: PostgresConnection }
    | { opens: 'chosen-file' | 'new-connection' | 'nothing' }
  );

const removeButton: vscode.QuickInputButton = {
  iconPath: new vscode.ThemeIcon('trash'),
  tooltip: 'Forget this connection',
};

const anotherFile: Choice = { opens: 'chosen-file', label: '$(folder-opened) Choose a file…' };
const newConnection: Choice = { opens: 'new-connection', label: '$(plug) PostgreSQL connection…' };

const heading = (label: string): Choice => ({
  opens: 'nothing',
  label,
  kind: vscode.QuickPickItemKind.Separator,
});

/**
 * Command "Idempotency: Open Key Table…": offers the SQLite files of the workspace (found by their content), the
 * connections the user has added, any other file, and a new connection. A file handed to it is opened at once.
 */
export async function openKeyTable(
  views: KeyTableViews,
  connections: PostgresConnections,
  given: vscode.Uri | undefined,
): Promise<void> {
  if (given) return views.showFile(given);
  const choice = await choose(connections);
  switch (choice?.opens) {
    case 'file':
      return views.showFile(choice.uri);
    case 'connection':
      return views.showPostgres(choice.connection);
    case 'chosen-file': {
      const [file] = (await vscode.window.showOpenDialog({ title: 'Open a database file' })) ?? [];
      return file && views.showFile(file);
    }
    case 'new-connection': {
      const connection = await connections.ask();
      return connection && views.showPostgres(connection);
    }
  }
}

async function choose(connections: PostgresConnections): Promise<Choice | undefined> {
  const pick = vscode.window.createQuickPick<Choice>();
  const search = new AbortController();
  try {
    pick.placeholder = 'A database file of this workspace, or a connection';
    pick.matchOnDescription = true;
    pick.busy = true;
    pick.keepScrollPosition = true;
    const files: Choice[] = [];
    let added = await connectionChoices(connections);
    // What is found later comes last, so that nothing moves under the pointer while the search goes on.
    const refresh = (): void => {
      const active = pick.activeItems[0];
      pick.items = [
        anotherFile,
        newConnection,
        ...(added.length > 0 ? [heading('connections'), ...added] : []),
        ...(files.length > 0 ? [heading('in this workspace'), ...files] : []),
      ];
      const next = active === undefined || active === anotherFile ? (files[0] ?? added[0]) : active;
      if (next && pick.items.includes(next)) pick.activeItems = [next];
    };
    refresh();
    pick.onDidTriggerItemButton(async ({ item }) => {
      if (item.opens !== 'connection') return;
      await connections.remove(item.connection.id);
      added = await connectionChoices(connections);
      refresh();
    });
    const chosen = new Promise<Choice | undefined>((resolve) => {
      pick.onDidAccept(() => resolve(pick.selectedItems[0]));
      pick.onDidHide(() => resolve(undefined));
    });
    pick.show();
    void searchWorkspace(search.signal, (uri) => {
      files.push(fileChoice(uri));
      refresh();
    }).finally(() => {
      if (!search.signal.aborted) pick.busy = false;
    });
    return await chosen;
  } finally {
    search.abort();
    pick.dispose();
  }
}

async function searchWorkspace(signal: AbortSignal, found: (uri: vscode.Uri) => void): Promise<void> {
  for (const folder of vscode.workspace.workspaceFolders ?? []) {
    if (folder.uri.scheme !== 'file') continue;
    for await (const file of findSqliteFiles(folder.uri.fsPath, signal)) {
      if (signal.aborted) return;
      found(vscode.Uri.file(file));
    }
  }
}

function fileChoice(uri: vscode.Uri): Choice {
  const folder = path.dirname(vscode.workspace.asRelativePath(uri));
  return {
    opens: 'file',
    uri,
    label: `$(database) ${path.basename(uri.fsPath)}`,
    description: folder === '.' ? '' : folder,
  };
}

async function connectionChoices(connections: PostgresConnections): Promise<Choice[]> {
  return (await connections.all()).map((connection) => ({
    opens: 'connection',
    connection,
    label: `$(server) ${connection.label}`,
    buttons: [removeButton],
  }));
}
