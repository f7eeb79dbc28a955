import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';

/** Every regular file of a folder with the SHA-256 of its content. */
export const filesIn = (folder: string): Record<string, string> => {
  const files: Record<string, string> = {};
  for (const entry of fs
    .readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => a.name.localeCompare(b.name)))
    if (entry.isFile())
      files[entry.name] = createHash('sha256')
        .update(fs.readFileSync(path.join(folder, entry.name)))
        .digest('hex');
  return files;
};
