import { shopFeed } from '@haat/contract/socket-events';
import { closeDatabase, connectDatabase } from '@haat/core/db/database';
import { createMember, createProduct, createShop, createUser } from '@haat/core/test/factories';
import { startFleet, type Fleet } from '@haat/core/test/fleet';
import { hasHaproxy } from '@haat/core/test/haproxy';
import { orderBody } from '@haat/core/test/order-body';
import { killLeftoverPrograms } from '@haat/core/test/program';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { signIn } from './test/api-client.ts';
import { OrderLoad } from './test/order-load.ts';
import { ReconnectingStream } from './test/reconnecting-stream.ts';
import { ReconnectingSocket } from './test/reconnecting-socket.ts';

const REPLICAS = 3;
const WORKERS = 4;
const WITHIN = { timeout: 60_000, interval: 50 };
// The proxy notices within a fraction of it; on a machine that is busy, too.
const DRAIN_SECONDS = '2';

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 });

describe.runIf(hasHaproxy())('three replicas behind the proxy and four workers, on Redis', () => {
  let fleet: Fleet;
  beforeAll(async () => {
    connectDatabase();
    fleet = await startFleet({ replicas: REPLICAS, workers: WORKERS, env: { DRAIN_SECONDS } });
  });
  afterAll(async () => {
    await fleet?.stop();
    killLeftoverPrograms();
    await closeDatabase();
  });

  let buyers: OrderLoad;
  let shopId: number;
  let vendorToken: string;
  let readers: ReconnectingStream[];
  let sockets: ReconnectingSocket[];
  beforeEach(async () => {
    // Reminders of orders that wait would take numbers of the feed, on a machine where a test takes that long.
    const shop = await createShop({ remindSeconds: 3600 });
    shopId = shop.id;
    const { variants } = await createProduct({ shop, variants: [{ stock: 1_000_000 }] });
    const body = orderBody(variants.map((variant) => ({ variant })));
    const customer = await signIn({ user: await createUser(), shop });
    // Without a pause they would take the CPU time that the programs need to restart.
    buyers = new OrderLoad(fleet.url, { body, token: customer.token, pauseMs: 20 });
    vendorToken = (await signIn({ user: await createMember({ shop }), shop })).token;
    readers = [];
    sockets = [];
  });
  afterEach(async () => {
    await buyers.stop();
    await Promise.all(readers.map((reader) => reader.close()));
    for (const socket of sockets) socket.close();
  });

  // One after the other: the proxy gives each to the replica that has the fewest.
  async function openScreens(): Promise<void> {
    for (let at = 0; at < REPLICAS; at++) {
      readers.push(new ReconnectingStream([streamOf(fleet.url)]));
      await vi.waitFor(() => expect(readers[at]?.connections).toBe(1), WITHIN);
    }
    for (let at = 0; at < REPLICAS; at++) {
      sockets.push(new ReconnectingSocket({ url: fleet.url, token: vendorToken, feed: shopFeed(shopId) }));
      await vi.waitFor(() => expect(sockets[at]?.connections).toBe(1), WITHIN);
    }
  }

  const streamOf = (url = ''): string => `${url}/api/notifications/stream?token=${vendorToken}`;
  const reconnections = (screens: { connections: number }[]): number =>
    screens.reduce((sum, { connections }) => sum + connections - 1, 0);

  async function expectAllOnce(): Promise<void> {
    const all = Array.from({ length: buyers.accepted }, (_, at) => at + 1);
    expect(all.length).toBeGreaterThan(0);
    for (const screen of [...readers, ...sockets]) {
      await vi.waitFor(() => expect(screen.ids).toHaveLength(all.length), WITHIN);
      expect(screen.ids).toEqual(all);
    }
  }

  it('brings an order of one replica to the streams of another, while a third is killed: each event once', async () => {
    await openScreens();
    const [first = '', second = ''] = fleet.replicaUrls;
    readers.push(new ReconnectingStream([streamOf(first)]));
    await vi.waitFor(() => expect(readers.at(-1)?.connections).toBe(1), WITHIN);
    buyers.begin(2);
    await vi.waitFor(() => expect(buyers.accepted).toBeGreaterThan(10), WITHIN);
    const [killed, placed] = await Promise.all([fleet.killReplica(2), buyers.placeAt(second)]);
    expect([killed, placed]).toEqual([undefined, 201]);
    await vi.waitFor(
      () => expect([reconnections(readers) > 0, reconnections(sockets) > 0]).toEqual([true, true]),
      WITHIN,
    );
    await buyers.stop();
    // Calls that failed on the killed replica were repeated, with their keys, on another one.
    expect(buyers.refused).toEqual([]);
    await expectAllOnce();
    await fleet.restartReplica(2);
  });

  it('restarts everything in turn under load, and loses neither a request nor an event', async () => {
    await openScreens();
    buyers.begin(3);
    for (let at = 0; at < WORKERS; at++) {
      await Promise.all([fleet.restartWorker(at), at < REPLICAS ? fleet.restartReplica(at) : undefined]);
    }
    await buyers.stop();
    expect(buyers.refused).toEqual([]);
    expect(reconnections(readers)).toBeGreaterThanOrEqual(REPLICAS);
    expect(reconnections(sockets)).toBeGreaterThanOrEqual(REPLICAS);
    await expectAllOnce();
  });
});
