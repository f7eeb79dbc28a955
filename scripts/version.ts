/**
 * Sets the extension's version, which changesets cannot: it versions workspaces, and the extension is the root.
 * `node scripts/version.ts <major|minor|patch>` raises the version in package.json and package-lock.json and gives the
 * changelog's "Unreleased" section that version and today's date.
 */
import fs from 'node:fs';
import path from 'node:path';
import { root } from './project.ts';

type Part = 'major' | 'minor' | 'patch';

const parts: Part[] = ['major', 'minor', 'patch'];

function raised(version: string, part: Part): string {
  const numbers = version.split('.').map(Number);
  const place = parts.indexOf(part);
  return numbers.map((value, index) => (index < place ? value : index === place ? value + 1 : 0)).join('.');
}

const part = process.argv[2] as Part;
if (!parts.includes(part)) {
  console.error(`Say which part of the version to raise: ${parts.join(', ')}.`);
  process.exit(2);
}

const at = (name: string): string => path.join(root, name);
const manifest = JSON.parse(fs.readFileSync(at('package.json'), 'utf8')) as { version: string };
const lock = JSON.parse(fs.readFileSync(at('package-lock.json'), 'utf8')) as {
  version: string;
  packages: { '': { version: string } };
};
const changelog = fs.readFileSync(at('CHANGELOG.md'), 'utf8');
const version = raised(manifest.version, part);
if (!changelog.includes('\n## Unreleased\n')) {
  console.error('CHANGELOG.md has no "## Unreleased" section: write what changed first.');
  process.exit(1);
}

manifest.version = lock.version = lock.packages[''].version = version;
fs.writeFileSync(at('package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
fs.writeFileSync(at('package-lock.json'), `${JSON.stringify(lock, null, 2)}\n`);
const today = new Date().toISOString().slice(0, 10);
fs.writeFileSync(at('CHANGELOG.md'), changelog.replace('\n## Unreleased\n', `\n## ${version} - ${today}\n`));
console.log(
  `The extension is at ${version} now; changesets versions the npm packages: npx changeset version`,
);
