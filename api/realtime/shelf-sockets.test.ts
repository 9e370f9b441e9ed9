import { SHELF_NAMESPACE, type ShelfEvent } from '@haat/contract/events/socket-events';
import type { Bus } from '@haat/core/bus/bus';
import { connectBus } from '@haat/core/bus/connect-bus';
import { closeDatabase, connectDatabase, database } from '@haat/core/db/database';
import { readShelfVersion } from '@haat/core/services/catalogue/read-shelf';
import { io, type Socket } from 'socket.io-client';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { announcedOrder, announcedStep } from '../../core/test/announced-order.ts';
import { createProduct, createShop, createUser } from '../../core/test/factories.ts';
import { LiveHub } from './live-hub.ts';
import { startApi, type TestApi } from '../test/api-client.ts';

const WITHIN = { timeout: 30_000 };

type Watcher = { client: Socket; shelves: ShelfEvent[]; others: string[] };
type TestShop = { id: number; variantId: number };

let api: TestApi;
let bus: Bus;
beforeAll(async () => {
  connectDatabase();
  bus = await connectBus();
  api = await startApi({ hub: new LiveHub(bus, { sweepEveryMs: 60_000 }) });
});
afterAll(async () => {
  await api.stop();
  await bus.close();
  await closeDatabase();
});

let shop: TestShop;
beforeEach(async () => (shop = await aShop()));
const open: Socket[] = [];
afterEach(() => open.splice(0).forEach((client) => client.disconnect()));

function connect(at = api): Watcher {
  const client: Socket = io(at.url + SHELF_NAMESPACE, {
    transports: ['websocket'],
    forceNew: true,
    reconnection: false,
  });
  open.push(client);
  const watcher: Watcher = { client, shelves: [], others: [] };
  client.onAny((name: string, event: ShelfEvent) => {
    if (name === 'shelf') watcher.shelves.push(event);
    else watcher.others.push(name);
  });
  return watcher;
}
async function watch(shopId: number, at = api): Promise<Watcher> {
  const watcher = connect(at);
  watcher.client.emit('watch.shelf', { shop_id: shopId });
  await vi.waitFor(() => expect(watcher.shelves).toHaveLength(1), WITHIN);
  return watcher;
}
const versionOf = async ({ id }: TestShop) => (await readShelfVersion(id)) ?? -1;
const poke = async (changed: TestShop) => {
  const version = await versionOf(changed);
  await bus.publish({ type: 'shelf', shopId: changed.id, version });
  return version;
};
const heard = ({ shelves }: Watcher) => shelves.map(({ shop_id, version }) => [shop_id, version]);

it('tell a guest the version at once, and then every newer one', async () => {
  const before = await versionOf(shop);
  const guest = await watch(shop.id);
  await changeShelf(shop);
  const after = await poke(shop);
  await vi.waitFor(
    () =>
      expect(heard(guest)).toEqual([
        [shop.id, before],
        [shop.id, after],
      ]),
    WITHIN,
  );
  expect(after).toBeGreaterThan(before);
});

it('speak of the one shop that is watched, the last one asked for', async () => {
  const other = await aShop();
  const guest = await watch(shop.id);
  guest.client.emit('watch.shelf', { shop_id: other.id });
  await vi.waitFor(() => expect(guest.shelves.at(-1)?.shop_id).toBe(other.id), WITHIN);
  await Promise.all([changeShelf(shop), changeShelf(other)]);
  await poke(shop);
  const last = await poke(other);
  await vi.waitFor(() => expect(heard(guest).at(-1)).toEqual([other.id, last]), WITHIN);
  expect(guest.shelves).toHaveLength(3);
});

it('tell of a pause and of new hours', async () => {
  const guest = await watch(shop.id);
  await database().pool.query('UPDATE shops SET paused_at = now() WHERE id = $1', [shop.id]);
  const paused = await poke(shop);
  await vi.waitFor(() => expect(guest.shelves.at(-1)?.version).toBe(paused), WITHIN);
  expect(guest.shelves).toHaveLength(2);
});

