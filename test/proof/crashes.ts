/** Proofs by a process that is killed at a chosen point, and a message that is then delivered again. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { counted } from './measured-table.ts';
import type { Row } from './measured-table.ts';
import type { Delivery } from './delivery.ts';
import { versionsOf } from './rule-page.ts';
import type { Versions } from './rule-page.ts';

export interface Crash {
  title: string;
  runs: string;
  effect: string;
  /** How the statement starts after whose answer the first process is killed. */
  dieAfter: string;
  /** A fresh database; returns its address. */
  open(): Promise<string>;
  event: Delivery['event'];
  effects(url: string): Promise<number>;
  expected: Record<'alone' | 'written' | 'right', number>;
}

/** Defines the tests of one example whose process is killed between its work and its insert. */
export function proveWithCrash(rule: string, proof: Crash, rows: Row[]): void {
  const { title, runs, effect, expected } = proof;
  const cells: Record<string, string> = { 'really runs': `${runs}, killed in between` };
  let versions: Versions;
  before(() => {
    versions = versionsOf(rule, title);
    assert.equal(versions.suggested, null);
    cells['after the suggestion'] = '(none is offered)';
    rows.push({ example: versions.written.title, cells });
  });

  const prove = (column: string, version: 'written' | 'right', dies: boolean, count: number): void => {
    it(`${column}: ${counted(count, effect)}`, async () => {
      const url = await proof.open();
      const delivery = { source: versions[version], url, event: proof.event };
      const first = await deliver({ ...delivery, dieAfter: dies ? proof.dieAfter : null });
      assert.deepEqual(first, dies ? { code: null, signal: 'SIGKILL' } : { code: 0, signal: null });
      assert.deepEqual(await deliver({ ...delivery, dieAfter: null }), { code: 0, signal: null });
      const found = await proof.effects(url);
      cells[column] = counted(found, effect);
      assert.equal(found, count);
    });
  };
  prove('as written, undisturbed', 'written', false, expected.alone);
  prove('as written', 'written', true, expected.written);
  prove('right example', 'right', true, expected.right);
}

async function deliver(delivery: Delivery): Promise<{ code: number | null; signal: string | null }> {
  const script = path.join(import.meta.dirname, 'delivery.ts');
  const child = spawn(process.execPath, [script, JSON.stringify(delivery)], {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: 15_000,
  });
  const [code, signal] = (await once(child, 'exit')) as [number | null, string | null];
  return { code, signal };
}
