import assert from 'node:assert/strict';
import * as vscode from 'vscode';

describe('the extension', () => {
  it('is there under its name and activates', async () => {
    const extension = vscode.extensions.getExtension('idempotency.idempotency');
    assert.ok(extension, 'VS Code does not list idempotency.idempotency');
    await extension.activate();
    assert.equal(extension.isActive, true);
  });
});
