/**
 * A real VS Code from the npm registry alone: `code-server` carries VS Code's own server and workbench. VS Code's
 * server is started itself, not code-server's wrapper around it.
 */
import fs from 'node:fs';
import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { cachedFolder } from './cached-folder.ts';
import { capture, endedByItself, removeTemporaryFolder, start, stop, temporaryFolder } from './lifetimes.ts';

/** Whether this VS Code is known to run on this platform. */
export const runsHere = process.platform === 'linux';

const codeServerVersion = '4.139.1';
const startTimeoutMs = 60_000;

const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';

/**
 * Installs VS Code's server into the ignored cache, once (about 600 MB), without running any install script.
 * @returns absolute path of `server-main.js`
 * @throws with npm's last lines when the registry cannot be reached.
 */
export async function installVsCodeServer(): Promise<string> {
  const vscode = 'node_modules/code-server/lib/vscode';
  const folder = await cachedFolder(`code-server-${codeServerVersion}`, async (partial) => {
    console.log(
      `installing VS Code's server (code-server ${codeServerVersion}) into .vscode-test (once, 600 MB)`,
    );
    fs.writeFileSync(path.join(partial, 'package.json'), '{ "private": true }\n');
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund'];
    const install = (cwd: string, args: string[]): Promise<string> =>
      capture(npm, ['install', ...args, ...flags], {
        cwd,
        shell: process.platform === 'win32',
        env: { ...process.env, npm_config_workspaces: '', npm_config_ignore_scripts: 'true' },
      });
    await install(partial, [`code-server@${codeServerVersion}`]);
    await install(path.join(partial, vscode), ['--omit=dev']);
    await install(path.join(partial, vscode, 'extensions'), ['--omit=dev']);
  });
  return path.join(folder, vscode, 'out/server-main.js');
}

/** The environment without what would point VS Code or a database client at this machine's own set-up. */
function cleanEnvironment(extra: Record<string, string> = {}): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(
    ([name]) => !/^(VSCODE_|ELECTRON_|PG[A-Z]+$|DATABASE_URL$|npm_|NODE_OPTIONS$)/.test(name),
  );
  return { ...Object.fromEntries(kept), ...extra };
}

/** Where VS Code puts its temporary files and its cache: it would leave both behind, in the user's home the latter. */
const ownFolders = (folder: string): Record<string, string> =>
  process.platform === 'linux' ? { TMPDIR: folder, XDG_CACHE_HOME: folder } : {};

/** A person's first look: changes stay unsaved until they are saved, and nothing asks about the clone's repository. */
const settingsForPerson = { 'files.autoSave': 'off', 'git.openRepositoryInParentFolders': 'never' };

/**
 * Installs a `.vsix` into an extensions folder, as `code --install-extension` does.
 * @param vsix absolute path
 * @param extensionsFolder absolute path
 * @throws with VS Code's last lines when it refuses the package.
 */
export async function installExtension(vsix: string, extensionsFolder: string): Promise<void> {
  const serverMain = await installVsCodeServer();
  const serverData = temporaryFolder('install');
  const folders = ['--extensions-dir', extensionsFolder, '--server-data-dir', serverData];
  const args = [serverMain, '--install-extension', vsix, '--force', ...folders];
  await capture(process.execPath, args, { env: cleanEnvironment(ownFolders(serverData)) });
  removeTemporaryFolder(serverData);
}

export interface VsCodeServerOptions {
  /**
   * `test`: no token, development parameters honoured, ends itself when nobody is connected; never leave it running.
   * `person`: a random token in the address, workspace trust on.
   */
  purpose: 'test' | 'person';
  /** Only for tests: leaves workspace trust on, so that a folder opens in Restricted Mode. */
  restricted?: boolean;
  /** Absolute paths of `.vsix` files to install before the start. */
  vsix?: string[];
  /** User settings. */
  settings?: Record<string, unknown>;
  /** Variables that the extension host sees in its environment. */
  env?: Record<string, string>;
}

export interface VsCodeServer {
  port: number;
  /** Absolute path of the folder that holds this server's data: user settings, extensions, logs. */
  dataFolder: string;
  /**
   * The address that opens a folder.
   * @param payload the workbench's development parameters; only a server for tests honours them
   */
  address(folder: string, payload?: [string, string][]): string;
  /** Makes a file's path an address inside this server, as the development parameters want it. */
  remoteUri(file: string): string;
  /** Settles when the server ends without being stopped. */
  endedByItself: Promise<void>;
  /** What the server printed so far. */
  log(): string;
  /** Ends the server and all that it started, and removes its data. */
  stop(): Promise<void>;
}

