import { parseArgs } from 'node:util';
import { chargeCard } from './bank-client.ts';
import { bookPickUp } from './courier.ts';
import { killProcessAt } from './crash-point.ts';
import type { CrashPoint } from './crash-point.ts';
import { placeDelivery } from './delivery-order.ts';
import { fingerprintOf } from './fingerprint.ts';
import { KeyTable } from './key-table.ts';
import { startPaymentService } from './payment-service.ts';
import { patientPolicy } from './retry-policy.ts';
import { openShopDatabase } from './shop-database.ts';
import { chargeCard as chargeCardWithoutKey } from './wrong/bank-client.ts';
import { placeDelivery as placeDeliveryFromTheTop } from './wrong/delivery-order.ts';

/**
 * The payment service in a process of its own, so that it can really die: run by `payment-worker.ts` with the database
 * file, the addresses it talks to, the time to work at, and the crash point to be killed at. Prints its address.
 */
const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    bank: { type: 'string' },
    courier: { type: 'string' },
    accounts: { type: 'string' },
    now: { type: 'string' },
    'crash-at': { type: 'string' },
    'no-bank-key': { type: 'boolean', default: false },
    'no-recovery-points': { type: 'boolean', default: false },
  },
});

const { database, bank, courier, accounts, now } = values;
if (database === undefined || bank === undefined || accounts === undefined || now === undefined) {
  throw new Error('The payment process needs --database, --bank, --accounts and --now.');
}
const clock = { now: () => new Date(now) };
const db = openShopDatabase(database);
const crashAt = values['crash-at'] as CrashPoint | undefined;

const service = await startPaymentService({
  keys: new KeyTable(db, clock),
  chargeCard: values['no-bank-key'] ? chargeCardWithoutKey : chargeCard,
  fingerprintOf,
  placeDelivery: values['no-recovery-points'] ? placeDeliveryFromTheTop : placeDelivery,
  db,
  accounts: new Map(Object.entries(JSON.parse(accounts) as Record<string, string>)),
  bankUrl: bank,
  bookPickUp: (order) => bookPickUp(courier ?? '', order),
  bankPolicy: patientPolicy,
  clock,
  atCrashPoint: crashAt === undefined ? () => {} : killProcessAt(crashAt),
});
process.stdout.write(`${service.url}\n`);
process.once('disconnect', () => process.exit());
