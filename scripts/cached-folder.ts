/** Folders in the ignored cache that are filled once and then reused. */
import fs from 'node:fs';
import path from 'node:path';
import { cacheFolder } from './project.ts';

const completeMark = '.complete';

const isComplete = (folder: string): boolean => fs.existsSync(path.join(folder, completeMark));

/** A fill that was cut off leaves its partial folder; the process number in its name tells whether it still runs. */
function removeAbandoned(name: string): void {
  for (const entry of fs.readdirSync(cacheFolder)) {
    if (!entry.startsWith(`${name}.partial-`)) continue;
    try {
      process.kill(Number(entry.slice(entry.lastIndexOf('-') + 1)), 0);
    } catch {
      fs.rmSync(path.join(cacheFolder, entry), { recursive: true, force: true });
    }
  }
}

/**
 * Returns the cached folder of this name, filling it first where it is not there or was left incomplete. It appears
 * under its name only when it is full, so a cut-off fill is done again and two processes may fill it at once.
 * @param name with the version of the content, so that another version is another folder
 * @param fill writes the content into the absolute path it is given
 */
export async function cachedFolder(name: string, fill: (folder: string) => Promise<void>): Promise<string> {
  const folder = path.join(cacheFolder, name);
  if (isComplete(folder)) return folder;

  fs.mkdirSync(cacheFolder, { recursive: true });
  removeAbandoned(name);
  const partial = path.join(cacheFolder, `${name}.partial-${process.pid}`);
  fs.mkdirSync(partial);
  const removePartial = (): void => fs.rmSync(partial, { recursive: true, force: true });
  process.once('exit', removePartial);
  try {
    await fill(partial);
    fs.writeFileSync(path.join(partial, completeMark), '');
    if (!isComplete(folder)) {
      fs.rmSync(folder, { recursive: true, force: true });
      fs.renameSync(partial, folder);
    }
  } finally {
    removePartial();
    process.off('exit', removePartial);
  }
  return folder;
}
