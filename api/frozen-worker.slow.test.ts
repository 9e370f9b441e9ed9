import { connectDatabase, database } from '@haat/core/db/database';
import { readyQueue } from '@haat/core/queue/queues';
import { testDatabase } from '@haat/core/test/database';
import { createDevice } from '@haat/core/test/push';
import { stopServices } from '@haat/core/test/stop-services';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { brokenInvariants } from '../core/test/invariants.ts';
import { killLeftoverPrograms, type Program, startWorkerProgram } from '../core/test/program.ts';
import { Connections, CrashPoints } from '../tests/chaos/crash-points.ts';
import { type LocalFcm, startFcm } from '../tests/fixtures/push/start-fcm.ts';
import { openOrderedShop, startApiAtFreePort } from './test/ordered-shop.ts';
import { ReconnectingStream } from './test/reconnecting-stream.ts';

/** The frozen worker may have claimed the push message, for two minutes. */
const WITHIN = { timeout: 150_000, interval: 100 };

let fcm: LocalFcm;
let api: Program & { url: string };
beforeAll(async () => {
  connectDatabase();
  fcm = await startFcm();
  api = await startApiAtFreePort();
});
afterAll(async () => {
  killLeftoverPrograms();
  await fcm.stop();
  await stopServices();
});

/** A worker that freezes before such an effect, which happens when it continues. */
async function startFreezingWorker(at: RegExp) {
  const services = { DATABASE_URL: testDatabase(), FCM_API_URL: fcm.url, REDIS_URL: process.env.REDIS_URL };
  const given = Object.entries(services).filter((each): each is [string, string] => each[1] !== undefined);
  const connections = await Connections.to(Object.fromEntries(given), new CrashPoints());
  const worker = await startWorkerProgram({ env: connections.env });
  const { promise: isToGoOn, resolve: goOn } = Promise.withResolvers<void>();
  let isFrozen = false;
  const freeze = async () => {
    process.kill(worker.pid, 'SIGSTOP');
    isFrozen = true;
    await isToGoOn;
    process.kill(worker.pid, 'SIGCONT');
  };
  const goesOn = connections.freeze('before', freeze, at);
  return {
    isFrozen: () => isFrozen,
    goOn: async () => {
      goOn();
      expect(await goesOn).toMatch(at);
    },
    stop: async () => {
      expect(await worker.terminate()).toBe(0);
      connections.stop();
    },
  };
}

const COMPLETES_A_JOB = /moveToFinished|complete|finish/i;

it.each([
  ['before it has done its job', /UPDATE outbox SET done_at/],
  ['before it has completed its job', COMPLETES_A_JOB],
])(
  'does not repeat what another worker did while it was frozen %s',
  async (_, at) => {
    const shop = await openOrderedShop();
    const phone = await createDevice({ user: shop.vendor, shop });
    const frozen = await startFreezingWorker(at);
    const reader = new ReconnectingStream([shop.streamAt(api.url)]);
    const place = async (key: string) => expect((await shop.place(api.url, key)).status).toBe(201);
    await place('frozen-worker-1');
    await vi.waitFor(() => expect(frozen.isFrozen()).toBe(true), WITHIN);

    // The job runs here when the lock of the frozen worker has expired.
    const other = await startWorkerProgram({ env: { FCM_API_URL: fcm.url } });
    const sent = () => fcm.log.sentTo(phone.token).map(({ data }) => data?.id);
    const isDone = async (ids: number[]) => {
      expect(reader.ids).toEqual(ids);
      expect(sent()).toEqual(ids.map((id) => `shop:${shop.id}#${id}`));
      expect([await shop.openOutboxRows(), await jobsLeft()]).toEqual([0, 0]);
    };
    await vi.waitFor(() => isDone([1]), WITHIN);

    await frozen.goOn();
    await place('frozen-worker-2');
    await vi.waitFor(() => isDone([1, 2]), WITHIN);
    await frozen.stop();
    expect(await other.terminate()).toBe(0);
    await isDone([1, 2]);
    expect(await brokenInvariants(database().pool)).toEqual([]);
    await reader.close();
  },
  400_000,
);

/** Jobs of orders that wait, run, or have failed. */
async function jobsLeft(): Promise<number> {
  const queue = await readyQueue('order-events');
  const { waiting = 0, active = 0, failed = 0 } = await queue.getJobCounts();
  return waiting + active + failed;
}
