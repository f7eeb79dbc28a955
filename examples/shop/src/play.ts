import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ManualClock } from './clock.ts';
import { abandon, abandonDelivery, crashAfterCharge, crashBetweenSteps } from './scenes/crashes.ts';
import {
  answersByState,
  declinedCard,
  lateRetry,
  otherUserAgent,
  restartedClient,
  sameKeyTwoAccounts,
} from './scenes/key-states.ts';
import { crashInMailStep, lateAddressRetry, sameEventThreeTimes } from './scenes/messages.ts';
import { lostReply, twoTaps, twoTopUps } from './scenes/retries.ts';
import type { Scene } from './scenes/scene.ts';
import { openWorld } from './world.ts';

/** The files a story leaves; `shop.db` holds the key table. */
const FILES = [
  'shop.db',
  'bank.db',
  'stock.db',
  'queue.db',
  'courier.db',
  'till.db',
  'addresses.db',
  'mail-log.db',
  'mail-provider.db',
] as const;
const MINUTE = 60;
const HOUR = 60 * MINUTE;

export interface Story {
  scenes: Scene[];
  /** The database files that are left; the first is `shop.db`, with the key table. */
  files: string[];
}

/**
 * Plays the whole story into database files in `folder`, which start empty every time. The story ends at `end`: its
 * rows are as old as they would be had it really taken a day, so some keys are expired, one is stuck and one was claimed
 * at `end` and is in progress.
 */
export async function playStory(folder: string, end: Date): Promise<Story> {
  mkdirSync(folder, { recursive: true });
  for (const name of FILES) rmSync(join(folder, name), { force: true });

  const clock = new ManualClock(end);
  const before = (seconds: number) => clock.set(new Date(end.getTime() - seconds * 1000));
  const world = await openWorld(folder, clock);
  let scenes: Scene[];
  try {
    before(27 * HOUR);
    const late = await lateRetry(world);
    before(14 * HOUR);
    const topUps = await twoTopUps(world);
    before(75 * MINUTE);
    const crash = await crashAfterCharge(world);
    const steps = await crashBetweenSteps(world);
    before(40 * MINUTE);
    await abandon(world, '1098', 'till-brinda');
    await abandonDelivery(world, '1097', 'till-amma');
    before(20 * MINUTE);
    const declined = await declinedCard(world);
    before(12 * MINUTE);
    const lost = await lostReply(world);
    before(8 * MINUTE);
    const taps = await twoTaps(world);
    before(5 * MINUTE);
    const answers = await answersByState(world);
    const accounts = await sameKeyTwoAccounts(world);
    before(3 * MINUTE);
    const agent = await otherUserAgent(world);
    const restarted = await restartedClient(world);
    const events = sameEventThreeTimes(world);
    const address = await lateAddressRetry(world);
    const mail = await crashInMailStep(world);
    before(0);
    await abandon(world, '1099', 'till-chai');
    scenes = [
      ...[lost, taps, answers, agent, accounts, declined, topUps, late],
      ...[crash, steps, restarted, events, address, mail],
    ];
  } finally {
    await world.close();
  }
  return { scenes, files: FILES.map((name) => join(folder, name)) };
}
