/** A headless Chromium that comes from the npm registry, for tests. */
import fs from 'node:fs';
import path from 'node:path';
import { chromium, type Browser } from 'playwright-core';
import { cachedFolder } from './cached-folder.ts';
import { capture, closeBeforeEnd } from './lifetimes.ts';
import { root } from './project.ts';

interface BrowserFiles {
  executable: string;
  env: Record<string, string>;
}

/** `inflate` of @sparticuz/chromium writes to the temporary folder, which is therefore set for a process of its own. */
const unpack = `
  import { inflate } from '@sparticuz/chromium';
  for (const name of ['chromium.br', 'al2023.tar.br']) {
    await inflate(process.argv[1] + '/' + name);
  }
`;

const fontFiles = ['DejaVuSans', 'DejaVuSans-Bold', 'DejaVuSansMono', 'DejaVuSansMono-Bold'];

/** Chromium ends at once where it finds no font at all, and the machine's own fonts would change every screenshot. */
function installFonts(folder: string): void {
  fs.mkdirSync(path.join(folder, 'fonts'));
  for (const font of fontFiles) {
    const from = path.join(root, 'node_modules/dejavu-fonts-ttf/ttf', `${font}.ttf`);
    fs.copyFileSync(from, path.join(folder, 'fonts', `${font}.ttf`));
  }
  const alias = (family: string, font: string): string =>
    `  <alias><family>${family}</family><prefer><family>${font}</family></prefer></alias>`;
  const lines = [
    '<?xml version="1.0"?>',
    '<!DOCTYPE fontconfig SYSTEM "fonts.dtd">',
    '<fontconfig>',
    '  <dir prefix="relative">fonts</dir>',
    '  <cachedir prefix="xdg">fontconfig</cachedir>',
    alias('sans-serif', 'DejaVu Sans'),
    alias('monospace', 'DejaVu Sans Mono'),
    '</fontconfig>',
  ];
  fs.writeFileSync(path.join(folder, 'fonts.conf'), `${lines.join('\n')}\n`);
}

async function packagedChromium(): Promise<BrowserFiles> {
  const packageFolder = path.join(root, 'node_modules/@sparticuz/chromium');
  const { version } = JSON.parse(fs.readFileSync(path.join(packageFolder, 'package.json'), 'utf8')) as {
    version: string;
  };
  const folder = await cachedFolder(`chromium-${version}`, async (partial) => {
    console.log('unpacking Chromium into .vscode-test (once)');
    await capture(
      process.execPath,
      ['--input-type=module', '--eval', unpack, path.join(packageFolder, 'bin')],
      {
        cwd: root,
        env: { ...process.env, TMPDIR: partial },
      },
    );
    installFonts(partial);
  });
  const libraries = [path.join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean);
  return {
    executable: path.join(folder, 'chromium'),
    env: { FONTCONFIG_PATH: folder, XDG_CACHE_HOME: folder, LD_LIBRARY_PATH: libraries.join(path.delimiter) },
  };
}

/** Where a Chromium, Chrome or Edge is put by its own installer. */
const installedBrowsers: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  linux: ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'],
  win32: [
    'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
    'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
  ],
};

const hasPackagedChromium = process.platform === 'linux' && process.arch === 'x64';

function installedBrowser(): string | undefined {
  const places = [process.env.CHROMIUM_PATH ?? '', ...(installedBrowsers[process.platform] ?? [])];
  return places.find((file) => fs.existsSync(file));
}

/** Whether `launchBrowser` finds a browser on this machine. */
export function hasBrowser(): boolean {
  return hasPackagedChromium || installedBrowser() !== undefined;
}

/** The packaged Chromium where it runs, unless `CHROMIUM_PATH` names another; elsewhere an installed one. */
async function findChromium(): Promise<BrowserFiles> {
  if (hasPackagedChromium && !process.env.CHROMIUM_PATH) return await packagedChromium();
  const installed = installedBrowser();
  if (installed) return { executable: installed, env: {} };
  throw new Error(
    `There is no packaged Chromium for ${process.platform}-${process.arch}, and none is installed in a known place. ` +
      'Set CHROMIUM_PATH to the program file of a Chromium or Chrome.',
  );
}

/**
 * Starts a headless Chromium; it ends with `close()` or with this process.
 * @throws when none is there for this machine, or it does not start within 30 seconds.
 */
export async function launchBrowser(): Promise<Browser> {
  const { executable, env } = await findChromium();
  const browser = await chromium.launch({
    executablePath: executable,
    headless: true,
    // Root cannot use the sandbox, and many containers offer none to others; only our own loopback pages are opened.
    chromiumSandbox: false,
    args: ['--disable-gpu', '--disable-webgl', '--no-pings', '--font-render-hinting=none'],
    env: { ...process.env, ...env } as Record<string, string>,
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  browser.once(
    'disconnected',
    closeBeforeEnd(() => browser.close()),
  );
  return browser;
}
