import assert from 'node:assert/strict';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../../../scripts/browser.ts';
import { startVsCodeServer, type VsCodeServer } from '../../../scripts/vscode-server.ts';
import { copyTestWorkspace } from '../harness/test-workspace.ts';

/** Whether something listens at this address. */
function answers(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ host, port, timeout: 2_000 });
    const settle = (open: boolean) => () => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', settle(true)).once('error', settle(false)).once('timeout', settle(false));
  });
}

describe('the editor that npm start opens', function () {
  this.timeout(120_000);
  let server: VsCodeServer;
  let browser: Browser;
  let folder: string;
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'idempotency-home-'));

  before(async () => {
    folder = copyTestWorkspace();
    server = await startVsCodeServer({ purpose: 'person', env: { HOME: home } });
    browser = await launchBrowser();
  });
  after(async () => {
    await browser?.close();
    await server?.stop();
    fs.rmSync(home, { recursive: true, force: true });
  });

  it('refuses whoever does not bring the address’s key', async () => {
    const address = new URL(server.address(folder));
    assert.match(address.searchParams.get('tkn') ?? '', /^[\w-]{32}$/);
    const withoutKey = await fetch(`${address.origin}/?folder=${encodeURIComponent(folder)}`, {
      redirect: 'manual',
    });
    assert.equal(withoutKey.status, 403);
  });

  it('answers on this machine only', async () => {
    const others = Object.values(os.networkInterfaces())
      .flat()
      .filter((address) => address && !address.internal && address.family === 'IPv4');
    assert.equal(await answers('127.0.0.1', server.port), true);
    for (const other of others)
      assert.equal(await answers(other!.address, server.port), false, other!.address);
  });

  it('opens the folder in Restricted Mode until it is trusted', async () => {
    const page = await browser.newPage();
    await page.goto(server.address(folder));
    await page.getByText('Restricted Mode is intended for safe code browsing').waitFor({ timeout: 60_000 });
  });

  it('removes its data when it ends, and leaves nothing in the home folder', async () => {
    await server.stop();
    assert.equal(fs.existsSync(server.dataFolder), false);
    assert.deepEqual(fs.readdirSync(home), []);
    assert.equal(await answers('127.0.0.1', server.port), false);
  });
});
