import { promises as fs } from 'node:fs';
import path from 'node:path';

/** How far a search goes: a workspace may hold millions of files. */
export interface SearchLimits {
  /** Folders below the one searched. */
  depth: number;
  /** Files and folders looked at. */
  entries: number;
  milliseconds: number;
}

export const defaultLimits: SearchLimits = { depth: 10, entries: 20_000, milliseconds: 5_000 };

/** Folders of tools, never of people's data. */
const skipped = new Set(['node_modules', '.git', '.hg', '.svn', '.venv', '__pycache__', '.cache']);

/** https://www.sqlite.org/fileformat2.html#the_database_header */
const header = Buffer.from('SQLite format 3\0', 'latin1');

/** A database is a whole number of pages, and a page has 512 bytes at least. */
const smallestPage = 512;

/**
 * Finds SQLite databases below a folder by their first 16 bytes, whatever their names are. Links are not followed, and
 * what cannot be read is left out.
 * @returns absolute paths, nearest folders first, as they are found
 */
export async function* findSqliteFiles(
  folder: string,
  signal: AbortSignal,
  limits: SearchLimits = defaultLimits,
): AsyncGenerator<string> {
  const deadline = Date.now() + limits.milliseconds;
  let looked = 0;
  const queue = [{ folder, depth: 0 }];
  for (let next = queue.shift(); next; next = queue.shift()) {
    const entries = await fs.readdir(next.folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (signal.aborted || ++looked > limits.entries || Date.now() > deadline) return;
      const full = path.join(next.folder, entry.name);
      if (entry.isDirectory()) {
        if (next.depth < limits.depth && !skipped.has(entry.name)) {
          queue.push({ folder: full, depth: next.depth + 1 });
        }
      } else if (entry.isFile() && (await isSqliteFile(full))) {
        yield full;
      }
    }
  }
}

/** Whether a file begins as an SQLite database does. False for what cannot be read. */
export async function isSqliteFile(file: string): Promise<boolean> {
  try {
    const { size } = await fs.stat(file);
    if (size < smallestPage || size % smallestPage !== 0) return false;
    const handle = await fs.open(file, 'r');
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(header.length), 0, header.length, 0);
      return bytesRead === header.length && buffer.equals(header);
    } finally {
      await handle.close();
    }
  } catch {
    return false;
  }
}
