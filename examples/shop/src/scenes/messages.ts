import { readAddress, saveAddress } from '../address-client.ts';
import { openAddressService } from '../address-service.ts';
import { openEventQueue } from '../event-queue.ts';
import { openMailLog } from '../mail-log.ts';
import { openMailServer } from '../mail-server.ts';
import { mailOrder } from '../order-mail.ts';
import { stockConsumer } from '../stock-consumer.ts';
import { countInStock, openStockDatabase, putInStock } from '../stock-database.ts';
import type { World } from '../world.ts';
import { saveAddress as saveAddressWithoutVersion } from '../wrong/address-client.ts';
import { recordThenSend, sendThenRecord } from '../wrong/order-mail.ts';
import { stockConsumer as forgetfulStockConsumer } from '../wrong/stock-consumer.ts';
import { untilHeld } from './scene.ts';
import type { Fact, Scene } from './scene.ts';

/**
 * "2 kettles sold" is delivered three times: the first two acknowledgements are lost, and the consumer is restarted
 * between the second and the third (its database is closed and opened again).
 */
export function sameEventThreeTimes(world: World): Scene {
  const facts: Fact[] = [];
  for (const [way, item, consumerOf] of [
    ['event ids in memory', 'teapot', forgetfulStockConsumer],
    ['event ids in the transaction of the effect', 'kettle', stockConsumer],
  ] as const) {
    const queue = openEventQueue(world.file('queue.db'));
    let deliveries = 0;
    const deliver = (consume: ReturnType<typeof consumerOf>, acknowledgement: 'arrives' | 'is lost') => {
      if (queue.deliver(consume, acknowledgement)) deliveries++;
    };
    queue.publish({ id: `sold-2-${item}s`, item, quantity: 2 });

    const before = openStockDatabase(world.file('stock.db'));
    putInStock(before, item, 10);
    const consumer = consumerOf(before);
    deliver(consumer, 'is lost');
    deliver(consumer, 'is lost');
    before.close();

    const restarted = openStockDatabase(world.file('stock.db'));
    deliver(consumerOf(restarted), 'arrives');
    deliver(consumerOf(restarted), 'arrives');
    facts.push({ way, answers: [], counts: { deliveries, 'left of 10': countInStock(restarted, item) } });
    restarted.close();
    queue.close();
  }
  return { title: '"2 sold" arrives three times, with a restart before the third', facts };
}

/**
 * The customer sets the office as address; the reply is lost, and the retry is held up in the network. Meanwhile the
 * customer sets the home address on another device. Then the retry arrives.
 */
export async function lateAddressRetry(world: World): Promise<Scene> {
  const facts: Fact[] = [];
  const service = await openAddressService(world.file('addresses.db'));
  try {
    for (const [way, customer, saveOffice] of [
      ['no version', 'meera', saveAddressWithoutVersion],
      ['If-Match with the version', 'ravi', saveAddress],
    ] as const) {
      await saveAddressWithoutVersion(
        service.url,
        customer,
        { address: 'old flat', version: '' },
        world.policy(),
      );
      const { version } = await readAddress(service.url, customer);

      const network = await world.network(service, ['lose-reply', 'hold-request']);
      const office = saveOffice(network.url, customer, { address: 'office', version }, world.policy());
      await untilHeld(network, 1);
      const seen = await readAddress(service.url, customer);
      await saveAddress(service.url, customer, { address: 'home', version: seen.version }, world.policy());
      network.release();
      const result = await office;
      const { address } = await readAddress(service.url, customer);
      facts.push({ way, answers: [`retry ${result}`, `address: ${address}`], counts: { attempts: 2 } });
    }
  } finally {
    await service.close();
  }
  return { title: 'A late retry of "office", after the customer chose "home"', facts };
}

class Crash extends Error {}

/** The mail step crashes between its two halves; its store is opened again and the step is run again. */
export async function crashInMailStep(world: World): Promise<Scene> {
  const facts: Fact[] = [];
  const provider = await openMailServer(world.file('mail-provider.db'));
  try {
    for (const [way, order, step] of [
      ['send, then record', '1121', sendThenRecord],
      ['record, then send', '1122', recordThenSend],
      ['send with a key, then record', '1123', mailOrder],
    ] as const) {
      const run = async (between: () => void) => {
        const log = openMailLog(world.file('mail-log.db'));
        try {
          await step({ log, provider: provider.url, between }, order, 'meera@example.com');
        } catch (error) {
          if (!(error instanceof Crash)) throw error;
        } finally {
          log.close();
        }
      };
      await run(() => {
        throw new Crash();
      });
      await run(() => {});
      facts.push({ way, answers: [], counts: { mails: provider.mailsAbout(order) } });
    }
  } finally {
    await provider.close();
  }
  return { title: 'A crash between "send the mail" and "record that it was sent"', facts };
}
