/**
 * Builds every package into `out/packages`: `npm run package` makes all of them, `npm run package -- --target linux-x64`
 * the extension for one platform, `npm run package -- --npm` the two npm packages only.
 */
import path from 'node:path';
import { parseArgs } from 'node:util';
import { packageLibraries } from './package-npm.ts';
import { packageExtension } from './package-vsix.ts';
import { root } from './project.ts';
import { sizeOf } from './stage.ts';
import { targets, type Target } from './targets.ts';

const { values } = parseArgs({
  options: {
    target: { type: 'string', multiple: true, default: [] },
    npm: { type: 'boolean', default: false },
  },
});
const unknown = values.target.filter((target) => !targets.includes(target as Target));
if (unknown.length > 0) {
  console.error(`There is no target "${unknown.join('", "')}"; the targets are ${targets.join(', ')}.`);
  process.exit(2);
}

try {
  const files = [];
  if (values.target.length === 0) files.push(...(await packageLibraries()));
  if (!values.npm)
    files.push(
      ...(await packageExtension(values.target.length > 0 ? (values.target as Target[]) : [...targets])),
    );
  for (const file of files) console.log(`${path.relative(root, file).padEnd(60)} ${sizeOf(file)}`);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
