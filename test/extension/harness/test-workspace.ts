/** The folder that VS Code opens in a test: a copy, so that a test may change and add files. */
import fs from 'node:fs';
import path from 'node:path';
import { temporaryFolder } from '../../../scripts/lifetimes.ts';
import { root } from '../../../scripts/project.ts';

/**
 * Copies a folder to a temporary place that goes when this process ends.
 * @param source absolute path; by default the workspace that belongs to the extension's tests
 * @returns absolute path of the copy
 */
export function copyTestWorkspace(source = path.join(root, 'test/fixtures/workspace')): string {
  const folder = path.join(temporaryFolder('workspace'), path.basename(source));
  fs.mkdirSync(folder);
  if (fs.existsSync(source)) fs.cpSync(source, folder, { recursive: true });
  return folder;
}
