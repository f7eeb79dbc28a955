import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { temporaryFolder } from '../../scripts/lifetimes.ts';
import { root } from '../../scripts/project.ts';

/** A process that starts another, which starts a third, makes a folder, and says so: `grandchild pid, folder`. */
const program = `
  import { start, temporaryFolder } from ${JSON.stringify(path.join(root, 'scripts/lifetimes.ts'))};
  const folder = temporaryFolder('ends');
  const grandchild = 'setInterval(() => {}, 1000); console.log(process.pid)';
  const child = 'require("node:child_process").spawn(process.execPath, ["-e", process.argv[1]], { stdio: "inherit" })';
  start(process.execPath, ['-e', child, grandchild], { stdio: ['ignore', 'pipe', 'inherit'] })
    .stdout.once('data', (text) => console.log(JSON.stringify([Number(text), folder])));
`;

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A dead process that nobody has collected yet still takes signals.
    return process.platform !== 'linux' || !/\) Z /.test(fs.readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

async function until(what: string, holds: () => boolean): Promise<void> {
  const deadline = Date.now() + 15_000;
  while (!holds()) {
    assert.ok(Date.now() < deadline, `${what}: not within 15 seconds`);
    await delay(20);
  }
}

describe('what a script starts', function () {
  this.timeout(40_000);
  let parent: ChildProcess;
  let grandchild: number;
  let folder: string;

  before(function () {
    // Windows has no signals to send.
    if (process.platform === 'win32') this.skip();
  });

  beforeEach(async () => {
    const file = path.join(temporaryFolder('program'), 'program.mjs');
    fs.writeFileSync(file, program);
    parent = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] });
    const [text] = (await new Promise((resolve, reject) => {
      parent.stdout!.once('data', (data: Buffer) => resolve([data.toString()]));
      parent.once('exit', () => reject(new Error('The program ended before it said anything.')));
    })) as [string];
    [grandchild, folder] = JSON.parse(text) as [number, string];
    assert.ok(isRunning(grandchild));
    assert.ok(fs.existsSync(folder));
  });
  afterEach(() => parent.kill('SIGKILL'));

  for (const [title, end] of [
    ['Ctrl+C', () => parent.kill('SIGINT')],
    ['SIGTERM', () => parent.kill('SIGTERM')],
    ['the end of whoever started the script', () => parent.disconnect()],
  ] as const) {
    it(`ends with ${title}, and its folders go`, async () => {
      end();
      await until('the script ends', () => parent.exitCode !== null || parent.signalCode !== null);
      await until('what it started ends', () => !isRunning(grandchild));
      assert.equal(fs.existsSync(folder), false);
    });
  }
});
