import { setTimeout as sleep } from 'node:timers/promises';
import { closeDatabase, connectDatabase } from '@haat/core/db/database';
import type { OwnRedisServer } from '@haat/core/test/own-redis-server';
import { killLeftoverPrograms, type Program, startWorkerProgram } from '@haat/core/test/program';
import { type RedisGroup, replicasOf, startCluster, startSentinelGroup } from '@haat/core/test/redis-groups';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { canStartRedisGroups } from '../tests/setup/redis.ts';
import { openOrderedShop, type OrderedShop, startApiAtFreePort } from './test/ordered-shop.ts';
import { ReconnectingStream } from './test/reconnecting-stream.ts';

const WITHIN = { timeout: 120_000, interval: 100 };
const BATCH = 3;

describe.runIf(canStartRedisGroups()).each([
  ['a primary with Sentinel', startSentinelGroup],
  ['a Cluster', startCluster],
])('on %s', (_, startGroup) => {
  // The same programs go through all of it.
  let group: RedisGroup;
  let api: Program & { url: string };
  let worker: Program;
  let shop: OrderedShop;
  let reader: ReconnectingStream;
  let placed = 0;

  beforeAll(async () => {
    connectDatabase();
    group = await startGroup();
    const env = { REDIS_URL: group.url };
    [api, worker] = await Promise.all([startApiAtFreePort({ env }), startWorkerProgram({ env })]);
    shop = await openOrderedShop();
    reader = new ReconnectingStream([shop.streamAt(api.url)]);
  });
  afterAll(async () => {
    killLeftoverPrograms();
    await reader?.close();
    await group?.stop();
    await closeDatabase();
  });

  async function placeSome(): Promise<void> {
    const keys = Array.from({ length: BATCH }, () => `failover-order-${++placed}`);
    const answers = await Promise.all(keys.map((key) => shop.place(api.url, key)));
    expect(answers.map(({ status }) => status)).toEqual(keys.map(() => 201));
  }

  /** Orders come one after the other until `until` resolves. */
  async function placeUntil(until: Promise<unknown>): Promise<void> {
    const over = until.then(() => true);
    do await placeSome();
    while (!(await Promise.race([over, sleep(50, false)])));
  }

  const promoted = (lost: OwnRedisServer) =>
    vi.waitFor(async () => {
      const primary = await group.primary();
      expect(primary).not.toBe(lost);
      return primary;
    }, WITHIN);

  async function allAnnouncedOnce(): Promise<void> {
    await vi.waitFor(async () => expect(await shop.openOutboxRows()).toBe(0), WITHIN);
    await vi.waitFor(() => expect(reader.ids.length).toBeGreaterThanOrEqual(placed), WITHIN);
    expect(reader.ids).toEqual(Array.from({ length: placed }, (__, at) => at + 1));
  }

  /** The server that was lost is back as a replica, so that the next one may be lost. */
  const isReplica = (server: OwnRedisServer) =>
    vi.waitFor(async () => expect(await replicasOf(await group.primary(), group.servers)).toContain(server), WITHIN);

  it('accepts and announces orders while the primary is killed and replaced', async () => {
    const lost = await group.primary();
    await placeSome();
    await lost.kill();
    await placeUntil(promoted(lost));
    await placeSome();
    await allAnnouncedOnce();
    await lost.start();
    await isReplica(lost);
  });

  it('accepts and announces orders while the primary hangs and is replaced, and when it is back', async () => {
    const lost = await group.primary();
    lost.freeze();
    await placeUntil(promoted(lost));
    await placeSome();
    await allAnnouncedOnce();
    lost.thaw();
    await placeUntil(isReplica(lost));
    await allAnnouncedOnce();
  });

  it('announces the orders whose jobs were accepted by a primary that was lost before it replicated them', async () => {
    await worker.kill();
    const lost = await group.primary();
    const replicas = await replicasOf(lost, group.servers);
    expect(replicas.length).toBeGreaterThan(0);
    for (const replica of replicas) await replica.kill();
    const before = await jobsAt(lost);
    await placeSome();
    const accepted = await vi.waitFor(async () => {
      const jobs = (await jobsAt(lost)).filter((job) => !before.includes(job));
      expect(jobs).not.toEqual([]);
      return jobs;
    }, WITHIN);
    await lost.kill();
    for (const replica of replicas) await replica.start();
    const primary = await promoted(lost);
    expect((await jobsAt(primary)).filter((job) => accepted.includes(job))).toEqual([]);
    expect(await shop.openOutboxRows()).toBe(BATCH);

    worker = await startWorkerProgram({ env: { REDIS_URL: group.url } });
    await allAnnouncedOnce();
    await lost.start();
    await isReplica(lost);
  });
});

/** The keys of the order jobs that this server has. */
async function jobsAt(server: OwnRedisServer): Promise<string[]> {
  return server.ask(async (redis) => (await redis.keys('{haat}:order-events:o-*')).toSorted());
}
