/** The platforms an extension package is built for, in VS Code's names, and the SQLite binary each one needs. */
import fs from 'node:fs';
import path from 'node:path';
import { root } from './project.ts';

/** https://code.visualstudio.com/api/working-with-extensions/publishing-extension#platformspecific-extensions */
export const targets = [
  'linux-x64',
  'linux-arm64',
  'alpine-x64',
  'alpine-arm64',
  'darwin-x64',
  'darwin-arm64',
  'win32-x64',
  'win32-arm64',
] as const;

export type Target = (typeof targets)[number];

/**
 * The target of the machine this runs on.
 * @throws when there is no package for this machine.
 */
export function thisTarget(): Target {
  const platform = process.platform === 'linux' && isMusl() ? 'alpine' : process.platform;
  const found = targets.find((target) => target === `${platform}-${process.arch}`);
  if (!found)
    throw new Error(
      `There is no package for ${platform}-${process.arch}; there is one for ${targets.join(', ')}.`,
    );
  return found;
}

function isMusl(): boolean {
  const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };
  return header.glibcVersionRuntime === undefined;
}

/** File name in `dist/sqlite/`: what `process.platform` and `process.arch` say where the package runs. */
export function sqliteBinaryName(target: Target): string {
  return `${target.replace('alpine', 'linux')}.node`;
}

/**
 * The prebuilt binary inside better-sqlite3 for a target.
 * @throws when the installed better-sqlite3 holds none.
 */
export function sqliteBinarySource(target: Target): string {
  const file = path.join(
    root,
    'node_modules/better-sqlite3/prebuilds',
    `${target.replace('alpine', 'linuxmusl')}.node`,
  );
  if (!fs.existsSync(file))
    throw new Error(`better-sqlite3 holds no binary for ${target}; run npm ci again.`);
  return file;
}
