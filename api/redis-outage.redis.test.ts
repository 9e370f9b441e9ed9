import { setTimeout as sleep } from 'node:timers/promises';
import { closeDatabase, connectDatabase } from '@haat/core/db/database';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { OwnRedisServer } from '../core/test/own-redis-server.ts';
import { killLeftoverPrograms, type Program, startWorkerProgram } from '../core/test/program.ts';
import { ReconnectingStream } from './test/reconnecting-stream.ts';
import { openOrderedShop, type OrderedShop, startApiAtFreePort } from './test/ordered-shop.ts';

const WITHIN = { timeout: 60_000, interval: 100 };

// The same two programs run through all of it: whatever happens to Redis, they need no restart.
let redis: OwnRedisServer;
let api: Program & { url: string };
let worker: Program;
let shop: OrderedShop;
let reader: ReconnectingStream;
let placed = 0;

beforeAll(async () => {
  connectDatabase();
  redis = await OwnRedisServer.at();
  const env = { REDIS_URL: redis.url };
  [api, worker] = await Promise.all([startApiAtFreePort({ env }), startWorkerProgram({ env })]);
  shop = await openOrderedShop();
  reader = new ReconnectingStream([shop.streamAt(api.url)]);
});
afterAll(async () => {
  redis.thaw();
  killLeftoverPrograms();
  await Promise.all([reader.close(), redis.stop()]);
  await closeDatabase();
});

/** Redis stays in its state while this runs: an order that waits for it is never answered. */
async function placeSome(): Promise<void> {
  const keys = [1, 2, 3, 4].map(() => `outage-order-${++placed}`);
  const answers = await Promise.all(keys.map((key) => shop.place(api.url, key)));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
}

async function allAnnouncedOnce(): Promise<void> {
  await vi.waitFor(async () => expect(await shop.openOutboxRows()).toBe(0), WITHIN);
  await vi.waitFor(() => expect(reader.ids.length).toBeGreaterThanOrEqual(placed), WITHIN);
  expect(reader.ids).toEqual(Array.from({ length: placed }, (_, at) => at + 1));
}

it('starts without Redis, takes orders, and announces them when Redis comes', async () => {
  await placeSome();
  await vi.waitFor(() => expect(reader.ids).toHaveLength(placed), WITHIN);
  expect(await shop.openOutboxRows()).toBe(placed);
  await redis.start();
  await allAnnouncedOnce();
}, 120_000);

it('outlives a Redis that hangs', async () => {
  redis.freeze();
  await placeSome();
  // Longer than any of its users waits for an answer.
  await sleep(6_000);
  await placeSome();
  redis.thaw();
  await allAnnouncedOnce();
}, 120_000);

it('outlives a Redis that was killed and has its data', async () => {
  await redis.kill();
  await placeSome();
  await redis.start();
  await allAnnouncedOnce();
}, 120_000);

it('outlives a Redis that was killed and comes back empty', async () => {
  await redis.kill();
  redis.loseData();
  await placeSome();
  await redis.start();
  await allAnnouncedOnce();
}, 120_000);

it('outlives a Redis that is emptied over and over while orders come', async () => {
  for (let round = 0; round < 5; round++) {
    const placing = placeSome();
    await redis.ask((client) => client.flushall());
    await placing;
  }
  await allAnnouncedOnce();
  // The worker is not notified that its schedules are gone.
  const sweeps = () => redis.ask((client) => client.zrange('{haat}:maintenance:repeat', 0, '-1'));
  await vi.waitFor(
    async () => expect(await sweeps()).toEqual(expect.arrayContaining(['clear-leftovers', 'sweep-outbox'])),
    WITHIN,
  );
}, 120_000);

it('stops cleanly while Redis is unavailable', async () => {
  await redis.kill();
  await placeSome();
  expect(await Promise.all([api.terminate(), worker.terminate()])).toEqual([0, 0]);
}, 120_000);
