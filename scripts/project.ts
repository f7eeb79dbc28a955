/** Where things are in this project. */
import fs from 'node:fs';
import path from 'node:path';

/** Absolute path of the project's root folder. */
export const root = path.dirname(import.meta.dirname);

/** Absolute path of the ignored folder that holds what tests download. */
export const cacheFolder = path.join(root, '.vscode-test');

/**
 * Absolute path of the script behind a package's command, to be run with this Node on every platform (a `.bin` entry
 * is a shell script on Windows).
 * @throws when the package is not installed or has no such command.
 */
export function toolPath(packageName: string, command = packageName): string {
  const manifestPath = path.join(root, 'node_modules', packageName, 'package.json');
  const { bin } = JSON.parse(fs.readFileSync(manifestPath, 'utf8')) as {
    bin?: string | Record<string, string>;
  };
  const script = typeof bin === 'string' ? bin : bin?.[command];
  if (!script) throw new Error(`The package ${packageName} has no command ${command}.`);
  return path.join(path.dirname(manifestPath), script);
}
