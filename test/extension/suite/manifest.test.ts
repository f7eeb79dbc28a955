import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import {
  commands,
  extensionId,
  extensionName,
  keyTableViewType,
  publisher,
  repository,
} from '../../../extension/src/product.ts';

interface Manifest {
  name: string;
  publisher: string;
  repository?: { url: string };
  contributes: {
    commands: { command: string }[];
    customEditors: { viewType: string; priority: string; selector: { filenamePattern: string }[] }[];
  };
  capabilities: { untrustedWorkspaces: { supported: unknown } };
}

const manifest = (): Manifest => {
  const extension = vscode.extensions.getExtension(extensionId);
  assert.ok(extension, `VS Code does not list ${extensionId}`);
  return extension.packageJSON as Manifest;
};

describe('the manifest', () => {
  it('names the publisher, the extension and the commands as the code does', () => {
    const { name, publisher: by, repository: at, contributes } = manifest();
    assert.equal(name, extensionName);
    assert.equal(by, publisher);
    assert.equal(at?.url ?? null, repository);
    assert.deepEqual(
      contributes.commands.map(({ command }) => command).sort(),
      Object.values(commands).slice().sort(),
    );
  });

  it('offers the key table beside other viewers of database files', () => {
    const [editor, ...others] = manifest().contributes.customEditors;
    assert.deepEqual(others, []);
    assert.equal(editor?.viewType, keyTableViewType);
    assert.equal(editor.priority, 'option');
    assert.deepEqual(
      editor.selector.map(({ filenamePattern }) => filenamePattern),
      ['*.db', '*.sqlite', '*.sqlite3', '*.db3'],
    );
  });

  it('works in Restricted Mode', () => {
    assert.equal(manifest().capabilities.untrustedWorkspaces.supported, true);
  });

  it('has every command it lists', async () => {
    await vscode.extensions.getExtension(extensionId)?.activate();
    const known = await vscode.commands.getCommands(true);
    for (const command of Object.values(commands)) assert.ok(known.includes(command), command);
  });
});
