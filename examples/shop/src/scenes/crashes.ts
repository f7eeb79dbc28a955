import { randomUUID } from 'node:crypto';
import { LOCK_SECONDS } from '../key-table.ts';
import { payOrder } from '../payment-client.ts';
import type { Payment, PaymentServiceAddress } from '../payment-client.ts';
import type { WorkerOptions } from '../payment-worker.ts';
import { FUNDED_CARD, tillOf } from '../world.ts';
import type { World } from '../world.ts';
import { chargedFor, paid } from './scene.ts';
import type { Fact, Scene } from './scene.ts';

const AMOUNT = 450;
const card = FUNDED_CARD;

/**
 * The service is killed (a real process, SIGKILL) after the bank has charged and before the answer is saved. The claim
 * is abandoned; a minute later another worker takes it over.
 */
export async function crashAfterCharge(world: World): Promise<Scene> {
  const facts: Fact[] = [];
  for (const [way, order, noBankKey] of [
    ['no key passed on to the bank', '1091', true],
    ['the key passed on to the bank', '1092', false],
  ] as const) {
    const payment = { order, amount: AMOUNT, card, key: randomUUID() };
    await dieWhilePaying(world, payment, { crashAt: 'bank-charged', noBankKey });
    world.clock.advance(LOCK_SECONDS + 1);
    const second = await world.worker({ noBankKey });
    const answer = await payOrder(tillOf(second), payment, world.policy());
    await second.stop();
    facts.push(paid(way, world.bank, order, [{ ...answer, attempts: answer.attempts + 1 }]));
  }
  return { title: 'The service is killed after the bank charged; then the claim is taken over', facts };
}

/** An order with delivery: charge, then book the courier, who knows no keys. Killed when steps are done and no answer is saved. */
export async function crashBetweenSteps(world: World): Promise<Scene> {
  const facts: Fact[] = [];
  for (const [way, order, noRecoveryPoints, crashAt] of [
    ['every attempt starts at the first step', '1101', true, 'courier-booked'],
    ['resumed after its last recovery point', '1102', false, 'booking-saved'],
    ['resumed after its first recovery point', '1103', false, 'charge-saved'],
  ] as const) {
    const toBank = await world.network(world.bank);
    const modules = { bankUrl: toBank.url, noRecoveryPoints };
    const delivery = { order, amount: AMOUNT, card, key: randomUUID() };
    const first = await world.worker({ ...modules, crashAt });
    await deliver(tillOf(first), delivery).catch(() => 0);
    await first.ended;
    world.clock.advance(LOCK_SECONDS + 1);
    const second = await world.worker(modules);
    const status = await deliver(tillOf(second), delivery);
    await second.stop();
    facts.push({
      way,
      answers: [String(status)],
      counts: {
        'requests to the bank': toBank.requests,
        ...chargedFor(world.bank, order),
        bookings: world.courier.bookingsFor(order),
      },
    });
  }
  return { title: 'An order with delivery; the service is killed before it has answered', facts };
}

/** A worker that dies right after its claim, and nobody comes back: the key stays claimed. */
export async function abandon(world: World, order: string, credential?: string): Promise<void> {
  await dieWhilePaying(
    world,
    { order, amount: AMOUNT, card, key: randomUUID() },
    { crashAt: 'claimed' },
    credential,
  );
}

/** A worker that dies after the first step of an order with delivery: the key stays claimed, at the recovery point `charged`. */
export async function abandonDelivery(world: World, order: string, credential: string): Promise<void> {
  const worker = await world.worker({ crashAt: 'charge-saved' });
  await deliver(tillOf(worker, credential), { order, amount: AMOUNT, card, key: randomUUID() }).catch(
    () => 0,
  );
  await worker.ended;
}

async function dieWhilePaying(
  world: World,
  payment: Payment,
  options: Partial<WorkerOptions>,
  credential?: string,
): Promise<void> {
  const worker = await world.worker(options);
  await payOrder(tillOf(worker, credential), payment, { ...world.policy(), attempts: 1 }).catch(
    () => undefined,
  );
  await worker.ended;
}

async function deliver(service: PaymentServiceAddress, { key, ...order }: Payment): Promise<number> {
  const response = await fetch(`${service.url}/deliveries`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Bearer ${service.credential}`,
      'idempotency-key': key,
    },
    body: JSON.stringify(order),
    signal: AbortSignal.timeout(10_000),
  });
  await response.arrayBuffer();
  return response.status;
}
