import fs from 'node:fs';

/** Process ids of this extension host's children that run a script with this name, as Linux lists them. */
export function childrenRunning(script: string): number[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        const parent = /^PPid:\s*(\d+)$/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
        const command = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        return Number(parent) === process.pid && command.includes(script);
      } catch {
        // Gone between the listing and the look.
        return false;
      }
    })
    .map(Number);
}