/**
 * Writes the user settings of a VS Code that has this folder as its `--user-data-dir`.
 * @param settings beside those that keep it from talking to the outside
 */
export function writeUserSettings(userDataFolder: string, settings: Record<string, unknown> = {}): void {
  const all = {
    'chat.disableAIFeatures': true,
    'extensions.autoCheckUpdates': false,
    'extensions.ignoreRecommendations': true,
    'telemetry.telemetryLevel': 'off',
    'update.mode': 'none',
    'workbench.secondarySideBar.defaultVisibility': 'hidden',
    'workbench.startupEditor': 'none',
    ...settings,
  };
  fs.mkdirSync(path.join(userDataFolder, 'User'), { recursive: true });
  fs.writeFileSync(path.join(userDataFolder, 'User/settings.json'), JSON.stringify(all, null, 2));
}

/**
 * Starts VS Code's server on 127.0.0.1, on a free port, with fresh data.
 * @throws with the server's last lines when it does not start within a minute, or an extension cannot be installed.
 */
export async function startVsCodeServer(options: VsCodeServerOptions): Promise<VsCodeServer> {
  const serverMain = await installVsCodeServer();
  const dataFolder = temporaryFolder('vscode');
  const token = options.purpose === 'person' ? randomBytes(24).toString('base64url') : null;
  const folders = [
    ['--server-data-dir', path.join(dataFolder, 'server')],
    ['--user-data-dir', path.join(dataFolder, 'user')],
    ['--extensions-dir', path.join(dataFolder, 'extensions')],
  ].flat();
  const env = cleanEnvironment({ ...options.env, ...ownFolders(dataFolder) });

  writeUserSettings(path.join(dataFolder, 'user'), {
    ...(options.purpose === 'person' ? settingsForPerson : {}),
    ...options.settings,
  });

  for (const vsix of options.vsix ?? []) await installExtension(vsix, path.join(dataFolder, 'extensions'));

  const args = [
    '--host',
    '127.0.0.1',
    '--port',
    '0',
    '--accept-server-license-terms',
    '--telemetry-level',
    'off',
  ];
  if (token) {
    // In a file, not among the arguments: those are shown to every user of the machine.
    const tokenFile = path.join(dataFolder, 'connection-token');
    fs.writeFileSync(tokenFile, token, { mode: 0o600 });
    args.push('--connection-token-file', tokenFile);
  } else {
    args.push('--without-connection-token', '--enable-smoke-test-driver', '--enable-remote-auto-shutdown');
    if (!options.restricted) args.push('--disable-workspace-trust');
  }

  const child = start(process.execPath, [serverMain, ...args, ...folders], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  const port = await new Promise<number>((resolve, reject) => {
    const fail = (why: string): void => {
      clearTimeout(timer);
      reject(new Error(`VS Code's server ${why}:\n${output.trim().split('\n').slice(-15).join('\n')}`));
    };
    const timer = setTimeout(() => {
      void stop(child).then(() => fail('did not start within a minute'));
    }, startTimeoutMs);
    child.once('error', (error) => fail(`could not be started (${error.message})`));
    child.once('exit', (code) => fail(`ended with code ${code}`));
    for (const stream of [child.stdout!, child.stderr!]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output = (output + text).slice(-200_000);
        const match = /Extension host agent listening on (\d+)/.exec(output);
        if (!match) return;
        clearTimeout(timer);
        resolve(Number(match[1]));
      });
    }
  });

  return {
    port,
    dataFolder,
    address(folder, payload) {
      const address = new URL(`http://127.0.0.1:${port}/`);
      if (token) address.searchParams.set('tkn', token);
      address.searchParams.set('folder', folder);
      if (payload) address.searchParams.set('payload', JSON.stringify(payload));
      return address.href;
    },
    remoteUri: (file) => `vscode-remote://127.0.0.1:${port}${file}`,
    endedByItself: endedByItself(child),
    log: () => output,
    async stop() {
      await stop(child);
      removeTemporaryFolder(dataFolder);
    },
  };
}
