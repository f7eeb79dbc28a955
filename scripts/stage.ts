/** Folders that hold exactly what a package is made of, so that nothing else can get into it. */
import fs from 'node:fs';
import path from 'node:path';
import { root } from './project.ts';

/** Where finished packages go. */
export const packagesFolder = path.join(root, 'out/packages');

/** Makes an empty staging folder below `out/stage`. */
export function emptyStage(name: string): string {
  const folder = path.join(root, 'out/stage', name);
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  return folder;
}

/** Copies files and folders from one folder into another, without the compiler's notes to itself. */
export function copyInto(stage: string, from: string, names: string[]): void {
  for (const name of names) {
    fs.cpSync(path.join(from, name), path.join(stage, name), {
      recursive: true,
      filter: (source) => !source.endsWith('.tsbuildinfo'),
    });
  }
}

/** Writes a manifest into a staging folder. */
export function writeManifest(stage: string, manifest: object): void {
  fs.writeFileSync(path.join(stage, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** A file's size for a person. */
export function sizeOf(file: string): string {
  const bytes = fs.statSync(file).size;
  return bytes > 1e6 ? `${(bytes / 1e6).toFixed(1)} MB` : `${(bytes / 1e3).toFixed(0)} kB`;
}
