import fs from 'node:fs';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../../../scripts/browser.ts';
import { build } from '../../../scripts/build.ts';
import { root } from '../../../scripts/project.ts';
import { now } from './sample-rows.ts';
import { themeVariables, themes } from './themes.ts';
import type { ThemeName } from './themes.ts';

const built = path.join(root, 'dist/webview');
const screenshots = path.join(root, 'test-output/webview');
const origin = 'http://inspector.test';
const nonce = 'bm9uY2UgZm9yIHRlc3Rz';

const files = new Map<string, Buffer>();
let browser: Browser | null = null;
const open = new Map<Page, string[]>();

/** The page as the extension serves it: its files, its content security policy, VS Code's variables and its message port. */
const html = (bodyClass: string, kind: string): string => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'nonce-${nonce}'; style-src ${origin}; font-src ${origin}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${origin}/inspector.css" id="vscode-codicon-stylesheet">
<title>Key table</title>
</head>
<body class="${bodyClass}" data-vscode-theme-kind="${kind}">
<idempotency-inspector></idempotency-inspector>
<script type="module" nonce="${nonce}" src="${origin}/inspector.js"></script>
</body>
</html>`;

const contentTypes: Record<string, string> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.ttf': 'font/ttf',
};

/** The other end of the page's message port. */
export interface StageHost {
  receive(message: unknown): Promise<void>;
  /** Set by the stage: the way to the page. */
  send: (message: unknown) => Promise<void>;
}

export interface StageOptions {
  /** Milliseconds since 1970 at which the page's clock stands still, or `running`. */
  clock?: number | 'running';
  theme?: ThemeName;
  width?: number;
  height?: number;
  /** What an earlier page kept. */
  kept?: unknown;
  reducedMotion?: boolean;
}

/** Builds the page if its sources are newer and starts the browser. */
export async function raiseStage(): Promise<void> {
  const sources = fs.readdirSync(path.join(root, 'webview/src'), { recursive: true, encoding: 'utf8' });
  const newest = Math.max(
    ...sources.map((name) => fs.statSync(path.join(root, 'webview/src', name)).mtimeMs),
  );
  const script = path.join(built, 'inspector.js');
  if (!fs.existsSync(script) || fs.statSync(script).mtimeMs < newest) await build(['webview']);
  // Served from memory, so that a build beside the tests cannot take the files away under the page.
  for (const name of fs.readdirSync(built)) files.set(name, fs.readFileSync(path.join(built, name)));
  fs.mkdirSync(screenshots, { recursive: true });
  browser = await launchBrowser();
}

export async function strikeStage(): Promise<void> {
  await browser?.close();
  browser = null;
}

/** Opens the built page before a host. What the console says against it is collected for {@link closePages}. */
export async function openPage(host: StageHost, options: StageOptions = {}): Promise<Page> {
  const {
    clock = now,
    theme = 'Dark Modern',
    width = 1360,
    height = 800,
    kept,
    reducedMotion = false,
  } = options;
  const { bodyClass, kind } = themes[theme];
  const context = await browser!.newContext({
    viewport: { width, height },
    timezoneId: 'Europe/Berlin',
    locale: 'en-GB',
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
  });
  const page = await context.newPage();
  const complaints: string[] = [];
  open.set(page, complaints);
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  if (clock !== 'running') await page.clock.setFixedTime(clock);
  await page.route(`${origin}/**`, async (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    if (name === '') return await route.fulfill({ contentType: 'text/html', body: html(bodyClass, kind) });
    const body = files.get(name);
    if (!body) return await route.fulfill({ status: 404 });
    await route.fulfill({ body, contentType: contentTypes[path.extname(name)] ?? 'text/plain' });
  });
  await page.exposeFunction('hostReceives', (message: unknown) =>
    host.receive(message).catch(() => undefined),
  );
  host.send = async (message) => {
    await page.evaluate((data) => window.postMessage(data, '*'), message);
  };
  await page.addInitScript(preparePage, { variables: await themeVariables(theme), kept });
  await page.goto(`${origin}/`);
  return page;
}

/** Runs in the page before anything else. */
function preparePage({ variables, kept }: { variables: [string, string][]; kept: unknown }): void {
  const theme = (): void => {
    for (const [name, value] of variables) document.documentElement.style.setProperty(name, value);
  };
  if (document.documentElement) theme();
  else
    new MutationObserver((_, observer) => (observer.disconnect(), theme())).observe(document, {
      childList: true,
    });
  const stage = window as unknown as {
    hostReceives(message: unknown): void;
    keptState: unknown;
    acquireVsCodeApi?(): unknown;
  };
  stage.keptState = kept;
  stage.acquireVsCodeApi = () => {
    delete stage.acquireVsCodeApi;
    return {
      postMessage: (message: unknown) => stage.hostReceives(message),
      getState: () => stage.keptState,
      setState: (state: unknown) => (stage.keptState = state),
    };
  };
}

/** What the page has kept for its next life. */
export const keptBy = (page: Page): Promise<unknown> =>
  page.evaluate(() => (window as unknown as { keptState: unknown }).keptState);

/** Keeps what the page looks like under `test-output/webview/`. */
export async function photograph(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: path.join(screenshots, `${name}.png`) });
}

/** Closes all pages; returns every error and warning their consoles have shown, breaches of the policy included. */
export async function closePages(): Promise<string[]> {
  const complaints = [...open.values()].flat();
  for (const page of open.keys()) await page.context().close();
  open.clear();
  return complaints;
}
