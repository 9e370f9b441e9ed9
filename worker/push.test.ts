import { connectBus } from '@haat/core/live/connect-bus';
import type { Bus, Signal } from '@haat/core/live/bus';
import { closeDatabase, connectDatabase, database } from '@haat/core/db/database';
import { closeQueues } from '@haat/core/queue/queues';
import { dispatchesSettled } from '@haat/core/queue/outbox';
import { closeOrderOutboxRows } from '@haat/core/orders/life/publish-order-signals';
import { placeOrder } from '@haat/core/orders/place/place-order';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { createMember, createProduct, createShop, createUser } from '../core/test/factories.ts';
import { orderBody } from '../core/test/order-body.ts';
import { killLeftoverPrograms, startWorkerProgram } from '../core/test/program.ts';
import { announcedOrders, createDevice, deliveriesTo, expireRetryDelays } from '../core/test/push.ts';
import { type LocalFcm, startFcm } from '../tests/fixtures/push/start-fcm.ts';

const WITHIN = { timeout: 60_000, interval: 50 };

let bus: Bus;
let fcm: LocalFcm;
let keys = 0;
const signals: Signal[] = [];

beforeAll(async () => {
  connectDatabase();
  bus = await connectBus();
  bus.subscribe((signal) => signals.push(signal));
  fcm = await startFcm();
});
afterAll(async () => {
  killLeftoverPrograms();
  await fcm.stop();
  await dispatchesSettled();
  await closeQueues();
  await bus.close();
  await closeDatabase();
});

/** A shop with a vendor who has a device, and a customer who can order there. */
async function market() {
  const [shop, customer] = [await createShop(), await createUser()];
  const device = await createDevice({ user: await createMember({ shop }), shop });
  const { variants } = await createProduct({ shop, variants: [{ pricePaise: 25_000 }] });
  const body = orderBody([{ variant: variants[0]! }]);
  const place = () => placeOrder({ userId: customer.id, body, idempotencyKey: `worker-push-${(keys += 1)}` });
  const signaled = () =>
    signals.flatMap((signal) => (signal.type === 'feed' && signal.feed === `shop:${shop.id}` ? [signal.seq] : []));
  const idOf = (nr: number) => `shop:${shop.id}#${nr}`;
  return { device, place, signaled, idOf };
}

type Device = { token: string };

const startWorker = () => startWorkerProgram({ env: { FCM_API_URL: fcm.url } });
const sentTo = ({ token }: Device) => fcm.log.sentTo(token).map(({ data }) => data?.id);
const states = async ({ token }: Device) => [...new Set((await deliveriesTo(token)).map(({ state }) => state))];

it('sends at once, and what a worker that died had only written down, soon', async () => {
  const { device, place, idOf } = await market();
  // Like a worker that is killed right afterwards: the rows exist, but no worker was notified.
  await place();
  expect(await closeOrderOutboxRows(await announcedOrders())).toMatchObject({ pushes: 1 });
  const worker = await startWorker();
  await vi.waitFor(() => expect(sentTo(device)).toEqual([idOf(1)]), WITHIN);

  await place();
  await vi.waitFor(() => expect(sentTo(device)).toEqual([idOf(1), idOf(2)]), WITHIN);
  await vi.waitFor(async () => expect(await states(device)).toEqual(['sent']), WITHIN);
  expect(await worker.terminate()).toBe(0);
}, 150_000);

it('delays no request while the service does not respond, and another worker sends when one is killed', async () => {
  const { device, place, signaled, idOf } = await market();
  const { calls } = fcm.log;
  fcm.conditions.mode = 'silent';
  const worker = await startWorker();
  await place();
  await vi.waitFor(() => expect(fcm.log.calls).toBeGreaterThan(calls), WITHIN);
  for (let nr = 2; nr <= 6; nr += 1) {
    await place();
    await vi.waitFor(() => expect(signaled()).toContain(nr), WITHIN);
  }
  expect(sentTo(device)).toEqual([]);
  await worker.kill();

  fcm.conditions.mode = 'up';
  // The dead worker's claims last for two minutes.
  await expireRetryDelays();
  const other = await startWorker();
  const all = [1, 2, 3, 4, 5, 6].map(idOf);
  await vi.waitFor(() => expect(new Set(sentTo(device))).toEqual(new Set(all)), WITHIN);
  await vi.waitFor(async () => expect(await states(device)).toEqual(['sent']), WITHIN);
  expect(fcm.log.duplicates()).toBe(0);
  expect(await other.terminate()).toBe(0);
}, 200_000);

it('notes what it would send where there is no service', async () => {
  const { device, place } = await market();
  const worker = await startWorkerProgram();
  await place();
  await vi.waitFor(async () => expect(await states(device)).toEqual(['logged']), WITHIN);
  expect(await worker.terminate()).toBe(0);
  const { rows } = await database().pool.query(`SELECT id FROM deliveries WHERE channel = 'push' AND state = 'queued'`);
  expect(rows).toEqual([]);
}, 100_000);
