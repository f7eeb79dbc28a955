import fs from 'node:fs';
import path from 'node:path';
import { toUserError } from '../inspector-error.ts';
import type { InspectorEvent } from '../protocol.ts';
import { examineFile } from './sqlite-file.ts';
import { lostError } from './sqlite-session.ts';

const POLL_MS = 500;

/**
 * Tells of writes to a database file, and of its loss and return, without opening it: every commit moves the file's
 * change counter or the size and time of its write-ahead log. `PRAGMA data_version` would tell as well, but only to a
 * connection that is held open all the time.
 * @returns ends the watch
 */
export const watchFile = (file: string, listener: (event: InspectorEvent) => void): (() => void) => {
  let stamp: string | null = null;
  let lost = false;
  const look = (): void => {
    try {
      const now = examineFile(file).stamp;
      if (lost) listener({ event: 'restored' });
      else if (stamp !== null && stamp !== now) listener({ event: 'changed' });
      lost = false;
      stamp = now;
    } catch (error) {
      if (!lost) listener({ event: 'lost', error: toUserError(lostError(error, file)) });
      lost = true;
    }
  };
  look();
  const timer = setInterval(look, POLL_MS);
  timer.unref();
  let watcher: fs.FSWatcher | null = null;
  try {
    const name = path.basename(file);
    watcher = fs.watch(path.dirname(file), { persistent: false }, (_kind, changed) => {
      if (changed === null || changed === name || changed === `${name}-wal`) look();
    });
    watcher.on('error', () => watcher?.close());
  } catch {
    // Some file systems cannot be watched; the timer looks there too.
  }
  return () => {
    clearInterval(timer);
    watcher?.close();
  };
};
