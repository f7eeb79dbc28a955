import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { openBank } from './bank.ts';
import type { Bank } from './bank.ts';
import { chargeCard } from './bank-client.ts';
import type { ManualClock } from './clock.ts';
import { bookPickUp, openCourier } from './courier.ts';
import type { Courier } from './courier.ts';
import { placeDelivery } from './delivery-order.ts';
import { fingerprintOf } from './fingerprint.ts';
import type { RunningServer } from './json-server.ts';
import { KeyTable } from './key-table.ts';
import { openNetwork } from './network.ts';
import type { Fate, Network } from './network.ts';
import type { PaymentServiceAddress } from './payment-client.ts';
import { startPaymentService } from './payment-service.ts';
import type { PaymentServiceOptions } from './payment-service.ts';
import { startPaymentWorker } from './payment-worker.ts';
import type { PaymentWorker, WorkerOptions } from './payment-worker.ts';
import type { RetryPolicy } from './retry-policy.ts';
import { openShopDatabase } from './shop-database.ts';

const ACCOUNTS: ReadonlyMap<string, string> = new Map([
  ['till-amma', 'amma-stores'],
  ['till-brinda', 'brinda-books'],
  ['till-chai', 'chai-corner'],
]);

/** A card with money on it. */
export const FUNDED_CARD = 'card_4242';
/** A card with 100 rupees on it, too little for any order. */
export const POOR_CARD = 'card_0002';

export interface World {
  readonly clock: ManualClock;
  readonly bank: Bank;
  readonly courier: Courier;
  readonly shopFile: string;
  /** A file of the world's folder. */
  file(name: string): string;
  /** Another instance of the payment service, with its own connection to the shop's database. */
  service(parts?: (db: Database) => Partial<PaymentServiceOptions>): Promise<RunningServer>;
  /** The payment service in a process of its own. */
  worker(options?: Partial<WorkerOptions>): Promise<PaymentWorker>;
  /** A stretch of network in front of `server`. */
  network(server: { url: string }, plan?: readonly Fate[]): Promise<Network>;
  /** Tries again `seconds` later by the world's clock, without waiting. */
  policy(seconds?: number): RetryPolicy;
  close(): Promise<void>;
}

/** Opens the bank, the courier and the shop's database in `folder`. Everything opened through the world ends with it. */
export async function openWorld(folder: string, clock: ManualClock): Promise<World> {
  const shopFile = join(folder, 'shop.db');
  const bank = await openBank(join(folder, 'bank.db'), clock);
  const courier = await openCourier(join(folder, 'courier.db'), clock);
  const opened: (() => Promise<void> | void)[] = [() => bank.close(), () => courier.close()];
  bank.fund(FUNDED_CARD, 1_000_000);
  bank.fund(POOR_CARD, 100);

  const policy = (seconds = 0): RetryPolicy => ({
    attempts: 4,
    timeout: 10_000,
    wait: () => Promise.resolve(clock.advance(seconds)),
  });
  return {
    clock,
    bank,
    courier,
    shopFile,
    policy,
    file: (name) => join(folder, name),
    service: async (parts = () => ({})) => {
      const db = openShopDatabase(shopFile);
      opened.push(() => void db.close());
      const server = await startPaymentService({
        keys: new KeyTable(db, clock),
        chargeCard,
        fingerprintOf,
        placeDelivery,
        db,
        accounts: ACCOUNTS,
        bankUrl: bank.url,
        bookPickUp: (order) => bookPickUp(courier.url, order),
        bankPolicy: policy(),
        clock,
        atCrashPoint: () => {},
        ...parts(db),
      });
      opened.push(() => server.close());
      return server;
    },
    worker: async (options = {}) => {
      const worker = await startPaymentWorker({
        database: shopFile,
        bankUrl: bank.url,
        courierUrl: courier.url,
        accounts: ACCOUNTS,
        now: clock.now(),
        ...options,
      });
      opened.push(() => worker.stop());
      return worker;
    },
    network: async (server, plan = []) => {
      const network = await openNetwork(server.url, plan);
      opened.push(() => network.close());
      return network;
    },
    close: async () => {
      for (const close of opened.reverse()) await close();
    },
  };
}

/** `server` as seen by the till of one account. */
export function tillOf(server: { url: string }, credential = 'till-amma'): PaymentServiceAddress {
  return { url: server.url, credential };
}
