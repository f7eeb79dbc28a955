/** The extension's packages: one `.vsix` per platform, each with that platform's SQLite binary and no other. */
import fs from 'node:fs';
import path from 'node:path';
import { build } from './build.ts';
import { capture } from './lifetimes.ts';
import { root, toolPath } from './project.ts';
import { copyInto, emptyStage, packagesFolder, writeManifest } from './stage.ts';
import { sqliteBinaryName, sqliteBinarySource, type Target } from './targets.ts';

type Manifest = Record<string, unknown> & { name: string; version: string };

const readManifest = (): Manifest =>
  JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8')) as Manifest;

/** What only the workspace around the extension needs. */
const workspaceOnly = ['scripts', 'workspaces', 'devDependencies', 'allowScripts', 'private', 'overrides'];

/** A package has no files of the repository beside it, so pictures go and links to files become their text. */
function readmeForPackage(): string {
  const isRelative = '(?!https?:|#)[^)\\s]+';
  return fs
    .readFileSync(path.join(root, 'README.md'), 'utf8')
    .replaceAll(new RegExp(`^!\\[[^\\]]*\\]\\(${isRelative}\\)\\n+`, 'gm'), '')
    .replaceAll(new RegExp(`\\[([^\\]]+)\\]\\(${isRelative}\\)`, 'g'), '$1');
}

/**
 * Builds the packages of some platforms.
 * @returns absolute paths of the `.vsix` files, in the same order
 * @throws when the extension does not build or vsce refuses it.
 */
export async function packageExtension(targets: Target[]): Promise<string[]> {
  const stage = emptyStage('vsix');
  const dist = path.join(stage, 'dist');
  await build(['extension', 'webview'], { minify: true, dist });

  const manifest = readManifest();
  writeManifest(
    stage,
    Object.fromEntries(Object.entries(manifest).filter(([key]) => !workspaceOnly.includes(key))),
  );
  copyInto(stage, root, ['LICENSE', 'CHANGELOG.md', '.vscodeignore']);
  fs.writeFileSync(path.join(stage, 'README.md'), readmeForPackage());

  fs.mkdirSync(packagesFolder, { recursive: true });
  const files: string[] = [];
  for (const target of targets) {
    const sqlite = path.join(dist, 'sqlite');
    fs.rmSync(sqlite, { recursive: true, force: true });
    fs.mkdirSync(sqlite);
    fs.copyFileSync(sqliteBinarySource(target), path.join(sqlite, sqliteBinaryName(target)));

    const file = path.join(packagesFolder, `${manifest.name}-${target}-${manifest.version}.vsix`);
    const flags = ['--no-dependencies', '--allow-missing-repository', '--target', target, '--out', file];
    await capture(process.execPath, [toolPath('@vscode/vsce', 'vsce'), 'package', ...flags], { cwd: stage });
    files.push(file);
  }
  return files;
}