it('tell in a rush what is newest, a few times a second', async () => {
  const guest = await watch(shop.id);
  const from = performance.now();
  let last = -1;
  for (let each = 0; each < 30; each++) {
    await changeShelf(shop);
    last = await poke(shop);
  }
  await vi.waitFor(() => expect(guest.shelves.at(-1)?.version).toBe(last), WITHIN);
  // Four a second, what was told on watching, and the first and the last of the rush.
  expect(guest.shelves.length).toBeLessThanOrEqual(3 + ((performance.now() - from) / 1_000) * 4);
  expect(guest.shelves.map(({ version }) => version)).toEqual(
    guest.shelves.map(({ version }) => version).toSorted((a, b) => a - b),
  );
});

it('find by themselves what no poke spoke of', async () => {
  const sweeping = await startApi({ hub: new LiveHub(bus, { sweepEveryMs: 100 }) });
  const guest = await watch(shop.id, sweeping);
  await changeShelf(shop);
  const version = await versionOf(shop);
  await vi.waitFor(() => expect(guest.shelves.at(-1)?.version).toBe(version), WITHIN);
  await sweeping.stop();
});

it('carry nothing of the orders, whatever is asked for', async () => {
  const [user, guest] = [await createUser(), await watch(shop.id)];
  for (const message of [
    `shop:${shop.id}`,
    { shop_id: `shop:${shop.id}` },
    { shop_id: -1 },
    { feed: `user:${user.id}` },
    null,
  ])
    guest.client.emit('watch.shelf', message);
  for (const name of ['join', 'subscribe', 'notification', 'room']) guest.client.emit(name, `shop:${shop.id}`);
  const { orderId, seq } = await announcedOrder({ shop, user });
  await bus.publish({ type: 'feed', feed: `shop:${shop.id}`, seq, shopId: shop.id });
  const step = await announcedStep({ orderId, user, status: 'Accepted' });
  await bus.publish({ type: 'feed', feed: `user:${user.id}`, seq: step.seq, shopId: shop.id });
  await changeShelf(shop);
  const version = await poke(shop);
  await vi.waitFor(() => expect(guest.shelves.at(-1)?.version).toBe(version), WITHIN);
  expect(guest.others).toEqual([]);
});

it('ignore a shop that is unknown or suspended', async () => {
  const hidden = await aShop();
  await database().pool.query('UPDATE shops SET suspended_at = now() WHERE id = $1', [hidden.id]);
  const guest = connect();
  guest.client.emit('watch.shelf', { shop_id: hidden.id });
  guest.client.emit('watch.shelf', { shop_id: 999_999_999 });
  await changeShelf(hidden);
  guest.client.emit('watch.shelf', { shop_id: shop.id });
  await vi.waitFor(() => expect(heard(guest)).toEqual([[shop.id, expect.any(Number)]]), WITHIN);
});

it('end with somebody who asks without end', async () => {
  const guest = await watch(shop.id);
  const left = new Promise((done) => guest.client.once('disconnect', done));
  for (let each = 0; each < 25; each++) guest.client.emit('watch.shelf', { shop_id: shop.id });
  await left;
});

it('let nobody in who leaves and comes back without end, on one connection', async () => {
  const { client } = await watch(shop.id);
  const lastAnswers = new Map<string, unknown>();
  client.io.on('packet', ({ nsp, data }) => lastAnswers.set(nsp, data));
  // Over the bare line: the library would close it with its last socket. Being refused elsewhere takes a round trip.
  const tell = async (packet: string, nsp: string) => {
    lastAnswers.delete(nsp);
    client.io.engine.send(packet);
    return vi.waitFor(() => lastAnswers.get(nsp) ?? expect.fail('no answer yet'), WITHIN);
  };
  let answer: unknown;
  for (let each = 0; each < 25; each++) {
    client.io.engine.send(`1${SHELF_NAMESPACE},`);
    await tell('0/nowhere,', '/nowhere');
    answer = await tell(`0${SHELF_NAMESPACE},`, SHELF_NAMESPACE);
    if (each < 15) expect(answer).toHaveProperty('sid');
    else if (!Object.hasOwn(Object(answer), 'sid')) break;
  }
  expect(answer).toEqual({ message: 'too_many' });
});

async function aShop(): Promise<TestShop> {
  const { id } = await createShop();
  const { variants } = await createProduct({ shop: { id } });
  return { id, variantId: variants[0]?.id ?? 0 };
}

const changeShelf = ({ variantId }: TestShop) =>
  database().pool.query('UPDATE variants SET price_paise = price_paise + 100 WHERE id = $1', [variantId]);
