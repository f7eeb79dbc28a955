import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ManualClock } from '../../examples/shop/src/clock.ts';
import type { Fact, Scene } from '../../examples/shop/src/scenes/scene.ts';
import { openWorld } from '../../examples/shop/src/world.ts';
import type { World } from '../../examples/shop/src/world.ts';

/** Runs `test` in a world of its own: database files in a temporary folder, and a clock that only moves when told. */
export async function inWorld<T>(test: (world: World) => Promise<T> | T): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'idempotency-shop-'));
  const world = await openWorld(folder, new ManualClock(new Date('2026-03-02T09:00:00.000Z')));
  try {
    return await test(world);
  } finally {
    await world.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What was answered and counted, by the way it was done. */
export function outcomes({ facts }: Scene): Record<string, Pick<Fact, 'answers' | 'counts'>> {
  return Object.fromEntries(facts.map(({ way, answers, counts }) => [way, { answers, counts }]));
}

/** The bodies that the callers got, done this way. */
export function bodies({ facts }: Scene, way: string): unknown[] {
  return facts.find((fact) => fact.way === way)?.bodies ?? [];
}
