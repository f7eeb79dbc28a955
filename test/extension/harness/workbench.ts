/** A VS Code in a headless browser, driven from outside as a person drives it: keyboard, mouse, eyes. */
import fs from 'node:fs';
import path from 'node:path';
import type { FrameLocator, Locator, Page } from 'playwright-core';
import { launchBrowser } from '../../../scripts/browser.ts';
import { root } from '../../../scripts/project.ts';
import { startVsCodeServer } from '../../../scripts/vscode-server.ts';
import { testSettings } from './test-settings.ts';

/** A theme's name in the user settings, its label in the picker, and the class it gives the workbench. */
const themes = {
  dark: { name: 'Default Dark Modern', label: 'Dark Modern', className: 'vs-dark' },
  light: { name: 'Default Light Modern', label: 'Light Modern', className: 'vs' },
  'high-contrast': { name: 'Default High Contrast', label: 'Dark High Contrast', className: 'hc-black' },
  'high-contrast-light': {
    name: 'Default High Contrast Light',
    label: 'Light High Contrast',
    className: 'hc-light',
  },
} as const;

export type Theme = keyof typeof themes;

export interface WorkbenchOptions {
  /** Absolute path of the folder to open; `copyTestWorkspace()` makes one. */
  folder: string;
  /** The extension from this repository's `dist/` (the default), an installed package, or none. */
  extension?: 'development' | { vsix: string } | 'none';
  theme?: Theme;
  /** Opens the folder untrusted: Restricted Mode. */
  restricted?: boolean;
  /** User settings beside `testSettings`. */
  settings?: Record<string, unknown>;
  /** What the extension host finds in its environment. */
  env?: Record<string, string>;
  /** Size of the window in CSS pixels. */
  viewport?: { width: number; height: number };
}

export interface Workbench {
  page: Page;
  /** Runs a command by its whole title in the palette, e.g. `View: Split Editor`. */
  runCommand(title: string): Promise<void>;
  /** Chooses the row of an open pick list that holds this text. */
  choose(text: string): Promise<void>;
  /** Opens a file by its path in the folder, with the editor that opens it by default. */
  openFile(relativePath: string): Promise<void>;
  /** Shows the Problems panel and returns the rows of its list. */
  problems(): Promise<Locator>;
  /**
   * The content of the webview that is shown: VS Code puts it into two frames.
   * @param nth counted from 0, where several are shown
   */
  webview(nth?: number): FrameLocator;
  /** Changes the colour theme and waits until the workbench wears it. */
  setTheme(theme: Theme): Promise<void>;
  /** Saves a picture as `test-output/<name>.png` and returns its path. */
  screenshot(name: string): Promise<string>;
  /** Closes the browser and VS Code's server. */
  close(): Promise<void>;
}

const isMac = process.platform === 'darwin';

/**
 * Opens a folder in a real VS Code and waits until its files are shown.
 * @throws when VS Code or the browser does not start, or the workbench is not there within a minute.
 */
export async function openWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const { extension = 'development', theme = 'dark', viewport = { width: 1280, height: 800 } } = options;
  const server = await startVsCodeServer({
    purpose: 'test',
    restricted: options.restricted ?? false,
    vsix: typeof extension === 'object' ? [extension.vsix] : [],
    settings: { ...testSettings, ...options.settings, 'workbench.colorTheme': themes[theme].name },
    env: options.env ?? {},
  });
  const browser = await launchBrowser().catch(async (error: unknown) => {
    await server.stop();
    throw error;
  });
  const close = async (): Promise<void> => {
    await browser.close();
    await server.stop();
  };

  try {
    const page = await browser.newPage({ viewport, permissions: ['clipboard-read', 'clipboard-write'] });
    page.setDefaultTimeout(30_000);
    const payload: [string, string][] = [['skipWelcome', 'true']];
    if (extension === 'development') payload.push(['extensionDevelopmentPath', server.remoteUri(root)]);
    await page.goto(server.address(options.folder, payload));
    const shell = page.locator('.monaco-workbench');
    await shell.waitFor({ timeout: 60_000 });
    await page.locator('.explorer-folders-view .monaco-list-row').first().waitFor({ timeout: 60_000 });

    const quickInput = page.locator('.quick-input-widget:visible input[type=text]');
    const quickRows = page.locator('.quick-input-widget:visible .monaco-list-row');

    const runCommand = async (title: string): Promise<void> => {
      const command = quickRows.getByText(title, { exact: true }).first();
      await page.keyboard.press('F1');
      // The list is made for each text that is typed, and lacks the commands of extensions that are not loaded yet.
      for (const deadline = Date.now() + 30_000; Date.now() < deadline; await quickInput.fill('>')) {
        await quickInput.fill(`>${title}`);
        const shown = command.waitFor({ timeout: 1_000 });
        if (await shown.then(() => true).catch(() => false)) break;
      }
      await command.click();
    };
    return {
      page,
      close,
      runCommand,
      choose: (text) => quickRows.filter({ hasText: text }).first().click(),
      async openFile(relativePath) {
        await page.keyboard.press(isMac ? 'Meta+P' : 'Control+P');
        await quickInput.fill(relativePath);
        await quickRows
          .filter({ hasText: path.basename(relativePath) })
          .first()
          .waitFor();
        await page.keyboard.press('Enter');
        await page
          .locator('.tab.active')
          .filter({ hasText: path.basename(relativePath) })
          .waitFor();
      },
      async problems() {
        await runCommand('Problems: Focus on Problems View');
        const panel = page.locator('.markers-panel');
        await panel.waitFor();
        return panel.locator('.monaco-list-row');
      },
      webview(nth = 0) {
        return page.frameLocator('iframe.webview.ready').nth(nth).frameLocator('iframe#active-frame');
      },
      async setTheme(wanted) {
        // Settings that change on disk are not noticed in the browser's VS Code; the picker's are.
        await runCommand('Preferences: Color Theme');
        await quickInput.fill(themes[wanted].label);
        await quickRows.getByText(themes[wanted].label, { exact: true }).first().click();
        await quickInput.waitFor({ state: 'hidden' });
        await page.locator(`.monaco-workbench.${themes[wanted].className}`).waitFor();
      },
      async screenshot(name) {
        const file = path.join(root, 'test-output', `${name}.png`);
        fs.mkdirSync(path.dirname(file), { recursive: true });
        await page.screenshot({ path: file });
        return file;
      },
    };
  } catch (error) {
    await close();
    throw error;
  }
}
