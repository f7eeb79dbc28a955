/** Gathers the licences of what a bundle contains: most of them ask to travel with every copy. */
import fs from 'node:fs';
import path from 'node:path';
import { root } from './project.ts';

/** The folder of the innermost package a bundled file belongs to, or null for our own files. */
function packageFolder(file: string): string | null {
  const match = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file.replaceAll('\\', '/'));
  return match ? path.join(root, match[1]!) : null;
}

/**
 * Writes one text with name, version, licence and licence text of each package that the files come from.
 * @param files paths relative to the project's root, as esbuild's metafile lists its inputs
 * @param output absolute path of the text to write
 * @throws when a package names no licence at all: then it may not be shipped.
 */
export function writeThirdPartyLicences(files: string[], output: string): void {
  const folders = new Set(files.map(packageFolder).filter((folder) => folder !== null));
  const entries = [...folders].map((folder) => {
    const manifest = JSON.parse(fs.readFileSync(path.join(folder, 'package.json'), 'utf8')) as {
      name: string;
      version: string;
      license?: string;
    };
    const licenceFile = fs.readdirSync(folder).find((name) => /^licen[cs]e/i.test(name));
    if (!manifest.license && !licenceFile) throw new Error(`${manifest.name} names no licence.`);
    const text = licenceFile ? fs.readFileSync(path.join(folder, licenceFile), 'utf8').trim() : '';
    return `${manifest.name} ${manifest.version} (${manifest.license ?? 'see below'})\n\n${text}`.trim();
  });
  fs.writeFileSync(output, `${entries.sort().join(`\n\n${'-'.repeat(80)}\n\n`)}\n`);
}
