import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { canStartRedisGroups } from '../tests/setup/redis.ts';
import { connectRedisBus } from './live/redis-bus.ts';
import type { Bus } from './live/bus.ts';
import { checkRedis } from './ops/doctor/check-redis.ts';
import type { JobQueue, JobWorker, QueueBackend } from './queue/queue-backend.ts';
import { redisQueueBackend } from './queue/queues.ts';
import type { OwnRedisServer } from './test/own-redis-server.ts';
import { type RedisGroup, replicasOf, startCluster, startSentinelGroup } from './test/redis-groups.ts';

const WITHIN = { timeout: 120_000, interval: 100 };
const PASSWORD = 'a-password-of-these-tests';

describe.runIf(canStartRedisGroups()).each([
  ['a primary with Sentinel', () => startSentinelGroup({ password: PASSWORD }), PASSWORD],
  ['a Cluster', startCluster, undefined],
])('%s', (_, startGroup, password) => {
  let group: RedisGroup;
  let backend: QueueBackend;
  let queue: JobQueue;
  let worker: JobWorker;
  let buses: [Bus, Bus];
  const done = new Set<string>();
  const received = new Set<number>();
  let next = 0;

  beforeAll(async () => {
    group = await startGroup();
    backend = redisQueueBackend(group.url);
    await vi.waitFor(() => backend.ping(), WITHIN);
    queue = backend.queue('maintenance');
    worker = backend.worker('maintenance', async ({ name }) => void done.add(name), 1);
    await worker.waitUntilReady();
    buses = [await connectRedisBus(group.url), await connectRedisBus(group.url)];
    buses[0].subscribe((signal) => void (signal.type === 'catalog' && received.add(signal.version)));
  });
  afterAll(async () => {
    for (const bus of buses ?? []) await bus.close();
    await worker?.close();
    await queue?.close();
    await backend?.close();
    await group?.stop();
  });

  /** A job is accepted and done, and a signal carried, however often that must be tried. */
  async function everythingWorks(): Promise<void> {
    await vi.waitFor(async () => {
      const name = `job-${++next}`;
      await queue.add(name, {});
      await vi.waitFor(() => expect(done).toContain(name), { timeout: 5_000 });
    }, WITHIN);
    await vi.waitFor(async () => {
      const version = ++next;
      await buses[1].publish({ type: 'catalog', shopId: 7, version });
      await vi.waitFor(() => expect(received).toContain(version), { timeout: 1_000 });
    }, WITHIN);
  }

  const promoted = (lost: OwnRedisServer) =>
    vi.waitFor(async () => expect(await group.primary()).not.toBe(lost), WITHIN);
  const isReplica = (server: OwnRedisServer) =>
    vi.waitFor(
      async () => expect(await replicasOf(await group.primary(), group.servers, password)).toContain(server),
      WITHIN,
    );
  const diagnosis = async () =>
    (await checkRedis(group.url)).map(({ mark, about, message }) => `${mark} ${about}: ${message}`);

  it('carries jobs and signals, and the doctor finds no error', async () => {
    await everythingWorks();
    await vi.waitFor(
      async () => expect((await diagnosis()).filter((line) => line.startsWith('error'))).toEqual([]),
      WITHIN,
    );
    expect((await diagnosis()).join('\n')).toMatch(/ok Sentinel: 3 of 3|ok Redis Cluster: 6 nodes/);
  });

  it('carries them again after the primary was killed, and the doctor names what is missing', async () => {
    const lost = await group.primary();
    const reconnected = vi.fn();
    for (const bus of buses) bus.onReconnect(reconnected);
    await lost.kill();
    await promoted(lost);
    await everythingWorks();
    // On a Cluster, the listeners may not use the lost node.
    if (password) expect(reconnected).toHaveBeenCalled();
    await vi.waitFor(async () => expect((await diagnosis()).join('\n')).toMatch(/^error/m), WITHIN);
    await lost.start();
    await isReplica(lost);
    await everythingWorks();
  });

  it('carries them again after the primary hung', async () => {
    const lost = await group.primary();
    lost.freeze();
    await promoted(lost);
    await everythingWorks();
    lost.thaw();
    await isReplica(lost);
    await everythingWorks();
  });
});
