/** The two npm packages, as `.tgz` files to look at, to install from and to publish. */
import fs from 'node:fs';
import path from 'node:path';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { build } from './build.ts';
import { capture } from './lifetimes.ts';
import { root } from './project.ts';
import { copyInto, emptyStage, packagesFolder, writeManifest } from './stage.ts';

interface Manifest {
  name: string;
  version: string;
  files: string[];
  exports: Record<string, string | Record<string, string>>;
}

/** The condition by which this workspace reads its own sources; a package holds no sources. */
const sourceCondition = 'idempotency-source';

function withoutSources(manifest: Manifest): Manifest {
  const exports = Object.entries(manifest.exports).map(([name, target]) => {
    if (typeof target === 'string') return [name, target];
    return [
      name,
      Object.fromEntries(Object.entries(target).filter(([condition]) => condition !== sourceCondition)),
    ];
  });
  return { ...manifest, exports: Object.fromEntries(exports) as Manifest['exports'] };
}

async function packageLibrary(folder: string): Promise<string> {
  const from = path.join(root, folder);
  const manifest = withoutSources(
    JSON.parse(fs.readFileSync(path.join(from, 'package.json'), 'utf8')) as Manifest,
  );
  const stage = emptyStage(manifest.name);
  writeManifest(stage, manifest);
  const beside = ['README.md', 'LICENSE', 'CHANGELOG.md'].filter((name) =>
    fs.existsSync(path.join(from, name)),
  );
  copyInto(stage, from, [...manifest.files, ...beside]);

  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  await capture(npm, ['pack', '--ignore-scripts', '--pack-destination', packagesFolder], {
    cwd: stage,
    shell: process.platform === 'win32',
  });
  const file = path.join(packagesFolder, `${manifest.name}-${manifest.version}.tgz`);

  const tarball = fs.readFileSync(file);
  const { messages } = await publint({
    pack: { tarball: tarball.buffer.slice(tarball.byteOffset, tarball.byteOffset + tarball.byteLength) },
    strict: true,
  });
  if (messages.length > 0) {
    const found = messages.map((message) => `  ${formatMessage(message, manifest as never)}`).join('\n');
    throw new Error(`publint finds fault with ${manifest.name}:\n${found}`);
  }
  return file;
}

/**
 * Builds both packages and has publint look at each.
 * @returns absolute paths of the `.tgz` files
 * @throws with publint's messages, when there are any.
 */
export async function packageLibraries(): Promise<string[]> {
  await build(['plugin', 'inspector']);
  fs.mkdirSync(packagesFolder, { recursive: true });
  return [await packageLibrary('eslint-plugin'), await packageLibrary('inspector')];
}
