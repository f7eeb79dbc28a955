import assert from 'node:assert/strict';
import { saveAddress } from '../../examples/shop/src/address-client.ts';
import { openAddressService } from '../../examples/shop/src/address-service.ts';
import {
  crashInMailStep,
  lateAddressRetry,
  sameEventThreeTimes,
} from '../../examples/shop/src/scenes/messages.ts';
import { stockConsumer } from '../../examples/shop/src/stock-consumer.ts';
import { countInStock, openStockDatabase, putInStock } from '../../examples/shop/src/stock-database.ts';
import { inWorld, outcomes } from './temporary-world.ts';

// Restarts and crashes here are a thrown abort or a closed database; the store is opened again from its file.
describe('one event delivered three times, with a restart between', () => {
  it('takes 2 from 10 once when its id is recorded in the transaction of its effect', async () => {
    const scene = await inWorld(sameEventThreeTimes);
    assert.deepEqual(outcomes(scene)['event ids in the transaction of the effect']?.counts, {
      deliveries: 3,
      'left of 10': 8,
    });
  });

  it('takes 2 from 10 twice when ids are kept in memory', async () => {
    const scene = await inWorld(sameEventThreeTimes);
    assert.deepEqual(outcomes(scene)['event ids in memory']?.counts, { deliveries: 3, 'left of 10': 6 });
  });

  it('leaves neither the id nor the effect when the effect fails, so the next delivery does both', async () => {
    await inWorld((world) => {
      const event = { id: 'sold-2-kettles', item: 'kettle', quantity: 2 };
      const broken = openStockDatabase(world.file('stock.db'));
      putInStock(broken, 'kettle', 10);
      broken.exec(
        `CREATE TEMP TRIGGER crash BEFORE UPDATE ON stock BEGIN SELECT RAISE(ABORT, 'power cut'); END`,
      );
      assert.throws(() => stockConsumer(broken)(event), /power cut/);
      broken.close();

      const reopened = openStockDatabase(world.file('stock.db'));
      assert.equal(reopened.prepare('SELECT * FROM processed').all().length, 0);
      assert.equal(countInStock(reopened, 'kettle'), 10);
      stockConsumer(reopened)(event);
      assert.equal(countInStock(reopened, 'kettle'), 8);
      reopened.close();
    });
  });
});

describe('a late retry of "office" after the customer chose "home"', () => {
  it('undoes the newer address when it carries no version', async () => {
    const scene = await inWorld(lateAddressRetry);
    assert.deepEqual(outcomes(scene)['no version']?.answers, ['retry saved', 'address: office']);
  });

  it('is refused with 412 when it carries one, and the newer address stays', async () => {
    const scene = await inWorld(lateAddressRetry);
    assert.deepEqual(outcomes(scene)['If-Match with the version']?.answers, [
      'retry superseded',
      'address: home',
    ]);

    await inWorld(async (world) => {
      const service = await openAddressService(world.file('addresses.db'));
      const put = async (address: string, version: string) => {
        const response = await fetch(`${service.url}/addresses/ravi`, {
          method: 'PUT',
          headers: { 'if-match': version },
          body: JSON.stringify({ address }),
        });
        return response.status;
      };
      try {
        assert.equal(await put('office', '"0"'), 200);
        assert.equal(await put('home', '"1"'), 200);
        assert.equal(await put('office', '"1"'), 412);
      } finally {
        await service.close();
      }
    });
  });

  it('counts as saved when the 412 only says that the first attempt had worked', async () => {
    await inWorld(async (world) => {
      const service = await openAddressService(world.file('addresses.db'));
      try {
        const network = await world.network(service, ['lose-reply']);
        const office = { address: 'office', version: '"0"' };
        assert.equal(await saveAddress(network.url, 'ravi', office, world.policy()), 'saved');
        assert.equal(network.requests, 3);
      } finally {
        await service.close();
      }
    });
  });
});

describe('a crash between "send the mail" and "record that it was sent"', () => {
  it('sends a second mail when sending comes first', async () => {
    const scene = await inWorld(crashInMailStep);
    assert.deepEqual(outcomes(scene)['send, then record']?.counts, { mails: 2 });
  });

  it('sends none when recording comes first', async () => {
    const scene = await inWorld(crashInMailStep);
    assert.deepEqual(outcomes(scene)['record, then send']?.counts, { mails: 0 });
  });

  it('sends one when the provider gets a key with it', async () => {
    const scene = await inWorld(crashInMailStep);
    assert.deepEqual(outcomes(scene)['send with a key, then record']?.counts, { mails: 1 });
  });
});
