import assert from 'node:assert/strict';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import type { InspectorReply, UserError } from 'idempotency-inspector/protocol';
import { openKeyStore } from '../../../extension/src/inspector/key-stores.ts';
import { extensionId, keyTableViewType } from '../../../extension/src/product.ts';
import { completedKey, keyTableCounts, writeKeyTable } from '../harness/key-table-file.ts';
import { childrenRunning } from './child-processes.ts';
import { closeAll } from './documents.ts';
import { until } from './until.ts';

const extensionPath = (): string => {
  const extension = vscode.extensions.getExtension(extensionId);
  assert.ok(extension);
  return extension.extensionPath;
};

const never = new AbortController().signal;
const tables = { id: 1, method: 'tables', params: {} } as const;
const table = { schema: null, table: 'idempotency_keys' };

/** The error of a reply, with a check that it says three sentences and shows nothing of the inside. */
function errorOf(reply: InspectorReply): UserError {
  assert.ok('error' in reply, JSON.stringify(reply));
  const { what, why, action } = reply.error;
  for (const sentence of [what, why, action]) {
    assert.match(sentence, /^[A-Z].*\.$/, sentence);
    assert.doesNotMatch(sentence, /\n|\bat .*:\d+:\d+|Error:/);
  }
  return reply.error;
}

describe('key stores in the extension host', () => {
  let folder: string;
  let stores: { dispose(): unknown }[];

  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idempotency-stores-'));
    stores = [];
  });
  afterEach(async () => {
    for (const store of stores) store.dispose();
    await closeAll();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  const open = (source: string): ReturnType<typeof openKeyStore> => {
    const store = openKeyStore(extensionPath(), source);
    stores.push(store);
    return store;
  };

  it('read an SQLite file with the packaged driver', async () => {
    const file = path.join(folder, 'shop.db');
    writeKeyTable(file, new Date());
    const store = open(file);
    const found = await store.request(tables, never);
    assert.ok('result' in found && 'tables' in found.result, JSON.stringify(found));
    assert.deepEqual(
      found.result.tables.map(({ table: name, opens }) => [name, opens]),
      [['idempotency_keys', true]],
    );
    const counted = await store.request({ id: 2, method: 'counts', params: { table } }, never);
    assert.ok('result' in counted && 'counts' in counted.result, JSON.stringify(counted));
    assert.equal(counted.result.counts.completed, keyTableCounts.completed);
    assert.equal(counted.result.counts['in-progress'], keyTableCounts.inProgress);
    const page = await store.request(
      { id: 3, method: 'page', params: { table, states: [], search: completedKey, after: null, limit: 10 } },
      never,
    );
    assert.ok('result' in page && 'records' in page.result, JSON.stringify(page));
    assert.deepEqual(
      page.result.records.map(({ key, code }) => [key, code]),
      [[completedKey, 201]],
    );
  });

  it('leave the folder of the file as it was', async () => {
    const file = path.join(folder, 'shop.db');
    writeKeyTable(file, new Date());
    const before = fs.readFileSync(file);
    const store = open(file);
    await store.request(tables, never);
    await store.request({ id: 2, method: 'counts', params: { table } }, never);
    assert.deepEqual(fs.readdirSync(folder), ['shop.db']);
    assert.deepEqual(fs.readFileSync(file), before);
  });

  it('say in sentences that a file is no database', async () => {
    const file = path.join(folder, 'notes.db');
    fs.writeFileSync(file, 'Not a database, whatever the name says. '.repeat(200));
    assert.match(errorOf(await open(file).request(tables, never)).what, /database/i);
  });

  it('say in sentences that a file is gone', async () => {
    errorOf(await open(path.join(folder, 'gone.db')).request(tables, never));
  });

  it('open a file that was not there at the first try', async () => {
    const file = path.join(folder, 'late.db');
    const store = open(file);
    errorOf(await store.request(tables, never));
    writeKeyTable(file, new Date());
    const found = await store.request({ ...tables, id: 2 }, never);
    assert.ok('result' in found, JSON.stringify(found));
  });

  it('say in sentences that a server refuses, without user or password', async () => {
    const server = net.createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const { port } = server.address() as net.AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    const error = errorOf(await open(`postgres://ann:hunter2@127.0.0.1:${port}/shop`).request(tables, never));
    assert.doesNotMatch(JSON.stringify(error), /hunter2|ann/);
  });

  it('end their processes with the editor', async function () {
    if (process.platform !== 'linux') this.skip();
    const file = path.join(folder, 'shop.db');
    writeKeyTable(file, new Date());
    const store = open(file);
    await store.request(tables, never);
    assert.ok(childrenRunning('store-process.cjs').length > 0);
    store.dispose();
    await until('no reading process is left', () => childrenRunning('store-process.cjs').length === 0);
  });
});

describe('the key table editor', () => {
  let folder: string;

  beforeEach(() => {
    folder = fs.mkdtempSync(path.join(os.tmpdir(), 'idempotency-editor-'));
  });
  afterEach(async () => {
    await closeAll();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  it('opens on a database file by the command', async () => {
    const file = path.join(folder, 'shop.db');
    writeKeyTable(file, new Date());
    await vscode.commands.executeCommand('idempotency.openKeyTable', vscode.Uri.file(file));
    const tab = await until('the editor is open', () => {
      const active = vscode.window.tabGroups.activeTabGroup.activeTab;
      return active?.input instanceof vscode.TabInputCustom && active;
    });
    assert.equal((tab.input as vscode.TabInputCustom).viewType, keyTableViewType);
    assert.equal(tab.label, 'shop.db');
  });

  it('leaves database files to other viewers unless it is asked for', async () => {
    const file = path.join(folder, 'shop.db');
    writeKeyTable(file, new Date());
    await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(file));
    const tab = await until('something is open', () => vscode.window.tabGroups.activeTabGroup.activeTab);
    assert.ok(!(tab.input instanceof vscode.TabInputCustom && tab.input.viewType === keyTableViewType));
  });
});
