import { closeDatabase, connectDatabase } from '@haat/core/db/database';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { killLeftoverPrograms, startWorkerProgram } from '../core/test/program.ts';
import { ReconnectingStream } from './test/reconnecting-stream.ts';
import { openOrderedShop, type OrderedShop, startApiAtFreePort } from './test/ordered-shop.ts';

const WITHIN = { timeout: 20_000, interval: 100 };
const DEADLY = ['--import', './api/test/die-before-enqueue.ts'];

let shop: OrderedShop;
let reader: ReconnectingStream;

beforeAll(() => void connectDatabase());
afterAll(async () => {
  killLeftoverPrograms();
  await closeDatabase();
});
beforeEach(async () => {
  shop = await openOrderedShop();
});

it('a worker killed over and over loses no order and shows none twice', async () => {
  const api = await startApiAtFreePort();
  reader = new ReconnectingStream([shop.streamAt(api.url)]);
  for (let round = 0; round < 3; round++) {
    const worker = await startWorkerProgram();
    const placed = await Promise.all([0, 1, 2, 3].map((each) => shop.place(api.url, `worker-dies-${round}-${each}`)));
    await worker.kill();
    expect(placed.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
  }
  const last = await startWorkerProgram();
  await vi.waitFor(() => expect(reader.ids).toHaveLength(12), WITHIN);
  await vi.waitFor(async () => expect(await shop.openOutboxRows()).toBe(0), WITHIN);
  expect(reader.ids).toEqual(Array.from({ length: 12 }, (_, at) => at + 1));
  await Promise.all([reader.close(), last.terminate(), api.terminate()]);
}, 90_000);

it('an api killed after the commit and before the enqueue loses no order and shows none twice', async () => {
  const [api, deadly] = [await startApiAtFreePort(), await startApiAtFreePort({ nodeArgs: DEADLY })];
  const worker = await startWorkerProgram();
  // Its screen is connected to the replica that will die, and reconnects to the other one.
  reader = new ReconnectingStream([shop.streamAt(deadly.url), shop.streamAt(api.url)]);
  await vi.waitFor(() => expect(reader.connections).toBe(1), WITHIN);

  await expect(shop.place(deadly.url, 'api-dies-1')).rejects.toThrow('fetch failed');
  expect(await deadly.exited).toBe(null);
  expect([await shop.orders(), await shop.openOutboxRows()]).toEqual([1, 1]);

  // The customer has no answer and sends it again.
  const again = await shop.place(api.url, 'api-dies-1');
  expect(again.status).toBe(201);
  expect(await shop.orders()).toBe(1);

  await vi.waitFor(() => expect(reader.ids).toEqual([1]), WITHIN);
  await vi.waitFor(async () => expect(await shop.openOutboxRows()).toBe(0), WITHIN);
  expect((await shop.place(api.url, 'api-lives-2')).status).toBe(201);
  await vi.waitFor(() => expect(reader.ids).toEqual([1, 2]), WITHIN);
  await Promise.all([reader.close(), worker.terminate(), api.terminate()]);
}, 90_000);
